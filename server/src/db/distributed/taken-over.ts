import type { Row, Statement } from '../pool.ts';
import type { Tx } from '../transaction.ts';

/**
 * For an update whose rows are known to be there. While `guiche distribute` spreads a table, an update that waits for the
 * copy to take over finds no row, once; asked again, it finds those of the node. Nothing is lost by that: Citus lets such
 * an update write nothing.
 */
export async function updateKnown<R extends object = Row>(
  tx: Pick<Tx, 'query'>,
  sql: Statement,
  values: readonly unknown[],
): Promise<R[]> {
  const rows = await tx.query<R>(sql, values);
  return rows.length > 0 ? rows : tx.query<R>(sql, values);
}
