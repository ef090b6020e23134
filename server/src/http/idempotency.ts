import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, statement } from '../db/pool.ts';
import { monotonicMs, pause, SECOND_MS } from '../kit/clock.ts';
import { assert, type ErrorCode, fail, invalidField } from '../kit/errors.ts';
import type { Ids } from '../kit/ids.ts';
import type { Vault } from '../kit/secrets.ts';
import { ClaimLost, type KeyClaim, storeAnswer } from '../write/answer.ts';
import { type AnswerSeal, openAnswer } from '../write/answer-seal.ts';
import { requestHash } from './request-hash.ts';

const KEY_TEXT = /^[\x20-\x7e]{1,255}$/;
const MAX_WAIT_MS = 30 * SECOND_MS;
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 250;
const DELETED_AT_ONCE = 1_000;
// Short, so that a crashed process's keys are free soon; a request that runs longer keeps renewing its lease.
const LEASE_SECONDS = 5;
const RENEW_EVERY_MS = 2 * SECOND_MS;
/** A body that breaks a rule may be corrected and sent again under the same key. */
const BODY_REFUSALS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'INVALID_SPLIT',
  'INVALID_EVENT',
  'PIX_KEY_REQUIRED',
  'WITHDRAWALS_BY_ACQUIRER',
];
/** The same request may succeed later: its key stays free for it. */
const isForTheMoment = (status: number, code: ErrorCode | null | undefined) =>
  status >= 500 || status === 429 || code === 'REAUTHENTICATION_REQUIRED';
/** Refused because of the key itself: not an answer to the request, so not stored. */
const NOT_TRIED: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'];

type ClaimRow = {
  outcome: 'mine' | 'other_request' | 'running' | 'done';
  object_id: string;
  answer_status: number | null;
  answer_box: Buffer | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The idempotency key that this request runs under; null: none was sent. */
    keyClaim: KeyClaim | null;
    keyRenewal: NodeJS.Timeout | null;
  }
}

/** From times alone, not from now(): a distributed database refuses what changes with the clock in an update on conflict. */
const IS_OLD = `excluded.created_at - k.created_at > $5 * interval '1 ms'`;
// The key is new, or its first run died and its lease ended (mine again, with the same object id).
const TAKE = `insert into idempotency_keys as k (account_id, key, request_hash, object_id, state, lease_until, created_at)
     values ($1, $2, $3, $4, 'running', now() + interval '${LEASE_SECONDS} seconds', now())
     on conflict (account_id, key) do update
       set request_hash = excluded.request_hash,
           object_id = case when ${IS_OLD} then excluded.object_id else k.object_id end,
           state = 'running',
           lease_until = excluded.lease_until,
           answer_status = null,
           answer_box = null,
           created_at = case when ${IS_OLD} then excluded.created_at else k.created_at end
       where ${IS_OLD}
          or (k.state = 'running' and k.lease_until < excluded.created_at and k.answer_box is null and k.request_hash = excluded.request_hash)
     returning object_id`;
// It belongs to another request, it is running, or it is done. A run that died after storing a provisional answer is done
// with that answer.
const LOOK = `select case
       when request_hash <> $3 then 'other_request'
       when state = 'running' and lease_until < now() and answer_box is not null then 'done'
       else state
     end as outcome, object_id, answer_status, answer_box
   from idempotency_keys
   where account_id = $1
     and key = $2`;

// One statement decides. Leases and ages are in real time.
const claimKey = statement(
  'idempotency.claim',
  `with claimed as (
     ${TAKE}
   )
   select 'mine' as outcome, object_id, null::integer as answer_status, null::bytea as answer_box
   from claimed
   union all
   ${LOOK}
     and not exists (select 1 from claimed)`,
);
const takeKey = statement('idempotency.take', TAKE);
const lookAtKey = statement('idempotency.look', LOOK);

