import { type Db, statement } from '../../db/pool.ts';
import type { Charge } from '../charge.ts';

/** A code that a provider may have been asked for. Its times are the database's own: a sandbox's clock may be moved. */
export type PixIntent = {
  accountId: string;
  txid: string;
  chargeId: string;
  provider: string;
  isDueCharge: boolean;
};

const COLUMNS = `account_id as "accountId", txid, charge_id as "chargeId", provider, is_due_charge as "isDueCharge"`;

/** Longer than any request that asks for a code may take, with all its providers. */
const ABANDONED_AFTER = '10 minutes';

const insert = statement(
  'pix_intents.insert',
  `insert into pix_intents (account_id, txid, charge_id, provider, is_due_charge)
   values ($1, $2, $3, $4, $5)`,
);

/** On record before anyone outside hears of it. */
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

/** What an earlier try for this charge left behind. Nobody calls it abandoned as long as it was just taken up. */
export function takeUpIntents(db: Db, { accountId, id }: Charge): Promise<PixIntent[]> {
  return db.query<PixIntent>(takeUp, [accountId, id]);
}

const remove = statement('pix_intents.delete', 'delete from pix_intents where account_id = $1 and txid = $2');

export async function forgetIntent(
  db: Db,
  { accountId, txid }: Pick<PixIntent, 'accountId' | 'txid'>,
): Promise<void> {
  await db.query(remove, [accountId, txid]);
}

/** The code became its charge's: it is no longer anybody's intent. */
export async function forgetIntentOf(db: Db, { accountId, pixTxid }: Charge): Promise<void> {
  if (pixTxid !== null) await forgetIntent(db, { accountId, txid: pixTxid });
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

/** What nobody came back for: from now on nobody will. */
export function abandonIntents(db: Db, provider: string, most: number): Promise<PixIntent[]> {
  return db.query<PixIntent>(abandon, [provider, most]);
}
