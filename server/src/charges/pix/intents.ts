import { type Db, statement } from '../../db/pool.ts';
import type { Charge } from '../charge.ts';

/** A code that a provider may have issued. Its times come from the database clock: a sandbox's clock may be moved. */
export type PixIntent = {
  accountId: string;
  txid: string;
  chargeId: string;
  provider: string;
  isDueCharge: boolean;
};

const COLUMNS = `account_id as "accountId", txid, charge_id as "chargeId", provider, is_due_charge as "isDueCharge"`;

/** Longer than a request for a code can take over all its providers. */
const ABANDONED_AFTER = '10 minutes';

const insert = statement(
  'pix_intents.insert',
  `insert into pix_intents (account_id, txid, charge_id, provider, is_due_charge)
   values ($1, $2, $3, $4, $5)`,
);

/** Committed before the provider is called. */
export async function recordIntent(db: Db, intent: PixIntent): Promise<void> {
  const { accountId, txid, chargeId, provider, isDueCharge } = intent;
  await db.query(insert, [accountId, txid, chargeId, provider, isDueCharge]);
}

const takeUp = statement(
  'pix_intents.take_up',
  `update pix_intents
   set touched_at = now()
   where account_id = $1
     and charge_id = $2
     and not abandoned
   returning ${COLUMNS}`,
);

/** Intents left by earlier attempts for this charge. Touching them keeps them from being abandoned meanwhile. */
export function takeUpIntents(db: Db, { accountId, id }: Charge): Promise<PixIntent[]> {
  return db.query<PixIntent>(takeUp, [accountId, id]);
}

const remove = statement('pix_intents.delete', 'delete from pix_intents where account_id = $1 and txid = $2');

export async function deleteIntent(
  db: Db,
  { accountId, txid }: Pick<PixIntent, 'accountId' | 'txid'>,
): Promise<void> {
  await db.query(remove, [accountId, txid]);
}

/** The charge is stored with this code: the intent is no longer needed. */
export async function deleteIntentOf(db: Db, { accountId, pixTxid }: Charge): Promise<void> {
  if (pixTxid !== null) await deleteIntent(db, { accountId, txid: pixTxid });
}

const abandon = statement(
  'pix_intents.abandon',
  `update pix_intents i
   set abandoned = true
   from (
     select account_id, txid
     from pix_intents
     where provider = $1
       and touched_at < now() - interval '${ABANDONED_AFTER}'
     order by touched_at
     limit $2
   ) as old
   where i.account_id = old.account_id
     and i.txid = old.txid
     and i.touched_at < now() - interval '${ABANDONED_AFTER}'
   returning i.account_id as "accountId", i.txid, i.charge_id as "chargeId", i.provider, i.is_due_charge as "isDueCharge"`,
);

/** Marks intents without a finished request as abandoned: no request uses them from now on. */
export function abandonIntents(db: Db, provider: string, max: number): Promise<PixIntent[]> {
  return db.query<PixIntent>(abandon, [provider, max]);
}
