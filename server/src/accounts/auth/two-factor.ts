import { randomBytes } from 'node:crypto';
import { recordAction } from '../../audit/record.ts';
import { type Db, statement } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { outwaitCaches } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { fail } from '../../kit/errors.ts';
import type { Vault } from '../../kit/secrets.ts';
import { qrPng } from '../../qr/png.ts';
import { asProof, provePassword } from './prove.ts';
import { forgetRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import type { Owner, User } from './sessions.ts';
import { base32, isTotpCode, matchingStep, TOTP_SECRET_BYTES, totpUri } from './totp.ts';

const SEAL = 'second factors';
const ISSUER = 'Guichê';

type Reader = Pick<Db, 'query'>;
type FactorRow = { proposal_box: Buffer | null; secret_box: Buffer | null };

const factorOf = statement(
  'second_factors.find',
  'select proposal_box, secret_box from second_factors where account_id = $1 and user_id = $2',
);

async function findFactor(db: Reader, { accountId, userId }: Owner): Promise<FactorRow | undefined> {
  const [row] = await db.query<FactorRow>(factorOf, [accountId, userId]);
  return row;
}

export async function hasSecondFactor(db: Reader, owner: Owner): Promise<boolean> {
  return Boolean((await findFactor(db, owner))?.secret_box);
}

/** A secret that is in force only when a code of it was confirmed. A newer proposal replaces an older one. */
export async function proposeSecondFactor(deps: Deps, owner: Owner, password: string) {
  if (await hasSecondFactor(deps.db, owner))
    fail('INVALID_STATE', 'A second factor is already enabled; disable it first');
  const { email } = await asProof(deps, owner, () => provePassword(deps, owner, password));
  const secret = randomBytes(TOTP_SECRET_BYTES);
  await deps.db.query(
    `insert into second_factors as f (account_id, user_id, proposal_box)
     values ($1, $2, $3)
     on conflict (account_id, user_id) do update set proposal_box = excluded.proposal_box where f.enabled_at is null`,
    [owner.accountId, owner.userId, deps.vault.seal(SEAL, secret.toString('base64'))],
  );
  const uri = totpUri(ISSUER, email, secret);
  return { secret: base32(secret), uri, qr_code: `data:image/png;base64,${qrPng(uri).toString('base64')}` };
}

const enable = statement(
  'second_factors.enable',
  `update second_factors
   set secret_box = proposal_box,
       proposal_box = null,
       enabled_at = $4,
       last_step = $5
   where account_id = $1
     and user_id = $2
     and proposal_box = $3
     and enabled_at is null
   returning user_id`,
);

/** Returns the recovery codes, which nothing shows again. In force everywhere when this returns. */
export async function confirmSecondFactor(deps: Deps, actor: User, code: string): Promise<string[]> {
  const proposal = (await findFactor(deps.db, actor))?.proposal_box;
  if (!proposal) fail('INVALID_STATE', 'No second factor was proposed');
  const codes = await asProof(deps, actor, async () => {
    const step = matchingStep(openSecret(deps.vault, proposal), withoutSpaces(code), systemMs());
    if (step === null) fail('TWO_FACTOR_INVALID');
    return transaction(deps.db, async (tx) => {
      const { accountId, userId } = actor;
      const enabled = await tx.query(enable, [accountId, userId, proposal, new Date(systemMs()), step]);
      if (enabled.length === 0) fail('INVALID_STATE', 'A newer proposal replaced it');
      await recordChange(tx, actor, 'user.two_factor_enabled');
      return replaceRecoveryCodes(deps, tx, actor);
    });
  });
  await outwaitCaches();
  return codes;
}

const disable = statement(
  'second_factors.disable',
  `update second_factors
   set secret_box = null,
       proposal_box = null,
       enabled_at = null
   where account_id = $1
     and user_id = $2`,
);

export async function disableSecondFactor(
  deps: Deps,
  actor: User,
  proof: { password: string; code: string },
): Promise<void> {
  if (!(await hasSecondFactor(deps.db, actor))) fail('INVALID_STATE', 'There is no second factor to disable');
  await asProof(deps, actor, async () => {
    await provePassword(deps, actor, proof.password);
    await transaction(deps.db, async (tx) => {
      if (!(await acceptCode(deps, tx, actor, proof.code))) fail('TWO_FACTOR_INVALID');
      await tx.query(disable, [actor.accountId, actor.userId]);
      await forgetRecoveryCodes(tx, actor);
      await recordChange(tx, actor, 'user.two_factor_disabled');
    });
  });
  await outwaitCaches();
}

const useStep = statement(
  'second_factors.use_step',
  `update second_factors
   set last_step = $3
   where account_id = $1
     and user_id = $2
     and enabled_at is not null
     and last_step < $3
   returning user_id`,
);

/** Takes a code of the app or a recovery code, each once: of two at the same moment, one. */
export async function acceptCode(
  deps: Pick<Deps, 'vault'>,
  tx: Tx,
  owner: Owner,
  code: string,
): Promise<boolean> {
  const given = withoutSpaces(code);
  if (!isTotpCode(given)) return takeRecoveryCode(deps, tx, owner, given);
  const box = (await findFactor(tx, owner))?.secret_box;
  const step = box ? matchingStep(openSecret(deps.vault, box), given, systemMs()) : null;
  if (step === null) return false;
  return (await tx.query(useStep, [owner.accountId, owner.userId, step])).length > 0;
}

function openSecret(vault: Vault, box: Buffer): Buffer {
  return Buffer.from(vault.open(SEAL, box), 'base64');
}

/** Apps show a code in two halves, and people type it so. */
function withoutSpaces(code: string): string {
  return code.replace(/\s/g, '');
}

async function recordChange(tx: Tx, actor: User, action: string): Promise<void> {
  const target = { kind: 'user', id: actor.userId };
  await recordAction(tx, { actor, accountId: actor.accountId, action, target, details: {} });
}
