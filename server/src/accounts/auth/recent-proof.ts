import type { FastifyRequest } from 'fastify';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { fail, GatewayError, invalidField } from '../../kit/errors.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite, together } from '../../write/effects.ts';
import { lockPassword } from '../store.ts';
import { isProtected, isRecentProof, PROOF_LASTS_MS } from './protected-operations.ts';
import { provePassword, withLimitedTries, wrongPassword } from './prove.ts';
import type { User } from './sessions.ts';
import { acceptedCode, type FactorState, type GivenCode, givenCode, loadFactor } from './two-factor-codes.ts';
import { findFactor } from './two-factor-store.ts';

// Not from the cache of credentials: a proof given on another node counts at once.
const provenAtOf = statement(
  'sessions.proven_at',
  `select coalesce(proved_at, created_at) as "provenAt"
   from sessions
   where account_id = $1
     and id = $2`,
);

/** What has an answer under its Idempotency-Key is answered again without a proof; a refusal here does not use up the key. */
export async function requireRecentProof({ db, clock }: Deps, request: FastifyRequest): Promise<void> {
  const { principal, method, routeOptions, body } = request;
  if (principal?.via !== 'jwt' || !isProtected(method, routeOptions.url ?? '', body)) return;
  const [row] = await db.query<{ provenAt: Date }>(provenAtOf, [
    principal.homeAccountId,
    principal.credentialId,
  ]);
  if (!row || !isRecentProof(row.provenAt, clock.now())) fail('REAUTHENTICATION_REQUIRED');
}

export type GivenProof = { password?: string | undefined; code?: string | undefined };

/** Renews the proof of the session: by a code if the second factor is on, by the password otherwise. */
export async function confirmIdentity(
  deps: Deps,
  user: User,
  { password, code: typed }: GivenProof,
  answer?: Answer<Date>,
): Promise<Date> {
  const hasFactor = Boolean((await findFactor(deps.db, user))?.secret_box);
  if (hasFactor && typed === undefined) fail('TWO_FACTOR_REQUIRED');
  if (!hasFactor && password === undefined) throw invalidField('password', 'is required');
  return withLimitedTries(deps, user, async () => {
    const proven = hasFactor ? null : await provePassword(deps, user, password ?? '');
    const command: ProofCommand = {
      user,
      provenHash: proven?.password_hash ?? null,
      code: hasFactor ? givenCode(deps.vault, user, typed ?? '') : null,
      provenAt: deps.clock.now(),
    };
    const now = new Date(systemMs());
    return deps.writer.commit(
      {
        load: (tx) => loadProof(deps, tx, command),
        decide: (state) => decideProof(state, command, now),
      },
      answer,
    );
  });
}

export type ProofCommand = {
  user: User;
  /** The hash that the given password matched; null: a code was given. */
  provenHash: string | null;
  code: GivenCode | null;
  provenAt: Date;
};
export type ProofState = {
  passwordHash: string | null;
  factor: FactorState;
  /** False: it was signed out while the proof was checked. */
  isSignedIn: boolean;
};

const lockSession = statement(
  'sessions.lock_open',
  `select id
   from sessions
   where account_id = $1
     and id = $2
     and ended_at is null
   for no key update`,
);

async function loadProof({ vault }: Deps, tx: Tx, { user, code }: ProofCommand): Promise<ProofState> {
  return {
    passwordHash: await lockPassword(tx, user.accountId, user.userId),
    factor: await loadFactor(vault, tx, user, code),
    isSignedIn: (await tx.query(lockSession, [user.accountId, user.credentialId])).length > 0,
  };
}

/** The result: until when the proof counts. Refused if what it was checked against has changed since. */
export function decideProof(
  { passwordHash, factor, isSignedIn }: ProofState,
  { user, provenHash, code, provenAt }: ProofCommand,
  now: Date,
): Decision<Date> {
  if (!isSignedIn) return new GatewayError('JWT_INVALID');
  if (factor.secret && !code) return new GatewayError('TWO_FACTOR_REQUIRED');
  if (!code && passwordHash !== provenHash) return wrongPassword();
  const used = code ? acceptedCode(factor, user, code, now) : {};
  if (!used) return new GatewayError('TWO_FACTOR_INVALID');
  const { accountId, credentialId: id } = user;
  const target = { kind: 'session', id };
  const proof = {
    rows: [rowWrite(saveProof, { accountId, id, provenAt })],
    audit: [{ actor: user, accountId, action: 'user.identity_confirmed', target, details: {} }],
  };
  return done(new Date(provenAt.getTime() + PROOF_LASTS_MS), together([used, proof]));
}

const saveProof: RowWriter<{ accountId: string; id: string; provenAt: Date }> = {
  statement: statement(
    'sessions.save_proof',
    `update sessions s
     set proved_at = n.proven_at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, proven_at)
     where s.account_id = n.account_id
       and s.id = n.id
       and s.ended_at is null
     returning s.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.provenAt),
  ],
  writes: 'all',
};
