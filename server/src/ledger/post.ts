import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { assert, fail } from '../kit/errors.ts';
import { BUCKETS, type Bucket, type Entry, lineTypeOf, type Posting } from './chart.ts';

/** One posting of one account, with how far it stands from the account's last: both are known before the balance is. */
type Line = { entry: Entry; posting: Posting; postingsLater: number; availableLater: bigint };

const parameter = (index: number, type: string) => `$${index}::${type}`;
const FIRST_BUCKET = 2;
const AFTER_BUCKETS = FIRST_BUCKET + BUCKETS.length;

// One statement an account: the balance row moves, and what moved it is written beside it. The condition on `available`
// is the guard that nobody who may not overdraws a balance, or takes more out of one that is overdrawn; sequence and running balance come from the row.
const postToAccount = statement(
  'ledger.post',
  `with applied as (
     update ledger_balances
     set ${BUCKETS.map((bucket, index) => `${bucket}_cents = ${bucket}_cents + ${parameter(FIRST_BUCKET + index, 'bigint')}`).join(', ')},
         last_sequence = last_sequence + ${parameter(AFTER_BUCKETS, 'bigint')},
         credit_count = credit_count + ${parameter(AFTER_BUCKETS + 1, 'bigint')},
         debit_count = debit_count + ${parameter(AFTER_BUCKETS + 2, 'bigint')}
     where account_id = $1
       and (not ${parameter(AFTER_BUCKETS + 3, 'boolean')} or $2::bigint >= 0 or available_cents + $2::bigint >= 0)
     returning available_cents, last_sequence
   ), entries as (
     insert into ledger_entries (account_id, fact, charge_id, withdrawal_id, occurred_at)
     select $1, e.*
     from applied, unnest($14::text[], $15::uuid[], $16::uuid[], $17::timestamptz[]) as e
   ), postings as (
     insert into ledger_postings (account_id, sequence, available_after_cents, fact, from_bucket, to_bucket,
       amount_cents, category, type, charge_id, withdrawal_id, occurred_at)
     select $1, applied.last_sequence - p.postings_later, applied.available_cents - p.available_later, p.fact,
       p.from_bucket, p.to_bucket, p.amount_cents, p.category, p.type, p.charge_id, p.withdrawal_id, p.occurred_at
     from applied,
       unnest($18::bigint[], $19::bigint[], $20::text[], $21::text[], $22::text[], $23::bigint[], $24::text[],
         $25::text[], $26::uuid[], $27::uuid[], $28::timestamptz[])
         as p (postings_later, available_later, fact, from_bucket, to_bucket, amount_cents, category, type, charge_id,
           withdrawal_id, occurred_at)
   )
   select 1 from applied`,
);

/**
 * Writes the entries and moves the balances, all in `tx`. The only writer of the ledger's tables. Accounts are taken
 * in id order: two transactions that touch the same accounts (splits in both directions) wait instead of deadlocking.
 */
export async function post(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const accounts = new Set(entries.flatMap((entry) => entry.postings.map((posting) => posting.accountId)));
  for (const accountId of [...accounts].sort()) {
    const mustCover = entries.some((entry) => entry.mustCover?.includes(accountId));
    const posted = await tx.query(postToAccount, valuesFor(accountId, entries, mustCover));
    if (posted.length > 0) continue;
    assert(mustCover, 'every account posted to has a balance row');
    fail('INSUFFICIENT_BALANCE');
  }
}

function valuesFor(accountId: string, entries: readonly Entry[], mustCover: boolean): unknown[] {
  const lines = linesOf(accountId, entries);
  const own = entries.filter((entry) => entry.postings.some((posting) => posting.accountId === accountId));
  const types = lines.map(({ posting }) => lineTypeOf(posting));
  return [
    accountId,
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
