import { type Db, statement } from '../db/pool.ts';
import { trustedReader } from '../db/trusted-cache.ts';
import { fail } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import { oncePer } from '../kit/once-per.ts';

/** What other slices need to know of a seller on every charge. */
export type AccountFacts = {
  id: string;
  name: string;
  /** What payers see. */
  pageName: string;
  pageColor: string | null;
  status: 'active' | 'pending' | 'blocked';
  feeBasisPoints: number;
  feeFixedCents: Cents;
  reserveBasisPoints: number;
  reserveDays: number;
  /** Its own order of PIX providers; null: the installation's. */
  pixProviders: string[] | null;
};

const select = statement(
  'accounts.facts',
  `select id, name, coalesce(page_name, name) as "pageName", page_color as "pageColor", status,
     fee_basis_points as "feeBasisPoints", fee_fixed_cents as "feeFixedCents", reserve_basis_points as "reserveBasisPoints", reserve_days as "reserveDays",
     pix_providers as "pixProviders"
   from accounts
   where id = $1`,
);

const factsOf = oncePer((db: Db) =>
  trustedReader(db, {
    load: async (id) => (await db.query<AccountFacts>(select, [id]))[0],
    accountOf: (facts) => facts?.id ?? null,
  }),
);

/** Kept like credentials: an operator who changes a plan answers when it is in force everywhere. */
export async function accountFacts(db: Db, id: string): Promise<AccountFacts> {
  const facts = await factsOf(db)(id);
  if (!facts) throw new Error(`account ${id} does not exist`);
  return facts;
}

/** Who is blocked starts nothing new, neither by its own calls nor by its payers'. What was paid elsewhere still counts. */
export async function requireSelling(db: Db, accountId: string): Promise<void> {
  const { status } = await accountFacts(db, accountId);
  if (status !== 'active') fail('CHARGE_NOT_PAYABLE', 'The seller cannot accept payments at the moment');
}
