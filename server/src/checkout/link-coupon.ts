import type { FastifyRequest } from 'fastify';
import { civilDateOf } from '../brazil/calendar.ts';
import { holdsCardNumber } from '../brazil/card-numbers.ts';
import { type CouponRefusal, discountOf, MAX_CODE_LENGTH, refusedCoupon } from '../catalog/coupon-rules.ts';
import { type Coupon, findCouponByCode, hasUsableCoupon } from '../catalog/coupons.ts';
import { mergeSplits } from '../catalog/merge-split.ts';
import type { PaymentLinkRow } from '../catalog/payment-links.ts';
import { loadSplit } from '../catalog/split-rules.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import type { Purchase } from '../charges/purchase.ts';
import { hidden, textField } from '../html/fields.ts';
import { formOf } from '../html/form.ts';
import { dateInWords, money, percent } from '../html/format.ts';
import { address, type Page } from '../html/page.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { type Cents, ZERO } from '../kit/money.ts';
import { type LinkView, linkPath } from './link-view.ts';

/** The code that came with a request, and what it is. */
export type LinkCoupon = {
  /** Sellers without coupons have no field for them. */
  isAsked: boolean;
  /** As it was typed, or given in the address. */
  code: string;
  found: Coupon | null;
  /** The page has said that this code takes nothing off: who confirms then pays what it showed. */
  isWarned: boolean;
  /** Whatever has become of it since: a charge that was made with it is looked for. */
  isUsedBefore: boolean;
};

export const NO_COUPON: LinkCoupon = {
  isAsked: false,
  code: '',
  found: null,
  isWarned: false,
  isUsedBefore: false,
};

export async function couponIn(
  { db, clock }: ChargeDeps,
  request: FastifyRequest,
  link: PaymentLinkRow,
): Promise<LinkCoupon> {
  const typed = formOf(request);
  const { coupon: given } = request.query as { coupon?: unknown };
  const sent = typed('coupon_removed') ? '' : typed('coupon');
  const named = request.method === 'POST' ? sent : given;
  const code = typeof named === 'string' ? named.trim().slice(0, MAX_CODE_LENGTH + 1) : '';
  const found = await findCouponByCode(db, link.account_id, code);
  const isWarned = code !== '' && typed('coupon_warned') === code;
  const isAsked = code !== '' || (await hasUsableCoupon(db, link, civilDateOf(clock.now())));
  return { isAsked, code, found, isWarned, isUsedBefore: false };
}

export function asUsedBefore(coupon: LinkCoupon): LinkCoupon {
  return { ...coupon, isUsedBefore: true };
}

/** `discountCents` null: there is no value yet that it could be taken off. */
export type AppliedCoupon = { coupon: Coupon; discountCents: Cents | null };

export function appliedTo(
  view: LinkView,
  valueCents: Cents | null,
): AppliedCoupon | { refusal: CouponRefusal } | null {
  const { code, found, isUsedBefore } = view.coupon;
  if (code === '') return null;
  const refusal = refusedCoupon(found, view.link.id, view.page.now);
  if (refusal && !(found && isUsedBefore)) return { refusal };
  if (!found) return { refusal: { because: 'unknown' } };
  if (valueCents === null) return { coupon: found, discountCents: null };
  const split = mergeSplits(view.product?.split ?? [], loadSplit(view.link.split));
  const discount = discountOf(found, valueCents, split);
  return typeof discount === 'object' ? { refusal: discount } : { coupon: found, discountCents: discount };
}

export function couponProblem({ texts, lang }: Page, refusal: CouponRefusal): string {
  const { couponErrors } = texts;
  switch (refusal.because) {
    case 'scheduled':
      return couponErrors.scheduled(dateInWords(refusal.from, lang));
    case 'ended':
      return couponErrors.ended(dateInWords(refusal.on, lang));
    case 'value':
      return couponErrors.value(money(refusal.leastCents, lang));
    default:
      return couponErrors[refusal.because];
  }
}

/** Of a charge made with it. */
export function usedCoupon({ coupon, discountCents }: AppliedCoupon): NonNullable<Purchase['coupon']> | null {
  const { id, code } = coupon;
  return discountCents === null ? null : { id, code, discountCents: discountCents.toString() };
}

/** A quiet question. Once a code is applied it stands in the sums, with a way to take it off again. */
export function couponField(
  view: LinkView,
  { coupon, couponError }: { coupon: AppliedCoupon | null; couponError?: string | undefined },
): Part {
  const { page } = view;
  const { isAsked, code } = view.coupon;
  if (!isAsked) return null;
  const { texts } = page;
  const field = html`<details${couponError && html` open`}><summary>${texts.haveCoupon}</summary>
<div class="coupon">${textField(page, {
    name: 'coupon',
    label: texts.coupon,
    value: code,
    error: couponError,
    maxLength: MAX_CODE_LENGTH,
    need: 'never',
  })}<button class="button second" ${toTotal(view)}>${texts.applyCoupon}</button></div></details>${couponError && !holdsCardNumber(code) && hidden('coupon_warned', code)}`;
  return html`<div${coupon && html` class="applied"`} data-part="coupon" aria-live="polite">${coupon ? hidden('coupon', coupon.coupon.code) : field}</div>`;
}

/** The button that applies and the one that removes are one for the script: the focus stays on it. */
function toTotal({ page, link }: LinkView): Html {
  return html`id="coupon-button" type="submit" formaction="${address(page, `${linkPath(link)}/total`)}" formnovalidate
 data-total data-not-answered="${page.texts.notSent}"`;
}

/** What the coupon takes off, in the sums; as it says itself where there is no value yet. */
export function couponRow(view: LinkView, { coupon, discountCents }: AppliedCoupon): Html {
  const { texts, lang } = view.page;
  const { percentBasisPoints: points, amountCents } = coupon;
  const own = points === null ? money(amountCents ?? ZERO, lang) : percent(points, lang);
  return html`<div><dt>${texts.couponLine(coupon.code)}
<button class="plain" ${toTotal(view)} name="coupon_removed" value="1">${texts.removeCoupon}</button></dt>
<dd class="good">− ${discountCents === null ? own : money(discountCents, lang)}</dd></div>`;
}
