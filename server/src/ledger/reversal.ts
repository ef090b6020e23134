import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
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

/** What one fact about a charge moved, in the books of everyone it concerns. */
export function postingsOf(
  tx: Tx,
  accounts: readonly string[],
  chargeId: string,
  fact: string,
): Promise<Posting[]> {
  return tx.query<Posting>(byFact, [[...new Set(accounts)], chargeId, fact]);
}

/** The same, undone: last first, each the other way round. */
export function reversed(postings: readonly Posting[]): Posting[] {
  return [...postings].reverse().map((posting) => ({ ...posting, from: posting.to, to: posting.from }));
}
