import { type Db, statement } from '../../db/pool.ts';
import type { TrustedCache } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { pagesUrlOf } from '../../kit/host-name.ts';

/** Stands for the list of all domains in `changed_accounts` (migration 0045). */
const ALL_DOMAINS = ['00000000-0000-0000-0000-000000000000'];

const byHost = statement(
  'domains.by_host',
  'select account_id as "accountId" from domains where host = $1 and verified_at is not null',
);

/** Cached like credentials, also that a host is no seller's: any change of a domain drops it in every process. */
export function sellerFinder(db: Db, trusted: TrustedCache): Deps['sellerAt'] {
  return trusted.reader<string | null>({
    load: async (host) => (await db.query<{ accountId: string }>(byHost, [host]))[0]?.accountId ?? null,
    accountsOf: () => ALL_DOMAINS,
  });
}

export function pagesUrlReader(accountFacts: Deps['accountFacts'], publicUrl: string): Deps['pagesUrl'] {
  return async (accountId) => pagesUrlOf(publicUrl, (await accountFacts(accountId)).domain);
}
