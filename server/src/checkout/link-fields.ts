import { selectField, textField } from '../html/fields.ts';
import type { Form } from '../html/form.ts';
import { money } from '../html/format.ts';
import { address } from '../html/page.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { couponField, couponRow } from './link-coupon.ts';
import {
  type AnswerErrors,
  answerName,
  asksOf,
  MAX_ANSWER_LENGTH,
  maxQuantity,
  type Wanted,
} from './link-order.ts';
import { type LinkView, linkPath } from './link-view.ts';

/** More are typed, not chosen. */
const MAX_CHOICES = 20;

/** What is bought, before who buys it. A button asks the server for the total; the script presses it by itself. */
export function orderFields(view: LinkView, typed: Form | undefined, wanted: Wanted): Part {
  const { page, link } = view;
  const asksQuantity = asksOf(view).maxQuantity > 1;
  const asksCoupon = view.coupon.isAsked;
  if (!asksQuantity && !asksCoupon) return null;
  const isPriced = asksQuantity || link.value_cents === null;
  return html`${asksQuantity && html`<div class="roomy" data-part="quantity">${quantityField(view, typed, wanted)}</div>`}
${isPriced && totalButton(view, page.texts.updateTotal)}${couponField(view, wanted)}${sums(view, wanted)}`;
}

function quantityField(view: LinkView, typed: Form | undefined, { quantityError: error }: Wanted): Html {
  const { page } = view;
  const { quantity: max } = maxQuantity(view);
  const value = typed?.('quantity') || '1';
  if (max <= MAX_CHOICES) {
    const choices = Array.from({ length: max }, (_, index) => String(index + 1)).map((each) => ({
      value: each,
      label: each,
      detail: null,
    }));
    return selectField({ name: 'quantity', label: page.texts.quantity, choices, chosen: value, error });
  }
  return textField(page, {
    name: 'quantity',
    label: page.texts.quantity,
    value,
    hint: page.texts.quantityBetween(max),
    error,
    inputMode: 'numeric',
    maxLength: 4,
  });
}

/** Sends the form to be shown again with its total. Nothing is checked and nothing is made. */
function totalButton({ page, link }: LinkView, label: string): Html {
  const { texts } = page;
  return html`<button class="button second" type="submit" formaction="${address(page, `${linkPath(link)}/total`)}" formnovalidate
 data-total="quiet" data-not-answered="${texts.notSent}">${label}</button>`;
}

function sums(view: LinkView, wanted: Wanted): Html {
  const { texts, lang } = view.page;
  const { quantity, unit, original, coupon, total } = wanted;
  const units =
    typeof unit === 'bigint' && asksOf(view).maxQuantity > 1 && texts.units(quantity, money(unit, lang));
  const label = units || (coupon && texts.receiptValue);
  return html`<dl class="sums" data-part="sums" aria-live="polite">${
    label && original !== null && html`<div><dt>${label}</dt><dd>${money(original, lang)}</dd></div>`
  }${coupon && couponRow(view, coupon)}${
    coupon &&
    total !== null &&
    html`<div class="total"><dt>${texts.total}</dt><dd>${money(total, lang)}</dd></div>`
  }</dl>`;
}

/** What the confirmed charge must not exceed: the total that the payer saw. */
export function shownTotal({ total }: Wanted): Html {
  return html`<input type="hidden" name="total" value="${total === null ? '' : total.toString()}" data-part="total">`;
}

export function questionFields(view: LinkView, typed: Form | undefined, errors: AnswerErrors): Part {
  const { page } = view;
  const { texts } = page;
  const { questions } = asksOf(view);
  if (questions.length === 0) return null;
  const fields = questions.map(({ label, required, options }, index) => {
    const name = answerName(index);
    const [value, error] = [typed?.(name) ?? '', errors.get(index)];
    if (options.length > 0) {
      const choices = ['', ...options].map((option) => ({
        value: option,
        label: option || texts.chooseAnswer,
        detail: null,
      }));
      const need = required ? { wrong: texts.answerErrors.missing } : { optional: texts.optional };
      return selectField({ name, label, choices, chosen: value, error, ...need });
    }
    return textField(page, {
      name,
      label,
      value,
      error,
      maxLength: MAX_ANSWER_LENGTH,
      need: required ? 'always' : 'never',
      wrong: required ? texts.answerErrors.missing : undefined,
    });
  });
  return html`<h2>${texts.questionsTitle}</h2>${fields}`;
}
