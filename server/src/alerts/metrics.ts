import { Gauge, type Registry } from 'prom-client';
import { sharedFigures } from '../db/figures.ts';
import type { Db } from '../db/pool.ts';
import { countOpenAlerts } from './store.ts';

/** Of all processes, as the database has it. No series: none is open. */
export function registerAlertFigures(registry: Registry, { db }: { db: Db }): void {
  const read = sharedFigures(() => countOpenAlerts(db));
  const open = new Gauge({
    name: 'guiche_alerts_open',
    help: 'What needs an operator: money at a bank that does not fit the books, or too little of it',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = await read();
      open.reset();
      for (const { count, kind } of counts ?? []) open.set({ kind }, count);
    },
  });
}
