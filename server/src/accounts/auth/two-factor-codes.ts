import type { Tx } from '../../db/transaction.ts';
import type { Vault } from '../../kit/secrets.ts';
import { type Effects, rowWrite } from '../../write/effects.ts';
import { lockUnusedCode, recoveryFingerprint, usedRecoveryCode } from './recovery-codes.ts';
import type { Owner } from './sessions.ts';
import { isTotpCode, matchingStep } from './totp.ts';
import { lockFactor, openSecret, useStep } from './two-factor-store.ts';

/** A code as typed: from the authenticator app, or a recovery code. */
export type GivenCode = { text: string; fingerprint: string };

export function givenCode(vault: Vault, owner: Owner, typed: string): GivenCode {
  const text = withoutSpaces(typed);
  return { text, fingerprint: recoveryFingerprint(vault, owner, text) };
}

/** Apps show a code in two halves, and users type the space. */
export function withoutSpaces(code: string): string {
  return code.replace(/\s/g, '');
}

export type FactorState = {
  /** Null: no second factor is in force. */
  secret: Buffer | null;
  /** The time step of the newest code that was accepted. */
  lastStep: number;
  /** The given code is a recovery code that was not used yet. */
  isUnusedRecoveryCode: boolean;
};

/** Locks what a code is checked against: of two requests with the same code, one is accepted. */
export async function loadFactor(
  vault: Vault,
  tx: Tx,
  owner: Owner,
  code: GivenCode | null,
): Promise<FactorState> {
  const row = await lockFactor(tx, owner);
  const box = row?.secret_box ?? null;
  const mayBeRecoveryCode = box && code && !isTotpCode(code.text);
  return {
    secret: box && openSecret(vault, box),
    lastStep: row?.last_step ?? 0,
    isUnusedRecoveryCode: mayBeRecoveryCode ? await lockUnusedCode(tx, owner, code.fingerprint) : false,
  };
}

/** The writes that mark the code as used; null: the code is wrong or already used. */
export function acceptedCode(
  { secret, lastStep, isUnusedRecoveryCode }: FactorState,
  { accountId, userId }: Owner,
  { text, fingerprint }: GivenCode,
  now: Date,
): Effects | null {
  const owner = { accountId, userId };
  if (!isTotpCode(text)) {
    return isUnusedRecoveryCode ? { rows: [usedRecoveryCode(owner, fingerprint, now)] } : null;
  }
  const step = secret && matchingStep(secret, text, now.getTime());
  if (step === null || step <= lastStep) return null;
  return { rows: [rowWrite(useStep, { ...owner, step })] };
}
