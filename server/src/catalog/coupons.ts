import type { CivilDate } from '../brazil/calendar.ts';
import { countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { IdPage } from '../http/id-page.ts';
import { isId } from '../kit/ids.ts';
import type { RowWriter } from '../write/effects.ts';
import { type CouponTerms, codeKeyOf } from './coupon-rules.ts';
import { HELD_USES } from './coupon-uses.ts';

/** A code of a seller that takes something off what is paid through links (decision 0054). */
export type Coupon = CouponTerms & {
  accountId: string;
  id: string;
  /** As the seller wrote it. */
  code: string;
  createdAt: Date;
};

const OWN = `p.account_id as "accountId", p.id, p.code, p.percent_basis_points as "percentBasisPoints",
   p.amount_cents as "amountCents", p.max_uses as "maxUses", p.valid_from as "validFrom",
   p.valid_until as "validUntil", p.min_value_cents as "minValueCents", p.payment_link_id as "paymentLinkId",
   p.active, p.used_count as "usedCount", p.created_at as "createdAt"`;

const SELECT = `${OWN}, ${HELD_USES} as "heldCount"`;

export const listFor = (active: boolean) => (active ? 'coupons:active' : 'coupons:inactive');

const valuesOf = (rows: readonly Coupon[]): unknown[] => [
  rows.map((row) => row.accountId),
  rows.map((row) => row.id),
  rows.map((row) => row.code),
  rows.map((row) => row.code.toLowerCase()),
  rows.map((row) => row.percentBasisPoints),
  rows.map((row) => row.amountCents),
  rows.map((row) => row.maxUses),
  rows.map((row) => row.validFrom),
  rows.map((row) => row.validUntil),
  rows.map((row) => row.minValueCents),
  rows.map((row) => row.paymentLinkId),
  rows.map((row) => row.active),
];

const COLUMNS = `account_id, id, code, code_key, percent_basis_points, amount_cents, max_uses, valid_from, valid_until,
   min_value_cents, payment_link_id, active`;
const GIVEN = `$1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::integer[], $6::bigint[], $7::bigint[], $8::date[],
   $9::date[], $10::bigint[], $11::uuid[], $12::boolean[]`;

export const insertCoupon: RowWriter<Coupon> = {
  statement: statement(
    'coupons.insert',
    `insert into coupons (${COLUMNS}, created_at)
     select *
     from unnest(${GIVEN}, $13::timestamptz[])
     returning id`,
  ),
  values: (rows) => [...valuesOf(rows), rows.map((row) => row.createdAt)],
  writes: 'all',
};

/** Of a locked coupon: all that its seller may change, and never how often it was used. */
export const saveCoupon: RowWriter<Coupon> = {
  statement: statement(
    'coupons.save',
    `update coupons p
     set code = n.code,
         code_key = n.code_key,
         percent_basis_points = n.percent_basis_points,
         amount_cents = n.amount_cents,
         max_uses = n.max_uses,
         valid_from = n.valid_from,
         valid_until = n.valid_until,
         min_value_cents = n.min_value_cents,
         payment_link_id = n.payment_link_id,
         active = n.active
     from unnest(${GIVEN}) as n (${COLUMNS})
     where p.account_id = n.account_id
       and p.id = n.id
     returning p.id`,
  ),
  values: valuesOf,
  writes: 'all',
};

/** Uses of open charges end with their charges. */
export const deleteCoupon: RowWriter<Coupon> = {
  statement: statement(
    'coupons.delete',
    `delete from coupons p
     using unnest($1::uuid[], $2::uuid[]) as gone (account_id, id)
     where p.account_id = gone.account_id
       and p.id = gone.id
     returning p.id`,
  ),
  values: (rows) => [rows.map((row) => row.accountId), rows.map((row) => row.id)],
  writes: 'all',
};

const byId = statement(
  'coupons.by_id',
  `select ${SELECT}
   from coupons p
   where p.account_id = $1
     and p.id = $2`,
);

export async function findCoupon(
  db: Pick<Db, 'query'>,
  accountId: string,
  id: string,
): Promise<Coupon | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<Coupon>(byId, [accountId, id]);
  return row ?? null;
}

