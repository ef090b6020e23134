import { randomBytes } from 'node:crypto';
import type { Action } from '../../audit/record.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { fail, GatewayError } from '../../kit/errors.ts';
import type { Vault } from '../../kit/secrets.ts';
import { qrPng } from '../../qr/png.ts';
import type { Answer, Reader } from '../../write/answer.ts';
import { type Decision, done, rowWrite, together } from '../../write/effects.ts';
import { provePassword, withLimitedTries } from './prove.ts';
import {
  deletedRecoveryCodes,
  newRecoveryCodes,
  type RecoveryCode,
  replacedRecoveryCodes,
} from './recovery-codes.ts';
import type { Owner, User } from './sessions.ts';
import { base32, matchingStep, TOTP_SECRET_BYTES, totpUri } from './totp.ts';
import {
  acceptedCode,
  type FactorState,
  type GivenCode,
  givenCode,
  loadFactor,
  withoutSpaces,
} from './two-factor-codes.ts';
import {
  disableFactor,
  enableFactor,
  type FactorRow,
  findFactor,
  lockFactor,
  openSecret,
  saveProposal,
  sealSecret,
} from './two-factor-store.ts';

const ISSUER = 'Guichê';

async function hasSecondFactor(db: Reader, owner: Owner): Promise<boolean> {
  return Boolean((await findFactor(db, owner))?.secret_box);
}

/** What is shown of a proposed secret. */
export type ShownProposal = { secret: string; uri: string; qr_code: string };
export type Proposal = Owner & { proposalBox: Buffer; shown: ShownProposal };

/** Proposes a secret; it takes effect when a code of it is confirmed. A newer proposal replaces an older one. */
export async function proposeSecondFactor(
  deps: Deps,
  user: User,
  password: string,
  answer?: Answer<ShownProposal>,
): Promise<ShownProposal> {
  const owner = { accountId: user.accountId, userId: user.userId };
  if (await hasSecondFactor(deps.db, owner)) throw factorIsOn();
  const { email } = await withLimitedTries(deps, user, () => provePassword(deps, owner, password));
  const command = newProposal(deps.vault, owner, email);
  return deps.writer.commit(
    { load: (tx) => lockFactor(tx, owner), decide: (factor) => decideProposal(factor, command) },
    answer,
  );
}

function newProposal(vault: Vault, owner: Owner, email: string): Proposal {
  const secret = randomBytes(TOTP_SECRET_BYTES);
  const uri = totpUri(ISSUER, email, secret);
  const qrCode = `data:image/png;base64,${qrPng(uri).toString('base64')}`;
  return {
    ...owner,
    proposalBox: sealSecret(vault, secret),
    shown: { secret: base32(secret), uri, qr_code: qrCode },
  };
}

export function decideProposal(
  factor: FactorRow | null,
  { shown, ...proposal }: Proposal,
): Decision<ShownProposal> {
  if (factor?.secret_box) return factorIsOn();
  return done(shown, { rows: [rowWrite(saveProposal, proposal)] });
}

function factorIsOn(): GatewayError {
  return new GatewayError('INVALID_STATE', 'A second factor is already enabled; disable it first');
}

/** Returns the recovery codes, which are never shown again. In force on every node when this returns. */
export async function confirmSecondFactor(
  deps: Deps,
  actor: User,
  code: string,
  answer?: Answer<string[]>,
): Promise<string[]> {
  const proposalBox = (await findFactor(deps.db, actor))?.proposal_box;
  if (!proposalBox) fail('INVALID_STATE', 'No second factor was proposed');
  const codes = await withLimitedTries(deps, actor, async () => {
    const now = new Date(systemMs());
    const step = matchingStep(openSecret(deps.vault, proposalBox), withoutSpaces(code), now.getTime());
    if (step === null) fail('TWO_FACTOR_INVALID');
    const command = { actor, proposalBox, step, recoveryCodes: newRecoveryCodes(deps.vault, actor) };
    return deps.writer.commitProvisionally(
      { load: (tx) => lockFactor(tx, actor), decide: (factor) => decideConfirmation(factor, command, now) },
      answer,
    );
  });
  await waitForCacheExpiry();
  return codes;
}

export type Confirmation = {
  actor: User;
  /** The proposal that the code was checked against. */
  proposalBox: Buffer;
  step: number;
  recoveryCodes: readonly RecoveryCode[];
};

export function decideConfirmation(
  factor: FactorRow | null,
  { actor, proposalBox, step, recoveryCodes }: Confirmation,
  now: Date,
): Decision<string[]> {
  if (!factor?.proposal_box?.equals(proposalBox) || factor.secret_box) {
    return new GatewayError('INVALID_STATE', 'A newer proposal replaced it');
  }
  const { accountId, userId } = actor;
  const owner = { accountId, userId };
  return done(
    recoveryCodes.map(({ text }) => text),
    {
      rows: [
        rowWrite(enableFactor, { ...owner, at: now, step }),
        ...replacedRecoveryCodes(owner, recoveryCodes),
      ],
      audit: [factorAction(actor, 'user.two_factor_enabled')],
    },
  );
}

export async function disableSecondFactor(
  deps: Deps,
  actor: User,
  { password, code: typed }: { password: string; code: string },
  answer?: Answer<void>,
): Promise<void> {
  if (!(await hasSecondFactor(deps.db, actor))) fail('INVALID_STATE', 'There is no second factor to disable');
  await withLimitedTries(deps, actor, async () => {
    await provePassword(deps, actor, password);
    const code = givenCode(deps.vault, actor, typed);
    const now = new Date(systemMs());
    await deps.writer.commitProvisionally(
      {
        load: (tx) => loadFactor(deps.vault, tx, actor, code),
        decide: (factor) => decideDisabling(factor, { actor, code }, now),
      },
      answer,
    );
  });
  await waitForCacheExpiry();
}

export function decideDisabling(
  factor: FactorState,
  { actor, code }: { actor: User; code: GivenCode },
  now: Date,
): Decision<void> {
  const used = acceptedCode(factor, actor, code, now);
  if (!used) return new GatewayError('TWO_FACTOR_INVALID');
  const { accountId, userId } = actor;
  const owner = { accountId, userId };
  const disabled = {
    rows: [rowWrite(disableFactor, owner), deletedRecoveryCodes(owner)],
    audit: [factorAction(actor, 'user.two_factor_disabled')],
  };
  return done(undefined, together([used, disabled]));
}

function factorAction(actor: User, action: string): Action {
  const { accountId, userId } = actor;
  return { actor, accountId, action, target: { kind: 'user', id: userId }, details: {} };
}
