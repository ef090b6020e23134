import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { GatewayError } from '../../kit/errors.ts';
import { homeNetworkOf, siteNetworkOf } from '../../kit/home-network.ts';
import type { Vault } from '../../kit/secrets.ts';
import { type Decision, done, type RowWrite, type RowWriter, rowWrite } from '../../write/effects.ts';
import type { Writer } from '../../write/writer.ts';
import { isLastFree, type TryKind, triesKept, waitMsOf } from './try-rules.ts';

const KEPT = `interval '1 day'`;
const DELETED_PER_ROUND = 1_000;
const PURPOSE = 'login tries';

/** What a try counts against. A fingerprint does not show the value. */
export type Mark = { kind: TryKind; fingerprint: string };

export class LoginLocked extends GatewayError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('LOGIN_LOCKED');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** `device`: the id of a device on which this e-mail has signed in before. */
export function signInMarks(
  vault: Vault,
  { email, address, device }: { email: string; address: string; device: string | null },
): Mark[] {
  if (device !== null) return [mark(vault, 'device', `${device} ${email}`)];
  return [
    mark(vault, 'address', homeNetworkOf(address)),
    emailMark(vault, email),
    mark(vault, 'pair', `${siteNetworkOf(address)} ${email}`),
  ];
}

/** A known device has no tries of its own for codes: those for the password cover them. */
export function codeMarks(vault: Vault, userId: string, device: string | null): Mark[] {
  return device === null ? [mark(vault, 'code', userId)] : [];
}

/** By session: what a stranger tries in one session, or at the door, does not hold the owner in another. */
export function sessionMarks(vault: Vault, sessionId: string): Mark[] {
  return [mark(vault, 'session', sessionId)];
}

function emailMark(vault: Vault, email: string): Mark {
  return mark(vault, 'email', email);
}

function mark(vault: Vault, kind: TryKind, value: string): Mark {
  return { kind, fingerprint: vault.fingerprint(PURPOSE, `${kind} ${value}`) };
}

/**
 * Counts a try before it is checked, so that parallel tries cannot exceed the limit. Returns the kinds for which it was
 * the last free one. Refused while a try must wait, without counting or checking.
 */
export async function countTry(writer: Writer, marks: readonly Mark[]): Promise<TryKind[]> {
  if (marks.length === 0) return [];
  return writer.commit({ load: (tx) => lockTries(tx, marks), decide: decideTry });
}

/** `agesMs`: how long ago the tries of the last day were. */
export type Tries = Mark & { agesMs: readonly number[] };

export function decideTry(all: readonly Tries[]): Decision<TryKind[]> {
  const waitMs = Math.max(...all.map(({ kind, agesMs }) => waitMsOf(kind, agesMs)));
  if (waitMs > 0) return new LoginLocked(Math.ceil(waitMs / SECOND_MS));
  const counted = all.map(({ kind, fingerprint }) => ({ kind, fingerprint }));
  return done(
    all.filter(({ kind, agesMs }) => isLastFree(kind, agesMs)).map(({ kind }) => kind),
    { rows: counted.map((each) => rowWrite(addTry, each)) },
  );
}

// A row that may not exist yet is locked too, in the order of the key, as every writer does. The time is the database's,
// read under the lock, so that all nodes agree.
const lock = statement(
  'sign_in_tries.lock',
  `insert into sign_in_tries as t (kind, fingerprint, tried_at, last_at)
   select kind, fingerprint, '{}', clock_timestamp()
   from unnest($1::text[], $2::text[]) as given (kind, fingerprint)
   order by 1, 2
   on conflict (kind, fingerprint) do update set last_at = t.last_at
   returning kind, fingerprint,
     array(
       select round(extract(epoch from clock_timestamp() - at) * 1000)::text
       from unnest(tried_at) as at
       where at > clock_timestamp() - ${KEPT}
     ) as ages`,
);

async function lockTries(tx: Tx, marks: readonly Mark[]): Promise<Tries[]> {
  const rows = await tx.query<Mark & { ages: string[] }>(lock, marksOf(marks));
  return rows.map(({ kind, fingerprint, ages }) => ({ kind, fingerprint, agesMs: ages.map(Number) }));
}

