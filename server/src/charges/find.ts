import { type Db, statement } from '../db/pool.ts';
import { createBatcher } from '../kit/batcher.ts';
import { oncePer } from '../kit/once-per.ts';
import type { Charge } from './charge.ts';
import { hydrate, SELECT_LIST } from './store.ts';

// The inner select is fenced off, so that each charge is read by its key whatever the planner thinks of the others.
const ONE_BY_KEY = `select ${SELECT_LIST}
     from charges c
     where c.account_id = wanted.account_id
       and c.id = wanted.id
     offset 0`;

const byIds = statement(
  'charges.by_ids',
  `select found.*
   from unnest($1::uuid[], $2::uuid[]) as wanted (account_id, id)
   cross join lateral (${ONE_BY_KEY}) as found`,
);

const byReferences = statement(
  'charges.by_references',
  `select wanted.reference, found.*
   from (
     select r.reference, r.account_id, r.charge_id as id
     from unnest($1::text[]) as asked (reference)
     cross join lateral (select * from provider_references p where p.reference = asked.reference offset 0) as r
   ) as wanted
   cross join lateral (${ONE_BY_KEY}) as found`,
);

export type ChargeKey = { accountId: string; id: string };

const MOST_READ_TOGETHER = 64;

/** Reads that arrive while others are under way share a statement: its own cost is most of what one charge costs. */
function readTogether<K, R extends Charge>(
  read: (keys: readonly K[]) => Promise<R[]>,
  nameOfKey: (key: K) => string,
  nameOfRow: (row: R) => string,
): (key: K) => Promise<Charge | null> {
  return createBatcher<K, Charge | null>({
    mostItems: MOST_READ_TOGETHER,
    keyOf: () => 'reads',
    run: async (keys) => {
      const found = new Map((await read(keys)).map((row) => [nameOfRow(row), hydrate(row)]));
      return keys.map((key) => found.get(nameOfKey(key)) ?? null);
    },
  });
}

const nameOf = ({ accountId, id }: ChargeKey) => `${accountId} ${id}`;

const readerById = oncePer((db: Db) =>
  readTogether<ChargeKey, Charge>(
    (keys) => db.query(byIds, [keys.map((key) => key.accountId), keys.map((key) => key.id)]),
    nameOf,
    nameOf,
  ),
);

export function findCharge(db: Db, accountId: string, id: string): Promise<Charge | null> {
  return readerById(db)({ accountId, id });
}

const readerByReference = oncePer((db: Db) =>
  readTogether<string, Charge & { reference: string }>(
    (references) => db.query(byReferences, [references]),
    (reference) => reference,
    (row) => row.reference,
  ),
);

/** A provider knows its own names only: which charge, of which account, is that? */
export function findChargeByReference(db: Db, reference: string): Promise<Charge | null> {
  return readerByReference(db)(reference);
}

const byToken = statement(
  'charges.by_token',
  `select ${SELECT_LIST}
   from public_tokens t
   join charges c on c.account_id = t.account_id and c.id = t.object_id
   where t.token = $1
     and t.kind = 'charge'`,
);

export async function findChargeByToken(db: Db, token: string): Promise<Charge | null> {
  const [row] = await db.query<Charge>(byToken, [token]);
  return row ? hydrate(row) : null;
}
