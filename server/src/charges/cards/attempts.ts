import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Cents } from '../../kit/money.ts';
import type { ChallengeStep, Retry } from '../../providers/card.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';

/**
 * `authorised`: held on the card, until it is captured, which makes the attempt approved, or let go. `capturing` and
 * `voiding`: the acquirer was asked, and has not said how it ended.
 */
export const ATTEMPT_STATUSES = [
  ...(['running', 'challenge', 'approved', 'refused'] as const),
  ...(['authorised', 'capturing', 'voiding', 'voided'] as const),
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** One attempt to pay by card. Of the card only brand and last four digits are stored. */
export type CardAttempt = {
  accountId: string;
  id: string;
  chargeId: string;
  brand: string;
  lastFour: string;
  installments: number;
  status: AttemptStatus;
  /** The acquirer that was asked, and its own reference of what it holds. */
  provider: string | null;
  providerReference: string | null;
  /** Of what is held: until when it can be captured, and how much the seller asked to take. */
  captureUntil: Date | null;
  captureCents: Cents | null;
  reason: string | null;
  /** Of a refusal: the issuer's or acquirer's own code, and whether the card may be tried again. */
  code: string | null;
  retry: Retry | null;
  /** While a challenge is open at a bank; null: it is answered on a page of ours, or none is open. */
  challenge: ChallengeStep | null;
  createdAt: Date;
  /** What the try is counted by (defence.ts); empty once it has ended. */
  traces: readonly string[];
};

const COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", brand, last_four as "lastFour", installments,
  status, provider, provider_reference as "providerReference", capture_until as "captureUntil",
  capture_cents as "captureCents", reason, code, retry, challenge, created_at as "createdAt", counted_by as traces`;
/** The acquirer is being asked for money, and has not said how it ends. */
const OPEN = `status in ('running', 'challenge', 'capturing')`;

export const insertAttempt: RowWriter<CardAttempt> = {
  statement: statement(
    'card_attempts.add',
    `insert into card_attempts (account_id, id, charge_id, brand, last_four, installments, status, created_at,
       counted_by, provider)
     select account_id, id, charge_id, brand, last_four, installments, status, created_at,
       string_to_array(traces, ' '), provider
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::integer[], $7::text[],
       $8::timestamptz[], $9::text[], $10::text[])
       as attempt (account_id, id, charge_id, brand, last_four, installments, status, created_at, traces, provider)
     returning id`,
  ),
  values: (attempts) => [
    attempts.map((attempt) => attempt.accountId),
    attempts.map((attempt) => attempt.id),
    attempts.map((attempt) => attempt.chargeId),
    attempts.map((attempt) => attempt.brand),
    attempts.map((attempt) => attempt.lastFour),
    attempts.map((attempt) => attempt.installments),
    attempts.map((attempt) => attempt.status),
    attempts.map((attempt) => attempt.createdAt),
    attempts.map((attempt) => attempt.traces.join(' ')),
    attempts.map((attempt) => attempt.provider),
  ],
  writes: 'all',
};

export type AttemptMove = Pick<
  CardAttempt,
  | ('accountId' | 'id' | 'reason' | 'code' | 'retry' | 'challenge')
  | ('providerReference' | 'captureUntil' | 'captureCents')
> & {
  status: Exclude<AttemptStatus, 'running'>;
};

/** What of an attempt stays as it is when it moves. A challenge is over with its state. */
export function movedTo(
  attempt: CardAttempt,
  status: AttemptMove['status'],
  set: Partial<AttemptMove> = {},
): AttemptMove {
  const { accountId, id, providerReference, captureUntil, captureCents, reason, code, retry } = attempt;
  return {
    accountId,
    id,
    providerReference,
    captureUntil,
    captureCents,
    reason,
    code,
    retry,
    challenge: null,
    ...set,
    status,
  };
}

/**
 * Guarded: an attempt that has ended does not change, except that what is held all the same is let go. What is held is
 * captured or let go, and never refused by who saw the attempt before.
 */
export const moveAttempt: RowWriter<AttemptMove> = {
  statement: statement(
    'card_attempts.move',
    `update card_attempts a
     set status = moved.status,
         reason = moved.reason,
         code = moved.code,
         retry = moved.retry,
         provider_reference = moved.provider_reference,
         capture_until = moved.capture_until,
         capture_cents = moved.capture_cents,
         challenge = moved.challenge,
         counted_by = case when moved.status = 'challenge' then a.counted_by else '{}' end
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
       $9::bigint[], $10::json[])
       as moved (account_id, id, status, reason, code, retry, provider_reference, capture_until, capture_cents, challenge)
     where a.account_id = moved.account_id
       and a.id = moved.id
       and (
         a.status in ('running', 'challenge')
         or a.status in ('authorised', 'capturing', 'voiding')
           and moved.status in ('capturing', 'approved', 'voiding', 'voided')
         or a.status = 'refused' and moved.status = 'voiding'
       )
     returning a.id`,
  ),
  values: (moves) => [
    moves.map((move) => move.accountId),
    moves.map((move) => move.id),
    moves.map((move) => move.status),
    moves.map((move) => move.reason),
    moves.map((move) => move.code),
    moves.map((move) => move.retry),
    moves.map((move) => move.providerReference),
    moves.map((move) => move.captureUntil),
    moves.map((move) => move.captureCents),
    moves.map((move) => move.challenge && JSON.stringify(move.challenge)),
  ],
  writes: 'any',
};

/** The payer has done everything; the seller has not. */
export function isHeld({ status }: CardAttempt): boolean {
  return status === 'authorised' || status === 'capturing';
}

/** Its challenge is answered at a bank, not on a page of ours. */
export function isAtBank({ status, challenge }: CardAttempt): boolean {
  return status === 'challenge' && challenge !== null && challenge.kind !== 'simulated';
}

/** It has no outcome yet. */
export function isUndecided({ status }: CardAttempt): boolean {
  return status === 'running' || status === 'challenge';
}

export async function findAttempt(db: Db | Tx, accountId: string, id: string): Promise<CardAttempt | null> {
  const [row] = await db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts where account_id = $1 and id = $2`,
    [accountId, id],
  );
  return row ?? null;
}

