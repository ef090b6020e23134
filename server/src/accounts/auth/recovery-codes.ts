import { randomBytes } from 'node:crypto';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { Owner } from './sessions.ts';
import { base32 } from './totp.ts';

const HOW_MANY = 10;
/** Two halves of five base32 characters: 50 random bits. */
const HALF_LENGTH = 5;
const PURPOSE = 'recovery codes';

type VaultOnly = Pick<Deps, 'vault'>;

function newCode(): string {
  const text = base32(randomBytes(2 * HALF_LENGTH)).toLowerCase();
  return `${text.slice(0, HALF_LENGTH)}-${text.slice(HALF_LENGTH, 2 * HALF_LENGTH)}`;
}

/** The user belongs to what is hashed: equal codes of two people have nothing in common. */
function fingerprintOf(vault: Vault, { userId }: Owner, code: string): string {
  return vault.fingerprint(PURPOSE, `${userId} ${code.replaceAll('-', '').toLowerCase()}`);
}

export async function replaceRecoveryCodes({ vault }: VaultOnly, tx: Tx, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await forgetRecoveryCodes(tx, owner);
  await tx.query(
    `insert into recovery_codes (account_id, user_id, fingerprint)
     select $1, $2, unnest($3::text[])`,
    [owner.accountId, owner.userId, codes.map((code) => fingerprintOf(vault, owner, code))],
  );
  return codes;
}

export async function forgetRecoveryCodes(tx: Tx, { accountId, userId }: Owner): Promise<void> {
  await tx.query('delete from recovery_codes where account_id = $1 and user_id = $2', [accountId, userId]);
}

const use = statement(
  'recovery_codes.use',
  `update recovery_codes
   set used_at = $4
   where account_id = $1
     and user_id = $2
     and fingerprint = $3
     and used_at is null
   returning user_id`,
);

export async function takeRecoveryCode(
  { vault }: VaultOnly,
  tx: Tx,
  owner: Owner,
  code: string,
): Promise<boolean> {
  const values = [owner.accountId, owner.userId, fingerprintOf(vault, owner, code), new Date(systemMs())];
  return (await tx.query(use, values)).length > 0;
}
