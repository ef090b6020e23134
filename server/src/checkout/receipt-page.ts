import { addressLine } from '../brazil/address.ts';
import type { Charge } from '../charges/charge.ts';
import { originalCents } from '../charges/purchase.ts';
import { installmentParts } from '../charges/rules/fees.ts';
import { alert } from '../html/fields.ts';
import { documentInGroups, instantInWords, money } from '../html/format.ts';
import { amountClass, layout, markOf, withDocument } from '../html/layout.ts';
import type { Page } from '../html/page.ts';
import { legalLine, type Seller } from '../html/seller.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { type Cents, cents, ZERO } from '../kit/money.ts';
import { qrPng } from '../qr/png.ts';
import { printedBank } from './boleto/bank.ts';
import { brandName } from './card/page.ts';
import { type Paying, returned } from './pay-page.ts';

type State = 'received' | 'partlyRefunded' | 'refunded';

/** Proof for the payer: who paid what to whom, when and how. Made to be printed and passed on. */
export function receiptPage(paying: Paying): Html {
  const { page, charge, seller } = paying;
  const { texts, lang } = page;
  const title = titleOf(paying);
  const paid = money(paidCents(charge), lang);
  return layout(page, {
    title: `${title} · ${paid} · ${seller.name}`,
    body: html`<article class="card">
${head(paying, title, paid)}${backToSeller(paying)}${disputed(paying)}${returned(paying)}
${sums(paying)}
<dl class="facts section">${facts(paying).map(
      ({ label, value, mono }) =>
        html`<div><dt>${label}</dt><dd class="${mono ? 'mono' : 'about'}">${value}</dd></div>`,
    )}</dl>
${check(paying)}
<p class="quiet no-print">${texts.receiptKeep}</p>
<div class="pair no-print"><button class="button second" type="button" data-print hidden>${texts.print}</button>
<button class="button second" type="button" data-share="${`${paying.page.pagesUrl}/receipt/${charge.token}`}" hidden>${texts.share}</button></div>
</article>`,
  });
}

const RETURNS_AFTER_SECONDS = 5;

/** The script leads back by itself when the payer has just paid. */
function backToSeller({ page: { texts }, charge: { successUrl }, hasJustPaid }: Paying): Part {
  if (!successUrl) return null;
  const returning = html`<div class="returning" data-return="${RETURNS_AFTER_SECONDS}" data-return-text="${texts.returning}" hidden>
<p class="quiet" role="timer"></p><button class="plain" type="button">${texts.stayHere}</button></div>`;
  return html`<div class="stack no-print">
<a class="button" href="${successUrl}" rel="noreferrer noopener" data-return-link>${texts.backToSeller}</a>${hasJustPaid && returning}</div>`;
}

function stateOf({ status, refundedCents }: Charge): State {
  if (status === 'REFUNDED') return 'refunded';
  return refundedCents > 0n ? 'partlyRefunded' : 'received';
}

function paidCents({ paidCents: paid, valueCents }: Charge): Cents {
  return paid ?? valueCents;
}

function titleOf({ page: { texts }, charge }: Paying): string {
  const titles: Record<State, string> = {
    received: texts.receiptTitle,
    partlyRefunded: texts.partlyRefundedTitle,
    refunded: texts.refundedTitle,
  };
  return titles[stateOf(charge)];
}

function head({ page, charge, seller }: Paying, title: string, paid: string): Html {
  const { texts, lang } = page;
  const state = stateOf(charge);
  const refunded = money(charge.refundedCents, lang);
  const sentence: Record<State, string | null> = {
    received: null,
    partlyRefunded: texts.partlyRefundedText(refunded, paid),
    refunded: texts.refundedText(refunded),
  };
  return html`<header class="stack">
<p class="seller${!seller.logo && ' no-print'}">${markOf(seller)}<span>${seller.name}</span></p>
<h1 class="receipt-state ${isWithSeller(charge) ? 'good' : 'back'}">${title}</h1>
<p class="${amountClass(paid)}${state === 'refunded' && ' gone'}">${paid}</p>
${sentence[state] && html`<p>${sentence[state]}</p>`}
${seller.receiptMessage && isWithSeller(charge) && html`<p class="about message" dir="auto">${seller.receiptMessage}</p>`}
</header>`;
}

function isWithSeller(charge: Charge): boolean {
  return stateOf(charge) === 'received' && charge.disputedCents === ZERO;
}

/** The seller does not have money of an open or lost dispute: the receipt must not show it as received. */
function disputed({ page: { texts, lang }, charge: { disputedCents } }: Paying): Part {
  return disputedCents > 0n && alert(texts.disputedTitle, texts.disputedText(money(disputedCents, lang)));
}

type Sum = { label: string; amount: Cents; total?: boolean; isOff?: boolean };

/** Answers are not shown: receipts are passed on. */
function boughtRows({ texts, lang }: Page, { purchase }: Charge): Sum[] {
  if (!purchase) return [];
  const { quantity, unitCents, coupon } = purchase;
  if (quantity === 1 && !coupon) return [];
  const unit = money(cents(BigInt(unitCents)), lang);
  const label = quantity === 1 ? texts.receiptValue : texts.units(quantity, unit);
  const rows: Sum[] = [{ label, amount: originalCents(purchase) }];
  if (!coupon) return rows;
  const off = { label: texts.couponLine(coupon.code), amount: cents(BigInt(coupon.discountCents)) };
  return [...rows, { ...off, isOff: true }];
}

