import { type FoundBy, insertWordsRouted, searchWordsRow } from '../catalog/search-words.ts';
import { rowColumns } from '../db/columns.ts';
import { insertRouted } from '../db/distributed/insert.ts';
import { type Db, type Row, statement } from '../db/pool.ts';
import { sqlFile } from '../db/sql-file.ts';
import type { Tx } from '../db/transaction.ts';
import { type RowColumn, rowsOf, rowType, uuidsOf } from '../db/wire/row-type.ts';
import { emit, type NewEvent } from '../events/emit.ts';
import type { Entry } from '../ledger/chart.ts';
import { accountsOf, postingValues } from '../ledger/post.ts';
import type { RowWriter } from '../write/effects.ts';
import { CHARGE_FIELDS, CHARGE_SELECT, type Charge, chargeColumns, chargeFrom } from './columns.ts';

type Field = keyof Charge;

/** Columns that a payment changes. */
const SETTLED: readonly Field[] = [
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

/** Columns that can change after creation. */
const MUTABLE: readonly Field[] = [
  ...SETTLED,
  'refundedCents',
  'disputedCents',
  'refundingCents',
  'returnedCount',
  'oversold',
  'customerId',
  'customer',
  'pixProvider',
  'pixTxid',
  'pixCopyPaste',
  'pixExpiresAt',
  'pixQrPng',
  'boleto',
  'cancelCause',
];

const columnOf = (field: Field) => chargeColumns[field].name;
const fieldsOf = <I>(fields: readonly Field[], chargeOf: (item: I) => Charge): RowColumn<I>[] =>
  rowColumns<Charge, I>(chargeColumns, fields, chargeOf);

/** The answer stored under an idempotency key, encrypted. */
export type KeptAnswer = { accountId: string; key: string; objectId: string; status: number; box: Buffer };
export type NewCharge = {
  charge: Charge;
  event: Pick<NewEvent, 'id' | 'data'>;
  answer: KeptAnswer | null;
  /** What it is searched by. */
  words: readonly string[];
};

const createdCharge = rowType<NewCharge>(
  'capturable_charge_row',
  fieldsOf(CHARGE_FIELDS, ({ charge }) => charge),
);
const firstEvent = rowType<NewCharge>('first_event_row', [
  { name: 'charge_id', type: 'uuid', of: ({ charge }) => charge.id },
  { name: 'id', type: 'uuid', of: ({ event }) => event.id },
  { name: 'data', type: 'json', of: ({ event }) => event.data },
]);
const keptAnswer = rowType<KeptAnswer>('answer_row', [
  { name: 'account_id', type: 'uuid', of: ({ accountId }) => accountId },
  { name: 'key', type: 'text', of: ({ key }) => key },
  { name: 'object_id', type: 'uuid', of: ({ objectId }) => objectId },
  { name: 'status', type: 'integer', of: ({ status }) => status },
  { name: 'box', type: 'bytea', of: ({ box }) => box },
]);

const create = statement('charges.create', sqlFile('charges/sql/create.sql'));

type Created = { id: string; has_deliveries: boolean };

/** Inserts charges in one statement; a charge whose id already exists is not changed and not returned. */
export function insertCharges(db: Db, charges: readonly NewCharge[]): Promise<Created[]> {
  return db.query<Created>(create, creationValues(charges));
}

function creationValues(charges: readonly NewCharge[]): unknown[] {
  return [
    rowsOf(createdCharge, charges),
    rowsOf(firstEvent, charges),
    rowsOf(
      keptAnswer,
      charges.flatMap(({ answer }) => answer ?? []),
    ),
    rowsOf(searchWordsRow, charges.flatMap(foundBy)),
  ];
}

function foundBy({ charge: { accountId, id }, words }: NewCharge): FoundBy[] {
  return words.length > 0 ? [{ accountId, kind: 'charge', id, words }] : [];
}

/** The same statement in a transaction, for a charge that must lock something else with it. It records its own event. */
export const insertCharge: RowWriter<NewCharge> = {
  statement: create,
  values: creationValues,
  writes: 'all',
  routed: insertChargesRouted,
};

/** The lookups are there already: `insertLookups` wrote them on the nodes that they belong to. */
async function insertChargesRouted(tx: Tx, charges: readonly NewCharge[]): Promise<Row[]> {
  const inserted = await insertRouted(
    tx,
    { table: 'charges', columns: createdCharge.columns, ending: 'returning id' },
    charges,
  );
  await insertWordsRouted(tx, charges.flatMap(foundBy));
  await emit(tx, charges.map(firstEventOf));
  return inserted;
}

function firstEventOf({ charge, event }: NewCharge): NewEvent {
  return {
    accountId: charge.accountId,
    id: event.id,
    type: 'charge.pending',
    chargeId: charge.id,
    sequence: 1,
    audience: 'owner',
    billingType: charge.billingType,
    status: charge.status,
    data: event.data,
    createdAt: charge.createdAt,
  };
}

const insertToken = statement(
  'public_tokens.add_of_charge',
  `insert into public_tokens (token, account_id, kind, object_id) values ($1, $2, 'charge', $3) on conflict do nothing`,
);
const insertOneReference = statement(
  'provider_references.add_one',
  `insert into provider_references (reference, account_id, charge_id) values ($1, $2, $3) on conflict do nothing`,
);

/**
 * On a distributed database, before the charge: what finds it without its account is on other nodes. A lookup whose
 * charge was never made finds nothing, so nothing has to be committed together.
 */
export async function insertLookups(
  db: Db,
  { accountId, id, token, pixTxid, boleto }: Charge,
): Promise<void> {
  const references = [pixTxid, boleto?.ourNumber].filter((each) => typeof each === 'string');
  const own = db.of(accountId);
  await Promise.all([
    own.query(insertToken, [token, accountId, id]),
    ...references.map((reference) => own.query(insertOneReference, [reference, accountId, id])),
  ]);
}

const lockMany = statement(
  'charges.lock',
  `select ${CHARGE_SELECT}
   from charges c
   where c.account_id = $1
     and c.id = any($2::uuid[])
   order by c.id
   for no key update`,
);

/** Locks in id order, so that two transactions over the same charges wait instead of deadlocking. */
export async function lockCharges(tx: Tx, accountId: string, ids: readonly string[]): Promise<Charge[]> {
  const rows = await tx.query(lockMany, [accountId, [...new Set(ids)]]);
  return rows.map(chargeFrom);
}

export async function lockCharge(tx: Tx, accountId: string, id: string): Promise<Charge | null> {
  return (await lockCharges(tx, accountId, [id]))[0] ?? null;
}

const readOne = statement(
  'charges.read',
  `select ${CHARGE_SELECT}
   from charges c
   where c.account_id = $1
     and c.id = $2`,
);

/** As the transaction sees it, without a lock. */
export async function readCharge(tx: Tx, accountId: string, id: string): Promise<Charge | null> {
  const [row] = await tx.query(readOne, [accountId, id]);
  return row ? chargeFrom(row) : null;
}

/** A charge as it was read and as it is to be. */
export type ChangedCharge = { before: Charge; after: Charge };

const beforeColumns: RowColumn<ChangedCharge>[] = [
  { name: 'account_id', type: 'uuid', of: ({ after }) => after.accountId },
  { name: 'id', type: 'uuid', of: ({ after }) => after.id },
  { name: 'status_before', type: 'text', of: ({ before }) => before.status },
  { name: 'sequence_before', type: 'integer', of: ({ before }) => before.eventSequence },
];
const savedCharge = rowType<ChangedCharge>('kept_charge_row', [
  ...beforeColumns,
  ...fieldsOf<ChangedCharge>(MUTABLE, ({ after }) => after),
]);

/** Saves locked charges. Guarded: each must still be as it was read. */
export const saveCharge: RowWriter<ChangedCharge> = {
  statement: statement(
    'charges.save',
    `update charges c
     set ${MUTABLE.map((field) => `${columnOf(field)} = n.${columnOf(field)}`).join(', ')}
     from unnest($1::kept_charge_row[]) as n
     where c.account_id = n.account_id
       and c.account_id = any($2::uuid[])
       and c.id = n.id
       and c.status = n.status_before
       and c.event_sequence = n.sequence_before
     returning c.id`,
  ),
  values: (rows) => [rowsOf(savedCharge, rows), [...new Set(rows.map(({ after }) => after.accountId))]],
  writes: 'all',
};

/** A plain payment: the charge as read and as saved, and its event. */
export type SettledCharge = ChangedCharge & { event: NewEvent };

const settledCharge = rowType<SettledCharge>('settled_charge_row', [
  ...beforeColumns,
  { name: 'billing_type_before', type: 'text', of: ({ before }) => before.billingType },
  { name: 'event_id', type: 'uuid', of: ({ event }) => event.id },
  { name: 'event_type', type: 'text', of: ({ event }) => event.type },
  { name: 'event_data', type: 'json', of: ({ event }) => event.data },
  { name: 'event_created_at', type: 'timestamptz', of: ({ event }) => event.createdAt },
  ...fieldsOf<SettledCharge>(SETTLED, ({ after }) => after),
]);

const settle = statement('charges.settle', sqlFile('charges/sql/settle.sql'));

/** All of it in one statement, or a serialization failure because a charge has changed since it was read. */
export async function settleAtOnce(
  db: Db,
  charges: readonly SettledCharge[],
  entries: readonly Entry[],
): Promise<{ hasDeliveries: boolean }> {
  const accounts = accountsOf(entries);
  const [made] = await db.query<{ has_deliveries: boolean }>(settle, [
    rowsOf(settledCharge, charges),
    ...postingValues(accounts, entries),
    charges.length,
    uuidsOf(accounts),
  ]);
  return { hasDeliveries: made?.has_deliveries ?? false };
}

/** A provider's reference of a charge, by which notices find account and charge. */
export type ProviderReference = { reference: string; accountId: string; chargeId: string };

export const insertReference: RowWriter<ProviderReference> = {
  statement: statement(
    'provider_references.add',
    `insert into provider_references (reference, account_id, charge_id)
     select * from unnest($1::text[], $2::uuid[], $3::uuid[])
     on conflict (reference) do nothing
     returning reference`,
  ),
  values: (rows) => [
    rows.map((row) => row.reference),
    rows.map((row) => row.accountId),
    rows.map((row) => row.chargeId),
  ],
  writes: 'any',
};
