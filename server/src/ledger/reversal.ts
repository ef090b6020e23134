import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Cents } from '../kit/money.ts';
import type { Posting } from './chart.ts';

const byFact = statement(
  'ledger.postings_of_fact',
  `select account_id as "accountId", from_bucket as "from", to_bucket as "to", amount_cents as "amountCents", category
   from ledger_postings
   where account_id = any($1::uuid[])
     and charge_id = $2
     and fact = $3
   order by account_id, sequence`,
);

/** The postings of one fact of a charge, in all accounts. */
export function postingsOf(
  tx: Tx,
  accounts: readonly string[],
  chargeId: string,
  fact: string,
): Promise<Posting[]> {
  return tx.query<Posting>(byFact, [[...new Set(accounts)], chargeId, fact]);
}

const byRefunds = statement(
  'ledger.transferred_back',
  `select account_id as "accountId",
     sum(case when to_bucket = 'transfers' then amount_cents else -amount_cents end)::bigint as "givenCents"
   from ledger_postings
   where account_id = any($1::uuid[])
     and charge_id = $2
     and fact like 'refund:%'
     and 'transfers' in (from_bucket, to_bucket)
   group by account_id`,
);

/** What refunds of a charge have moved from each account to the charge's own, less what failed ones moved back. */
export async function transferredBack(
  tx: Tx,
  accounts: readonly string[],
  chargeId: string,
): Promise<Map<string, Cents>> {
  const rows = await tx.query<{ accountId: string; givenCents: Cents }>(byRefunds, [accounts, chargeId]);
  return new Map(rows.map((row) => [row.accountId, row.givenCents]));
}

/** The reverse postings, last first. */
export function reversed(postings: readonly Posting[]): Posting[] {
  return [...postings].reverse().map((posting) => ({ ...posting, from: posting.to, to: posting.from }));
}