type ClaimValues = [accountId: string, key: string, hash: Buffer, objectId: string, keptMs: number];

/** Two statements on a distributed database, which sends each to the account's node; the second may find the key gone. */
async function tryToClaim(db: Db, values: ClaimValues): Promise<ClaimRow | undefined> {
  if (!db.isDistributed) return (await db.query<ClaimRow>(claimKey, values))[0];
  const [taken] = await db.query<{ object_id: string }>(takeKey, values);
  if (taken) return { outcome: 'mine', object_id: taken.object_id, answer_status: null, answer_box: null };
  return (await db.query<ClaimRow>(lookAtKey, values.slice(0, 3)))[0];
}

const renewLease = statement(
  'idempotency.renew',
  `update idempotency_keys
   set lease_until = now() + interval '${LEASE_SECONDS} seconds'
   where account_id = $1
     and key = $2
     and state = 'running'`,
);

// A 5xx, or a proof that is asked for again, is not stored: the next run starts at once, with the same object id.
const releaseKey = statement(
  'idempotency.release',
  `update idempotency_keys
   set lease_until = now() - interval '1 second'
   where account_id = $1
     and key = $2
     and object_id = $3
     and state = 'running'`,
);

const dropKey = statement(
  'idempotency.drop',
  `delete from idempotency_keys
   where account_id = $1
     and key = $2
     and object_id = $3
     and state = 'running'
     and answer_box is null`,
);

