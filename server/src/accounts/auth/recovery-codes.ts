import { randomBytes } from 'node:crypto';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Vault } from '../../kit/secrets.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../../write/effects.ts';
import type { Owner } from './sessions.ts';
import { base32 } from './totp.ts';

const CODES_PER_USER = 10;
/** Two halves of five base32 characters: 50 random bits. */
const HALF_LENGTH = 5;
const PURPOSE = 'recovery codes';

/** A code as it is shown once, and what is stored of it. */
export type RecoveryCode = { text: string; fingerprint: string };

export function newRecoveryCodes(vault: Vault, owner: Owner): RecoveryCode[] {
  return Array.from({ length: CODES_PER_USER }, () => {
    const text = newCode();
    return { text, fingerprint: recoveryFingerprint(vault, owner, text) };
  });
}

function newCode(): string {
  const text = base32(randomBytes(2 * HALF_LENGTH)).toLowerCase();
  return `${text.slice(0, HALF_LENGTH)}-${text.slice(HALF_LENGTH, 2 * HALF_LENGTH)}`;
}

/** The user's id is part of what is hashed: equal codes of two users have different fingerprints. */
export function recoveryFingerprint(vault: Vault, { userId }: Owner, code: string): string {
  return vault.fingerprint(PURPOSE, `${userId} ${code.replaceAll('-', '').toLowerCase()}`);
}

const lockUnused = statement(
  'recovery_codes.lock_unused',
  `select 1
   from recovery_codes
   where account_id = $1
     and user_id = $2
     and fingerprint = $3
     and used_at is null
   for update`,
);

/** Of two requests with the same code, the second waits and finds it used. */
export async function lockUnusedCode(
  tx: Tx,
  { accountId, userId }: Owner,
  fingerprint: string,
): Promise<boolean> {
  return (await tx.query(lockUnused, [accountId, userId, fingerprint])).length > 0;
}

export function replacedRecoveryCodes(owner: Owner, codes: readonly RecoveryCode[]): RowWrite[] {
  return [
    deletedRecoveryCodes(owner),
    ...codes.map(({ fingerprint }) => rowWrite(insertCode, { ...owner, fingerprint })),
  ];
}

export function deletedRecoveryCodes({ accountId, userId }: Owner): RowWrite {
  return rowWrite(deleteCodes, { accountId, userId });
}

export function usedRecoveryCode({ accountId, userId }: Owner, fingerprint: string, at: Date): RowWrite {
  return rowWrite(useCode, { accountId, userId, fingerprint, at });
}

const insertCode: RowWriter<Owner & { fingerprint: string }> = {
  statement: statement(
    'recovery_codes.add',
    `insert into recovery_codes (account_id, user_id, fingerprint)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::text[])
     returning fingerprint`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.fingerprint),
  ],
  writes: 'all',
};

const deleteCodes: RowWriter<Owner> = {
  statement: statement(
    'recovery_codes.delete',
    `delete from recovery_codes c
     using unnest($1::uuid[], $2::uuid[]) as n (account_id, user_id)
     where c.account_id = n.account_id
       and c.user_id = n.user_id`,
  ),
  values: (rows) => [rows.map((row) => row.accountId), rows.map((row) => row.userId)],
  writes: 'any',
};

const useCode: RowWriter<Owner & { fingerprint: string; at: Date }> = {
  statement: statement(
    'recovery_codes.use',
    `update recovery_codes c
     set used_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as n (account_id, user_id, fingerprint, at)
     where c.account_id = n.account_id
       and c.user_id = n.user_id
       and c.fingerprint = n.fingerprint
       and c.used_at is null
     returning c.user_id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.userId),
    rows.map((row) => row.fingerprint),
    rows.map((row) => row.at),
  ],
  writes: 'all',
};
