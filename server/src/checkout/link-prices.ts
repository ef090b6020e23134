import { totalFor } from '../charges/rules/fees.ts';
import { lessPixDiscount } from '../charges/rules/purchase-total.ts';
import type { Form } from '../html/form.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import { type Html, html } from '../kit/html.ts';
import type { Cents } from '../kit/money.ts';
import { type CardOffer, maxCount } from './card/form.ts';
import type { Wanted } from './link-order.ts';
import type { LinkView } from './link-view.ts';

export function cardOfferOf({ link, plan }: LinkView, valueCents: Cents | null): CardOffer {
  const { max_installments: maxInstallments, interest_by_payer: interestByPayer } = link;
  return { ...plan, valueCents, installments: null, maxInstallments, interestByPayer };
}

/** What the total costs by each method: a discount makes Pix cheaper, interest makes installments dearer. */
function pricesOf(view: LinkView, valueCents: Cents): Map<string, Cents> {
  const { pix_discount_basis_points: points } = view.link;
  const prices = new Map([['PIX', lessPixDiscount(valueCents, points)]]);
  const offer = { ...cardOfferOf(view, valueCents), valueCents };
  for (let count = 1; count <= maxCount(offer); count += 1) {
    const price = totalFor(offer, count);
    if (price !== null) prices.set(inParts(count), price);
  }
  return prices;
}

const inParts = (count: number) => `${count}x`;

/** Sent with the form: what the page says that each method costs. */
export function shownPrices(view: LinkView, { total }: Wanted): Html {
  const prices = total === null ? [] : [...pricesOf(view, total)];
  const written = prices.map(([way, price]) => `${way}=${price}`).join(' ');
  return html`<input type="hidden" name="prices" value="${written}" data-part="prices">`;
}

type Chosen = { method: MethodName; installments: string; valueCents: Cents };

/**
 * What the chosen method costs now, if the page said less: the seller has taken the discount away meanwhile, or interest
 * has risen with the fees. Null: no more than was shown.
 */
export function dearerThanShown(
  view: LinkView,
  typed: Form,
  { method, installments, valueCents }: Chosen,
): Cents | null {
  // Who enters another value has seen no price of it.
  if (view.link.value_cents === null && typed('total') !== valueCents.toString()) return null;
  const way = method === 'CREDIT_CARD' ? inParts(Number(installments) || 1) : method;
  const [, shown] = new RegExp(`(?:^| )${way}=(\\d{1,18})(?: |$)`).exec(typed('prices')) ?? [];
  const price = pricesOf(view, valueCents).get(way);
  return shown !== undefined && price !== undefined && price > BigInt(shown) ? price : null;
}
