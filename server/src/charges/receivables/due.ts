import { askEveryNode } from '../../db/distributed/every-node.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import { groupBy } from '../../kit/group-by.ts';
import { type Decision, done, together } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { lockCharges } from '../store.ts';
import { type Books, booksEffects, released, settled } from './settle.ts';
import { postponeReceivables, receivablesOfAll } from './store.ts';

const MAX_PER_ROUND = 200;
const POSTPONE_MS = 10 * MINUTE_MS;

// As for charges that are due (charges/due.ts): within a day's window the order of due times is that of the effects.
const findDue = statement(
  'receivables.due',
  `select account_id as "accountId", charge_id as "chargeId"
   from receivables
   where due_at <= $1
     and due_at < (select min(due_at) + interval '1 day' from receivables where due_at is not null)
   order by due_at, charge_id
   limit ${MAX_PER_ROUND}`,
);

type Key = { accountId: string; chargeId: string };

/** Settles what only the calendar tells, and releases reserves. Returns how many were due. */
export async function runDueReceivables(deps: ChargeDeps): Promise<number> {
  const now = deps.clock.now();
  const due = await askEveryNode<Key>(deps.db, {
    ...{ table: 'receivables', sql: findDue, values: [now] },
    read: ({ accountId, chargeId }) => ({ accountId: String(accountId), chargeId: String(chargeId) }),
  });
  for (const [accountId, keys] of groupBy(due, (key) => key.accountId)) {
    await moveOrPostpone(deps, accountId, [...new Set(keys.map((key) => key.chargeId))], now);
  }
  return due.length;
}

/** A charge that cannot be changed must not block the others: its rows are put off and logged. */
async function moveOrPostpone(
  deps: ChargeDeps,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  try {
    await deps.writer.commit({
      load: (tx) => loadBooks(tx, accountId, ids),
      decide: (books) => decideDueReceivables(books, now),
    });
  } catch (error) {
    const [id] = ids;
    if (ids.length > 1 || !id) {
      for (const each of ids) await moveOrPostpone(deps, accountId, [each], now);
      return;
    }
    deps.log.error({ err: error, charge: id }, 'a due installment could not be settled; it is put off');
    await postponeReceivables(
      deps.db,
      { accountId, chargeId: id },
      new Date(now.getTime() + POSTPONE_MS),
      now,
    );
  }
}

export async function loadBooks(tx: Tx, accountId: string, ids: readonly string[]): Promise<Books[]> {
  const charges = await lockCharges(tx, accountId, ids);
  const rows = groupBy(await receivablesOfAll(tx, charges), ({ chargeId }) => chargeId);
  return charges.map((charge) => ({ charge, rows: rows.get(charge.id) ?? [], entries: [] }));
}

function decideDueReceivables(all: readonly Books[], now: Date): Decision<void> {
  return done(undefined, together(all.map((books) => booksEffects(books, dueChanges(books, now)))));
}

/** Only the seller's rows are due; those of the recipients of the same installment move with them. */
function dueChanges(before: Books, now: Date): Books {
  const due = before.rows
    .filter((row) => row.dueAt !== null && row.dueAt <= now)
    .sort((a, b) => Number(a.dueAt) - Number(b.dueAt));
  return due.reduce((books, { installment, dueAt, settledAt, confirmedBy, expectedAt, releaseAt }) => {
    const isThere = settledAt === null && confirmedBy === 'calendar' && expectedAt <= now;
    const next = isThere ? settled(books, installment, expectedAt) : books;
    const isOver = releaseAt !== null && releaseAt <= now && dueAt !== null;
    return isOver ? released(next, installment, releaseAt) : next;
  }, before);
}
