import { statement } from '../db/pool.ts';
import { sqlFile } from '../db/sql-file.ts';
import type { Tx } from '../db/transaction.ts';
import { rowsOf, rowType, sameNames } from '../db/wire/row-type.ts';
import { assert, GatewayError } from '../kit/errors.ts';
import { groupBy } from '../kit/group-by.ts';
import { BUCKETS, type Bucket, type Entry, lineTypeOf } from './chart.ts';
import { type AccountPosting, type BalanceChange, postRouted } from './post-routed.ts';

const balanceChange = rowType(
  'balance_move_row',
  sameNames({
    account_id: 'uuid',
    ...(Object.fromEntries(BUCKETS.map((bucket) => [bucket, 'bigint'])) as Record<Bucket, 'bigint'>),
    postings: 'bigint',
    credits: 'bigint',
    debits: 'bigint',
    must_cover: 'boolean',
    may_net: 'boolean',
  }),
);

/** An entry in the books of one account; the account's postings name it by its number. */
type AccountEntry = { number: number; accountId: string; entry: Entry };

const accountEntry = rowType<AccountEntry>('ledger_entry_row', [
  { name: 'number', type: 'integer', of: ({ number }) => number },
  { name: 'account_id', type: 'uuid', of: ({ accountId }) => accountId },
  { name: 'fact', type: 'text', of: ({ entry }) => entry.fact },
  { name: 'charge_id', type: 'uuid', of: ({ entry }) => entry.chargeId },
  { name: 'withdrawal_id', type: 'uuid', of: ({ entry }) => entry.withdrawalId },
  { name: 'occurred_at', type: 'timestamptz', of: ({ entry }) => entry.occurredAt },
]);

const accountPosting = rowType<AccountPosting>('ledger_posting_row', [
  { name: 'entry', type: 'integer', of: ({ number }) => number },
  { name: 'postings_later', type: 'bigint', of: ({ postingsLater }) => postingsLater },
  { name: 'available_later', type: 'bigint', of: ({ availableLater }) => availableLater },
  { name: 'from_bucket', type: 'text', of: ({ posting }) => posting.from },
  { name: 'to_bucket', type: 'text', of: ({ posting }) => posting.to },
  { name: 'amount_cents', type: 'bigint', of: ({ posting }) => posting.amountCents },
  { name: 'category', type: 'text', of: ({ posting }) => posting.category },
  { name: 'type', type: 'text', of: ({ posting }) => lineTypeOf(posting) },
]);

/** An account in `mustCover` would go below zero. */
export class BalanceTooLow extends GatewayError {
  readonly accountId: string;

  constructor(accountId: string) {
    super('INSUFFICIENT_BALANCE');
    this.accountId = accountId;
  }
}

const postToAccounts = statement('ledger.post', sqlFile('ledger/sql/post.sql'));

/**
 * Writes the entries and moves the balances, all in `tx`. Accounts are taken in id order: two transactions that touch
 * the same accounts (splits in both directions) wait instead of deadlocking.
 */
export async function post(tx: Tx, entries: readonly Entry[]): Promise<void> {
  for (const accountId of accountsOf(entries)) {
    if (await postToAccount(tx, accountId, entries)) continue;
    assert(mustBeCovered(accountId, entries), 'every account posted to has a balance row');
    throw new BalanceTooLow(accountId);
  }
}

async function postToAccount(tx: Tx, accountId: string, entries: readonly Entry[]): Promise<boolean> {
  if (!tx.isDistributed) {
    return (await tx.query(postToAccounts, postingValues([accountId], entries))).length > 0;
  }
  const own = postingsByAccount(entries).get(accountId) ?? [];
  return postRouted(tx, balanceChangeOf(accountId, entries, own), own);
}

export function accountsOf(entries: readonly Entry[]): string[] {
  const all = entries.flatMap((entry) => entry.postings.map((posting) => posting.accountId));
  return [...new Set(all)].sort();
}

function mustBeCovered(accountId: string, entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.mustCover?.includes(accountId));
}

/** Only where every entry that must be covered may be so: a withdrawal is paid from what is there. */
function mayNet(accountId: string, entries: readonly Entry[]): boolean {
  const covered = entries.filter((entry) => entry.mustCover?.includes(accountId));
  return covered.length > 0 && covered.every((entry) => entry.mayNet === true);
}

/** The three parameters that ledger/sql/post.sql and charges/sql/settle.sql take for the postings of `accounts`. */
export function postingValues(accounts: readonly string[], entries: readonly Entry[]): Buffer[] {
  const byAccount = postingsByAccount(entries);
  const changes: BalanceChange[] = [];
  const accountEntries: AccountEntry[] = [];
  const postings: AccountPosting[] = [];
  for (const accountId of accounts) {
    const own = byAccount.get(accountId) ?? [];
    changes.push(balanceChangeOf(accountId, entries, own));
    for (const posting of own) {
      const last = accountEntries.at(-1);
      const isNew = last?.entry !== posting.entry || last.accountId !== accountId;
      if (isNew) accountEntries.push({ number: accountEntries.length, accountId, entry: posting.entry });
      posting.number = accountEntries.length - 1;
      postings.push(posting);
    }
  }
  return [
    rowsOf(balanceChange, changes),
    rowsOf(accountEntry, accountEntries),
    rowsOf(accountPosting, postings),
  ];
}

function balanceChangeOf(
  accountId: string,
  entries: readonly Entry[],
  postings: readonly AccountPosting[],
): BalanceChange {
  const effects: Partial<Record<Bucket, bigint>> = {};
  let credits = 0;
  let debits = 0;
  for (const { posting } of postings) {
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
    postings: postings.length,
    credits,
    debits,
    must_cover: mustBeCovered(accountId, entries),
    may_net: mayNet(accountId, entries),
  };
}

function postingsByAccount(entries: readonly Entry[]): Map<string, AccountPosting[]> {
  const all = entries.flatMap((entry) =>
    entry.postings.map((posting) => ({ entry, number: 0, posting, postingsLater: 0, availableLater: 0n })),
  );
  const byAccount = groupBy(all, ({ posting }) => posting.accountId);
  for (const postings of byAccount.values()) countLater(postings);
  return byAccount;
}

/** The database knows the balance after the last posting, so running balances are counted from the end. */
function countLater(postings: readonly AccountPosting[]): void {
  let availableLater = 0n;
  for (const [index, each] of [...postings].reverse().entries()) {
    const { from, to, amountCents } = each.posting;
    assert(amountCents > 0n, 'posted amounts are positive');
    each.postingsLater = index;
    each.availableLater = availableLater;
    if (to === 'available') availableLater += amountCents;
    if (from === 'available') availableLater -= amountCents;
  }
}
