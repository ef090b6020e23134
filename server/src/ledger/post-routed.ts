import { insertRouted, type RoutedInsert } from '../db/distributed/insert.ts';
import { updateKnown } from '../db/distributed/taken-over.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { BUCKETS, type Bucket, type Entry, lineTypeOf, type Posting } from './chart.ts';

/** A posting of one account: how many follow it there, and what they add to `available`. */
export type AccountPosting = {
  entry: Entry;
  number: number;
  posting: Posting;
  postingsLater: number;
  availableLater: bigint;
};

/** What an account's postings change together. Buckets that do not change are left out. */
export type BalanceChange = Partial<Record<Bucket, bigint>> & {
  account_id: string;
  postings: number;
  credits: number;
  debits: number;
  must_cover: boolean;
  may_net: boolean;
};

const COUNTED = { last_sequence: 'postings', credit_count: 'credits', debit_count: 'debits' } as const;
const FIRST_BUCKET = 7;
const moved = (bucket: Bucket) => `$${FIRST_BUCKET + BUCKETS.indexOf(bucket)}::bigint`;
const AVAILABLE = moved('available');

// The same rules as in ledger/sql/post.sql.
const moveBalance = statement(
  'ledger.move_balance',
  `update ledger_balances
   set ${[
     ...Object.keys(COUNTED).map((column, at) => `${column} = ${column} + $${at + 4}::bigint`),
     ...BUCKETS.map((bucket) => `${bucket}_cents = ${bucket}_cents + ${moved(bucket)}`),
   ].join(', ')}
   where account_id = $1
     and (not $2::boolean or ${AVAILABLE} >= 0
       or available_cents + ${AVAILABLE} + case when $3::boolean then receivable_cents + ${moved('receivable')} else 0 end >= 0)
   returning available_cents, last_sequence`,
);

type Booked = { accountId: string; entry: Entry };

const entriesOf: RoutedInsert<Booked> = {
  table: 'ledger_entries',
  columns: [
    { name: 'account_id', type: 'uuid', of: ({ accountId }) => accountId },
    { name: 'fact', type: 'text', of: ({ entry }) => entry.fact },
    { name: 'charge_id', type: 'uuid', of: ({ entry }) => entry.chargeId },
    { name: 'withdrawal_id', type: 'uuid', of: ({ entry }) => entry.withdrawalId },
    { name: 'occurred_at', type: 'timestamptz', of: ({ entry }) => entry.occurredAt },
  ],
};

type Line = AccountPosting & { sequence: bigint; availableAfter: bigint };

const postingsOf: RoutedInsert<Line> = {
  table: 'ledger_postings',
  columns: [
    { name: 'account_id', type: 'uuid', of: ({ posting }) => posting.accountId },
    { name: 'sequence', type: 'bigint', of: ({ sequence }) => sequence },
    { name: 'available_after_cents', type: 'bigint', of: ({ availableAfter }) => availableAfter },
    { name: 'fact', type: 'text', of: ({ entry }) => entry.fact },
    { name: 'from_bucket', type: 'text', of: ({ posting }) => posting.from },
    { name: 'to_bucket', type: 'text', of: ({ posting }) => posting.to },
    { name: 'amount_cents', type: 'bigint', of: ({ posting }) => posting.amountCents },
    { name: 'category', type: 'text', of: ({ posting }) => posting.category },
    { name: 'type', type: 'text', of: ({ posting }) => lineTypeOf(posting) },
    { name: 'charge_id', type: 'uuid', of: ({ entry }) => entry.chargeId },
    { name: 'withdrawal_id', type: 'uuid', of: ({ entry }) => entry.withdrawalId },
    { name: 'occurred_at', type: 'timestamptz', of: ({ entry }) => entry.occurredAt },
  ],
};

type Moved = { available_cents: bigint; last_sequence: bigint };

/** What ledger/sql/post.sql does in one statement, for one account, as statements that each go to its node. */
export async function postRouted(
  tx: Tx,
  change: BalanceChange,
  postings: readonly AccountPosting[],
): Promise<boolean> {
  const accountId = change.account_id;
  const values = [
    accountId,
    change.must_cover,
    change.may_net,
    ...Object.values(COUNTED).map((name) => change[name]),
    ...BUCKETS.map((bucket) => change[bucket] ?? 0n),
  ];
  const [moved] = await updateKnown<Moved>(tx, moveBalance, values);
  if (!moved) return false;
  const booked = [...new Set(postings.map(({ entry }) => entry))].map((entry) => ({ accountId, entry }));
  await insertRouted(tx, entriesOf, booked);
  const lines = postings.map((each) => ({
    ...each,
    sequence: moved.last_sequence - BigInt(each.postingsLater),
    availableAfter: moved.available_cents - each.availableLater,
  }));
  await insertRouted(tx, postingsOf, lines);
  return true;
}
