import { Counter, Gauge, type Registry } from 'prom-client';

/** What this process removed, and how old the oldest row of each table of partitions may be. */
export class RetentionMetrics {
  readonly #rows = new Counter({
    name: 'guiche_retention_rows_total',
    help: 'Rows removed one by one because of their age',
    labelNames: ['kind'],
    registers: [],
  });
  readonly #partitions = new Counter({
    name: 'guiche_retention_partitions_total',
    help: 'Partitions made ahead and dropped',
    labelNames: ['table', 'change'],
    registers: [],
  });
  readonly #oldest = new Gauge({
    name: 'guiche_retention_oldest_seconds',
    help: 'Age of the oldest row kept; for tables of partitions, of the beginning of the oldest partition that is known',
    labelNames: ['table'],
    registers: [],
  });

  removed(kind: string, rows: number): void {
    this.#rows.inc({ kind }, rows);
  }

  partition(table: string, change: 'made' | 'dropped'): void {
    this.#partitions.inc({ table, change });
  }

  oldest(table: string, seconds: number): void {
    this.#oldest.set({ table }, seconds);
  }

  register(registry: Registry): void {
    registry.registerMetric(this.#rows);
    registry.registerMetric(this.#partitions);
    registry.registerMetric(this.#oldest);
  }
}
