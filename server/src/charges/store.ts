import { loadSplit, storeSplit } from '../catalog/split-rules.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { assert } from '../kit/errors.ts';
import type { Entry } from '../ledger/chart.ts';
import { postingParts, postingValues } from '../ledger/post.ts';
import type { Charge } from './charge.ts';

type Column = keyof Charge;
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Field → column, type, and how it is written when not as it is. One table for every statement below. */
const COLUMNS: Record<Column, readonly [column: string, type: string, write?: (value: never) => unknown]> = {
  accountId: ['account_id', 'uuid'],
  id: ['id', 'uuid'],
  number: ['number', 'bigint'],
  billingType: ['billing_type', 'text'],
  payerChooses: ['payer_chooses', 'boolean'],
  status: ['status', 'text'],
  valueCents: ['value_cents', 'bigint'],
  feeBasisPoints: ['fee_basis_points', 'integer'],
  feeFixedCents: ['fee_fixed_cents', 'bigint'],
  reserveBasisPoints: ['reserve_basis_points', 'integer'],
  reserveDays: ['reserve_days', 'integer'],
  platformFeeCents: ['platform_fee_cents', 'bigint'],
  netValueCents: ['net_value_cents', 'bigint'],
  reserveCents: ['reserve_cents', 'bigint'],
  reserveHeldCents: ['reserve_held_cents', 'bigint'],
  paidCents: ['paid_cents', 'bigint'],
  refundedCents: ['refunded_cents', 'bigint'],
  disputedCents: ['disputed_cents', 'bigint'],
  returnedCount: ['returned_count', 'integer'],
  installments: ['installments', 'integer'],
  maxInstallments: ['max_installments', 'integer'],
  description: ['description', 'text'],
  externalReference: ['external_reference', 'text'],
  postbackUrl: ['postback_url', 'text'],
  successUrl: ['success_url', 'text'],
  metadata: ['metadata', 'json', json],
  customerId: ['customer_id', 'uuid'],
  customer: ['customer', 'json', json],
  productId: ['product_id', 'uuid'],
  paymentLinkId: ['payment_link_id', 'uuid'],
  split: ['split', 'json', (split: Charge['split']) => (split.length === 0 ? null : storeSplit(split))],
  token: ['token', 'text'],
  pixTxid: ['pix_txid', 'text'],
  pixCopyPaste: ['pix_copy_paste', 'text'],
  pixExpiresAt: ['pix_expires_at', 'timestamptz'],
  pixQrPng: ['pix_qr_png', 'bytea'],
  boleto: ['boleto', 'json', json],
  card: ['card', 'json', json],
  paymentReference: ['payment_reference', 'text'],
  paidAt: ['paid_at', 'timestamptz'],
  dueAt: ['due_at', 'timestamptz'],
  eventSequence: ['event_sequence', 'integer'],
  createdAt: ['created_at', 'timestamptz'],
};
const FIELDS = Object.keys(COLUMNS) as Column[];

/** The fields a charge may change after creation. */
const MUTABLE: readonly Column[] = [
  'billingType',
  'status',
  'platformFeeCents',
  'netValueCents',
  'reserveCents',
  'reserveHeldCents',
  'paidCents',
  'refundedCents',
  'disputedCents',
  'installments',
  'customerId',
  'customer',
  'pixTxid',
  'pixCopyPaste',
  'pixExpiresAt',
  'pixQrPng',
  'boleto',
  'card',
  'paymentReference',
  'paidAt',
  'dueAt',
  'eventSequence',
];

const EVENT_TYPES = ['uuid', 'text', 'uuid', 'integer', 'text', 'text', 'text', 'json', 'timestamptz'];
const EVENT_PARAMETERS = EVENT_TYPES.map((type, index) => `$${4 + MUTABLE.length + index}::${type}[]`).join(
  ', ',
);

const columnOf = (field: Column) => COLUMNS[field][0];
export const SELECT_LIST = FIELDS.map((field) => `c.${columnOf(field)} as "${field}"`).join(', ');

const arrayParameters = (fields: readonly Column[], first = 1) =>
  fields.map((field, index) => `$${first + index}::${COLUMNS[field][1]}[]`).join(', ');

