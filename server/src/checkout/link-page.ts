import type { PaymentLinkRow } from '../catalog/payment-links.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { MIN_INSTALLMENT_CENTS, maxInstallmentsFor } from '../charges/rules/fees.ts';
import { hidden, radioField, textField } from '../html/fields.ts';
import { type Form, issueFormId } from '../html/form.ts';
import { money } from '../html/format.ts';
import { layout } from '../html/layout.ts';
import { address, type Page } from '../html/page.ts';
import type { Seller } from '../html/seller.ts';
import type { Texts } from '../html/texts.ts';
import type { OfferedInstallments } from '../html/texts-portuguese.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { type MethodError, methodOptions } from './chooser-page.ts';
import { type PayerErrors, payerFields } from './payer-form.ts';

export type LinkView = {
  page: Page;
  link: PaymentLinkRow;
  seller: Seller;
  product: { name: string; description: string | null } | null;
};

export type LinkState = {
  typed?: Form;
  errors?: PayerErrors;
  methodError?: MethodError | undefined;
  valueError?: string | undefined;
};

export type ClosedReason = keyof Texts['linkClosed'];

export function linkPath({ token }: PaymentLinkRow): string {
  return `/l/${token}`;
}

export function linkPage(
  deps: ChargeDeps,
  { page, link, seller, product }: LinkView,
  state: LinkState = {},
): Html {
  const { texts, lang } = page;
  const { typed, errors = new Set(), methodError, valueError } = state;
  const amount = link.value_cents === null ? null : money(link.value_cents, lang);
  return layout(page, {
    title: `${link.name} · ${seller.name}`,
    bought: { seller, amount, about: aboutOf(link, product) },
    hasErrors: errors.size > 0 || methodError !== undefined || valueError !== undefined,
    body: html`<div class="card"><form class="roomy section" method="post" action="${address(page, linkPath(link))}" data-once>
${hidden('form_id', issueFormId(deps, link.id))}
${link.value_cents === null && valueField(page, typed, valueError)}
${methodField(page, link, typed, methodError)}
${payerFields(page, { typed, errors, ask: 'all' })}
<button class="button" type="submit" data-busy="${texts.sending}">${texts.choose}</button>
</form></div>`,
  });
}

/** Title and description without repetitions. */
function aboutOf(link: PaymentLinkRow, product: LinkView['product']): (string | null)[] {
  const said = [link.name, link.description, product?.name ?? null, product?.description ?? null];
  return [...new Set(said)];
}

function valueField(page: Page, typed: Form | undefined, error: string | undefined): Html {
  const { texts } = page;
  return textField(page, {
    name: 'value',
    label: texts.linkValue,
    value: typed?.('value') ?? '',
    hint: texts.linkValueHint,
    error,
    inputMode: 'decimal',
    maxLength: 20,
    mask: 'money',
    wrong: texts.linkValueWrong,
  });
}

function methodField(
  page: Page,
  link: PaymentLinkRow,
  typed: Form | undefined,
  methodError: MethodError | undefined,
): Part {
  const [first, ...others] = link.billing_types;
  const error = methodError && page.texts.chooseErrors[methodError];
  if (first && others.length === 0) {
    return html`${hidden('method', first)}${error && html`<p class="error" role="alert">${error}</p>`}`;
  }
  const options = methodOptions(page, link.billing_types, installmentsOf(page, link));
  return radioField('method', page.texts.chooseTitle, options, typed?.('method') ?? first ?? '', error);
}

function installmentsOf({ lang }: Page, link: PaymentLinkRow): OfferedInstallments {
  const { value_cents: valueCents, max_installments: allowed } = link;
  return valueCents === null
    ? { max: allowed, each: money(MIN_INSTALLMENT_CENTS, lang) }
    : { max: maxInstallmentsFor(valueCents, allowed) };
}

/** The seller stays visible: the page asks the payer to contact them. */
export function closedLinkPage({ page, link, seller }: LinkView, reason: ClosedReason): Html {
  const { linkClosedTitle, linkClosed, linkClosedHint } = page.texts;
  return layout(page, {
    title: `${linkClosedTitle} · ${seller.name}`,
    bought: { seller, amount: null, about: [link.name] },
    body: html`<div class="card"><section class="stack section"><h2>${linkClosedTitle}</h2>
<p>${linkClosed[reason]}</p><p>${linkClosedHint}</p></section></div>`,
  });
}
