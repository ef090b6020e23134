import { statement } from '../db/pool.ts';
import type { Reader } from '../write/answer.ts';
import type { RowWriter } from '../write/effects.ts';

type Refusal = { accountId: string; addressIndex: string; at: Date };

const among = statement(
  'mail_refusals.among',
  'select address_index as "addressIndex" from mail_refusals where account_id = $1 and address_index = any($2::text[])',
);

/** Which of these want no reminders of the seller. */
export async function refusedAddresses(
  db: Reader,
  accountId: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db.query<{ addressIndex: string }>(among, [accountId, addresses]);
  return new Set(rows.map(({ addressIndex }) => addressIndex));
}

export const addRefusal: RowWriter<Refusal> = {
  statement: statement(
    'mail_refusals.add',
    `insert into mail_refusals (account_id, address_index, created_at)
     select * from unnest($1::uuid[], $2::text[], $3::timestamptz[])
     on conflict (account_id, address_index) do nothing`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ addressIndex }) => addressIndex),
    rows.map(({ at }) => at),
  ],
  writes: 'any',
};

export const removeRefusal: RowWriter<Omit<Refusal, 'at'>> = {
  statement: statement(
    'mail_refusals.remove',
    `delete from mail_refusals r
     using unnest($1::uuid[], $2::text[]) as n (account_id, address_index)
     where r.account_id = n.account_id
       and r.address_index = n.address_index`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId), rows.map(({ addressIndex }) => addressIndex)],
  writes: 'any',
};
