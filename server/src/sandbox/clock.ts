import type { Db } from '../db/pool.ts';
import type { Task } from '../jobs/loop.ts';
import type { MovableClock } from '../kit/clock.ts';
import { DAY_MS, pause } from '../kit/clock.ts';
import { fail } from '../kit/errors.ts';
import { bringForward } from '../webhooks/queue.ts';

const NAME = 'sandbox clock offset';
const POLL_MS = 250;
const MARGIN_MS = 100;
/** Far enough for any test, near enough that dates keep four digits of year. */
const FARTHEST_MS = 3_650 * DAY_MS;

/** The offset lives in the database, so that every node tells the same time. */
export async function readOffset(db: Db): Promise<number> {
  const [row] = await db.query<{ value: string }>('select value from installation where name = $1', [NAME]);
  return Number(row?.value ?? 0);
}

async function writeOffset(db: Db, offsetMs: number): Promise<void> {
  await db.query(
    `insert into installation (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [NAME, String(offsetMs)],
  );
}

/** Every node looks at the shared offset this often; whoever moves it waits for one look more before going on. */
export function followSharedClock(db: Db, clock: MovableClock): Task {
  return {
    name: 'sandbox clock',
    idleMs: POLL_MS,
    run: async () => {
      clock.setOffset(await readOffset(db));
      return 0;
    },
  };
}

/** Moves every node's clock forward by the same amount, once for a given move: a retry finds it moved. */
export async function advanceClock(db: Db, clock: MovableClock, moveId: string, byMs: number): Promise<void> {
  const target = (await readOffset(db)) + byMs;
  if (target > FARTHEST_MS) {
    fail('VALIDATION_ERROR', 'The clock cannot be moved that far', { advance_days: 'is too much' });
  }
  const [move] = await db.query<{ value: string }>(
    `insert into installation as i (name, value) values ($1, $2)
     on conflict (name) do update set value = i.value
     returning value`,
    [`${NAME} after move ${moveId}`, String(target)],
  );
  await moveClock(db, clock, Number(move?.value));
}

/** What was due in the moved time is due as much later in the real one. */
export async function resetClock(db: Db, clock: MovableClock): Promise<void> {
  const offsetMs = await readOffset(db);
  await moveClock(db, clock, 0);
  await bringForward(db, offsetMs);
}

async function moveClock(db: Db, clock: MovableClock, offsetMs: number): Promise<void> {
  await writeOffset(db, offsetMs);
  clock.setOffset(offsetMs);
  await pause(POLL_MS + MARGIN_MS);
}
