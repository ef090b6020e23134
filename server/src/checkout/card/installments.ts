import { installmentParts, totalFor } from '../../charges/rules/fees.ts';
import { selectField } from '../../html/fields.ts';
import { money } from '../../html/format.ts';
import type { Page } from '../../html/page.ts';
import { type Html, html, type Part } from '../../kit/html.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import { type CardOffer, maxCount } from './form.ts';

export type Chosen = { value: string; error: string | undefined };

type Priced = { count: number; totalCents: Cents; valueCents: Cents };

function priced(offer: CardOffer, count: number): Priced | null {
  const { valueCents } = offer;
  const totalCents = valueCents === null ? null : totalFor({ ...offer, valueCents }, count);
  return valueCents === null || totalCents === null ? null : { count, totalCents, valueCents };
}

export function installmentsField(page: Page, offer: CardOffer, chosen: Chosen): Part {
  const { texts } = page;
  if (offer.installments !== null) {
    const fixed = offer.installments > 1 && priced(offer, offer.installments);
    return fixed && html`<p>${texts.installmentsFixed(labelOf(page, fixed))}. ${detailOf(page, fixed)}.</p>`;
  }
  const max = maxCount(offer);
  if (max === 1) return null;
  const choices = Array.from({ length: max }, (_, index) => {
    const price = priced(offer, index + 1);
    return {
      value: String(index + 1),
      label: price ? labelOf(page, price) : texts.times(index + 1, offer.interestByPayer),
      detail: price && index > 0 ? detailOf(page, price) : null,
    };
  });
  return selectField({
    name: 'installments',
    label: texts.installments,
    choices,
    chosen: chosen.value,
    error: chosen.error,
  });
}

/** `3x de R$ 33,33 sem juros`, the odd cents being in the first part. */
function labelOf({ texts, lang }: Page, { count, totalCents, valueCents }: Priced): string {
  const part = money(installmentParts(totalCents, count).at(-1) ?? ZERO, lang);
  return count === 1 ? texts.inFull(part) : texts.inParts(count, part, totalCents > valueCents);
}

function detailOf({ texts, lang }: Page, { count, totalCents, valueCents }: Priced): string {
  const parts = installmentParts(totalCents, count);
  const [first = ZERO] = parts;
  const interest = cents(totalCents - valueCents);
  const notes = [
    interest > 0n && texts.interestOf(money(interest, lang)),
    first !== parts.at(-1) && texts.firstPart(money(first, lang)),
  ].filter(Boolean);
  const total = texts.inTotal(money(totalCents, lang));
  return notes.length > 0 ? `${total} (${notes.join(', ')})` : total;
}

/** What the button says; where the total depends on the choice, the stylesheet shows that of the chosen one. */
export function payLabel({ texts, lang }: Page, offer: CardOffer): Html {
  const { valueCents, installments, interestByPayer } = offer;
  if (valueCents === null) return html`${texts.payNow}`;
  const fixed = priced(offer, installments ?? 1);
  if (installments !== null || !interestByPayer) {
    return html`${texts.pay(money(fixed?.totalCents ?? valueCents, lang))}`;
  }
  const totals = Array.from({ length: maxCount(offer) }, (_, index) => priced(offer, index + 1));
  return html`${texts.payNow} ${totals.map(
    (each) => each && html`<span class="sum" data-of="${each.count}">${money(each.totalCents, lang)}</span>`,
  )}`;
}