const byCode = statement(
  'coupons.by_code',
  `select ${OWN}, case when p.max_uses is null then 0 else ${HELD_USES} end as "heldCount"
   from coupons p
   where p.account_id = $1
     and p.code_key = $2`,
);

/** By what a person typed. Uses that are held are counted only where they are limited. */
export async function findCouponByCode(
  db: Pick<Db, 'query'>,
  accountId: string,
  text: string,
): Promise<Coupon | null> {
  const key = codeKeyOf(text);
  if (key === null) return null;
  const [row] = await db.query<Coupon>(byCode, [accountId, key]);
  return row ?? null;
}

const lockOne = statement(
  'coupons.lock',
  `select ${OWN}
   from coupons p
   where p.account_id = $1
     and p.id = $2
   for update`,
);

/** Uses are counted by a statement of its own, which sees what was committed while the lock was waited for. */
export async function lockCoupon(tx: Tx, accountId: string, id: string): Promise<Coupon | null> {
  if (!isId(id)) return null;
  const [locked] = await tx.query(lockOne, [accountId, id]);
  return locked ? findCoupon(tx, accountId, id) : null;
}

const anyUsable = statement(
  'coupons.any_usable',
  `select 1
   from coupons
   where account_id = $1
     and active
     and (max_uses is null or used_count < max_uses)
     and (payment_link_id = $2 or payment_link_id is null)
     and (valid_until >= $3 or valid_until is null)
     and (valid_from <= $3 or valid_from is null)
   limit 1`,
);

/** Whether a link's page asks for a code: most sellers have none. */
export async function hasUsableCoupon(
  db: Pick<Db, 'query'>,
  { account_id: accountId, id }: { account_id: string; id: string },
  today: CivilDate,
): Promise<boolean> {
  return (await db.query(anyUsable, [accountId, id, today])).length > 0;
}

export type CouponFilter = {
  active?: boolean | undefined;
  /** What can be used on this link: its own coupons, and those of every link. */
  paymentLinkId?: string | undefined;
  /** The beginning of a code. */
  search?: string | undefined;
};

/** Beyond this, a filtered list says that there are more. */
const MAX_COUNTED = 1_000;

/** After every character of a code. */
const LAST_CHARACTER = '~';

export async function listCoupons(
  db: Db,
  accountId: string,
  filter: CouponFilter,
  page: IdPage,
): Promise<{ rows: Coupon[]; total: bigint; isMinimum: boolean }> {
  const { active, paymentLinkId, search } = filter;
  const start = search?.toLowerCase();
  const matching = `p.account_id = $1
       and ($2::boolean is null or p.active = $2)
       and ($3::uuid is null or p.payment_link_id = $3 or p.payment_link_id is null)
       and ($4::text is null or (p.code_key >= $4 and p.code_key < $4 || '${LAST_CHARACTER}'))`;
  const values = [accountId, active ?? null, paymentLinkId ?? null, start ?? null];
  const isCounted = paymentLinkId === undefined && start === undefined;
  const lists = active === undefined ? [listFor(true), listFor(false)] : [listFor(active)];
  const [rows, [found]] = await Promise.all([
    db.query<Coupon>(
      `select ${SELECT}
       from coupons p
       where ${matching}
         and p.id < $5
       order by p.id desc
       limit $6
       offset $7`,
      [...values, page.below, page.limit + 1, page.offset],
    ),
    isCounted
      ? [{ total: await countOf(db, accountId, ...lists) }]
      : db.query<{ total: bigint }>(
          `select count(*) as total
           from (select 1 from coupons p where ${matching} limit ${MAX_COUNTED + 1}) as found`,
          values,
        ),
  ]);
  const total = found?.total ?? 0n;
  const isMinimum = !isCounted && total > BigInt(MAX_COUNTED);
  return { rows, total: isMinimum ? BigInt(MAX_COUNTED) : total, isMinimum };
}
