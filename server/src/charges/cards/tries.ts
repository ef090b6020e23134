import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { MEMORY_MS, TRIES_KEPT, type Trace, type Tries } from './defence.ts';

const DELETED_PER_ROUND = 1_000;

type TriesRow = { trace: string; tries: string[] };

const read = statement(
  'card_tries.read',
  `select kind || ':' || fingerprint as trace, tries_ms::text[] as tries
   from card_tries
   where (kind, fingerprint) in (
       select split_part(trace, ':', 1), split_part(trace, ':', 2)
       from unnest($1::text[]) as trace
     )`,
);

export async function readTries(db: Db, traces: readonly Trace[]): Promise<Tries> {
  return traces.length === 0 ? new Map() : triesFrom(await db.query<TriesRow>(read, [traces]));
}

// A trace that is new gets an empty row, so that there is one to lock: of a hundred tries at once each sees the ones
// before it. In the order of the key, as every writer does.
const lock = statement(
  'card_tries.lock',
  `insert into card_tries as t (kind, fingerprint, tries_ms, last_at)
   select distinct split_part(trace, ':', 1), split_part(trace, ':', 2), '{}'::bigint[], $2::timestamptz
   from unnest($1::text[]) as trace
   order by 1, 2
   on conflict (kind, fingerprint) do update set last_at = t.last_at
   returning t.kind || ':' || t.fingerprint as trace, t.tries_ms::text[] as tries`,
);

export async function lockTries(tx: Tx, traces: readonly Trace[], now: Date): Promise<Tries> {
  return traces.length === 0 ? new Map() : triesFrom(await tx.query<TriesRow>(lock, [traces, now]));
}

function triesFrom(rows: readonly TriesRow[]): Tries {
  return new Map(rows.map(({ trace, tries }) => [trace, tries.map(Number).sort((a, b) => a - b)]));
}

/** A try of a card, counted by each of its traces. */
export type CountedTry = { traces: readonly Trace[]; at: Date };

const LOCKED = `with wanted as materialized (
       select t.kind, t.fingerprint
       from card_tries t
       where (t.kind, t.fingerprint) in (
         select split_part(trace, ':', 1), split_part(trace, ':', 2)
         from unnest($1::text[]) as trace
       )
       order by 1, 2
       for update
     )`;

function onlyOne([counted]: readonly CountedTry[]): CountedTry {
  assert(counted, 'one try is counted at a time');
  return counted;
}

export const countTry: RowWriter<CountedTry> = {
  statement: statement(
    'card_tries.add',
    `${LOCKED}
     update card_tries t
     set tries_ms = (t.tries_ms || $2::bigint)[greatest(1, cardinality(t.tries_ms) + 2 - ${TRIES_KEPT}):],
         last_at = greatest(t.last_at, $3::timestamptz)
     from wanted
     where t.kind = wanted.kind
       and t.fingerprint = wanted.fingerprint`,
  ),
  values: (rows) => {
    const { traces, at } = onlyOne(rows);
    return [traces, at.getTime(), at];
  },
  writes: 'any',
};

/** An approved card was no try of a stranger's. */
export const giveTryBack: RowWriter<CountedTry> = {
  statement: statement(
    'card_tries.give_back',
    `${LOCKED}
     update card_tries t
     set tries_ms = array_remove(t.tries_ms, $2::bigint)
     from wanted
     where t.kind = wanted.kind
       and t.fingerprint = wanted.fingerprint`,
  ),
  values: (rows) => {
    const { traces, at } = onlyOne(rows);
    return [traces, at.getTime()];
  },
  writes: 'any',
};

/** Cards are remembered as long as the brands count, everything else for a day. */
export async function deleteOldCardTries({ db, clock }: Pick<ChargeDeps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now().getTime();
  const gone = await db.query(
    `delete from card_tries
     where (kind, fingerprint) in (
       select kind, fingerprint
       from card_tries
       where last_at < $1
         and (kind <> 'card' or last_at < $2)
       limit ${DELETED_PER_ROUND}
     )
     returning 1`,
    [new Date(now - DAY_MS), new Date(now - MEMORY_MS)],
  );
  // What the version before has counted.
  await db.query('delete from card_declines where last_at < $1', [new Date(now - DAY_MS)]);
  return gone.length;
}
