import { type Actor, recordAction } from '../audit/record.ts';
import type { Db } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Task } from '../jobs/loop.ts';
import { bringJobsForward } from '../jobs/queue.ts';
import type { MovableClock } from '../kit/clock.ts';
import { DAY_MS, pause, SECOND_MS } from '../kit/clock.ts';
import { fail } from '../kit/errors.ts';
import { bringDeliveriesForward } from '../webhooks/dispatch/queue.ts';

const NAME = 'sandbox clock offset';
/** Its value is the offset for which everything due has run. */
const CAUGHT_UP = 'sandbox clock caught up';
const POLL_MS = 250;
const MARGIN_MS = 100;
/** Far enough for any test, near enough that dates keep four digits of year. */
const FARTHEST_MS = 3_650 * DAY_MS;

/** The offset lives in the database, so that every node tells the same time. */
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

async function writeOffset(tx: Tx, offsetMs: number): Promise<void> {
  await write(tx, NAME, offsetMs);
  await tx.query('delete from installation where name = $1', [CAUGHT_UP]);
}

async function write(db: Pick<Db, 'query'>, name: string, offsetMs: number): Promise<void> {
  await db.query(
    `insert into installation (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, String(offsetMs)],
  );
}

/** Everything due by this offset has run: on every node, what is late from now on is only late. */
export function noteCaughtUp(db: Db, { offsetMs }: MovableClock): Promise<void> {
  return write(db, CAUGHT_UP, offsetMs);
}

/** Every node looks at the shared offset this often; whoever moves it waits for one look more before going on. */
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

/** Moves every node's clock forward by the same amount, once for a given move: a retry finds it moved. */
export async function advanceClock(
  db: Db,
  clock: MovableClock,
  move: { id: string; byMs: number },
  by: Actor,
): Promise<void> {
  const offsetMs = await transaction(db, async (tx) => {
    const before = await readOffset(tx);
    const wanted = before + move.byMs;
    if (wanted > FARTHEST_MS) {
      fail('VALIDATION_ERROR', 'The clock cannot be moved that far', { advance_days: 'is too much' });
    }
    const name = `${NAME} after move ${move.id}`;
    const made = await tx.query(
      'insert into installation (name, value) values ($1, $2) on conflict (name) do nothing returning name',
      [name, String(wanted)],
    );
    const [moved] = await tx.query<{ value: string }>('select value from installation where name = $1', [
      name,
    ]);
    const target = Number(moved?.value);
    await writeOffset(tx, target);
    if (made.length > 0) await recordMove(tx, by, 'clock.moved', { before, after: target });
    return target;
  });
  await follow(clock, offsetMs);
}

/** What was due in the moved time is due as much later in the real one. */
export async function resetClock(db: Db, clock: MovableClock, by: Actor): Promise<void> {
  const offsetMs = await transaction(db, async (tx) => {
    const before = await readOffset(tx);
    await writeOffset(tx, 0);
    if (before !== 0) await recordMove(tx, by, 'clock.reset', { before, after: 0 });
    return before;
  });
  await follow(clock, 0);
  if (offsetMs === 0) return;
  await bringDeliveriesForward(db, offsetMs);
  await bringJobsForward(db, offsetMs);
}

async function recordMove(
  tx: Tx,
  actor: Actor,
  action: string,
  offsetMs: { before: number; after: number },
): Promise<void> {
  const seconds = (ms: number) => Math.round(ms / SECOND_MS);
  const details = {
    offset_seconds: { before: seconds(offsetMs.before), after: seconds(offsetMs.after) },
  };
  await recordAction(tx, { actor, accountId: actor.accountId, action, target: null, details });
}

async function follow(clock: MovableClock, offsetMs: number): Promise<void> {
  clock.setOffset(offsetMs);
  await pause(POLL_MS + MARGIN_MS);
}
