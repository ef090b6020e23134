import type { Action, Actor } from '../audit/record.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Task } from '../jobs/loop.ts';
import { bringJobsForward } from '../jobs/queue.ts';
import type { MovableClock } from '../kit/clock.ts';
import { DAY_MS, pause, SECOND_MS } from '../kit/clock.ts';
import { GatewayError } from '../kit/errors.ts';
import { bringDeliveriesForward } from '../webhooks/dispatch/queue.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWrite, type RowWriter, rowWrite } from '../write/effects.ts';
import type { Writer } from '../write/writer.ts';

const NAME = 'sandbox clock offset';
/** Its value is the offset up to which everything due has run. */
const CAUGHT_UP = 'sandbox clock caught up';
const POLL_MS = 250;
const MARGIN_MS = 100;
/** Ten years: enough for tests, and years keep four digits. */
export const MAX_OFFSET_MS = 3_650 * DAY_MS;

/** The offset is stored in the database, so that every node has the same time. */
export async function readOffset(db: Pick<Db, 'query'>): Promise<number> {
  return (await readShared(db)).offsetMs;
}

async function readShared(db: Pick<Db, 'query'>): Promise<{ offsetMs: number; hasCaughtUp: boolean }> {
  const rows = await db.query<{ name: string; value: string }>(
    'select name, value from installation where name = any($1)',
    [[NAME, CAUGHT_UP]],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const offset = values.get(NAME) ?? '0';
  return { offsetMs: Number(offset), hasCaughtUp: values.get(CAUGHT_UP) === offset };
}

/** Every node polls the shared offset. A move waits for longer than one poll, so that all nodes have followed it. */
export function followSharedClock(db: Db, clock: MovableClock): Task {
  return {
    name: 'sandbox clock',
    idleMs: POLL_MS,
    run: async () => {
      const { offsetMs, hasCaughtUp } = await readShared(db);
      clock.setOffset(offsetMs);
      if (hasCaughtUp) clock.endSkippedTime();
      return 0;
    },
  };
}

type ClockDeps = { writer: Writer };
export type ClockMove = { id: string; byMs: number; by: Actor };

/** Moves the clock of every node forward, once per move id: a retry does not move it again. */
export async function advanceClock(deps: ClockDeps, clock: MovableClock, move: ClockMove): Promise<number> {
  const offsetMs = await deps.writer.commit({
    load: (tx) => loadForMove(tx, move.id),
    decide: (state) => decideAdvanceClock(state, move),
  });
  await follow(clock, offsetMs);
  return offsetMs;
}

export type ClockState = {
  /** Null: it was never moved. */
  offsetMs: number | null;
};
export type AdvanceState = ClockState & { isMoved: boolean };

/** The clock's offset after the move. */
export function decideAdvanceClock(
  { offsetMs, isMoved }: AdvanceState,
  { id, byMs, by }: ClockMove,
): Decision<number> {
  const before = offsetMs ?? 0;
  if (isMoved) return done(before);
  const after = before + byMs;
  if (after > MAX_OFFSET_MS) {
    return new GatewayError('VALIDATION_ERROR', 'The clock cannot be moved that far', {
      advance_days: 'is too much',
    });
  }
  return done(after, {
    rows: [
      ...offsetRows(offsetMs, after),
      rowWrite(insertValue, { name: moveName(id), value: String(after) }),
    ],
    audit: [clockAction('clock.moved', by, { before, after })],
  });
}

/** Sets the clock back to real time; jobs and deliveries are moved back by the same amount. */
export async function resetClock(deps: ClockDeps, clock: MovableClock, by: Actor): Promise<void> {
  const byMs = await deps.writer.commit({
    load: async (tx) => ({ offsetMs: await lockOffset(tx) }),
    decide: (state) => decideResetClock(state, by),
  });
  await follow(clock, 0);
  if (byMs === 0) return;
  // Workers write the same rows in an order of their own: the writer tries again after a deadlock.
  await deps.writer.commit({
    load: async () => undefined,
    decide: () =>
      done(undefined, {
        rows: [rowWrite(bringDeliveriesForward, { byMs }), rowWrite(bringJobsForward, { byMs })],
      }),
  });
}

/** How far the clock had been moved. */
export function decideResetClock({ offsetMs }: ClockState, by: Actor): Decision<number> {
  if (!offsetMs) return done(0);
  return done(offsetMs, {
    rows: offsetRows(offsetMs, 0),
    audit: [clockAction('clock.reset', by, { before: offsetMs, after: 0 })],
  });
}

/** Records that everything due by this offset has run: from now on, late work counts as late on every node. */
export async function recordCaughtUp(
  { writer }: ClockDeps,
  caughtUpMs: number,
  answer?: Answer<void>,
): Promise<void> {
  await writer.commit(
    {
      load: async (tx) => ({ offsetMs: await lockOffset(tx) }),
      decide: (state) => decideCaughtUp(state, caughtUpMs),
    },
    answer,
  );
}

/** If the clock was moved again meanwhile, that move records it. */
export function decideCaughtUp({ offsetMs }: ClockState, caughtUpMs: number): Decision<void> {
  if (offsetMs !== caughtUpMs) return done(undefined);
  return done(undefined, {
    rows: [rowWrite(putValue, { name: CAUGHT_UP, value: String(caughtUpMs) })],
  });
}

function offsetRows(beforeMs: number | null, afterMs: number): RowWrite[] {
  const offset = { name: NAME, value: String(afterMs) };
  // Two first moves at once: the second insert fails, and the move is decided again on what the first wrote.
  return [rowWrite(beforeMs === null ? insertValue : putValue, offset), rowWrite(removeValue, CAUGHT_UP)];
}

function clockAction(action: string, actor: Actor, offsetMs: { before: number; after: number }): Action {
  const seconds = (ms: number) => Math.round(ms / SECOND_MS);
  const details = { offset_seconds: { before: seconds(offsetMs.before), after: seconds(offsetMs.after) } };
  return { actor, accountId: actor.accountId, action, target: null, details };
}

const moveName = (id: string) => `${NAME} after move ${id}`;

async function loadForMove(tx: Tx, id: string): Promise<AdvanceState> {
  const offsetMs = await lockOffset(tx);
  // Read after the lock: an earlier run of the same move has ended.
  const moved = await tx.query('select 1 from installation where name = $1', [moveName(id)]);
  return { offsetMs, isMoved: moved.length > 0 };
}

async function lockOffset(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ value: string }>(
    'select value from installation where name = $1 for update',
    [NAME],
  );
  return row ? Number(row.value) : null;
}

type Value = { name: string; value: string };
const namesAndValues = (rows: readonly Value[]) => [
  rows.map(({ name }) => name),
  rows.map(({ value }) => value),
];

const insertValue: RowWriter<Value> = {
  statement: statement(
    'installation.insert',
    `insert into installation (name, value)
     select *
     from unnest($1::text[], $2::text[])
     returning name`,
  ),
  values: namesAndValues,
  writes: 'all',
};

const putValue: RowWriter<Value> = {
  statement: statement(
    'installation.put',
    `insert into installation (name, value)
     select *
     from unnest($1::text[], $2::text[])
     on conflict (name) do update
       set value = excluded.value
     returning name`,
  ),
  values: namesAndValues,
  writes: 'all',
};

const removeValue: RowWriter<string> = {
  statement: statement('installation.remove', 'delete from installation where name = any($1::text[])'),
  values: (names) => [names],
  writes: 'any',
};

async function follow(clock: MovableClock, offsetMs: number): Promise<void> {
  clock.setOffset(offsetMs);
  await pause(POLL_MS + MARGIN_MS);
}