export async function latestAttempt(db: Db, charge: Charge): Promise<CardAttempt | null> {
  const [row] = await db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts where account_id = $1 and charge_id = $2 order by created_at desc, id desc limit 1`,
    [charge.accountId, charge.id],
  );
  return row ?? null;
}

/** What is held for the charge, or is being captured; null: nothing. */
export async function heldAttempt(db: Db | Tx, { accountId, id }: Charge): Promise<CardAttempt | null> {
  const [row] = await db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts
     where account_id = $1 and charge_id = $2 and status in ('authorised', 'capturing')
     limit 1`,
    [accountId, id],
  );
  return row ?? null;
}

/** Held for a charge that does not take it. */
export function attemptsToLetGo(db: Db, accountId: string, chargeId: string): Promise<CardAttempt[]> {
  return db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts
     where account_id = $1 and charge_id = $2
       and (status = 'voiding' or status = 'authorised' and exists (
         select 1 from charges where account_id = $1 and id = $2 and status <> 'PENDING'))
     order by id`,
    [accountId, chargeId],
  );
}

/** What is or was held for the charge by its latest attempt that was authorised; null: nothing was. */
export async function authorisationOf(db: Db | Tx, { accountId, id }: Charge): Promise<CardAttempt | null> {
  const [row] = await db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts
     where account_id = $1 and charge_id = $2 and capture_until is not null
     order by created_at desc, id desc
     limit 1`,
    [accountId, id],
  );
  return row ?? null;
}

export async function hasOpenAttempt(tx: Tx, charge: Charge): Promise<boolean> {
  return (await chargesWithOpenAttempt(tx, charge.accountId, [charge.id])).size > 0;
}

export async function chargesWithOpenAttempt(
  tx: Tx,
  accountId: string,
  chargeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ charge_id: string }>(
    `select charge_id from card_attempts where account_id = $1 and charge_id = any($2::uuid[]) and ${OPEN}`,
    [accountId, chargeIds],
  );
  return new Set(rows.map((row) => row.charge_id));
}

/** Of one charge, oldest first. */
export function attemptsOf(
  db: Db,
  accountId: string,
  chargeId: string,
  limit: number,
): Promise<CardAttempt[]> {
  return db.query<CardAttempt>(
    `select ${COLUMNS} from card_attempts where account_id = $1 and charge_id = $2 order by id limit $3`,
    [accountId, chargeId, limit],
  );
}

/**
 * Brands fine those who send a card again that its issuer has refused for good. A token says nothing of its card but brand
 * and last digits: for one charge they are enough to know it by.
 */
export async function wasRefusedForGood(
  tx: Tx,
  { accountId, id }: Charge,
  { brand, lastFour }: Pick<CardAttempt, 'brand' | 'lastFour'>,
): Promise<boolean> {
  const rows = await tx.query(
    `select id from card_attempts
     where account_id = $1 and charge_id = $2 and brand = $3 and last_four = $4
       and status = 'refused' and retry = 'never'
     limit 1`,
    [accountId, id, brand, lastFour],
  );
  return rows.length > 0;
}
