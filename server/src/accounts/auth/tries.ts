import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { GatewayError } from '../../kit/errors.ts';
import { homeNetworkOf } from '../../kit/home-network.ts';
import type { Vault } from '../../kit/secrets.ts';
import { type Decision, done, type RowWrite, type RowWriter, rowWrite } from '../../write/effects.ts';
import type { Writer } from '../../write/writer.ts';

/** After this many failed tries within the window, all tries are refused for one window. */
const MAX_TRIES = { email: 10, address: 100, user: 10 } as const;
const WINDOW = `interval '30 minutes'`;
const KEPT = `interval '1 hour'`;
const DELETED_PER_ROUND = 1_000;
const PURPOSE = 'login tries';

type Kind = keyof typeof MAX_TRIES;
/** What a try counts against. A fingerprint does not show the value. */
export type Mark = { kind: Kind; fingerprint: string };

export class LoginLocked extends GatewayError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('LOGIN_LOCKED');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Always in this order, so that two tries cannot deadlock. */
export function signInMarks(vault: Vault, email: string, address: string): Mark[] {
  return [mark(vault, 'email', email), mark(vault, 'address', homeNetworkOf(address))];
}

/** Checks of a signed-in user are counted separately: failed sign-ins by strangers must not lock them. */
export function userMarks(vault: Vault, userId: string): Mark[] {
  return [mark(vault, 'user', userId)];
}

function mark(vault: Vault, kind: Kind, value: string): Mark {
  return { kind, fingerprint: vault.fingerprint(PURPOSE, `${kind} ${value}`) };
}

/**
 * Counts a try before it is checked, so that parallel tries cannot exceed the limit. Returns the kinds for which it was
 * the last one allowed. Refuses after too many failures, without counting or checking.
 */
export async function countTry(writer: Writer, marks: readonly Mark[]): Promise<Kind[]> {
  return writer.commit({ load: (tx) => lockTries(tx, marks), decide: decideTry });
}

export type Tries = Mark & {
  /** Within the window before now. */
  recentTries: number;
  /** Until the lock ends; null: not locked. */
  waitSeconds: number | null;
};

export function decideTry(all: readonly Tries[]): Decision<Kind[]> {
  for (const { waitSeconds } of all) if (waitSeconds !== null) return new LoginLocked(waitSeconds);
  const isLast = ({ kind, recentTries }: Tries) => recentTries + 1 >= MAX_TRIES[kind];
  const counted = all.map((each) => ({
    kind: each.kind,
    fingerprint: each.fingerprint,
    isLast: isLast(each),
  }));
  return done(
    all.filter(isLast).map(({ kind }) => kind),
    { rows: counted.map((each) => rowWrite(saveTry, each)) },
  );
}

// The upsert changes nothing: it locks a row that may not exist yet. The time is the database's, read under the lock, so
// that all nodes agree.
const lock = statement(
  'login_tries.lock',
  `insert into login_tries as t (kind, fingerprint, tried_at, last_at)
   select kind, fingerprint, '{}', clock_timestamp()
   from unnest($1::text[], $2::text[]) as given (kind, fingerprint)
   on conflict (kind, fingerprint) do update set last_at = t.last_at
   returning kind, fingerprint,
     (
       select count(*)::integer
       from unnest(tried_at) as at
       where at > clock_timestamp() - ${WINDOW}
     ) as "recentTries",
     case
       when locked_until > clock_timestamp()
         then greatest(1, ceil(extract(epoch from locked_until - clock_timestamp())))::integer
     end as "waitSeconds"`,
);

function lockTries(tx: Tx, marks: readonly Mark[]): Promise<Tries[]> {
  return tx.query<Tries>(lock, [marks.map(({ kind }) => kind), marks.map(({ fingerprint }) => fingerprint)]);
}

const saveTry: RowWriter<Mark & { isLast: boolean }> = {
  statement: statement(
    'login_tries.count',
    `update login_tries t
     set tried_at = array(
           select at from unnest(t.tried_at) as at where at > clock_timestamp() - ${WINDOW} order by at
         ) || clock_timestamp(),
         locked_until = case when n.is_last then clock_timestamp() + ${WINDOW} end,
         last_at = clock_timestamp()
     from unnest($1::text[], $2::text[], $3::boolean[]) as n (kind, fingerprint, is_last)
     where t.kind = n.kind
       and t.fingerprint = n.fingerprint
     returning t.kind`,
  ),
  values: (rows) => [
    rows.map((row) => row.kind),
    rows.map((row) => row.fingerprint),
    rows.map((row) => row.isLast),
  ],
  writes: 'all',
};

/** The try did not fail and is not counted; earlier ones still are. */
export function uncountTry(writer: Writer, marks: readonly Mark[]): Promise<void> {
  return writeTries(
    writer,
    marks.map((each) => rowWrite(giveBack, each)),
  );
}

export function clearTries(writer: Writer, marks: readonly Mark[]): Promise<void> {
  return writeTries(writer, clearedTries(marks));
}

function writeTries(writer: Writer, rows: readonly RowWrite[]): Promise<void> {
  return writer.commit({ load: async () => null, decide: () => done(undefined, { rows }) });
}

/** A success clears the count of the e-mail or the user. For an address only this try is removed: others share it. */
export function clearedTries(marks: readonly Mark[]): RowWrite[] {
  return marks.map((each) => rowWrite(each.kind === 'address' ? giveBack : empty, each));
}

// Locked in the order of `signInMarks`.
const giveBack: RowWriter<Mark> = {
  statement: statement(
    'login_tries.give_back',
    `with locked as (
       select t.kind, t.fingerprint
       from login_tries t
       join unnest($1::text[], $2::text[]) as n (kind, fingerprint)
         on n.kind = t.kind and n.fingerprint = t.fingerprint
       where cardinality(t.tried_at) > 0
       order by t.kind desc
       for update of t
     )
     update login_tries t
     set tried_at = trim_array(t.tried_at, 1),
         locked_until = null
     from locked
     where t.kind = locked.kind
       and t.fingerprint = locked.fingerprint
       and cardinality(t.tried_at) > 0`,
  ),
  values: marksOf,
  writes: 'any',
};

const empty: RowWriter<Mark> = {
  statement: statement(
    'login_tries.empty',
    `delete from login_tries t
     using unnest($1::text[], $2::text[]) as n (kind, fingerprint)
     where t.kind = n.kind
       and t.fingerprint = n.fingerprint`,
  ),
  values: marksOf,
  writes: 'any',
};

function marksOf(marks: readonly Mark[]): readonly unknown[] {
  return [marks.map(({ kind }) => kind), marks.map(({ fingerprint }) => fingerprint)];
}

export async function deleteOldTries(db: Db): Promise<number> {
  const gone = await db.query(
    `delete from login_tries
     where (kind, fingerprint) in (
       select kind, fingerprint from login_tries where last_at < now() - ${KEPT} limit ${DELETED_PER_ROUND}
     )
       and last_at < now() - ${KEPT}
     returning 1`,
  );
  return gone.length;
}
