import type { FastifyReply } from 'fastify';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS, HOUR_MS, SECOND_MS, systemMs } from '../kit/clock.ts';
import { GatewayError } from '../kit/errors.ts';
import { homeNetworkOf } from '../kit/home-network.ts';
import type { Vault } from '../kit/secrets.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../write/effects.ts';

type Limit = { max: number; withinMs: number };

/** Mails that anyone can cause by typing an address: to that address, and from one network. */
const LIMITS = {
  email: { max: 5, withinMs: HOUR_MS },
  address: { max: 30, withinMs: HOUR_MS },
} as const;
/**
 * Users who may register one address in a day. Each gets a known device for that address, with its own free tries of the
 * password (decision 0034), and a user more to choose from at sign-in.
 */
export const REGISTRATIONS: Limit = { max: 10, withinMs: DAY_MS };
const TRIES_KEPT = 30;
const DELETED_PER_ROUND = 1_000;

/** What a mail is asked for. Each counts alone: many registrations leave recovery free. */
export type MailPurpose = 'confirm' | 'recover' | 'invite';
export type MailMark = { kind: keyof typeof LIMITS; fingerprint: string };

export function emailMark(vault: Vault, purpose: MailPurpose, email: string): MailMark {
  return { kind: 'email', fingerprint: vault.fingerprint('mail tries', `${purpose} ${email}`) };
}

export function networkMark(vault: Vault, purpose: MailPurpose, address: string): MailMark {
  return {
    kind: 'address',
    fingerprint: vault.fingerprint('mail tries', `${purpose} ${homeNetworkOf(address)}`),
  };
}

export class TooManyMails extends GatewayError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('RATE_LIMIT_EXCEEDED', 'This address was used too often; try again later');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Where mails are counted: a refusal says when to try again. */
export async function withMailRetryAfter<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooManyMails) reply.header('Retry-After', error.retryAfterSeconds);
    throw error;
  }
}

/** The tries of the last day, oldest first. */
export type MailTries = MailMark & { triesMs: readonly number[] };

// The upsert changes nothing: it locks a row that may not exist yet.
const lock = statement(
  'mail_tries.lock',
  `insert into mail_tries as t (kind, fingerprint, tries_ms, last_at)
   select kind, fingerprint, '{}', $3::timestamptz
   from unnest($1::text[], $2::text[]) as given (kind, fingerprint)
   order by kind, fingerprint
   on conflict (kind, fingerprint) do update set last_at = t.last_at
   returning kind, fingerprint, tries_ms::text[] as tries`,
);

/** Counted in real time: moving the sandbox clock gives no further tries. */
export async function lockMailTries(tx: Tx, marks: readonly MailMark[]): Promise<MailTries[]> {
  const nowMs = systemMs();
  const rows = await tx.query<MailMark & { tries: string[] }>(lock, [
    marks.map(({ kind }) => kind),
    marks.map(({ fingerprint }) => fingerprint),
    new Date(nowMs),
  ]);
  return rows.map(({ kind, fingerprint, tries }) => ({
    kind,
    fingerprint,
    triesMs: tries.map(Number).filter((ms) => ms > nowMs - DAY_MS),
  }));
}

/** Seconds until another mail may be asked for; null: one may be now. */
export function waitSeconds(
  tries: readonly MailTries[],
  kind: MailMark['kind'],
  now: Date,
  { max, withinMs }: Limit = LIMITS[kind],
): number | null {
  const { triesMs = [] } = tries.find((each) => each.kind === kind) ?? {};
  const oldest = triesMs.filter((ms) => ms > now.getTime() - withinMs).at(-max);
  return oldest === undefined
    ? null
    : Math.max(1, Math.ceil((oldest + withinMs - now.getTime()) / SECOND_MS));
}

export function countedMailTries(tries: readonly MailTries[], now: Date): RowWrite[] {
  return tries.map((each) => rowWrite(save, { ...each, triesMs: [...each.triesMs, now.getTime()], at: now }));
}

const save: RowWriter<MailTries & { at: Date }> = {
  statement: statement(
    'mail_tries.save',
    `update mail_tries t
     set tries_ms = n.tries_ms::bigint[],
         last_at = n.at
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as n (kind, fingerprint, tries_ms, at)
     where t.kind = n.kind
       and t.fingerprint = n.fingerprint
     returning t.kind`,
  ),
  values: (rows) => [
    rows.map(({ kind }) => kind),
    rows.map(({ fingerprint }) => fingerprint),
    rows.map(({ triesMs }) => `{${triesMs.slice(-TRIES_KEPT).join(',')}}`),
    rows.map(({ at }) => at),
  ],
  writes: 'all',
};

export async function deleteOldMailTries(db: Db): Promise<number> {
  const gone = await db.query(
    `delete from mail_tries
     where (kind, fingerprint) in (
       select kind, fingerprint from mail_tries where last_at < $1 limit ${DELETED_PER_ROUND}
     )
       and last_at < $1
     returning 1`,
    [new Date(systemMs() - DAY_MS)],
  );
  return gone.length;
}
