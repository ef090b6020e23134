import type { PaymentLinkRow } from '../catalog/payment-links.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { MIN_INSTALLMENT_CENTS } from '../charges/rules/fees.ts';
import { lessPixDiscount } from '../charges/rules/purchase-total.ts';
import { askSeller } from '../html/contact.ts';
import { alert, hidden, textField } from '../html/fields.ts';
import { type Form, issueFormId } from '../html/form.ts';
import { money, percent } from '../html/format.ts';
import { layout } from '../html/layout.ts';
import { address, type Page } from '../html/page.ts';
import type { Texts } from '../html/texts.ts';
import type { OfferedInstallments } from '../html/texts-portuguese.ts';
import { type Html, html } from '../kit/html.ts';
import type { Cents } from '../kit/money.ts';
import type { AddressErrors } from './address-form.ts';
import { cardEntryOf } from './card/entry.ts';
import { maxCount } from './card/form.ts';
import { type CardState, cardPanel, cardProblems } from './card/page.ts';
import { orderFields, questionFields, shownTotal } from './link-fields.ts';
import { type AnswerErrors, asksOf, wantedIn } from './link-order.ts';
import { cardOfferOf, shownPrices } from './link-prices.ts';
import { type LinkView, linkPath } from './link-view.ts';
import { type MethodError, makeButton, methodsField } from './methods.ts';
import { boletoFields, contactFields, type PayerErrors } from './payer-form.ts';

export type LinkState = CardState & {
  payerErrors?: PayerErrors;
  addressErrors?: AddressErrors;
  methodError?: MethodError | undefined;
  valueError?: string | undefined;
  answerErrors?: AnswerErrors;
};

const NO_ANSWER_ERRORS: AnswerErrors = new Map();

export type ClosedReason = keyof Texts['linkClosed'];

/** The same page as that of a charge, which is made when the form is sent. */
export function linkPage(deps: ChargeDeps, view: LinkView, state: LinkState = {}): Html {
  const { page, link, seller, product } = view;
  const { typed, payerErrors = new Set(), methodError, valueError, errors, problem } = state;
  const { answerErrors = NO_ANSWER_ERRORS } = state;
  const wanted = wantedIn(view, typed);
  const { total, quantityError, couponError } = wanted;
  const amount = total && money(total, page.lang);
  const payer = { typed, errors: payerErrors, addressErrors: state.addressErrors, asks: asksOf(view) };
  const wrong = [methodError, valueError, problem, quantityError, couponError].filter(Boolean).length;
  return layout(page, {
    title: `${link.name} · ${seller.name}`,
    bought: { seller, amount, about: aboutOf(link, product), picture: view.picture },
    withAcquirer: cardEntryOf(deps.rails) !== null,
    hasErrors:
      wrong + payerErrors.size + (state.addressErrors?.size ?? 0) + answerErrors.size + (errors?.size ?? 0) >
      0,
    body: html`<div class="card">${cardProblems(page, state, null)}
<form class="roomy section" method="post" action="${address(page, linkPath(link))}" data-card data-once>
<button type="submit" hidden></button>${hidden('form_id', issueFormId(deps, link.id))}${shownTotal(wanted)}${shownPrices(view, wanted)}
${link.value_cents === null ? valueField(page, link, typed, valueError) : valueError && alert(null, valueError)}
${orderFields(view, typed, wanted)}
${contactFields(page, payer)}
${questionFields(view, typed, answerErrors)}
${methodsField(page, {
  offered: link.billing_types,
  chosen: typed?.('method') || (link.billing_types[0] ?? ''),
  error: methodError,
  installments: installmentsOf(view, total),
  pixDiscount: pixDiscountOf(view, total),
  panels: {
    PIX: () => makeButton(page, 'PIX'),
    CREDIT_CARD: () =>
      cardPanel(page, cardOfferOf(view, total), {
        ...state,
        isOnlyMethod: link.billing_types.length === 1,
        entry: cardEntryOf(deps.rails),
      }),
    BOLETO: () =>
      html`${boletoFields(page, payer, { withName: false, withAddress: view.boletoNeedsAddress && payer.asks.address === 'no' })}${makeButton(page, 'BOLETO')}`,
  },
})}
</form></div>`,
  });
}

/** The amount too, as soon as there is one. */
function pixDiscountOf({ page: { texts, lang }, link }: LinkView, valueCents: Cents | null): string | null {
  const { pix_discount_basis_points: points } = link;
  if (points === 0) return null;
  const due = valueCents && money(lessPixDiscount(valueCents, points), lang);
  return texts.pixDiscount(percent(points, lang), due);
}

/** Title and description without repetitions. */
function aboutOf(link: PaymentLinkRow, product: LinkView['product']): (string | null)[] {
  const said = [link.name, link.description, product?.name ?? null, product?.description ?? null];
  return [...new Set(said)];
}

function valueField(
  page: Page,
  { min_value_cents: min, max_value_cents: max }: PaymentLinkRow,
  typed: Form | undefined,
  error: string | undefined,
): Html {
  const { texts, lang } = page;
  const between = texts.linkValueBetween(money(min, lang), money(max, lang));
  return textField(page, {
    name: 'value',
    label: texts.linkValue,
    value: typed?.('value') ?? '',
    hint: between,
    error,
    inputMode: 'decimal',
    maxLength: 20,
    mask: 'money',
    wrong: between,
  });
}

function installmentsOf(view: LinkView, valueCents: Cents | null): OfferedInstallments {
  const offer = cardOfferOf(view, valueCents);
  const { interestByPayer, maxInstallments } = offer;
  if (offer.valueCents !== null) return { max: maxCount(offer), interestByPayer };
  return { max: maxInstallments, each: money(MIN_INSTALLMENT_CENTS, view.page.lang), interestByPayer };
}

/** The seller stays visible: the page asks the payer to contact them. */
export function closedLinkPage({ page, link, seller }: LinkView, reason: ClosedReason): Html {
  const { linkClosedTitle, linkClosed } = page.texts;
  return layout(page, {
    title: `${linkClosedTitle} · ${seller.name}`,
    bought: { seller, amount: null, about: [link.name] },
    body: html`<div class="card"><section class="stack section"><h2>${linkClosedTitle}</h2>
<p>${linkClosed[reason]}</p></section>${askSeller(page, seller, linkPath(link))}</div>`,
  });
}
