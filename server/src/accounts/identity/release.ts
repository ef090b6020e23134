import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { releaseFile } from '../../files/store.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { type RowWrite, rowWrite } from '../../write/effects.ts';

/** Documents that nothing needs any more go after the days of GUICHE_KEEP_REFUSED_DOCUMENTS_DAYS. */
export function releaseDocuments(
  accountId: string,
  ids: readonly string[],
  { now, keptDays }: { now: Date; keptDays: number },
): RowWrite[] {
  return ids.map((id) => rowWrite(releaseFile, { accountId, id, now, forMs: keptDays * DAY_MS }));
}

export type AccountDocuments = { accountId: string; fileIds: string[] };

// An account that sends documents locks itself first: what it sends again meanwhile is not in this list.
const lockAccounts = statement(
  'identity.lock_accounts',
  'select id from accounts where document = $1 order by id for no key update',
);

const releasable = statement(
  'identity.releasable',
  `select s.account_id as "accountId", array_agg(distinct d.document ->> 'file_id') as "fileIds"
   from identity_submissions s
   cross join lateral json_array_elements(s.documents) as d (document)
   where s.account_id = any($1::uuid[])
     and s.status in ('refused', 'replaced')
     and not exists (
       select 1
       from identity_submissions k
       cross join lateral json_array_elements(k.documents) as e (document)
       where k.account_id = s.account_id
         and k.status not in ('refused', 'replaced')
         and e.document ->> 'file_id' = d.document ->> 'file_id'
     )
   group by s.account_id`,
);

/** Documents of refused and replaced submissions, of every account with this CPF or CNPJ. */
export async function lockReleasable(tx: Tx, document: string): Promise<AccountDocuments[]> {
  const accounts = await tx.query<{ id: string }>(lockAccounts, [document]);
  if (accounts.length === 0) return [];
  return tx.query<AccountDocuments>(releasable, [accounts.map(({ id }) => id)]);
}

/** A writer of its own for each account: the files of one write are of one account. */
export function releaseAtOnce({ accountId, fileIds }: AccountDocuments, now: Date): RowWrite[] {
  const writer = { ...releaseFile };
  return fileIds.map((id) => rowWrite(writer, { accountId, id, now, forMs: 0 }));
}
