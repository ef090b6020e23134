import { bankOf } from '../charges/boletos/at-bank.ts';
import type { Charge } from '../charges/charge.ts';
import { type CodeToday, codeToday } from '../charges/pix/code-today.ts';
import { expectedCents, pixCents } from '../charges/rules/amount-due.ts';
import { askSeller } from '../html/contact.ts';
import { alert, codeField } from '../html/fields.ts';
import { instantInWords, money, percent } from '../html/format.ts';
import { askingButton, type Layout, layout, type Picture } from '../html/layout.ts';
import type { Page } from '../html/page.ts';
import type { Seller } from '../html/seller.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { liveStateOf } from './live.ts';
import { titled } from './methods.ts';

/** One charge on one page, at one moment. */
export type Paying = {
  page: Page;
  charge: Charge;
  seller: Seller;
  /** Of its product. */
  picture: Picture | null;
  /** False for a blocked seller. */
  isSelling: boolean;
  /** What the payer may choose between; empty: the method is settled. */
  methods: readonly MethodName[];
  /** A boleto of this charge needs an address, and it has none. */
  lacksAddress: boolean;
  /** The charge's link has reached max_payments: a payment would be returned. */
  isLinkFull: boolean;
  publicUrl: string;
  now: Date;
  /** The payer pressed "I have paid". */
  hasChecked: boolean;
  /** The payer comes from paying. */
  hasJustPaid: boolean;
};

const PNG_WIDTH_OFFSET = 16;
const CONFIRMING_RELOADS_AFTER_SECONDS = 5;

export function payPath({ token }: Charge): string {
  return `/pay/${token}`;
}

/** Summary first, then what to do about it. */
export function payLayout(paying: Paying, sections: Part, options: Partial<Layout> = {}): Html {
  const { page, charge, seller, picture } = paying;
  const amount = money(amountToday(paying), page.lang);
  return layout(page, {
    title: `${page.texts.pay(amount)} · ${seller.name}`,
    bought: { seller, amount, about: [charge.description], picture },
    body: html`<div class="card">${returned(paying)}${sections}</div>`,
    live: { path: payPath(charge), state: liveStateOf(charge).state },
    ...options,
  });
}

/** Says that a payment was returned to the payer, so that its sender is not left without an explanation. */
export function returned({ page: { texts }, charge }: Paying): Part {
  return charge.returnedCount > 0 && alert(texts.returnedTitle, texts.returnedText);
}

/** What a Pix discount takes off, where there is one. */
export function pixDiscount({ texts, lang }: Page, charge: Charge): string | null {
  const { pixDiscountBasisPoints: points } = charge.purchase ?? {};
  return points ? texts.pixDiscount(percent(points, lang), money(pixCents(charge), lang)) : null;
}

/** A refused charge gave its use back, and another payer has taken it. */
export function couponGone({ texts }: Page, { purchase }: Charge): string {
  return texts.couponGone(purchase?.coupon?.code ?? '');
}

/** The amount due today: a boleto's terms may lower or raise it while it can be paid. */
export function amountToday({ charge, now }: Pick<Paying, 'charge' | 'now'>) {
  if (charge.billingType === 'PIX') return pixCents(charge);
  return charge.billingType === 'BOLETO' && charge.status !== 'CANCELLED'
    ? expectedCents(charge, { paidAt: now, method: 'BOLETO' })
    : charge.valueCents;
}

export function pixPanel(paying: Paying): Html {
  const { page, charge } = paying;
  const { texts } = page;
  const until = charge.pixExpiresAt && instantInWords(charge.pixExpiresAt, page.lang);
  const code = codeToday(charge, paying.now);
  return html`<section class="roomy section">
<div class="stack">${titled('PIX', texts.pixTitle)}
${code && until && html`${timeLeft(page, charge)}<p class="quiet">${texts.validUntil(until)} (${texts.brasiliaTime})</p>`}</div>
${code ? pixCode(paying, code, pixSteps(page)) : newCodeSoon(paying)}
</section>${code && afterPaying(paying)}`;
}

function pixSteps({ texts }: Page): Html {
  return html`<ol class="steps">${texts.pixSteps.map((step) => html`<li>${step}</li>`)}</ol>`;
}

/** A returned payment has closed the code at its issuer. The page loads again when there is another. */
function newCodeSoon({ page, charge }: Paying): Html {
  const { texts } = page;
  return html`<p class="note" role="status">${texts.newCodeSoon}</p>${askingButton(page, payPath(charge), texts.reload)}`;
}

/** Filled by the script; without JavaScript the line below has the same information. */
function timeLeft({ texts }: Page, { pixExpiresAt }: Charge): Part {
  if (!pixExpiresAt) return null;
  return html`<p class="timer" data-countdown="${pixExpiresAt.toISOString()}" data-countdown-text="${texts.timeLeft}"
 data-countdown-ended="${texts.expiredTitle}" role="timer" hidden></p>`;
}

