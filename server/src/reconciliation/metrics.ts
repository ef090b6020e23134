import { Gauge, type Registry } from 'prom-client';
import { sharedFigures } from '../db/figures.ts';
import type { Db } from '../db/pool.ts';
import { countOpen } from './list.ts';

/** Of all processes, as the database has it. No series: no difference is open. */
export function registerReconciliationFigures(registry: Registry, { db }: { db: Db }): void {
  const read = sharedFigures(() => countOpen(db));
  const open = new Gauge({
    name: 'guiche_reconciliation_open_differences',
    help: 'What providers list and the books have that does not match, and no operator has resolved',
    labelNames: ['provider', 'kind', 'verdict'],
    registers: [registry],
    async collect() {
      const counts = await read();
      open.reset();
      for (const { count, ...labels } of counts ?? []) open.set(labels, count);
    },
  });
}
