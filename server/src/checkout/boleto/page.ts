import { type Address, addressLine, addressOf } from '../../brazil/address.ts';
import { formatDigitableLine } from '../../brazil/boleto-code.ts';
import { addDays, civilDateOf } from '../../brazil/calendar.ts';
import { itfSvg } from '../../brazil/itf.ts';
import { hasCodeOfBank, isPayable } from '../../charges/boletos/at-bank.ts';
import type { Boleto, Charge } from '../../charges/charge.ts';
import type { CodeToday } from '../../charges/pix/code-today.ts';
import { codeField } from '../../html/fields.ts';
import { dateInWords, documentInGroups, instantInWords, money } from '../../html/format.ts';
import { amountClass, askingButton, layout, linkButton, markOf, withDocument } from '../../html/layout.ts';
import { address, type Page } from '../../html/page.ts';
import { type Html, html, type Part } from '../../kit/html.ts';
import { liveStateOf } from '../live.ts';
import { titled } from '../methods.ts';
import {
  afterPaying,
  amountToday,
  type Paying,
  payableCode,
  payPath,
  pixCode,
  pixDiscount,
  pixImage,
} from '../pay-page.ts';
import { printedBank } from './bank.ts';
import { boletoInstructions, isLate, payerTerms } from './instructions.ts';

export const BARCODE_WIDTH_MM = 103;
export const BARCODE_HEIGHT_MM = 13;

/** A boleto ready to be shown: on the payment page, on its own page and in the PDF. */
export type BoletoPaying = Paying & {
  boleto: Boleto;
  /** The beneficiary under the registered name, as the bank has it. */
  beneficiary: { name: string; document: string; address: Address | null };
};

export function boletoPath({ token }: Charge): string {
  return `/boleto/${token}`;
}

/** How to pay, laid out for a phone. */
export function boletoPanel(paying: BoletoPaying): Html {
  const { page, charge, boleto } = paying;
  const { texts } = page;
  if (!isPayable(charge)) return registeringPanel(paying);
  return html`<section class="roomy section">
<div class="stack">${titled('BOLETO', texts.boletoTitle)}${dueLine(paying)}</div>
${bothAmounts(paying)}
${lineField(paying)}
${barcode(page, boleto)}
${termsList(paying)}
<div class="pair">${linkButton(page, `${boletoPath(charge)}.pdf`, texts.boletoPdf)}
${linkButton(page, boletoPath(charge), texts.boletoOpen)}</div>
</section>${hybridPix(paying)}${afterPaying(paying)}`;
}

/** The page is replaced when the bank has registered it; without JavaScript it loads again. */
function registeringPanel(paying: BoletoPaying): Html {
  const { page, charge } = paying;
  const { texts } = page;
  return html`<section class="roomy section">
<div class="stack">${titled('BOLETO', texts.boletoTitle)}${dueLine(paying)}</div>
<div class="stack" role="status"><h3 class="working">${texts.boletoRegisteringTitle}</h3>
<p>${texts.boletoRegistering}</p></div>
${termsList(paying)}
${askingButton(page, payPath(charge), texts.reload)}
</section>${hybridPix(paying)}`;
}

function dueLine(paying: BoletoPaying): Html {
  const { page, boleto } = paying;
  const due = dateInWords(boleto.dueDate, page.lang);
  return isLate(paying)
    ? html`<p class="error">${page.texts.boletoOverdue(due)}</p>`
    : html`<p>${page.texts.boletoDueOn(due)}</p>`;
}

/** The bank's app shows the face value first: the page explains why the amount due differs. */
function bothAmounts(paying: BoletoPaying): Part {
  const { page, charge } = paying;
  const { texts, lang } = page;
  const today = amountToday(paying);
  if (today === charge.valueCents) return null;
  return html`<dl class="sums"><div><dt>${texts.boletoValue}</dt><dd>${money(charge.valueCents, lang)}</dd></div>
<div class="total"><dt>${texts.boletoToday}</dt><dd>${money(today, lang)}</dd></div></dl>`;
}

