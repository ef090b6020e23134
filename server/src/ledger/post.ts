import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { rowset, rowsOf, rowType, sameNames } from '../db/wire/row-type.ts';
import { assert, GatewayError } from '../kit/errors.ts';
import { groupBy } from '../kit/group-by.ts';
import { BUCKETS, type Bucket, type Entry, lineTypeOf, type Posting } from './chart.ts';

const balanceChange = rowType(
  'balance_change_row',
  sameNames({
    account_id: 'uuid',
    ...(Object.fromEntries(BUCKETS.map((bucket) => [bucket, 'bigint'])) as Record<Bucket, 'bigint'>),
    postings: 'bigint',
    credits: 'bigint',
    debits: 'bigint',
    must_cover: 'boolean',
  }),
);

/** An entry as one account is told it; the account's postings name it by its number. */
type ToldEntry = { number: number; accountId: string; entry: Entry };

const toldEntry = rowType<ToldEntry>('ledger_entry_row', [
  { name: 'number', type: 'integer', of: ({ number }) => number },
  { name: 'account_id', type: 'uuid', of: ({ accountId }) => accountId },
  { name: 'fact', type: 'text', of: ({ entry }) => entry.fact },
  { name: 'charge_id', type: 'uuid', of: ({ entry }) => entry.chargeId },
  { name: 'withdrawal_id', type: 'uuid', of: ({ entry }) => entry.withdrawalId },
  { name: 'occurred_at', type: 'timestamptz', of: ({ entry }) => entry.occurredAt },
]);

/** One posting of one account, with how far it stands from the account's last: known before the balance is. */
type Line = {
  entry: Entry;
  number: number;
  posting: Posting;
  postingsLater: number;
  availableLater: bigint;
};

const accountPosting = rowType<Line>('ledger_posting_row', [
  { name: 'entry', type: 'integer', of: ({ number }) => number },
  { name: 'postings_later', type: 'bigint', of: ({ postingsLater }) => postingsLater },
  { name: 'available_later', type: 'bigint', of: ({ availableLater }) => availableLater },
  { name: 'from_bucket', type: 'text', of: ({ posting }) => posting.from },
  { name: 'to_bucket', type: 'text', of: ({ posting }) => posting.to },
  { name: 'amount_cents', type: 'bigint', of: ({ posting }) => posting.amountCents },
  { name: 'category', type: 'text', of: ({ posting }) => posting.category },
  { name: 'type', type: 'text', of: ({ posting }) => lineTypeOf(posting) },
]);

/**
 * The statement's parts that move balances and write beside them what moved them. The three parameters are
 * `postingValues`, numbered from `first`. The condition on `available` is the guard that nobody who may not overdraws a
 * balance, or takes more out of one that is overdrawn; sequence and running balance come from the row. A slice may put
 * these parts into its own statement, to do in one round trip what belongs together; `lockedFirst` is then a query that
 * has locked the accounts in order.
 */
export function postingParts(first: number, lockedFirst = ''): string {
  return `applied as (
     update ledger_balances b
     set ${BUCKETS.map((bucket) => `${bucket}_cents = b.${bucket}_cents + coalesce(d.${bucket}, 0)`).join(', ')},
         last_sequence = b.last_sequence + d.postings,
         credit_count = b.credit_count + d.credits,
         debit_count = b.debit_count + d.debits
     from ${rowset(balanceChange, first, 'd')}
     where b.account_id = d.account_id${
       lockedFirst &&
       `
       and b.account_id in (${lockedFirst})`
     }
       and (not d.must_cover or coalesce(d.available, 0) >= 0 or b.available_cents + d.available >= 0)
     returning b.account_id, b.available_cents, b.last_sequence
   ), told as (
     select e.*, a.available_cents, a.last_sequence
     from ${rowset(toldEntry, first + 1, 'e')}
     join applied a using (account_id)
   ), entries as (
     insert into ledger_entries (account_id, fact, charge_id, withdrawal_id, occurred_at)
     select account_id, fact, charge_id, withdrawal_id, occurred_at
     from told
   ), postings as (
     insert into ledger_postings (account_id, sequence, available_after_cents, fact, from_bucket, to_bucket,
       amount_cents, category, type, charge_id, withdrawal_id, occurred_at)
     select t.account_id, t.last_sequence - p.postings_later, t.available_cents - p.available_later, t.fact,
       p.from_bucket, p.to_bucket, p.amount_cents, p.category, p.type, t.charge_id, t.withdrawal_id, t.occurred_at
     from ${rowset(accountPosting, first + 2, 'p')}
     join told t on t.number = p.entry
   )`;
}

