import { type Action, type Actor, systemActor } from '../audit/record.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { type GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import type { CouponTerms } from './coupon-rules.ts';
import {
  type Coupon,
  deleteCoupon,
  findCoupon,
  findCouponByCode,
  insertCoupon,
  listFor,
  lockCoupon,
  saveCoupon,
} from './coupons.ts';
import { findPaymentLink } from './payment-links.ts';

/** What a seller says of a coupon. */
export type CouponFields = Omit<CouponTerms, 'usedCount' | 'heldCount'> & { code: string };
/** Absent fields are unchanged; null removes. */
export type CouponChange = Partial<CouponFields>;

type CouponCommand = { accountId: string; id: string; by: Actor };

/** `hasLink`: whether the link that the coupon names is one of the account's. */
type Named = { sameCode: Coupon | null; hasLink: boolean };

async function loadNamed(
  tx: Tx,
  accountId: string,
  { code, paymentLinkId }: Partial<Pick<CouponFields, 'code' | 'paymentLinkId'>>,
): Promise<Named> {
  return {
    sameCode: code ? await findCouponByCode(tx, accountId, code) : null,
    hasLink: paymentLinkId ? (await findPaymentLink(tx, accountId, paymentLinkId)) !== null : true,
  };
}

/** A second call with the same id returns the first coupon. */
export function createCoupon(
  deps: Deps,
  accountId: string,
  id: string,
  fields: CouponFields,
  by: Actor = systemActor(accountId),
  answer?: Answer<Coupon>,
): Promise<Coupon> {
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: async (tx): Promise<NewCouponState> => ({
        earlier: await findCoupon(tx, accountId, id),
        ...(await loadNamed(tx, accountId, fields)),
      }),
      decide: (state) => decideCreateCoupon(state, { accountId, id, by, fields }, now),
    },
    answer,
  );
}

type NewCouponState = Named & { earlier: Coupon | null };

function decideCreateCoupon(
  { earlier, ...named }: NewCouponState,
  { accountId, id, by, fields }: CouponCommand & { fields: CouponFields },
  now: Date,
): Decision<Coupon> {
  if (earlier) return done(earlier);
  const refusal = refusedName(named, id) ?? refusedDays(fields, now, fields);
  if (refusal) return refusal;
  const coupon: Coupon = { accountId, id, ...fields, usedCount: 0n, heldCount: 0n, createdAt: now };
  return done(coupon, {
    rows: [rowWrite(insertCoupon, coupon)],
    counts: [{ accountId, list: listFor(coupon.active), change: 1 }],
    audit: [couponAction('coupon.created', coupon, by, shownOf(coupon))],
  });
}

function refusedName({ sameCode, hasLink }: Named, id: string): GatewayError | null {
  if (sameCode && sameCode.id !== id) return invalidField('code', 'is the code of another coupon');
  return hasLink ? null : invalidField('payment_link_id', 'is not a payment link of this account');
}

/** A day that has passed is refused only where it is given: an ended coupon may be changed otherwise. */
function refusedDays(
  { validFrom, validUntil }: Pick<CouponFields, 'validFrom' | 'validUntil'>,
  now: Date,
  given: CouponChange,
): GatewayError | null {
  if (validFrom !== null && validUntil !== null && validUntil < validFrom)
    return invalidField('valid_until', 'must not be before valid_from');
  return given.validUntil && given.validUntil < civilDateOf(now)
    ? invalidField('valid_until', 'must not be in the past')
    : null;
}

/** Charges that were made with it stay as they are. */
export function editCoupon(
  deps: Deps,
  accountId: string,
  id: string,
  change: CouponChange,
  by: Actor = systemActor(accountId),
): Promise<Coupon> {
  const now = deps.clock.now();
  return deps.writer.commit({
    load: async (tx): Promise<EditState> => ({
      before: await lockCoupon(tx, accountId, id),
      ...(await loadNamed(tx, accountId, change)),
    }),
    decide: (state) => decideEditCoupon(state, change, by, now),
  });
}

type EditState = Named & { before: Coupon | null };

function decideEditCoupon(
  { before, ...named }: EditState,
  change: CouponChange,
  by: Actor,
  now: Date,
): Decision<Coupon> {
  if (!before) return notFound('Coupon');
  const after: Coupon = { ...before, ...change };
  const details = differences(before, after);
  if (Object.keys(details).length === 0) return done(before);
  const refusal = refusedName(named, before.id) ?? refusedDays(after, now, change);
  if (refusal) return refusal;
  const { accountId } = before;
  const moved = [
    { accountId, list: listFor(before.active), change: -1 },
    { accountId, list: listFor(after.active), change: 1 },
  ];
  return done(after, {
    rows: [rowWrite(saveCoupon, after)],
    counts: before.active === after.active ? [] : moved,
    audit: [couponAction('coupon.changed', after, by, details)],
  });
}

export async function removeCoupon(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<void> {
  await deps.writer.commit({
    load: (tx) => lockCoupon(tx, accountId, id),
    decide: (coupon) => decideRemoveCoupon(coupon, by),
  });
}

/** Its code is free again. Charges keep what they say of it. */
function decideRemoveCoupon(coupon: Coupon | null, by: Actor): Decision<void> {
  if (!coupon) return notFound('Coupon');
  const { accountId, active, usedCount } = coupon;
  const details = { ...shownOf(coupon), used_count: Number(usedCount) };
  return done(undefined, {
    rows: [rowWrite(deleteCoupon, coupon)],
    counts: [{ accountId, list: listFor(active), change: -1 }],
    audit: [couponAction('coupon.deleted', coupon, by, details)],
  });
}

function couponAction(action: string, { accountId, id }: Coupon, actor: Actor, details: object): Action {
  return { actor, accountId, action, target: { kind: 'coupon', id }, details };
}

const SHOWN: Record<string, (coupon: Coupon) => string | number | boolean | null> = {
  code: ({ code }) => code,
  percent: ({ percentBasisPoints: points }) => (points === null ? null : percentFromBasisPoints(points)),
  amount: ({ amountCents }) => (amountCents === null ? null : reaisFromCents(amountCents)),
  max_uses: ({ maxUses }) => (maxUses === null ? null : Number(maxUses)),
  valid_from: ({ validFrom }) => validFrom,
  valid_until: ({ validUntil }) => validUntil,
  min_value: ({ minValueCents }) => (minValueCents === null ? null : reaisFromCents(minValueCents)),
  payment_link_id: ({ paymentLinkId }) => paymentLinkId,
  active: ({ active }) => active,
};

/** For the log of actions: what is set. */
function shownOf(coupon: Coupon): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(SHOWN)
      .map(([field, of]) => [field, of(coupon)] as const)
      .filter(([, value]) => value !== null),
  );
}

function differences(before: Coupon, after: Coupon): Record<string, object> {
  const changed = Object.entries(SHOWN).filter(([, of]) => of(before) !== of(after));
  return Object.fromEntries(changed.map(([field, of]) => [field, { before: of(before), after: of(after) }]));
}
