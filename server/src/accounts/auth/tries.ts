import { type Db, statement } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { GatewayError } from '../../kit/errors.ts';
import { homeNetworkOf } from '../../kit/home-network.ts';
import type { Vault } from '../../kit/secrets.ts';

/** So many failed tries within the window, and nobody is heard until a window after the last of them. */
const MAX_TRIES = { email: 10, address: 100, user: 10 } as const;
const WINDOW = `interval '30 minutes'`;
const KEPT = `interval '1 hour'`;
const FORGOTTEN_PER_ROUND = 1_000;
const PURPOSE = 'login tries';

type Kind = keyof typeof MAX_TRIES;
/** What a try counts against; unreadable to whoever reads the database. */
export type Mark = { kind: Kind; fingerprint: string };

export class LoginLocked extends GatewayError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('LOGIN_LOCKED');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Always in this order, so that two tries never wait for each other in a circle. */
export function signInMarks(vault: Vault, email: string, address: string): Mark[] {
  return [mark(vault, 'email', email), mark(vault, 'address', homeNetworkOf(address))];
}

/** Who is signed in and says the password again is counted apart: a stranger's tries must not stand in the way. */
export function userMarks(vault: Vault, userId: string): Mark[] {
  return [mark(vault, 'user', userId)];
}

function mark(vault: Vault, kind: Kind, value: string): Mark {
  return { kind, fingerprint: vault.fingerprint(PURPOSE, `${kind} ${value}`) };
}

// Time is the database's own, read when the row is locked, so that all nodes agree. No row: locked, nothing is counted.
const takeOne = statement(
  'login_tries.take',
  `insert into login_tries as t (kind, fingerprint, tried_at, last_at)
   values ($1, $2, array[clock_timestamp()], clock_timestamp())
   on conflict (kind, fingerprint) do update
     set (tried_at, locked_until, last_at) = (
       select recent.tries || recent.now,
         case when cardinality(recent.tries) + 1 >= $3 then recent.now + ${WINDOW} end,
         recent.now
       from (
         select clock_timestamp() as now,
           array(select at from unnest(t.tried_at) as at where at > clock_timestamp() - ${WINDOW} order by at) as tries
       ) as recent
     )
     where coalesce(t.locked_until <= clock_timestamp(), true)
   returning locked_until is not null as "isLast"`,
);

const waitOf = statement(
  'login_tries.wait',
  `select ceil(extract(epoch from locked_until - clock_timestamp()))::integer as seconds
   from login_tries
   where kind = $1
     and fingerprint = $2`,
);

/**
 * Counts a try before it is examined, so that of many at once no more are examined than may fail. Returns for what it was
 * the last one allowed. Refuses when too many failed; then nothing is counted, and nobody looks who is asking.
 */
export function takeTry(db: Db, marks: readonly Mark[]): Promise<Kind[]> {
  return transaction(db, async (tx) => {
    const exhausted: Kind[] = [];
    for (const { kind, fingerprint } of marks) {
      const [taken] = await tx.query<{ isLast: boolean }>(takeOne, [kind, fingerprint, MAX_TRIES[kind]]);
      if (!taken) {
        const [wait] = await tx.query<{ seconds: number }>(waitOf, [kind, fingerprint]);
        throw new LoginLocked(Math.max(1, wait?.seconds ?? 1));
      }
      if (taken.isLast) exhausted.push(kind);
    }
    return exhausted;
  });
}

const giveBackOne = statement(
  'login_tries.give_back',
  `update login_tries
   set tried_at = trim_array(tried_at, 1),
       locked_until = null
   where kind = $1
     and fingerprint = $2
     and cardinality(tried_at) > 0`,
);

/** The try did not fail; those before it still count. */
export async function giveTryBack(tx: Tx, marks: readonly Mark[]): Promise<void> {
  for (const { kind, fingerprint } of marks) await tx.query(giveBackOne, [kind, fingerprint]);
}

/** A success empties the count of the e-mail or the user. An address only gets its try back: others share it. */
export async function forgetTries(tx: Tx, marks: readonly Mark[]): Promise<void> {
  for (const each of marks) {
    if (each.kind === 'address') await giveTryBack(tx, [each]);
    else
      await tx.query('delete from login_tries where kind = $1 and fingerprint = $2', [
        each.kind,
        each.fingerprint,
      ]);
  }
}

export async function forgetOldTries(db: Db): Promise<number> {
  const gone = await db.query(
    `delete from login_tries
     where (kind, fingerprint) in (
       select kind, fingerprint from login_tries where last_at < now() - ${KEPT} limit ${FORGOTTEN_PER_ROUND}
     )
       and last_at < now() - ${KEPT}
     returning 1`,
  );
  return gone.length;
}
