import { type Static, Type } from 'typebox';
import { type CivilDate, isCivilDate } from '../brazil/calendar.ts';
import { instantShape, namedEnum, namedObject, nullable, readAmount } from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';
import { invalidField } from '../kit/errors.ts';
import { basisPointsFromPercent, type Cents, percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import type { CouponChange, CouponFields } from './change-coupon.ts';
import { CODE_PATTERN, COUPON_STATUSES, couponStatus, MAX_CODE_LENGTH } from './coupon-rules.ts';
import type { Coupon } from './coupons.ts';

const MAX_USES = 1_000_000_000;
const MAX_BASIS_POINTS = 9_999;

export const couponShape = namedObject('Coupon', {
  object: Type.Literal('coupon'),
  id: Type.String(),
  code: Type.String({ description: 'As you wrote it; payers may type it in any case' }),
  percent: nullable(Type.Number({ description: 'Percentage that it takes off; null: it takes off amount' })),
  amount: nullable(Type.Number({ description: 'Reais that it takes off; null: it takes off percent' })),
  min_value: nullable(Type.Number({ description: 'What the purchase must come to, before the discount' })),
  max_uses: nullable(Type.Integer({ description: 'null: any number' })),
  used_count: Type.Integer({ description: 'Paid charges with it' }),
  held_count: Type.Integer({
    description: 'Open charges with it; each holds a use until it is paid or ends',
  }),
  valid_from: nullable(Type.String({ format: 'date', description: 'First day, in São Paulo' })),
  valid_until: nullable(Type.String({ format: 'date', description: 'Last day, in São Paulo' })),
  payment_link_id: nullable(Type.String({ description: 'null: every link' })),
  active: Type.Boolean({ description: 'Whether you have switched it on' }),
  status: namedEnum('CouponStatus', COUPON_STATUSES, {
    description:
      'active: a payer can use it now; scheduled: valid_from is to come; ended: valid_until has passed; used_up: max_uses are paid or held; inactive: switched off',
  }),
  created_at: instantShape,
});

export function presentCoupon(coupon: Coupon, now: Date) {
  const { percentBasisPoints: points, amountCents, minValueCents, maxUses } = coupon;
  return {
    object: 'coupon' as const,
    id: coupon.id,
    code: coupon.code,
    percent: points === null ? null : percentFromBasisPoints(points),
    amount: amountCents === null ? null : reaisFromCents(amountCents),
    min_value: minValueCents === null ? null : reaisFromCents(minValueCents),
    max_uses: maxUses === null ? null : Number(maxUses),
    used_count: Number(coupon.usedCount),
    held_count: Number(coupon.heldCount),
    valid_from: coupon.validFrom,
    valid_until: coupon.validUntil,
    payment_link_id: coupon.paymentLinkId,
    active: coupon.active,
    status: couponStatus(coupon, now),
    created_at: coupon.createdAt.toISOString(),
  };
}

const code = Type.String({
  maxLength: MAX_CODE_LENGTH,
  pattern: CODE_PATTERN,
  description: '2 to 40 letters without accents, digits, - or _; unique in the account, whatever the case',
});
const day = (description: string) => Type.Optional(nullable(Type.String({ maxLength: 10, description })));

const terms = {
  percent: Type.Optional(nullable(Type.Number({ description: '0.01 to 99.99; or amount' }))),
  amount: Type.Optional(nullable(Type.Number({ description: 'Reais; or percent' }))),
  min_value: Type.Optional(
    nullable(Type.Number({ description: 'Reais that the purchase must come to before the discount' })),
  ),
  max_uses: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_USES }))),
  valid_from: day('First day in São Paulo, YYYY-MM-DD; absent: at once'),
  valid_until: day('Last day in São Paulo, YYYY-MM-DD; absent: without end'),
  payment_link_id: Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: 100, description: 'Absent: every link' })),
  ),
  active: Type.Optional(Type.Boolean({ description: 'default true' })),
};

export const couponBody = namedObject('CreateCoupon', { code, ...terms });
export const couponChangeBody = namedObject('UpdateCoupon', { code: Type.Optional(code), ...terms });

export const couponQuery = Type.Object({
  active: Type.Optional(Type.Boolean({ description: 'Whether it is switched on' })),
  payment_link_id: Type.Optional(
    Type.String({
      maxLength: 36,
      description: "What can be used on this link: its own coupons and every link's",
    }),
  ),
  search: Type.Optional(
    Type.String({ maxLength: MAX_CODE_LENGTH, pattern: '\\S', description: 'The beginning of a code' }),
  ),
  ...pageQuery,
  ...cursorQuery,
});

type Body = Static<typeof couponChangeBody>;

function readPercent(percent: number): number {
  const points = basisPointsFromPercent(percent);
  if (points === null || points <= 0 || points > MAX_BASIS_POINTS)
    throw invalidField('percent', 'must be between 0.01 and 99.99 with at most two decimals');
  return points;
}

const given = (value: number | null | undefined): value is number => typeof value === 'number';

/** One of the two. Where a change gives the one, it takes the place of the other. */
function readDiscount({ percent, amount }: Body): Pick<CouponFields, 'percentBasisPoints' | 'amountCents'> {
  if (given(percent) === given(amount)) throw invalidField('percent', 'must have percent OR amount');
  return given(percent)
    ? { percentBasisPoints: readPercent(percent), amountCents: null }
    : { percentBasisPoints: null, amountCents: readAmount('amount', amount as number) };
}

function readDay(field: string, text: string | null): CivilDate | null {
  if (text !== null && !isCivilDate(text)) throw invalidField(field, 'must be a date, YYYY-MM-DD');
  return text;
}

const amountOf = (field: string, reais: number | null): Cents | null =>
  reais === null ? null : readAmount(field, reais);

export function readCoupon(body: Static<typeof couponBody>): CouponFields {
  return {
    code: body.code,
    ...readDiscount(body),
    minValueCents: amountOf('min_value', body.min_value ?? null),
    maxUses: body.max_uses ? BigInt(body.max_uses) : null,
    validFrom: readDay('valid_from', body.valid_from ?? null),
    validUntil: readDay('valid_until', body.valid_until ?? null),
    paymentLinkId: body.payment_link_id ?? null,
    active: body.active ?? true,
  };
}

export function readCouponChange(body: Body): CouponChange {
  const { percent, amount, min_value, max_uses, valid_from, valid_until, payment_link_id, ...same } = body;
  return {
    ...same,
    ...(percent === undefined && amount === undefined ? {} : readDiscount(body)),
    ...(min_value === undefined ? {} : { minValueCents: amountOf('min_value', min_value) }),
    ...(max_uses === undefined ? {} : { maxUses: max_uses === null ? null : BigInt(max_uses) }),
    ...(valid_from === undefined ? {} : { validFrom: readDay('valid_from', valid_from) }),
    ...(valid_until === undefined ? {} : { validUntil: readDay('valid_until', valid_until) }),
    ...(payment_link_id === undefined ? {} : { paymentLinkId: payment_link_id }),
  };
}