/** On a phone the code to copy comes first, and what to do with it: a phone cannot scan its own screen. Elsewhere the image is first. */
export function pixCode({ page }: Paying, { copyPaste, qrPng }: CodeToday, steps?: Html): Html {
  const { texts } = page;
  return html`<div class="pix">
${codeField(page, { name: 'pix-code', label: texts.pixCode, code: copyPaste, hint: texts.pixCodeHint, copy: texts.copyPix })}
${steps}
<div class="scan"><p class="quiet">${texts.pixScan}</p>${pixImage(page, qrPng)}</div>
</div>`;
}

export function pixImage(page: Page, png: Buffer): Html {
  const source = `data:image/png;base64,${png.toString('base64')}`;
  const side = png.readUInt32BE(PNG_WIDTH_OFFSET);
  return html`<img class="qr" src="${source}" alt="${page.texts.pixQr}" width="${side}" height="${side}">`;
}

/** The code that can be paid now, with what is owed today. */
export function payableCode({ charge, now }: Pick<Paying, 'charge' | 'now'>): CodeToday | null {
  const code = codeToday(charge, now);
  return code && code.expiresAt > now ? code : null;
}

/** The answer to "I have paid" while the payment has not arrived: without it the page would not change at all. */
export function notReceivedYet({ page: { texts }, hasChecked }: Paying): Part {
  return hasChecked && html`<p class="note" role="status">${texts.notReceivedYet}</p>`;
}

/** Below a code or slip. */
export function afterPaying(paying: Paying): Html {
  const { page, charge } = paying;
  const { texts } = page;
  return html`<div class="stack">${askingButton(page, payPath(charge), texts.alreadyPaid, { checked: '1' })}
<p class="quiet">${clearing(paying)}</p></div>
${sandboxHint(paying)}`;
}

function clearing(paying: Paying): string {
  const { alreadyPaidHint, boletoClearing, boletoClearingWithPix } = paying.page.texts;
  if (paying.charge.billingType !== 'BOLETO') return alreadyPaidHint;
  return payableCode(paying) ? boletoClearingWithPix : boletoClearing;
}

function sandboxHint({ page, charge, publicUrl }: Paying): Part {
  if (!page.sandbox) return null;
  const call = `curl -X POST ${publicUrl}/api/v1/sandbox/charges/${charge.id}/pay -H "X-API-Key: $GUICHE_KEY"`;
  return html`<details><summary>${page.texts.sandbox}</summary>
<div class="stack"><p class="quiet">${page.texts.sandboxPayByApi}</p><pre>${call}</pre></div></details>`;
}

export function confirmingPage(paying: Paying): Html {
  const { page, charge } = paying;
  const { texts } = page;
  return payLayout(
    paying,
    html`<section class="roomy section" role="status"><h2 class="working">${texts.confirmingTitle}</h2>
<p>${texts.confirmingText}</p>${askingButton(page, payPath(charge), texts.reload)}</section>`,
    { title: texts.confirmingTitle, reloadAfterSeconds: CONFIRMING_RELOADS_AFTER_SECONDS },
  );
}

/** Held on the card: the payer has done everything. */
export function authorisedPage(paying: Paying, captureUntil: Date): Html {
  const { page, seller } = paying;
  const { texts } = page;
  const until = instantInWords(captureUntil, page.lang);
  return payLayout(
    paying,
    html`<section class="stack section" role="status"><h2>${texts.authorisedTitle}</h2>
<p>${texts.authorisedText(seller.name, until)}</p></section>${nextStep(paying)}`,
    { title: texts.authorisedTitle },
  );
}

function nextStep({ page, seller, charge }: Paying): Html {
  return askSeller(page, seller, payPath(charge));
}

export function endedPage(paying: Paying, by: 'time' | 'seller' | 'bank'): Html {
  const { page, charge } = paying;
  const { texts } = page;
  const because = {
    time: [texts.expiredTitle, texts.expiredText],
    seller: [texts.cancelledTitle, texts.cancelledText],
    bank: [texts.boletoRefusedTitle, texts.boletoEndedByBank(bankOf(charge)?.reason ?? '')],
  };
  const [title = '', text = ''] = because[by];
  return payLayout(
    paying,
    html`<section class="stack section"><h2>${title}</h2><p>${text}</p><p class="quiet">${texts.doNotPay}</p></section>${nextStep(paying)}`,
    { title },
  );
}

export function fullLinkPage(paying: Paying): Html {
  const { texts } = paying.page;
  return payLayout(
    paying,
    html`<section class="stack section"><h2>${texts.linkClosedTitle}</h2><p>${texts.linkClosed.full}</p>
<p class="quiet">${texts.doNotPay}</p></section>${nextStep(paying)}`,
    { title: texts.linkClosedTitle },
  );
}

export function sellerClosedPage(paying: Paying): Html {
  const { title, text, paidAlready } = paying.page.texts.sellerClosed;
  return payLayout(
    paying,
    html`<section class="stack section"><h2>${title}</h2><p>${text}</p><p class="quiet">${paidAlready}</p></section>${nextStep(paying)}`,
    { title },
  );
}

/** The PIX code has expired and the worker has not ended the charge yet. */
export function hasPixExpired({ charge, now }: Paying): boolean {
  return charge.pixExpiresAt !== null && charge.pixExpiresAt <= now;
}
