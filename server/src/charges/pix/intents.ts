import { type Db, statement } from '../../db/pool.ts';
import { assert } from '../../kit/errors.ts';
import type { Charge } from '../charge.ts';

/** A code that a provider may have issued. Its times come from the database clock: a sandbox's clock may be moved. */
export type PixIntent = {
  accountId: string;
  txid: string;
  chargeId: string;
  provider: string;
  isDueCharge: boolean;
};

/** As the request that uses it has left it: `touchedAt` is the exact text of the database. */
export type HeldIntent = PixIntent & { touchedAt: string };

const COLUMNS = `account_id as "accountId", txid, charge_id as "chargeId", provider, is_due_charge as "isDueCharge",
     touched_at::text as "touchedAt"`;

/** Longer than a request for a code can take over all its providers. */
const ABANDONED_AFTER = '10 minutes';
/** For a request that has ended: a caller who repeats it in this time gets the code that was made, if there is one. */
const REPEATED_WITHIN = '1 minute';

const insert = statement(
  'pix_intents.insert',
  `insert into pix_intents (account_id, txid, charge_id, provider, is_due_charge)
   values ($1, $2, $3, $4, $5)
   returning ${COLUMNS}`,
);

/** Committed before the provider is called. */
export async function recordIntent(db: Db, intent: PixIntent): Promise<HeldIntent> {
  const { accountId, txid, chargeId, provider, isDueCharge } = intent;
  const [held] = await db.query<HeldIntent>(insert, [accountId, txid, chargeId, provider, isDueCharge]);
  assert(held, 'an intent that was recorded is there');
  return held;
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
export function takeUpIntents(db: Db, { accountId, id }: Charge): Promise<HeldIntent[]> {
  return db.query<HeldIntent>(takeUp, [accountId, id]);
}

const leave = statement(
  'pix_intents.leave',
  `update pix_intents i
   set touched_at = now() - interval '${ABANDONED_AFTER}' + interval '${REPEATED_WITHIN}'
   from unnest($2::text[], $3::timestamptz[]) as ended (txid, touched_at)
   where i.account_id = $1
     and i.txid = ended.txid
     and i.touched_at = ended.touched_at`,
);

/** The request ended without these codes: they need not wait as long as for one that crashed. Not if another uses them. */
export async function leaveIntents(
  db: Db,
  { accountId }: Charge,
  intents: readonly HeldIntent[],
): Promise<void> {
  const txids = intents.map(({ txid }) => txid);
  await db.query(leave, [accountId, txids, intents.map(({ touchedAt }) => touchedAt)]);
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

const putBack = statement(
  'pix_intents.put_back',
  `update pix_intents
   set touched_at = now() - interval '${ABANDONED_AFTER}'
   where account_id = $1
     and txid = $2
     and abandoned`,
);

/** Its code could not be removed: the next round tries again, after all others. */
export async function putBackIntent(db: Db, { accountId, txid }: PixIntent): Promise<void> {
  await db.query(putBack, [accountId, txid]);
}