const addTry: RowWriter<Mark> = {
  statement: statement(
    'sign_in_tries.add',
    `update sign_in_tries t
     set tried_at = (t.tried_at || clock_timestamp())[greatest(1, cardinality(t.tried_at) + 2 - n.kept):],
         last_at = clock_timestamp()
     from unnest($1::text[], $2::text[], $3::integer[]) as n (kind, fingerprint, kept)
     where t.kind = n.kind
       and t.fingerprint = n.fingerprint
     returning t.kind`,
  ),
  values: (rows) => [...marksOf(rows), rows.map(({ kind }) => triesKept(kind))],
  writes: 'all',
};

/** The try did not fail and is not counted; earlier ones still are. */
export function uncountTry(writer: Writer, marks: readonly Mark[]): Promise<void> {
  return writeTries(
    writer,
    marks.map((each) => rowWrite(settleTry, { ...each, clears: false })),
  );
}

export function clearTries(writer: Writer, marks: readonly Mark[]): Promise<void> {
  return writeTries(writer, clearedTries(marks));
}

function writeTries(writer: Writer, rows: readonly RowWrite[]): Promise<void> {
  return writer.commit({ load: async () => null, decide: () => done(undefined, { rows }) });
}

/**
 * A success clears what only its user can have failed. For an address and an e-mail only this try is removed: strangers
 * share an address, and guess at an e-mail. `isShared`: several users registered the e-mail (decision 0036), and who
 * signs in as one of them may have guessed at another.
 */
export function clearedTries(marks: readonly Mark[], { isShared = false } = {}): RowWrite[] {
  const cleared = isShared ? OF_ONE_USER : [...OF_ONE_USER, 'device', 'pair'];
  return marks.map((each) => rowWrite(settleTry, { ...each, clears: cleared.includes(each.kind) }));
}

const OF_ONE_USER: readonly TryKind[] = ['code', 'session'];

/** For one who proved to own the e-mail, by a link sent to it: what strangers tried no longer holds new devices. */
export function forgivenTries(vault: Vault, email: string): RowWrite[] {
  return [rowWrite(settleTry, { ...emailMark(vault, email.toLowerCase()), clears: true })];
}

const settleTry: RowWriter<Mark & { clears: boolean }> = {
  statement: statement(
    'sign_in_tries.settle',
    `with wanted as materialized (
       select t.kind, t.fingerprint, n.clears
       from sign_in_tries t
       join unnest($1::text[], $2::text[], $3::boolean[]) as n (kind, fingerprint, clears)
         on n.kind = t.kind and n.fingerprint = t.fingerprint
       order by 1, 2
       for update of t
     ),
     cleared as (
       delete from sign_in_tries t
       using wanted
       where t.kind = wanted.kind
         and t.fingerprint = wanted.fingerprint
         and wanted.clears
     )
     update sign_in_tries t
     set tried_at = trim_array(t.tried_at, 1)
     from wanted
     where t.kind = wanted.kind
       and t.fingerprint = wanted.fingerprint
       and not wanted.clears
       and cardinality(t.tried_at) > 0`,
  ),
  values: (rows) => [...marksOf(rows), rows.map(({ clears }) => clears)],
  writes: 'any',
};

function marksOf(marks: readonly Mark[]): readonly unknown[] {
  return [marks.map(({ kind }) => kind), marks.map(({ fingerprint }) => fingerprint)];
}

export async function deleteOldTries(db: Db): Promise<number> {
  const gone = await db.query(
    `delete from sign_in_tries
     where (kind, fingerprint) in (
       select kind, fingerprint from sign_in_tries where last_at < now() - ${KEPT} limit ${DELETED_PER_ROUND}
     )
       and last_at < now() - ${KEPT}
     returning 1`,
  );
  // What the version before has counted.
  await db.query(`delete from login_tries where last_at < now() - interval '1 hour'`);
  return gone.length;
}
