import { brandName } from './card-page.ts';
import { instantInWords, money } from './format.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Paying } from './pay-page.ts';

/** Proof for the payer: what was paid, when, how and to whom. Made to be printed. */
export function receiptPage(paying: Paying): Html {
  const { page, charge } = paying;
  const { texts, lang } = page;
  const isRefunded = charge.status === 'REFUNDED';
  const title = isRefunded ? texts.refundedTitle : texts.receiptTitle;
  const paid = money(charge.paidCents ?? charge.valueCents, lang);
  return layout(page, {
    title: `${title} · ${paid}`,
    body: html`<article class="card">
<header class="stack"><h1 class="${isRefunded ? 'quiet' : 'good'}">${title}</h1><p class="amount">${paid}</p></header>
<dl class="facts section">${facts(paying).map(
      ([label, value]) => html`<div><dt>${label}</dt><dd class="about">${value}</dd></div>`,
    )}</dl>
<p class="quiet no-print">${texts.receiptKeep}</p>
${
  charge.successUrl &&
  html`<a class="button" href="${charge.successUrl}" rel="noreferrer noopener">${texts.backToSeller}</a>`
}
</article>`,
  });
}

function facts({ page, charge, seller }: Paying): [string, string][] {
  const { texts, lang } = page;
  const rows: [string, string][] = [[texts.receiptSeller, seller]];
  if (charge.description) rows.push([texts.receiptAbout, charge.description]);
  if (charge.paidAt)
    rows.push([texts.receiptWhen, `${instantInWords(charge.paidAt, lang)} (${texts.brasiliaTime})`]);
  rows.push([texts.receiptMethod, methodText({ page, charge })]);
  if (charge.refundedCents > 0n) rows.push([texts.receiptRefunded, money(charge.refundedCents, lang)]);
  rows.push([texts.receiptCharge, charge.id]);
  return rows;
}

function methodText({ page: { texts }, charge }: Pick<Paying, 'page' | 'charge'>): string {
  if (charge.billingType === 'UNDEFINED') return '';
  const { card, installments } = charge;
  const times = installments && installments > 1 ? `${installments}x` : '';
  const named = card ? texts.receiptCard(brandName(card.brand), card.lastFour) : '';
  return [texts.methods[charge.billingType], named, times].filter(Boolean).join(' · ');
}