export type Idempotency = {
  /** Runs after authentication and rate limits and before validation. */
  begin(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Runs with every answer: if the operation did not store it, the key is stored, released or dropped here. */
  end(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>;
  /** Another run under the same key has answered: its answer is sent. */
  replayStored(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

type Parts = { db: Db; ids: Ids; vault: Vault; answerSeal: AnswerSeal };

/**
 * A key is claimed for one request at a time. An operation stores its answer in its own transaction (write/). A crash
 * before that leaves the key running: after the lease a retry runs again with the same object id.
 */
export function idempotency({ db, ids, vault, answerSeal }: Parts, keptMs: number): Idempotency {
  const claims = { db, ids, keptMs };
  return {
    async begin(request, reply) {
      const key = request.headers['idempotency-key'];
      if (key === undefined || request.method !== 'POST' || !request.principal) return;
      if (typeof key !== 'string' || !KEY_TEXT.test(key)) {
        throw invalidField('Idempotency-Key', 'must be 1 to 255 printable characters');
      }
      const owner = { accountId: request.principal.accountId, key };
      const claim = await claimOrWait(claims, owner, requestHash(request, vault));
      if (claim.outcome !== 'mine') {
        replay(request, reply, claim, vault);
        return;
      }
      request.objectId = claim.object_id;
      request.keyClaim = { ...owner, objectId: claim.object_id, isStored: false, isBegun: false };
      request.keyRenewal = keepRenewing(db, owner);
    },
    async end(request, reply, payload) {
      const claim = request.keyClaim;
      if (!claim || typeof payload !== 'string') return payload;
      letGo(request);
      if (claim.isStored) return payload;
      try {
        await settleKey(db, answerSeal, claim, request, { status: reply.statusCode, body: payload });
      } catch (error) {
        // The lease was lost and another run has answered: what this one was refused may be what that one did.
        if (error instanceof ClaimLost) return answerOfOther(request, reply, claim, payload);
        // This request changed nothing, so its answer is right even if it is not stored.
        request.log.error({ err: error }, 'an answer could not be stored under its idempotency key');
      }
      return payload;
    },
    async replayStored(request, reply) {
      const claim = request.keyClaim;
      assert(claim, 'only a request with a key can lose it');
      letGo(request);
      const stored = await storedAnswer(request, claim);
      // The other run left no answer, and this one changed nothing: the next try runs again.
      if (!stored) throw new Error('an idempotency key was lost to a run that left no answer');
      return replay(request, reply, stored, vault);
    },
  };

  /** Null: the key is free again, and is left free for the next try. */
  async function storedAnswer(request: FastifyRequest, owner: KeyClaim): Promise<ClaimRow | null> {
    const stored = await claimOrWait(claims, owner, requestHash(request, vault));
    if (stored.outcome !== 'mine') return stored;
    await db.query(releaseKey, [owner.accountId, owner.key, stored.object_id]);
    return null;
  }

  async function answerOfOther(
    request: FastifyRequest,
    reply: FastifyReply,
    owner: KeyClaim,
    payload: string,
  ): Promise<string> {
    const stored = await storedAnswer(request, owner).catch((error: unknown) => {
      request.log.error({ err: error }, 'the answer of another run under the same key could not be read');
      return null;
    });
    if (!stored?.answer_box) return payload;
    const answer = openAnswer(vault, stored.answer_box);
    reply.status(stored.answer_status ?? 500).header('Idempotent-Replayed', 'true');
    request.failureCode = reply.statusCode >= 400 ? codeIn(answer) : null;
    return answer;
  }
}

function letGo(request: FastifyRequest): void {
  request.keyClaim = null;
  if (request.keyRenewal) clearInterval(request.keyRenewal);
}

async function settleKey(
  db: Db,
  seal: AnswerSeal,
  claim: KeyClaim,
  { failureCode }: FastifyRequest,
  answer: { status: number; body: string },
): Promise<void> {
  const owner = [claim.accountId, claim.key, claim.objectId];
  const code = failureCode as ErrorCode | null;
  if (isForTheMoment(answer.status, code)) await db.query(releaseKey, owner);
  else if (code && BODY_REFUSALS.includes(code)) await db.query(dropKey, owner);
  else if (!code || !NOT_TRIED.includes(code)) await storeAnswer(db, seal, claim, answer, 'final');
}

function keepRenewing(db: Db, { accountId, key }: { accountId: string; key: string }): NodeJS.Timeout {
  // Not in the pool of requests: where they all wait for a lock, the lease must not wait with them.
  const renew = () => void db.patient.query(renewLease, [accountId, key]).catch(() => undefined);
  return setInterval(renew, RENEW_EVERY_MS).unref();
}

async function claimOrWait(
  { db, ids, keptMs }: { db: Db; ids: Ids; keptMs: number },
  owner: { accountId: string; key: string },
  hash: Buffer,
): Promise<ClaimRow> {
  const deadline = monotonicMs() + MAX_WAIT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
    const claim = await tryToClaim(db, [owner.accountId, owner.key, hash, ids.next(), keptMs]);
    if (claim?.outcome === 'other_request') fail('IDEMPOTENCY_KEY_REUSED');
    if (claim && claim.outcome !== 'running') return claim;
    if (monotonicMs() > deadline) fail('IDEMPOTENCY_KEY_IN_USE');
    await pause(pollMs);
  }
}

function replay(request: FastifyRequest, reply: FastifyReply, claim: ClaimRow, vault: Vault): FastifyReply {
  const status = claim.answer_status ?? 500;
  const answer = claim.answer_box ? openAnswer(vault, claim.answer_box) : '';
  if (status >= 400 && answer) request.failureCode = codeIn(answer);
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .header('Idempotent-Replayed', 'true')
    .serializer((payload: string) => payload)
    .send(answer);
}

function codeIn(answer: string): string | null {
  const { code } = JSON.parse(answer) as { code?: unknown };
  return typeof code === 'string' ? code : null;
}

export async function deleteExpiredKeys(db: Db, keptMs: number): Promise<number> {
  const rows = await db.query(
    `delete from idempotency_keys
     where (account_id, key) in (
       select account_id, key
       from idempotency_keys
       where created_at < now() - $1 * interval '1 ms'
       limit ${DELETED_AT_ONCE}
     )
     returning 1`,
    [keptMs],
  );
  return rows.length;
}
