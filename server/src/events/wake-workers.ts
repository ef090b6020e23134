import type pg from 'pg';
import type { Db } from '../db/pool.ts';
import type { Log } from '../kit/log.ts';
import { type Accounts, union, type Wake } from './wake.ts';

const CHANNEL = 'guiche_doorbell';
const RECONNECT_MS = 1_000;
const REPLY_MS = 5_000;

type Parts = { db: Db; wake: Wake };

/**
 * For a process without the worker role: passes its signals on to the workers, after the commit and in a separate
 * statement, because NOTIFY inside a transaction serialises commits.
 */
export function notifyWorkers({ db, wake, log }: Parts & { log: Log }): () => void {
  let isSending = false;
  let unsent: Accounts | null = null;
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (unsent !== null) {
      const names = textOf(unsent);
      unsent = null;
      await db.query('select pg_notify($1, $2)', [CHANNEL, names]).catch((error: unknown) => {
        log.warn({ err: error }, 'the workers were not woken; they will poll');
      });
    }
    isSending = false;
  }
  return wake.deliveries.listen((accounts) => {
    unsent = union(unsent, accounts);
    void send();
  });
}

/** A NOTIFY payload has at most 8,000 bytes: the accounts of a signal stay below that. */
function textOf(accounts: Accounts): string {
  return accounts === 'all' ? '' : [...accounts].join(' ');
}

function accountsIn(text: string | undefined): Accounts {
  return text ? new Set(text.split(' ')) : 'all';
}

/** For a process with the worker role: listens on its own connection for the signals of others, and reconnects. */
export function listenForWork({ db, wake }: Parts) {
  let client: pg.Client | null = null;
  function close(lost: pg.Client): void {
    if (client === lost) client = null;
    lost.end().catch(() => undefined);
  }
  /** Nothing is ever asked on this connection: without a question now and then, its silent death would go unnoticed. */
  async function stillThere(listening: pg.Client): Promise<number> {
    await listening.query('select').catch(() => close(listening));
    return 0;
  }
  async function connect(): Promise<number> {
    if (client) return await stillThere(client);
    const { client: fresh } = db.ownClient({ replyMs: REPLY_MS });
    client = fresh;
    fresh.on('notification', ({ payload }) => wake.deliveries.notify(accountsIn(payload)));
    fresh.on('error', () => close(fresh));
    fresh.on('end', () => close(fresh));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      close(fresh);
      throw error;
    }
    wake.deliveries.notify('all');
    return 0;
  }
  return {
    task: { name: 'signals of other processes', idleMs: RECONNECT_MS, run: connect },
    stop: () => {
      if (client) close(client);
    },
  };
}
