import { statement } from '../db/pool.ts';
import { records, recordset } from '../db/recordset.ts';
import type { Tx } from '../db/transaction.ts';
import { assert, fail } from '../kit/errors.ts';
import { BUCKETS, type Bucket, type Entry, lineTypeOf, type Posting } from './chart.ts';

const CHANGE_COLUMNS = {
  account_id: 'uuid',
  ...Object.fromEntries(BUCKETS.map((bucket) => [bucket, 'bigint'])),
  postings: 'bigint',
  credits: 'bigint',
  debits: 'bigint',
  must_cover: 'boolean',
};
const ENTRY_COLUMNS = {
  account_id: 'uuid',
  fact: 'text',
  charge_id: 'uuid',
  withdrawal_id: 'uuid',
  occurred_at: 'timestamptz',
};
const POSTING_COLUMNS = {
  ...ENTRY_COLUMNS,
  postings_later: 'bigint',
  available_later: 'bigint',
  from_bucket: 'text',
  to_bucket: 'text',
  amount_cents: 'bigint',
  category: 'text',
  type: 'text',
};

/** One posting of one account, with how far it stands from the account's last: known before the balance is. */
type Line = { entry: Entry; posting: Posting; postingsLater: number; availableLater: bigint };

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
     set ${BUCKETS.map((bucket) => `${bucket}_cents = b.${bucket}_cents + d.${bucket}`).join(', ')},
         last_sequence = b.last_sequence + d.postings,
         credit_count = b.credit_count + d.credits,
         debit_count = b.debit_count + d.debits
     from ${recordset(first, 'd', CHANGE_COLUMNS)}
     where b.account_id = d.account_id${
       lockedFirst &&
       `
       and b.account_id in (${lockedFirst})`
     }
       and (not d.must_cover or d.available >= 0 or b.available_cents + d.available >= 0)
     returning b.account_id, b.available_cents, b.last_sequence
   ), entries as (
     insert into ledger_entries (account_id, fact, charge_id, withdrawal_id, occurred_at)
     select e.account_id, e.fact, e.charge_id, e.withdrawal_id, e.occurred_at
     from ${recordset(first + 1, 'e', ENTRY_COLUMNS)}
     join applied using (account_id)
   ), postings as (
     insert into ledger_postings (account_id, sequence, available_after_cents, fact, from_bucket, to_bucket,
       amount_cents, category, type, charge_id, withdrawal_id, occurred_at)
     select p.account_id, a.last_sequence - p.postings_later, a.available_cents - p.available_later, p.fact,
       p.from_bucket, p.to_bucket, p.amount_cents, p.category, p.type, p.charge_id, p.withdrawal_id, p.occurred_at
     from ${recordset(first + 2, 'p', POSTING_COLUMNS)}
     join applied a using (account_id)
   )`;
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
    fail('INSUFFICIENT_BALANCE');
  }
}

export function accountsOf(entries: readonly Entry[]): string[] {
  const all = entries.flatMap((entry) => entry.postings.map((posting) => posting.accountId));
  return [...new Set(all)].sort();
}

function mustBeCovered(accountId: string, entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.mustCover?.includes(accountId));
}

export function postingValues(accounts: readonly string[], entries: readonly Entry[]): string[] {
  const lines = accounts.map((accountId) => linesOf(accountId, entries));
  return [
    records(accounts.map((accountId, index) => changeRow(accountId, entries, lines[index] ?? []))),
    records(accounts.flatMap((accountId) => entryRows(accountId, entries))),
    records(lines.flat().map(postingRow)),
  ];
}

function changeRow(accountId: string, entries: readonly Entry[], lines: readonly Line[]) {
  const types = lines.map(({ posting }) => lineTypeOf(posting));
  return {
    account_id: accountId,
    ...Object.fromEntries(BUCKETS.map((bucket) => [bucket, effectOn(bucket, lines)])),
    postings: lines.length,
    credits: types.filter((type) => type === 'credit').length,
    debits: types.filter((type) => type === 'debit').length,
    must_cover: mustBeCovered(accountId, entries),
  };
}

function entryRows(accountId: string, entries: readonly Entry[]) {
  return entries
    .filter((entry) => entry.postings.some((posting) => posting.accountId === accountId))
    .map((entry) => entryRow(accountId, entry));
}

function entryRow(accountId: string, { fact, chargeId, withdrawalId, occurredAt }: Entry) {
  return {
    account_id: accountId,
    fact,
    charge_id: chargeId,
    withdrawal_id: withdrawalId,
    occurred_at: occurredAt,
  };
}

function postingRow({ entry, posting, postingsLater, availableLater }: Line) {
  return {
    ...entryRow(posting.accountId, entry),
    postings_later: postingsLater,
    available_later: availableLater,
    from_bucket: posting.from,
    to_bucket: posting.to,
    amount_cents: posting.amountCents,
    category: posting.category,
    type: lineTypeOf(posting),
  };
}

function linesOf(accountId: string, entries: readonly Entry[]): Line[] {
  const lines = entries.flatMap((entry) =>
    entry.postings
      .filter((posting) => posting.accountId === accountId)
      .map((posting) => ({ entry, posting, postingsLater: 0, availableLater: 0n })),
  );
  let availableLater = 0n;
  for (const [index, line] of [...lines].reverse().entries()) {
    assert(line.posting.amountCents > 0n, 'posted amounts are positive');
    line.postingsLater = index;
    line.availableLater = availableLater;
    availableLater += effect('available', line.posting);
  }
  return lines;
}

function effectOn(bucket: Bucket, lines: readonly Line[]): bigint {
  return lines.reduce((total, line) => total + effect(bucket, line.posting), 0n);
}

function effect(bucket: Bucket, { from, to, amountCents }: Posting): bigint {
  if (to === bucket) return amountCents;
  return from === bucket ? -amountCents : 0n;
}
