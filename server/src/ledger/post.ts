import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { assert, fail } from '../kit/errors.ts';
import { BUCKETS, type Bucket, type Entry, lineTypeOf, type Posting } from './chart.ts';

const ENTRY_TYPES = ['text[]', 'uuid[]', 'uuid[]', 'timestamptz[]'];
const LINE_TYPES = [
  ...['bigint[]', 'bigint[]', 'text[]', 'text[]', 'text[]', 'bigint[]', 'text[]', 'text[]'],
  ...['uuid[]', 'uuid[]', 'timestamptz[]'],
];

/** One posting of one account, with how far it stands from the account's last: known before the balance is. */
type Line = { entry: Entry; posting: Posting; postingsLater: number; availableLater: bigint };

/**
 * The statement's parts that move one account's balance and write beside it what moved it. `$1` is the account; the
 * other parameters are `postingValues`, numbered from `first`. The condition on `available` is the guard that nobody
 * who may not overdraws a balance, or takes more out of one that is overdrawn; sequence and running balance come from
 * the row. A slice may put these parts into its own statement, to do in one round trip what belongs together.
 */
export function postingParts(first: number): string {
  const types = [
    ...BUCKETS.map(() => 'bigint'),
    'bigint',
    'bigint',
    'bigint',
    'boolean',
    ...ENTRY_TYPES,
    ...LINE_TYPES,
  ];
  const at = (index: number) => `$${first + index}::${types[index]}`;
  const several = (index: number, count: number) =>
    Array.from({ length: count }, (_, offset) => at(index + offset)).join(', ');
  const afterBuckets = BUCKETS.length;
  const firstEntry = afterBuckets + 4;
  const firstLine = firstEntry + ENTRY_TYPES.length;
  return `applied as (
     update ledger_balances
     set ${BUCKETS.map((bucket, index) => `${bucket}_cents = ${bucket}_cents + ${at(index)}`).join(', ')},
         last_sequence = last_sequence + ${at(afterBuckets)},
         credit_count = credit_count + ${at(afterBuckets + 1)},
         debit_count = debit_count + ${at(afterBuckets + 2)}
     where account_id = $1
       and (not ${at(afterBuckets + 3)} or ${at(0)} >= 0 or available_cents + ${at(0)} >= 0)
     returning available_cents, last_sequence
   ), entries as (
     insert into ledger_entries (account_id, fact, charge_id, withdrawal_id, occurred_at)
     select $1, e.*
     from applied, unnest(${several(firstEntry, ENTRY_TYPES.length)}) as e
   ), postings as (
     insert into ledger_postings (account_id, sequence, available_after_cents, fact, from_bucket, to_bucket,
       amount_cents, category, type, charge_id, withdrawal_id, occurred_at)
     select $1, applied.last_sequence - p.postings_later, applied.available_cents - p.available_later, p.fact,
       p.from_bucket, p.to_bucket, p.amount_cents, p.category, p.type, p.charge_id, p.withdrawal_id, p.occurred_at
     from applied, unnest(${several(firstLine, LINE_TYPES.length)})
       as p (postings_later, available_later, fact, from_bucket, to_bucket, amount_cents, category, type, charge_id,
         withdrawal_id, occurred_at)
   )`;
}

const postToAccount = statement('ledger.post', `with ${postingParts(2)} select 1 from applied`);

/**
 * Writes the entries and moves the balances, all in `tx`. The only writer of the ledger's tables. Accounts are taken
 * in id order: two transactions that touch the same accounts (splits in both directions) wait instead of deadlocking.
 */
export async function post(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const accounts = new Set(entries.flatMap((entry) => entry.postings.map((posting) => posting.accountId)));
  for (const accountId of [...accounts].sort()) {
    const mustCover = entries.some((entry) => entry.mustCover?.includes(accountId));
    const posted = await tx.query(postToAccount, [
      accountId,
      ...postingValues(accountId, entries, mustCover),
    ]);
    if (posted.length > 0) continue;
    assert(mustCover, 'every account posted to has a balance row');
    fail('INSUFFICIENT_BALANCE');
  }
}

export function postingValues(accountId: string, entries: readonly Entry[], mustCover: boolean): unknown[] {
  const lines = linesOf(accountId, entries);
  const own = entries.filter((entry) => entry.postings.some((posting) => posting.accountId === accountId));
  const types = lines.map(({ posting }) => lineTypeOf(posting));
  return [
    ...BUCKETS.map((bucket) => effectOn(bucket, lines)),
    lines.length,
    types.filter((type) => type === 'credit').length,
    types.filter((type) => type === 'debit').length,
    mustCover,
    own.map((entry) => entry.fact),
    own.map((entry) => entry.chargeId ?? null),
    own.map((entry) => entry.withdrawalId ?? null),
    own.map((entry) => entry.occurredAt),
    lines.map((line) => line.postingsLater),
    lines.map((line) => line.availableLater),
    lines.map((line) => line.entry.fact),
    lines.map((line) => line.posting.from),
    lines.map((line) => line.posting.to),
    lines.map((line) => line.posting.amountCents),
    lines.map((line) => line.posting.category),
    types,
    lines.map((line) => line.entry.chargeId ?? null),
    lines.map((line) => line.entry.withdrawalId ?? null),
    lines.map((line) => line.entry.occurredAt),
  ];
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