function termsList(paying: BoletoPaying): Html {
  const sentences = payerTerms(paying, paying.page.lang);
  return html`<ul class="steps quiet">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
}

function lineField({ page, boleto }: BoletoPaying): Html {
  const { boletoLine, boletoLineHint, copyLine } = page.texts;
  const code = formatDigitableLine(boleto.digitableLine);
  return codeField(page, {
    name: 'line',
    label: boletoLine,
    code,
    hint: boletoLineHint,
    copy: copyLine,
    inGroups: true,
  });
}

function hybridPix(paying: BoletoPaying): Part {
  const code = payableCode(paying);
  if (!code) return null;
  const { texts } = paying.page;
  // The bank's own code costs what the boleto costs.
  const discount = hasCodeOfBank(paying.charge) ? null : pixDiscount(paying.page, paying.charge);
  return html`<section class="roomy section lesser">
<div class="stack">${titled('PIX', texts.boletoPixTitle)}<p class="quiet">${texts.boletoPixHint}</p>${discount && html`<p>${discount}</p>`}${codeOfToday(paying, code)}</div>
${pixCode(paying, code)}</section>`;
}

/** Says what the code costs and until when; the script says when that is over. */
function codeOfToday(paying: BoletoPaying, { isOfToday, expiresAt }: CodeToday): Part {
  if (!isOfToday) return null;
  const { texts, lang } = paying.page;
  const sentence = texts.boletoPixToday(money(amountToday(paying), lang), instantInWords(expiresAt, lang));
  return html`<p>${sentence}</p>
<p class="timer" data-countdown="${expiresAt.toISOString()}" data-countdown-text="${texts.timeLeft}"
 data-countdown-ended="${texts.boletoPixEnded}" role="timer" hidden></p>`;
}

function barcode({ texts }: Page, boleto: Boleto): Html {
  const size = { widthMm: BARCODE_WIDTH_MM, heightMm: BARCODE_HEIGHT_MM };
  const source = `data:image/svg+xml;base64,${Buffer.from(itfSvg(boleto.barcode, size)).toString('base64')}`;
  return html`<div class="barcode"><img src="${source}" alt="${texts.boletoBarcode}"></div>`;
}

/** The boleto itself: first how to pay, then the fields of the paper form. Only the form is printed, with the logo above it. */
export function boletoPage(paying: BoletoPaying): Html {
  const { page, charge, seller } = paying;
  const { texts } = page;
  const amount = money(amountToday(paying), page.lang);
  return layout(page, {
    title: `${texts.boleto} · ${amount} · ${seller.name}`,
    wide: true,
    live: { path: payPath(charge), state: liveStateOf(charge).state },
    body: html`<article class="card">
<header class="stack${!seller.logo && ' no-print'}"><div class="seller">${markOf(seller)}<h1>${texts.boletoFrom(seller.name)}</h1></div>
<p class="no-print ${amountClass(amount)}">${amount}</p>${charge.description && html`<p class="about no-print">${charge.description}</p>`}</header>
<section class="roomy no-print">${dueLine(paying)}
<a class="button" href="${address(page, `${boletoPath(charge)}.pdf`)}">${texts.boletoPdf}</a>
<div class="lesser">${lineField(paying)}</div>
${linkButton(page, payPath(charge), texts.backToPayment)}
</section>
${slip(paying)}
</article>`,
  });
}

function slip(paying: BoletoPaying): Html {
  const { page, boleto } = paying;
  const { texts } = page;
  const { code } = printedBank(boleto);
  const pix = payableCode(paying);
  return html`<section class="slip" aria-labelledby="slip">
<header class="slip-head"><h2 id="slip">${texts.boleto}</h2><p class="slip-code">${texts.boletoBank} ${code}</p>
<p class="digits">${formatDigitableLine(boleto.digitableLine)}</p></header>
<dl class="slip-fields">${slipFields(paying).map(
    ({ label, value, span }) =>
      html`<div${span && html` class="${span}"`}><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>
<div class="slip-terms"><div class="stack"><h3>${texts.boletoInstructions}</h3>
<ul class="steps">${[texts.boletoAnyBank, ...boletoInstructions(paying, page.lang)].map(
    (sentence) => html`<li>${sentence}</li>`,
  )}</ul></div>
${
  pix &&
  html`<div class="stack slip-pix"><h3>${texts.boletoPixTitle}</h3>${pixImage(page, pix.qrPng)}${pixTerms(paying, pix)}</div>`
}</div>
${barcode(page, boleto)}
</section>`;
}

function pixTerms(paying: BoletoPaying, code: CodeToday): Part {
  const sentence = printedPixTerms(paying, code);
  return sentence && html`<p>${sentence}</p>`;
}

/** A printed code may be read on another day. */
export function printedPixTerms(
  { page: { texts, lang }, ...paying }: BoletoPaying,
  { isOfToday, expiresAt }: CodeToday,
): string | null {
  if (!isOfToday) return null;
  const lastDay = addDays(civilDateOf(expiresAt), -1);
  return texts.boletoPixPrinted(money(amountToday(paying), lang), dateInWords(lastDay, lang));
}

/** On paper a row has four places: `wide` takes three, `whole` all; on a phone `end` has a row of its own too. */
type SlipField = { label: string; value: Part; span?: 'wide' | 'whole' | 'end' };

function slipFields(paying: BoletoPaying): SlipField[] {
  const { page, charge, boleto, beneficiary } = paying;
  const { texts, lang } = page;
  const bank = printedBank(boleto);
  const payer = charge.customer;
  const today = amountToday(paying);
  const differs = today !== charge.valueCents;
  const fields: SlipField[] = [
    {
      label: texts.boletoBeneficiary,
      value: partyText(beneficiary.name, beneficiary.document, beneficiary.address),
      span: 'wide',
    },
    { label: texts.boletoDue, value: dateInWords(boleto.dueDate, lang) },
    {
      label: texts.boletoPayer,
      value: partyText(payer?.name ?? '', payer?.cpf_cnpj ?? '', addressOf(payer?.address)),
      span: 'wide',
    },
    { label: texts.boletoValue, value: money(charge.valueCents, lang) },
    { label: texts.boletoBranch, value: bank.branchAndAccount },
    { label: texts.boletoOurNumber, value: bank.ourNumber },
    { label: texts.boletoDocumentNumber, value: charge.number.toString() },
    { label: texts.boletoIssued, value: dateInWords(civilDateOf(charge.createdAt), lang) },
    { label: texts.receiptAbout, value: charge.description, span: differs ? 'wide' : 'whole' },
    {
      label: texts.boletoToday,
      value: differs && money(today, lang),
      span: charge.description ? 'end' : 'whole',
    },
  ];
  return fields.filter(({ value }) => value);
}

function partyText(name: string, document: string, lives: Address | null): Html {
  const party = withDocument(name, documentInGroups(document));
  return lives ? html`${party}<br><span class="quiet">${addressLine(lives)}</span>` : party;
}