/** Besides, only where the amount paid is not the value: a boleto paid early or late, or a refund. */
function sums({ page, charge }: Paying): Part {
  const { texts, lang } = page;
  const { valueCents, refundedCents } = charge;
  const paid = paidCents(charge);
  const change = cents(paid - valueCents);
  const rows = boughtRows(page, charge);
  if (change !== ZERO) {
    const isByCard = charge.billingType === 'CREDIT_CARD';
    const added = isByCard ? texts.receiptInterest : texts.receiptLateCharges;
    const less =
      charge.billingType === 'PIX' && charge.purchase ? texts.receiptPixDiscount : texts.receiptDiscount;
    const label = change < 0n ? less : added;
    const value = isByCard || !charge.boleto ? texts.receiptValue : texts.boletoValue;
    if (rows.length === 0) rows.push({ label: value, amount: valueCents });
    rows.push({ label, amount: size(change) });
  }
  const isLess = change !== ZERO || charge.purchase?.coupon !== undefined;
  if (isLess || refundedCents > 0n) rows.push({ label: texts.receiptPaid, amount: paid, total: isLess });
  if (refundedCents > 0n) {
    rows.push({ label: texts.receiptRefunded, amount: refundedCents });
  }
  if (stateOf(charge) === 'partlyRefunded')
    rows.push({ label: texts.receiptKept, amount: cents(paid - refundedCents), total: true });
  if (rows.length === 0) return null;
  return html`<dl class="sums section">${rows.map(
    ({ label, amount, total, isOff }) =>
      html`<div${total && html` class="total"`}><dt>${label}</dt><dd>${isOff && '− '}${money(amount, lang)}</dd></div>`,
  )}</dl>`;
}

function size(amount: Cents): Cents {
  return amount < 0n ? cents(-amount) : amount;
}

type Fact = { label: string; value: Part; mono?: boolean };

function facts({ page, charge, seller }: Paying): Fact[] {
  const { texts, lang } = page;
  const { billingType, boleto, customer, description, paidAt, paymentReference } = charge;
  const when = paidAt && `${instantInWords(paidAt, lang)} (${texts.brasiliaTime})`;
  const endToEndId = billingType === 'PIX' && paymentReference;
  const ourNumber = billingType === 'BOLETO' && boleto && printedBank(boleto).ourNumber;
  const rows: Fact[] = [
    { label: texts.receiptSeller, value: sellerText(seller) },
    { label: texts.receiptPayer, value: customer && payerText(customer.name, customer.cpf_cnpj) },
    { label: texts.receiptAbout, value: description },
    { label: texts.receiptWhen, value: when },
    { label: texts.receiptMethod, value: methodText(page, charge) },
    { label: texts.receiptPixId, value: endToEndId, mono: true },
    { label: texts.boletoOurNumber, value: ourNumber, mono: true },
    { label: texts.receiptAuthentication, value: charge.id, mono: true },
  ];
  return rows.filter(({ value }) => value);
}

/** The name on the page, and the registered one with its document and address: a receipt says to whom the money went. */
function sellerText(seller: Seller): Html {
  const lives = seller.address && html`<br><span class="quiet">${addressLine(seller.address)}</span>`;
  if (seller.name === seller.legalName) return html`${legalLine(seller)}${lives}`;
  return html`${seller.name}<br><span class="quiet">${legalLine(seller)}</span>${lives}`;
}

/** Receipts are passed on: a CPF is masked as banks mask it, a CNPJ is public. */
function payerText(name: string, document: string | null): Html {
  const groups = documentInGroups(document ?? '');
  const shown = document?.length === 11 ? groups.replace(/^...(.*)..$/, '***$1**') : groups;
  return withDocument(name, shown);
}

function methodText({ texts, lang }: Page, charge: Charge): string {
  if (charge.billingType === 'UNDEFINED') return '';
  const { card, installments } = charge;
  const named = card ? texts.receiptCard(brandName(card.brand), card.lastFour) : '';
  const parts =
    card && installments && installments > 1 ? installmentParts(paidCents(charge), installments) : [];
  const [first = ZERO] = parts;
  const last = parts.at(-1) ?? ZERO;
  const times =
    parts.length > 0 && texts.inParts(parts.length, money(last, lang), paidCents(charge) > charge.valueCents);
  const odd = first !== last && `(${texts.firstPart(money(first, lang))})`;
  return [texts.methods[charge.billingType], named, [times, odd].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(' · ');
}

/** The URL of the receipt: a printed copy can be checked against it. */
function check({ page: { texts, pagesUrl }, charge }: Paying): Html {
  const address = `${pagesUrl}/receipt/${charge.token}`;
  const source = `data:image/png;base64,${qrPng(address).toString('base64')}`;
  return html`<section class="check section"><img class="qr" src="${source}" alt="${texts.receiptQr}">
<div class="stack"><h2>${texts.receiptCheck}</h2><p class="quiet">${texts.receiptCheckText}</p>
<p class="quiet">${address}</p></div></section>`;
}
