import type { Boleto, Charge } from '../charges/charge.ts';
import { formatDigitableLine } from '../kit/boleto-code.ts';
import { itfSvg } from '../kit/itf.ts';
import { type Cents, cents } from '../kit/money.ts';
import { codeField } from './fields.ts';
import { dateInWords, documentInGroups, money, percent } from './format.ts';
import { type Html, html, type Part } from './html.ts';
import { layout, linkButton } from './layout.ts';
import { address, type Page } from './page.ts';
import {
  afterPaying,
  amountToday,
  isPixPayable,
  type Paying,
  payLayout,
  payPath,
  pixCode,
  pixImage,
} from './pay-page.ts';

export const BARCODE_WIDTH_MM = 103;
export const BARCODE_HEIGHT_MM = 13;

/** A boleto ready to be shown: on the payment page, on its own page and in the PDF. */
export type BoletoPaying = Paying & { boleto: Boleto; beneficiaryDocument: string };

export function boletoPath({ token }: Charge): string {
  return `/boleto/${token}`;
}

/** How to pay, for someone with a phone in hand. */
export function boletoPayPage(paying: BoletoPaying): Html {
  const { page, charge, boleto } = paying;
  const { texts } = page;
  return payLayout(
    paying,
    html`<section class="roomy section">
<div class="stack"><h2>${texts.boletoTitle}</h2>${dueLine(paying)}</div>
${codeField('line', texts.boletoLine, formatDigitableLine(boleto.digitableLine), texts.boletoLineHint, 2)}
${barcode(page, boleto)}
<a class="button" href="${address(page, `${boletoPath(charge)}.pdf`)}">${texts.boletoPdf}</a>
${linkButton(page, boletoPath(charge), texts.boletoOpen)}
</section>${hybridPix(paying)}${afterPaying(paying)}`,
  );
}

function dueLine({ page, charge, boleto }: BoletoPaying): Html {
  const due = dateInWords(boleto.dueDate, page.lang);
  return charge.status === 'OVERDUE'
    ? html`<p class="error">${page.texts.boletoOverdue(due)}</p>`
    : html`<p>${page.texts.boletoDueOn(due)}</p>`;
}

function hybridPix(paying: BoletoPaying): Part {
  if (!isPixPayable(paying)) return null;
  const { texts } = paying.page;
  return html`<section class="roomy section">
<div class="stack"><h2>${texts.boletoPixTitle}</h2><p class="quiet">${texts.boletoPixHint}</p></div>
${pixCode(paying)}</section>`;
}

function barcode({ texts }: Page, boleto: Boleto): Html {
  const size = { widthMm: BARCODE_WIDTH_MM, heightMm: BARCODE_HEIGHT_MM };
  const source = `data:image/svg+xml;base64,${Buffer.from(itfSvg(boleto.barcode, size)).toString('base64')}`;
  return html`<div class="barcode"><img src="${source}" alt="${texts.boletoBarcode}"></div>`;
}

export type Fact = readonly [label: string, value: string];

/** What stands on a boleto, in its usual order. */
export function boletoFacts(paying: BoletoPaying): Fact[] {
  const { page, charge, boleto, seller, beneficiaryDocument } = paying;
  const { texts, lang } = page;
  const today = amountToday(paying);
  const payer = charge.customer;
  return [
    [texts.boletoBeneficiary, `${seller} (${documentInGroups(beneficiaryDocument)})`],
    [texts.boletoPayer, payer ? `${payer.name} (${documentInGroups(payer.cpf_cnpj ?? '')})` : ''],
    [texts.boletoDue, dateInWords(boleto.dueDate, lang)],
    [texts.boletoOurNumber, boleto.ourNumber],
    [texts.boletoValue, money(charge.valueCents, lang)],
    ...(today === charge.valueCents ? [] : ([[texts.boletoToday, money(today, lang)]] as const)),
    ...(charge.description ? ([[texts.receiptAbout, charge.description]] as const) : []),
  ];
}

export function boletoInstructions({ page, boleto, charge }: BoletoPaying): string[] {
  const { texts, lang } = page;
  const { fineBasisPoints, interestMonthlyBasisPoints, discount } = boleto;
  const lines = [texts.boletoAnyBank];
  if (fineBasisPoints > 0) lines.push(texts.boletoFine(percent(fineBasisPoints, lang)));
  if (interestMonthlyBasisPoints > 0)
    lines.push(texts.boletoInterest(percent(interestMonthlyBasisPoints, lang)));
  if (discount) {
    const worth = discount.amountCents
      ? money(cents(BigInt(discount.amountCents)), lang)
      : percent(discount.basisPoints ?? 0, lang);
    lines.push(texts.boletoDiscount(worth, dateInWords(discount.until, lang)));
  }
  if (charge.status === 'OVERDUE') lines.push(texts.boletoOverdue(dateInWords(boleto.dueDate, lang)));
  return lines;
}

/** The document itself, made to be printed. */
export function boletoPage(paying: BoletoPaying): Html {
  const { page, charge, boleto } = paying;
  const { texts } = page;
  const line = formatDigitableLine(boleto.digitableLine);
  const amount: Cents = amountToday(paying);
  return layout(page, {
    title: `${texts.boleto} · ${money(amount, page.lang)}`,
    wide: true,
    body: html`<article class="card">
<header class="stack"><h1>${texts.boleto}</h1><p class="digits">${line}</p></header>
<dl class="facts columns">${boletoFacts(paying).map(
      ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
    )}</dl>
<section class="stack"><h2>${texts.boletoInstructions}</h2><ul class="steps">${boletoInstructions(paying).map(
      (text) => html`<li>${text}</li>`,
    )}</ul></section>
${barcode(page, boleto)}
${
  isPixPayable(paying) &&
  html`<section class="stack"><h2>${texts.boletoPixTitle}</h2>${pixImage(page, charge)}</section>`
}
<a class="button no-print" href="${address(page, `${boletoPath(charge)}.pdf`)}">${texts.boletoPdf}</a>
${linkButton(page, payPath(charge), texts.backToPayment)}
</article>`,
  });
}