function arraysOf(fields: readonly Column[], charges: readonly Charge[]): unknown[] {
  return fields.map((field) => {
    const write = COLUMNS[field][2] as ((value: unknown) => unknown) | undefined;
    return charges.map((charge) => (write ? write(charge[field]) : charge[field]));
  });
}

function hydrate(row: Charge): Charge {
  row.split = loadSplit(row.split);
  return row;
}

const NEW_FIELDS = FIELDS.filter((field) => field !== 'number');

// One statement, one round trip, atomic by itself: the charges, what finds them without their account, and the events.
const insertNew = statement(
  'charges.insert',
  `with inserted as (
     insert into charges as c (${NEW_FIELDS.map(columnOf).join(', ')}, number)
     select n.*, nextval('charge_number_seq')
     from unnest(${arrayParameters(NEW_FIELDS)}) as n (${NEW_FIELDS.map(columnOf).join(', ')})
     on conflict (account_id, id) do nothing
     returning c.account_id, c.id, c.number, c.token, c.pix_txid, c.boleto, c.created_at, c.billing_type, c.status
   ), tokens as (
     insert into public_tokens (token, account_id, kind, object_id)
     select token, account_id, 'charge', id
     from inserted
   ), provider_keys as (
     insert into provider_references (reference, account_id, charge_id)
     select reference, account_id, id
     from inserted
     cross join lateral (values (pix_txid), (boleto ->> 'ourNumber')) as keys (reference)
     where reference is not null
   ), recorded as (
     insert into events (account_id, id, type, charge_id, sequence, audience, billing_type, status, data, created_at)
     select i.account_id, e.id, 'charge.pending', i.id, 1, 'owner', i.billing_type, i.status, e.data, i.created_at
     from inserted i
     join unnest($${NEW_FIELDS.length + 1}::uuid[], $${NEW_FIELDS.length + 2}::uuid[], $${NEW_FIELDS.length + 3}::json[])
       as e (charge_id, id, data) on e.charge_id = i.id
   )
   select id, number from inserted`,
);

export type NewCharge = { charge: Charge; eventId: string; eventData: object };

/** Returns the number of each charge that was new; a charge whose id exists already is left as it is. */
export async function insertCharges(db: Db, charges: readonly NewCharge[]): Promise<Map<string, bigint>> {
  const rows = await db.query<{ id: string; number: bigint }>(insertNew, [
    ...arraysOf(
      NEW_FIELDS,
      charges.map((item) => item.charge),
    ),
    charges.map((item) => item.charge.id),
    charges.map((item) => item.eventId),
    charges.map((item) => JSON.stringify(item.eventData)),
  ]);
  return new Map(rows.map((row) => [row.id, row.number]));
}

const byId = statement(
  'charges.by_id',
  `select ${SELECT_LIST}
   from charges c
   where c.account_id = $1
     and c.id = $2`,
);

export async function findCharge(db: Db, accountId: string, id: string): Promise<Charge | null> {
  const [row] = await db.query<Charge>(byId, [accountId, id]);
  return row ? hydrate(row) : null;
}

const byToken = statement(
  'charges.by_token',
  `select ${SELECT_LIST}
   from public_tokens t
   join charges c on c.account_id = t.account_id and c.id = t.object_id
   where t.token = $1
     and t.kind = 'charge'`,
);

export async function findChargeByToken(db: Db, token: string): Promise<Charge | null> {
  const [row] = await db.query<Charge>(byToken, [token]);
  return row ? hydrate(row) : null;
}

export type ChargeKey = { accountId: string; id: string };

const lockMany = statement(
  'charges.lock',
  `select ${SELECT_LIST}
   from charges c
   where c.account_id = $1
     and c.id = any($2::uuid[])
   order by c.id
   for no key update`,
);

/** Locks in id order, so that two transactions over the same charges wait instead of deadlocking. */
export async function lockCharges(tx: Tx, accountId: string, ids: readonly string[]): Promise<Charge[]> {
  const rows = await tx.query<Charge>(lockMany, [accountId, [...new Set(ids)]]);
  return rows.map(hydrate);
}

export async function lockCharge(tx: Tx, accountId: string, id: string): Promise<Charge | null> {
  return (await lockCharges(tx, accountId, [id]))[0] ?? null;
}

