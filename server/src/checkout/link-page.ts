import type { PaymentLinkRow } from '../catalog/payment-links.ts';
import type { FeePlan } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { MIN_INSTALLMENT_CENTS } from '../charges/rules/fees.ts';
import { askSeller } from '../html/contact.ts';
import { hidden, textField } from '../html/fields.ts';
import { type Form, issueFormId } from '../html/form.ts';
import { money } from '../html/format.ts';
import { layout, type Picture } from '../html/layout.ts';
import { address, type Page } from '../html/page.ts';
import type { Seller } from '../html/seller.ts';
import type { Texts } from '../html/texts.ts';
import type { OfferedInstallments } from '../html/texts-portuguese.ts';
import { type Html, html } from '../kit/html.ts';
import { type CardOffer, maxCount } from './card/form.ts';
import { type CardState, cardPanel, cardProblems } from './card/page.ts';
import { type MethodError, makeButton, methodsField } from './methods.ts';
import { boletoFields, contactFields, type PayerErrors } from './payer-form.ts';

export type LinkView = {
  page: Page;
  link: PaymentLinkRow;
  seller: Seller;
  plan: FeePlan;
  product: { name: string; description: string | null } | null;
  picture: Picture | null;
};

export type LinkState = CardState & {
  payerErrors?: PayerErrors;
  methodError?: MethodError | undefined;
  valueError?: string | undefined;
};

export type ClosedReason = keyof Texts['linkClosed'];

export function linkPath({ token }: PaymentLinkRow): string {
  return `/l/${token}`;
}

/** The same page as that of a charge, which is made when the form is sent. */
export function linkPage(deps: ChargeDeps, view: LinkView, state: LinkState = {}): Html {
  const { page, link, seller, product } = view;
  const { typed, payerErrors = new Set(), methodError, valueError, errors, problem } = state;
  const amount = link.value_cents === null ? null : money(link.value_cents, page.lang);
  const payer = { typed, errors: payerErrors };
  return layout(page, {
    title: `${link.name} · ${seller.name}`,
    bought: { seller, amount, about: aboutOf(link, product), picture: view.picture },
    hasErrors: [methodError, valueError, problem].some(Boolean) || payerErrors.size + (errors?.size ?? 0) > 0,
    body: html`<div class="card">${cardProblems(page, state, null)}
<form class="roomy section" method="post" action="${address(page, linkPath(link))}" data-card data-once>
${hidden('form_id', issueFormId(deps, link.id))}
${link.value_cents === null && valueField(page, link, typed, valueError)}
${contactFields(page, payer)}
${methodsField(page, {
  offered: link.billing_types,
  chosen: typed?.('method') || (link.billing_types[0] ?? ''),
  error: methodError,
  installments: installmentsOf(view),
  panels: {
    PIX: () => makeButton(page, 'PIX'),
    CREDIT_CARD: () => cardPanel(page, cardOfferOf(view), state),
    BOLETO: () => html`${boletoFields(page, payer, { withName: false })}${makeButton(page, 'BOLETO')}`,
  },
})}
</form></div>`,
  });
}

export function cardOfferOf({ link, plan }: LinkView, valueCents = link.value_cents): CardOffer {
  const { max_installments: maxInstallments, interest_by_payer: interestByPayer } = link;
  return { ...plan, valueCents, installments: null, maxInstallments, interestByPayer };
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

function installmentsOf(view: LinkView): OfferedInstallments {
  const offer = cardOfferOf(view);
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
