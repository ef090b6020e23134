import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS } from '../kit/clock.ts';
import type { Db } from './pool.ts';

/** A scraper waits ten seconds by default, and the figures of the process itself matter most when the database is slow. */
const READ_WITHIN_MS = 2 * SECOND_MS;

/** Reads once for all figures of a scrape. Null: the database gave no answer in time, and the figures are left out. */
export function sharedFigures<T>(read: () => Promise<T>): () => Promise<T | null> {
  let reading: Promise<T | null> | null = null;
  return () => {
    reading ??= inTime(read).finally(() => {
      reading = null;
    });
    return reading;
  };
}

async function inTime<T>(read: () => Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), READ_WITHIN_MS);
  });
  try {
    return await Promise.race([read().catch(() => null), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** The connections that statements run on: what is in use of them, and what waits for one. */
export function registerConnectionFigures(registry: Registry, { seats }: Db): void {
  const register = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  register('guiche_database_connections_in_use', 'Connections to the database in use', () => seats.used);
  register(
    'guiche_database_connections_max',
    'Connections to the database of this process',
    () => seats.size,
  );
  register(
    'guiche_database_connections_waiting',
    'Statements and transactions that wait for a connection',
    () => seats.waiting,
  );
}
