import { type Db, reading } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { RowShape } from '../db/wire/row-reader.ts';
import { uuidsOf } from '../db/wire/row-type.ts';
import { createBatcher } from '../kit/batcher.ts';
import { oncePer } from '../kit/once-per.ts';
import type { Charge } from './charge.ts';
import { chargeRow, SELECT_LIST } from './store.ts';

// The inner select is fenced off, so that each charge is read by its key whatever the planner thinks of the others.
const ONE_BY_KEY = `select ${SELECT_LIST}
     from charges c
     where c.account_id = wanted.account_id
       and c.id = wanted.id
     offset 0`;

/** Which of those asked for it is, counted from one, and the charge. */
const foundRow: RowShape<{ place: number; charge: Charge }> = {
  columns: ['integer', ...chargeRow.columns],
  read: (row) => ({ place: row.integer(), charge: chargeRow.read(row) }),
};

const byIds = reading(
  'charges.by_ids',
  `select wanted.place::integer, found.*
   from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (account_id, id, place)
   cross join lateral (${ONE_BY_KEY}) as found`,
  foundRow,
);

const byReferences = reading(
  'charges.by_references',
  `select wanted.place::integer, found.*
   from (
     select asked.place, r.account_id, r.charge_id as id
     from unnest($1::text[]) with ordinality as asked (reference, place)
     cross join lateral (select * from provider_references p where p.reference = asked.reference offset 0) as r
   ) as wanted
   cross join lateral (${ONE_BY_KEY}) as found`,
  foundRow,
);

const MAX_READ_BATCH = 64;

/** Reads that arrive while others are under way share a statement: its own cost is most of what one charge costs. */
function readTogether<K>(
  db: Db,
  sql: typeof byIds,
  valuesFor: (keys: readonly K[]) => unknown[],
): (key: K) => Promise<Charge | null> {
  return createBatcher<K, Charge | null>({
    maxItems: MAX_READ_BATCH,
    keyOf: () => 'reads',
    run: async (keys) => {
      const charges: (Charge | null)[] = keys.map(() => null);
      for (const { place, charge } of await db.read(sql, valuesFor(keys))) charges[place - 1] = charge;
      return charges;
    },
  });
}

export type ChargeKey = { accountId: string; id: string };

const readerById = oncePer((db: Db) =>
  readTogether<ChargeKey>(db, byIds, (keys) => [
    uuidsOf(keys.map((key) => key.accountId)),
    uuidsOf(keys.map((key) => key.id)),
  ]),
);

export function findCharge(db: Db, accountId: string, id: string): Promise<Charge | null> {
  return readerById(db)({ accountId, id });
}

/** As the transaction sees it. */
export async function findChargeIn(tx: Tx, accountId: string, id: string): Promise<Charge | null> {
  const [found] = await tx.read(byIds, [uuidsOf([accountId]), uuidsOf([id])]);
  return found?.charge ?? null;
}

const readerByReference = oncePer((db: Db) =>
  readTogether<string>(db, byReferences, (references) => [references]),
);

/** A provider knows its own names only: which charge, of which account, is that? */
export function findChargeByReference(db: Db, reference: string): Promise<Charge | null> {
  return readerByReference(db)(reference);
}

const byToken = reading(
  'charges.by_token',
  `select ${SELECT_LIST}
   from public_tokens t
   join charges c on c.account_id = t.account_id and c.id = t.object_id
   where t.token = $1
     and t.kind = 'charge'`,
  chargeRow,
);

export async function findChargeByToken(db: Db, token: string): Promise<Charge | null> {
  const [charge] = await db.read(byToken, [token]);
  return charge ?? null;
}
