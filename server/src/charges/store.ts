import { loadSplit, storedSplit } from '../catalog/split-rules.ts';
import { type Db, reading, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { RowReader, RowShape } from '../db/wire/row-reader.ts';
import {
  type ColumnType,
  type RowColumn,
  type RowType,
  rowset,
  rowsOf,
  rowType,
  uuidsOf,
} from '../db/wire/row-type.ts';
import { ringFor } from '../events/doorbell.ts';
import { ANY_QUEUED, type AnyQueued, outboxParts } from '../events/outbox.ts';
import { assert } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import type { Entry } from '../ledger/chart.ts';
import { accountsOf, postingParts, postingValues } from '../ledger/post.ts';
import type { BillingType, Boleto, Charge, ChargeCustomer, PaidCard, Status } from './charge.ts';

type Column = keyof Charge;

/** Column, type, and what is written when not the value itself. */
type ColumnOf = readonly [column: string, type: ColumnType, of?: (charge: Charge) => unknown];

/** One table for every statement below. */
const COLUMNS: Record<Column, ColumnOf> = {
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
  refundingCents: ['refunding_cents', 'bigint'],
  returnedCount: ['returned_count', 'integer'],
  installments: ['installments', 'integer'],
  maxInstallments: ['max_installments', 'integer'],
  description: ['description', 'text'],
  externalReference: ['external_reference', 'text'],
  postbackUrl: ['postback_url', 'text'],
  successUrl: ['success_url', 'text'],
  metadata: ['metadata', 'json'],
  customerId: ['customer_id', 'uuid'],
  customer: ['customer', 'json'],
  productId: ['product_id', 'uuid'],
  paymentLinkId: ['payment_link_id', 'uuid'],
  split: ['split', 'json', ({ split }) => (split.length === 0 ? null : storedSplit(split))],
  token: ['token', 'text'],
  pixProvider: ['pix_provider', 'text'],
  pixTxid: ['pix_txid', 'text'],
  pixCopyPaste: ['pix_copy_paste', 'text'],
  pixExpiresAt: ['pix_expires_at', 'timestamptz'],
  pixQrPng: ['pix_qr_png', 'bytea'],
  boleto: ['boleto', 'json'],
  card: ['card', 'json'],
  paymentProvider: ['payment_provider', 'text'],
  paymentReference: ['payment_reference', 'text'],
  paidAt: ['paid_at', 'timestamptz'],
  dueAt: ['due_at', 'timestamptz'],
  eventSequence: ['event_sequence', 'integer'],
  createdAt: ['created_at', 'timestamptz'],
};
const FIELDS = Object.keys(COLUMNS) as Column[];

/** What a payment changes, and what a payer's choice of method changes as well. */
const SETTLED: readonly Column[] = [
  'billingType',
  'status',
  'platformFeeCents',
  'netValueCents',
  'reserveCents',
  'reserveHeldCents',
  'paidCents',
  'installments',
  'card',
  'paymentProvider',
  'paymentReference',
  'paidAt',
  'dueAt',
  'eventSequence',
];
const MUTABLE: readonly Column[] = [
  ...SETTLED,
  'refundedCents',
  'disputedCents',
  'refundingCents',
  'customerId',
  'customer',
  'pixProvider',
  'pixTxid',
  'pixCopyPaste',
  'pixExpiresAt',
  'pixQrPng',
  'boleto',
];

const columnOf = (field: Column) => COLUMNS[field][0];
export const SELECT_LIST = FIELDS.map((field) => `c.${columnOf(field)} as "${field}"`).join(', ');

function columnsFor<T>(fields: readonly Column[], chargeOf: (item: T) => Charge): RowColumn<T>[] {
  return fields.map((field) => {
    const [name, type, of = (charge: Charge) => charge[field]] = COLUMNS[field];
    return { name, type, of: (item) => of(chargeOf(item)) };
  });
}

/** In the order of the columns: V8 makes an object in one go that is written out, and field by field all others. */
function readCharge(row: RowReader): Charge {
  return {
    accountId: row.uuid(),
    id: row.uuid(),
    number: row.bigint(),
    billingType: row.text() as BillingType,
    payerChooses: row.boolean(),
    status: row.text() as Status,
    valueCents: row.bigint() as Cents,
    feeBasisPoints: row.integer(),
    feeFixedCents: row.bigint() as Cents,
    reserveBasisPoints: row.integer(),
    reserveDays: row.integer(),
    platformFeeCents: row.bigint() as Cents,
    netValueCents: row.bigint() as Cents,
    reserveCents: row.bigint() as Cents,
    reserveHeldCents: row.bigint() as Cents,
    paidCents: row.orNull('bigint') as Cents | null,
    refundedCents: row.bigint() as Cents,
    disputedCents: row.bigint() as Cents,
    refundingCents: row.bigint() as Cents,
    returnedCount: row.integer(),
    installments: row.orNull('integer'),
    maxInstallments: row.integer(),
    description: row.orNull('text'),
    externalReference: row.orNull('text'),
    postbackUrl: row.orNull('text'),
    successUrl: row.orNull('text'),
    metadata: row.orNull('json') as Record<string, string> | null,
    customerId: row.orNull('uuid'),
    customer: row.orNull('json') as ChargeCustomer | null,
    productId: row.orNull('uuid'),
    paymentLinkId: row.orNull('uuid'),
    split: loadSplit(row.orNull('json')),
    token: row.text(),
    pixProvider: row.orNull('text'),
    pixTxid: row.orNull('text'),
    pixCopyPaste: row.orNull('text'),
    pixExpiresAt: row.orNull('instant'),
    pixQrPng: row.orNull('bytes'),
    boleto: row.orNull('json') as Boleto | null,
    card: row.orNull('json') as PaidCard | null,
    paymentProvider: row.orNull('text'),
    paymentReference: row.orNull('text'),
    paidAt: row.orNull('instant'),
    dueAt: row.orNull('instant'),
    eventSequence: row.integer(),
    createdAt: row.instant(),
  };
}

export const chargeRow: RowShape<Charge> = {
  columns: FIELDS.map((field) => COLUMNS[field][1]),
  read: readCharge,
};

const NEW_FIELDS = FIELDS.filter((field) => field !== 'number');

export type NewCharge = { charge: Charge; eventId: string; eventData: object };

const newCharge = rowType<NewCharge>(
  'new_charge_row',
  columnsFor(NEW_FIELDS, ({ charge }) => charge),
);
const firstEvent = rowType<NewCharge>('first_event_row', [
  { name: 'charge_id', type: 'uuid', of: ({ charge }) => charge.id },
  { name: 'id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'data', type: 'json', of: ({ eventData }) => eventData },
]);

// One statement, one round trip, atomic by itself: the charges, what finds them without their account, and the events.
const insertNew = statement(
  'charges.insert',
  `with inserted as (
     insert into charges as c (${NEW_FIELDS.map(columnOf).join(', ')}, number)
     select n.*, nextval('charge_number_seq')
     from ${rowset(newCharge, 1, 'n')}
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
   ), ${outboxParts(`select i.account_id, e.id, 'charge.pending', i.id, null::uuid, null::uuid, 1, 'owner', i.billing_type, null,
       i.status, null, e.data, i.created_at
     from inserted i
     join ${rowset(firstEvent, 2, 'e')} on e.charge_id = i.id`)}
   select id, number, ${ANY_QUEUED} from inserted`,
);

/** Returns the number of each charge that was new; a charge whose id exists already is left as it is. */
export async function insertCharges(db: Db, charges: readonly NewCharge[]): Promise<Map<string, bigint>> {
  const rows = await db.query<{ id: string; number: bigint } & AnyQueued>(insertNew, [
    rowsOf(newCharge, charges),
    rowsOf(firstEvent, charges),
  ]);
  ringFor(
    db,
    charges.map(({ charge }) => charge.accountId),
    rows,
  );
  return new Map(rows.map((row) => [row.id, row.number]));
}

const lockMany = reading(
  'charges.lock',
  `select ${SELECT_LIST}
   from charges c
   where c.account_id = $1
     and c.id = any($2::uuid[])
   order by c.id
   for no key update`,
  chargeRow,
);

/** Locks in id order, so that two transactions over the same charges wait instead of deadlocking. */
export function lockCharges(tx: Tx, accountId: string, ids: readonly string[]): Promise<Charge[]> {
  return tx.read(lockMany, [accountId, [...new Set(ids)]]);
}

export async function lockCharge(tx: Tx, accountId: string, id: string): Promise<Charge | null> {
  return (await lockCharges(tx, accountId, [id]))[0] ?? null;
}

/** A charge as it was read and as it is to be, and what is told of it, if anything. */
export type ChangedCharge = { before: Charge; after: Charge; event?: ChargeEvent };
export type ChargeEvent = { id: string; type: string; data: object; createdAt: Date };

const changeColumns = (fields: readonly Column[]): RowColumn<ChangedCharge>[] => [
  { name: 'account_id', type: 'uuid', of: ({ after }) => after.accountId },
  { name: 'id', type: 'uuid', of: ({ after }) => after.id },
  { name: 'status_before', type: 'text', of: ({ before }) => before.status },
  { name: 'sequence_before', type: 'integer', of: ({ before }) => before.eventSequence },
  { name: 'billing_type_before', type: 'text', of: ({ before }) => before.billingType },
  { name: 'event_id', type: 'uuid', of: ({ event }) => event?.id },
  { name: 'event_type', type: 'text', of: ({ event }) => event?.type },
  { name: 'event_data', type: 'json', of: ({ event }) => event?.data },
  { name: 'event_created_at', type: 'timestamptz', of: ({ event }) => event?.createdAt },
  ...columnsFor<ChangedCharge>(fields, ({ after }) => after),
];
const settledCharge = rowType('settled_charge_row', changeColumns(SETTLED));
const changedCharge = rowType('changed_charge_row', changeColumns(MUTABLE));

// Each charge is found by its key, one after the other: left to choose, the planner of a small table reads all of it.
const saveParts = (rows: RowType<ChangedCharge>, fields: readonly Column[]) => `saved as (
     update charges c
     set ${fields.map((field) => `${columnOf(field)} = n.${columnOf(field)}`).join(', ')}
     from ${rowset(rows, 1, 'n')}
     cross join lateral (
       select k.ctid as place, k.status, k.event_sequence
       from charges k
       where k.account_id = n.account_id
         and k.id = n.id
       offset 0
     ) as found
     where c.ctid = found.place
       and found.status = n.status_before
       and found.event_sequence = n.sequence_before
     returning c.account_id, c.id, c.billing_type, c.status, c.event_sequence, n.status_before, n.billing_type_before,
       n.event_id, n.event_type, n.event_data, n.event_created_at
   ), ${outboxParts(`select account_id, event_id, event_type, id, null::uuid, null::uuid, event_sequence, 'owner', billing_type,
       billing_type_before, status, status_before, event_data, event_created_at
     from saved
     where event_id is not null`)}`;

const save = statement(
  'charges.save',
  `with ${saveParts(changedCharge, MUTABLE)} select id, ${ANY_QUEUED} from saved`,
);

// Charges first, then balances, each in key order, as everywhere: so nobody deadlocks with this. The counts are checked
// inside: a charge that moved since it was read fails the whole statement.
const saveAndPost = statement(
  'charges.save_and_post',
  `with ${saveParts(settledCharge, SETTLED)}, locked as materialized (
     select account_id
     from ledger_balances
     where account_id = any($6::uuid[])
       and (select require_all((select count(*) from saved), $5))
     order by account_id
     for no key update
   ), ${postingParts(2, 'select account_id from locked')}
   select require_all((select count(*) from applied), cardinality($6::uuid[])), ${ANY_QUEUED}`,
);

/**
 * A guarded write: each charge must still be as it was read. The events of the same change go in the same statement.
 */
export async function saveCharges(tx: Tx, changed: readonly ChangedCharge[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = await tx.query<AnyQueued>(save, [rowsOf(changedCharge, changed)]);
  const accounts = changed.map(({ after }) => after.accountId);
  tx.afterCommit((db) => ringFor(db, accounts, rows));
  assert(rows.length === changed.length, 'a locked charge keeps its status until it is written');
}

/**
 * Payments of charges that were read without a lock, their events and their postings in one statement: it does all of
 * it, or fails with a serialization failure because one of them has moved.
 */
export async function settleAndPostAtOnce(
  db: Db,
  changed: readonly ChangedCharge[],
  entries: readonly Entry[],
): Promise<void> {
  const accounts = accountsOf(entries);
  const made = await db.query<AnyQueued>(saveAndPost, [
    rowsOf(settledCharge, changed),
    ...postingValues(accounts, entries),
    changed.length,
    uuidsOf(accounts),
  ]);
  ringFor(db, accounts, made);
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