const SAVE_PARTS = `saved as (
     update charges c
     set ${MUTABLE.map((field) => `${columnOf(field)} = n.${columnOf(field)}`).join(', ')}
     from unnest($2::uuid[], $3::text[], ${arrayParameters(MUTABLE, 4)})
       as n (id, status_before, ${MUTABLE.map(columnOf).join(', ')})
     where c.account_id = $1
       and c.id = n.id
       and c.status = n.status_before
     returning c.id, n.status_before
   ), recorded as (
     insert into events (account_id, id, type, charge_id, sequence, audience, billing_type, previous_billing_type,
       status, previous_status, data, created_at)
     select $1, e.id, e.type, e.charge_id, e.sequence, 'owner', e.billing_type, e.previous_billing_type, e.status,
       s.status_before, e.data, e.created_at
     from saved s
     join unnest(${EVENT_PARAMETERS}) as e (id, type, charge_id, sequence, billing_type, previous_billing_type, status, data,
       created_at) on e.charge_id = s.id
   )`;
const AFTER_SAVE = 4 + MUTABLE.length + EVENT_TYPES.length;

const save = statement('charges.save', `with ${SAVE_PARTS} select id from saved`);

// The count is checked inside: a charge that moved since it was read fails the whole statement.
const saveAndPost = statement(
  'charges.save_and_post',
  `with ${SAVE_PARTS}, ${postingParts(AFTER_SAVE)}
   select require_all((select count(*) from saved), cardinality($2::uuid[]))
   from applied`,
);

export type ChangedCharge = { before: Charge; after: Charge };
export type ChargeEventRow = { id: string; type: string; chargeId: string; data: object; createdAt: Date };

/**
 * A guarded write: each charge must still be in the status it was read in. The events of the same change go in the
 * same statement. All charges belong to one account.
 */
export async function saveCharges(
  tx: Tx,
  accountId: string,
  changed: readonly ChangedCharge[],
  events: readonly ChargeEventRow[] = [],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = await tx.query(save, saveValues(accountId, changed, events));
  assert(rows.length === changed.length, 'a locked charge keeps its status until it is written');
}

/**
 * Charges that were read without a lock, their events and their postings in one statement and one round trip: it does
 * all of it, or fails with a serialization failure because one of them has moved.
 */
export async function saveAndPostAtOnce(
  db: Db,
  accountId: string,
  changed: readonly ChangedCharge[],
  events: readonly ChargeEventRow[],
  entries: readonly Entry[],
): Promise<void> {
  const values = [...saveValues(accountId, changed, events), ...postingValues(accountId, entries, false)];
  const rows = await db.query(saveAndPost, values);
  assert(rows.length === 1, 'every account posted to has a balance row');
}

function saveValues(
  accountId: string,
  changed: readonly ChangedCharge[],
  events: readonly ChargeEventRow[],
): unknown[] {
  const after = changed.map((item) => item.after);
  const byCharge = new Map(changed.map((item) => [item.after.id, item]));
  const ofEvents = events.map((event) => byCharge.get(event.chargeId) as ChangedCharge);
  return [
    accountId,
    after.map((charge) => charge.id),
    changed.map((item) => item.before.status),
    ...arraysOf(MUTABLE, after),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.chargeId),
    ofEvents.map((item) => item.after.eventSequence),
    ofEvents.map((item) => item.after.billingType),
    ofEvents.map((item) => item.before.billingType),
    ofEvents.map((item) => item.after.status),
    events.map((event) => JSON.stringify(event.data)),
    events.map((event) => event.createdAt),
  ];
}

export async function rememberReferences(
  tx: Tx,
  charge: Charge,
  references: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into provider_references (reference, account_id, charge_id)
     select reference, $2, $3 from unnest($1::text[]) as keys (reference)
     on conflict (reference) do nothing`,
    [references, charge.accountId, charge.id],
  );
}

const byReference = statement(
  'charges.by_reference',
  `select ${SELECT_LIST}
   from provider_references r
   join charges c on c.account_id = r.account_id and c.id = r.charge_id
   where r.reference = $1`,
);

/** A provider knows its own names only: which charge, of which account, is that? */
export async function findChargeByReference(db: Db, reference: string): Promise<Charge | null> {
  const [row] = await db.query<Charge>(byReference, [reference]);
  return row ? hydrate(row) : null;
}