/** An account that must cover what it gives does not. */
export class BalanceTooLow extends GatewayError {
  readonly accountId: string;

  constructor(accountId: string) {
    super('INSUFFICIENT_BALANCE');
    this.accountId = accountId;
  }
}

const postToAccounts = statement('ledger.post', `with ${postingParts(1)} select 1 from applied`);

/**
 * Writes the entries and moves the balances, all in `tx`. Accounts are taken in id order: two transactions that touch
 * the same accounts (splits in both directions) wait instead of deadlocking.
 */
export async function post(tx: Tx, entries: readonly Entry[]): Promise<void> {
  for (const accountId of accountsOf(entries)) {
    const posted = await tx.query(postToAccounts, postingValues([accountId], entries));
    if (posted.length > 0) continue;
    assert(mustBeCovered(accountId, entries), 'every account posted to has a balance row');
    throw new BalanceTooLow(accountId);
  }
}

export function accountsOf(entries: readonly Entry[]): string[] {
  const all = entries.flatMap((entry) => entry.postings.map((posting) => posting.accountId));
  return [...new Set(all)].sort();
}

function mustBeCovered(accountId: string, entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.mustCover?.includes(accountId));
}

/** An entry is told once for each account it posts to. */
export function postingValues(accounts: readonly string[], entries: readonly Entry[]): Buffer[] {
  const byAccount = linesByAccount(entries);
  const changes: object[] = [];
  const told: ToldEntry[] = [];
  const postings: Line[] = [];
  for (const accountId of accounts) {
    const own = byAccount.get(accountId) ?? [];
    changes.push(balanceChangeOf(accountId, mustBeCovered(accountId, entries), own));
    for (const line of own) {
      const last = told.at(-1);
      const isNew = last?.entry !== line.entry || last.accountId !== accountId;
      if (isNew) told.push({ number: told.length, accountId, entry: line.entry });
      line.number = told.length - 1;
      postings.push(line);
    }
  }
  return [rowsOf(balanceChange, changes), rowsOf(toldEntry, told), rowsOf(accountPosting, postings)];
}

/** Buckets that do not change are left out. */
function balanceChangeOf(accountId: string, mustCover: boolean, lines: readonly Line[]): object {
  const effects: Partial<Record<Bucket, bigint>> = {};
  let credits = 0;
  let debits = 0;
  for (const { posting } of lines) {
    const { from, to, amountCents } = posting;
    effects[from] = (effects[from] ?? 0n) - amountCents;
    effects[to] = (effects[to] ?? 0n) + amountCents;
    const type = lineTypeOf(posting);
    if (type === 'credit') credits += 1;
    if (type === 'debit') debits += 1;
  }
  return {
    account_id: accountId,
    ...effects,
    postings: lines.length,
    credits,
    debits,
    must_cover: mustCover,
  };
}

function linesByAccount(entries: readonly Entry[]): Map<string, Line[]> {
  const all = entries.flatMap((entry) =>
    entry.postings.map((posting) => ({ entry, number: 0, posting, postingsLater: 0, availableLater: 0n })),
  );
  const byAccount = groupBy(all, ({ posting }) => posting.accountId);
  for (const lines of byAccount.values()) countFromTheLast(lines);
  return byAccount;
}

function countFromTheLast(lines: readonly Line[]): void {
  let availableLater = 0n;
  for (const [index, line] of [...lines].reverse().entries()) {
    const { from, to, amountCents } = line.posting;
    assert(amountCents > 0n, 'posted amounts are positive');
    line.postingsLater = index;
    line.availableLater = availableLater;
    if (to === 'available') availableLater += amountCents;
    if (from === 'available') availableLater -= amountCents;
  }
}
