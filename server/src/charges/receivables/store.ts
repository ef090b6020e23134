import { rowColumns, selectList } from '../../db/columns.ts';
import { insertRouted } from '../../db/distributed/insert.ts';
import { type Db, type Row, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { rowsOf, rowType } from '../../db/wire/row-type.ts';
import { groupBy } from '../../kit/group-by.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import { type Receivable, receivableColumns } from './receivable.ts';

type Field = keyof Receivable;
const FIELDS = Object.keys(receivableColumns) as Field[];

/** What changes of a row. All else is said when the payment is recorded. */
const MUTABLE: readonly Field[] = [
  ...(['reserveHeldCents', 'releaseAt', 'claimedCents', 'anticipatedCents', 'providerFeeCents'] as const),
  ...(['providerGrossCents', 'settlementReference', 'expectedAt', 'status', 'settledAt', 'dueAt'] as const),
];
const nameOf = (field: Field) => receivableColumns[field].name;

export const RECEIVABLE_SELECT = selectList(receivableColumns, 'r');

const receivableRow = rowType<Receivable>(
  'receivable_row',
  rowColumns<Receivable, Receivable>(receivableColumns, FIELDS, (row) => row),
);
const KEPT = `on conflict (account_id, charge_id, installment) do update
   set ${MUTABLE.map((field) => `${nameOf(field)} = excluded.${nameOf(field)}`).join(', ')}`;

/** Writes rows as they are to be. The writer of one holds the lock of its charge, under which it was read. */
export const saveReceivable: RowWriter<Receivable> = {
  statement: statement(
    'receivables.save',
    `insert into receivables (${FIELDS.map(nameOf).join(', ')})
     select * from unnest($1::receivable_row[])
     ${KEPT}
     returning installment`,
  ),
  values: (rows) => [rowsOf(receivableRow, rows)],
  writes: 'all',
  async routed(tx, rows) {
    const written: Row[] = [];
    for (const own of groupBy(rows, ({ accountId }) => accountId).values()) {
      const insert = { table: 'receivables', columns: receivableRow.columns };
      written.push(...(await insertRouted(tx, { ...insert, ending: `${KEPT} returning installment` }, own)));
    }
    return written;
  },
};

export function savesOf(rows: readonly Receivable[]): RowWrite[] {
  return rows.map((row) => rowWrite(saveReceivable, row));
}

const ofCharges = statement(
  'receivables.of_charges',
  `select ${RECEIVABLE_SELECT}
   from receivables r
   where r.account_id = any($1::uuid[])
     and r.charge_id = any($2::uuid[])
   order by r.charge_id, r.installment, r.account_id`,
);

type Paid = Pick<Charge, 'accountId' | 'id' | 'billingType' | 'split'>;

/** The rows of a charge in the books of the seller and of every recipient. Read under the charge's lock. */
export async function receivablesOf(db: Tx | Db, charge: Paid | null): Promise<Receivable[]> {
  return receivablesOfAll(db, charge ? [charge] : []);
}

export async function receivablesOfAll(db: Tx | Db, charges: readonly Paid[]): Promise<Receivable[]> {
  const byCard = charges.filter(({ billingType }) => billingType === 'CREDIT_CARD');
  if (byCard.length === 0) return [];
  const accounts = byCard.flatMap(({ accountId, split }) => [
    accountId,
    ...split.map((item) => item.recipientId),
  ]);
  return db.query<Receivable>(ofCharges, [[...new Set(accounts)], byCard.map(({ id }) => id)]);
}

const postpone = statement(
  'receivables.postpone',
  `update receivables
   set due_at = $3
   where account_id = $1
     and charge_id = $2
     and due_at <= $4
   returning installment`,
);

export async function postponeReceivables(
  db: Db,
  { accountId, chargeId }: Pick<Receivable, 'accountId' | 'chargeId'>,
  until: Date,
  now: Date,
): Promise<void> {
  await db.query(postpone, [accountId, chargeId, until, now]);
}
