import { type Db, type Statement, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { uuidsOf } from '../db/wire/row-type.ts';
import { createBatcher } from '../kit/batcher.ts';
import { CHARGE_SELECT, type Charge, chargeFrom } from './columns.ts';
import type { ChargeDeps } from './deps.ts';

// The inner select is an optimisation fence: each charge is read by its primary key, whatever the table's statistics.
const ONE_BY_KEY = `select ${CHARGE_SELECT}
     from charges c
     where c.account_id = wanted.account_id
       and c.id = wanted.id
     offset 0`;

const byIds = statement(
  'charges.by_ids',
  `select wanted.place::integer, found.*
   from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (account_id, id, place)
   cross join lateral (${ONE_BY_KEY}) as found`,
);

const byReferences = statement(
  'charges.by_references',
  `select wanted.place::integer, found.*
   from (
     select asked.place, r.account_id, r.charge_id as id
     from unnest($1::text[]) with ordinality as asked (reference, place)
     cross join lateral (select * from provider_references p where p.reference = asked.reference offset 0) as r
   ) as wanted
   cross join lateral (${ONE_BY_KEY}) as found`,
);

const MAX_READ_BATCH = 64;

export type ChargeKey = { accountId: string; id: string };

/** Reads that arrive while others are in progress share a statement: most of the cost of a read is per statement. */
export class ChargeReader {
  readonly byKey: (key: ChargeKey) => Promise<Charge | null>;
  readonly byReference: (reference: string) => Promise<Charge | null>;

  constructor(db: Db) {
    this.byKey = sharedReads<ChargeKey>(db, byIds, (keys) => [
      uuidsOf(keys.map((key) => key.accountId)),
      uuidsOf(keys.map((key) => key.id)),
    ]);
    this.byReference = sharedReads<string>(db, byReferences, (references) => [references]);
  }
}

function sharedReads<K>(
  db: Db,
  sql: Statement,
  valuesFor: (keys: readonly K[]) => unknown[],
): (key: K) => Promise<Charge | null> {
  return createBatcher<K, Charge | null>({
    maxItems: MAX_READ_BATCH,
    keyOf: () => 'reads',
    run: async (keys) => {
      const charges: (Charge | null)[] = keys.map(() => null);
      for (const row of await db.query<{ place: number }>(sql, valuesFor(keys))) {
        charges[row.place - 1] = chargeFrom(row);
      }
      return charges;
    },
  });
}

export function findCharge(deps: ChargeDeps, accountId: string, id: string): Promise<Charge | null> {
  return deps.chargeReader.byKey({ accountId, id });
}

/** Reads within the transaction. */
export async function findChargeIn(tx: Tx, accountId: string, id: string): Promise<Charge | null> {
  const [row] = await tx.query(byIds, [uuidsOf([accountId]), uuidsOf([id])]);
  return row ? chargeFrom(row) : null;
}

/** Finds the charge, and so its account, by a provider's reference. */
export function findChargeByReference(deps: ChargeDeps, reference: string): Promise<Charge | null> {
  return deps.chargeReader.byReference(reference);
}

const byToken = statement(
  'charges.by_token',
  `select ${CHARGE_SELECT}
   from public_tokens t
   join charges c on c.account_id = t.account_id and c.id = t.object_id
   where t.token = $1
     and t.kind = 'charge'`,
);

export async function findChargeByToken(db: Db, token: string): Promise<Charge | null> {
  const [row] = await db.query(byToken, [token]);
  return row ? chargeFrom(row) : null;
}
