import type pg from 'pg';
import type { Db } from '../db/pool.ts';
import type { Log } from '../kit/log.ts';
import { deliveryBell, type Rung, together } from './doorbell.ts';

const CHANNEL = 'guiche_doorbell';
const LOOK_AFTER_MS = 1_000;

/**
 * For a process that sends nothing itself: its rings are passed on to those that do. After the commit and in a statement
 * of its own, because a notification inside a transaction makes commits wait for each other.
 */
export function passRingsOn(db: Db, log: Log): () => void {
  let isSending = false;
  let unsent: Rung | null = null;
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (unsent !== null) {
      const names = namesOf(unsent);
      unsent = null;
      await db.query('select pg_notify($1, $2)', [CHANNEL, names]).catch((error: unknown) => {
        log.warn({ err: error }, 'the workers were not woken and will look by themselves');
      });
    }
    isSending = false;
  }
  return deliveryBell(db).onRing((rung) => {
    unsent = together(unsent, rung);
    void send();
  });
}

/** PostgreSQL takes 8,000 bytes with a notification: the most accounts that a ring names stay below. */
function namesOf(rung: Rung): string {
  return rung === 'anybody' ? '' : [...rung].join(' ');
}

function rungBy(names: string | undefined): Rung {
  return names ? new Set(names.split(' ')) : 'anybody';
}

/** For a process that sends: keeps a connection that hears the rings of the others, and renews it when it is lost. */
export function hearRings(db: Db) {
  let client: pg.PoolClient | null = null;
  function hangUp(lost: pg.PoolClient): void {
    if (client !== lost) return;
    client = null;
    lost.release(true);
  }
  async function listen(): Promise<number> {
    if (client) return 0;
    const fresh = await db.pool.connect();
    client = fresh;
    fresh.on('notification', ({ payload }) => deliveryBell(db).ring(rungBy(payload)));
    fresh.on('error', () => hangUp(fresh));
    fresh.on('end', () => hangUp(fresh));
    try {
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      hangUp(fresh);
      throw error;
    }
    deliveryBell(db).ring('anybody');
    return 0;
  }
  return {
    task: { name: 'doorbell', idleMs: LOOK_AFTER_MS, run: listen },
    stop: () => {
      if (client) hangUp(client);
    },
  };
}
