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

const ofAccount = statement(
  'charges.of_account',
  `select ${CHARGE_SELECT} from charges c where c.account_id = $1 and c.id = any($2::uuid[])`,
);
const keysOfReferences = statement(
  'provider_references.keys',
  'select account_id as "accountId", charge_id as id from provider_references where reference = $1',
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
    if (db.isDistributed) {
      this.byKey = readsPerAccount(db);
      this.byReference = async (reference) => {
        const [key] = await db.query<ChargeKey>(keysOfReferences, [reference]);
        return key ? this.byKey(key) : null;
      };
      return;
    }
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

function readsPerAccount(db: Db): (key: ChargeKey) => Promise<Charge | null> {
  return createBatcher<ChargeKey, Charge | null>({
    maxItems: MAX_READ_BATCH,
    keyOf: ({ accountId }) => accountId,
    run: async (keys, accountId) => {
      const rows = await db.query(ofAccount, [accountId, keys.map((key) => key.id)]);
      const charges = new Map(rows.map((row) => [row.id, chargeFrom(row)]));
      return keys.map((key) => charges.get(key.id) ?? null);
    },
  });
}

export function findCharge(deps: ChargeDeps, accountId: string, id: string): Promise<Charge | null> {
  return deps.chargeReader.byKey({ accountId, id });
}

/** Reads within the transaction. */
export async function findChargeIn(tx: Tx, accountId: string, id: string): Promise<Charge | null> {
  const [row] = await tx.query(ofAccount, [accountId, [id]]);
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

const objectOfToken = statement(
  'charges.of_token',
  `select account_id as "accountId", object_id as id from public_tokens where token = $1 and kind = 'charge'`,
);

export async function findChargeByToken(db: Db, token: string): Promise<Charge | null> {
  if (db.isDistributed) {
    const [key] = await db.query<ChargeKey>(objectOfToken, [token]);
    const [found] = key ? await db.query(ofAccount, [key.accountId, [key.id]]) : [];
    return found ? chargeFrom(found) : null;
  }
  const [row] = await db.query(byToken, [token]);
  return row ? chargeFrom(row) : null;
}
