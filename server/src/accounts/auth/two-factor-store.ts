import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { Reader } from '../../write/answer.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { Owner } from './sessions.ts';

const SEAL = 'second factors';

export function sealSecret(vault: Vault, secret: Buffer): Buffer {
  return vault.seal(SEAL, secret.toString('base64'));
}

export function openSecret(vault: Vault, box: Buffer): Buffer {
  return Buffer.from(vault.open(SEAL, box), 'base64');
}

/** `proposal_box`: a sealed secret that is not in force yet; `secret_box`: the one that is. */
export type FactorRow = { proposal_box: Buffer | null; secret_box: Buffer | null; last_step: number };

const FACTOR = `select proposal_box, secret_box, last_step::integer as last_step
   from second_factors
   where account_id = $1
     and user_id = $2`;
const factorOf = statement('second_factors.find', FACTOR);
const lockFactorOf = statement('second_factors.lock', `${FACTOR}\n   for update`);

export async function findFactor(db: Reader, { accountId, userId }: Owner): Promise<FactorRow | null> {
  const [row] = await db.query<FactorRow>(factorOf, [accountId, userId]);
  return row ?? null;
}

export async function lockFactor(tx: Tx, { accountId, userId }: Owner): Promise<FactorRow | null> {
  const [row] = await tx.query<FactorRow>(lockFactorOf, [accountId, userId]);
  return row ?? null;
}

/** Guarded: a factor that is in force is not replaced. */
export const saveProposal: RowWriter<Owner & { proposalBox: Buffer }> = {
  statement: statement(
    'second_factors.propose',
    `insert into second_factors as f (account_id, user_id, proposal_box)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::bytea[])
     on conflict (account_id, user_id) do update
       set proposal_box = excluded.proposal_box
       where f.enabled_at is null
     returning user_id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.proposalBox),
  ],
  writes: 'all',
};

/** Puts the proposal in force. */
export const enableFactor: RowWriter<Owner & { at: Date; step: number }> = {
  statement: statement(
    'second_factors.enable',
    `update second_factors f
     set secret_box = f.proposal_box,
         proposal_box = null,
         enabled_at = n.at,
         last_step = n.step
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[]) as n (account_id, user_id, at, step)
     where f.account_id = n.account_id
       and f.user_id = n.user_id
       and f.proposal_box is not null
       and f.enabled_at is null
     returning f.user_id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.at),
    rows.map((row) => row.step),
  ],
  writes: 'all',
};

export const disableFactor: RowWriter<Owner> = {
  statement: statement(
    'second_factors.disable',
    `update second_factors f
     set secret_box = null,
         proposal_box = null,
         enabled_at = null
     from unnest($1::uuid[], $2::uuid[]) as n (account_id, user_id)
     where f.account_id = n.account_id
       and f.user_id = n.user_id
     returning f.user_id`,
  ),
  values: (rows) => [rows.map((row) => row.accountId), rows.map((row) => row.userId)],
  writes: 'all',
};

export const useStep: RowWriter<Owner & { step: number }> = {
  statement: statement(
    'second_factors.use_step',
    `update second_factors f
     set last_step = n.step
     from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as n (account_id, user_id, step)
     where f.account_id = n.account_id
       and f.user_id = n.user_id
       and f.enabled_at is not null
       and f.last_step < n.step
     returning f.user_id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.step),
  ],
  writes: 'all',
};
