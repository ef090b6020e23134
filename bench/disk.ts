import type { Db } from '../server/src/db/pool.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { type Gateway, portOf } from './gateway.ts';
import { load, openConnections } from './load.ts';
import { listenForPayments, startReceiver, untilDelivered } from './receiving.ts';
import type { Table } from './report.ts';
import { creationsOf, paymentsOf, type Sale } from './sales.ts';
import { makeSellers } from './sellers.ts';

const CHARGES = 20_000;
const MAX_SECONDS = 600;

/** Bytes of a table with its indexes and its overflow, all partitions together. */
export async function tableSizes(db: Db): Promise<Map<string, number>> {
  const rows = await db.query<{ table: string; bytes: string }>(
    `select coalesce(whole.relname, c.relname) as table, sum(pg_total_relation_size(c.oid))::text as bytes
     from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid
     left join pg_class whole on whole.oid = i.inhparent
     where c.relkind = 'r'
       and c.relnamespace = current_schema()::regnamespace
     group by 1`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}

export type Disk = {
  charges: number;
  /** Bytes per charge, by table, and of the log that is written ahead. */
  created: Map<string, number>;
  confirmed: Map<string, number>;
  errors: number;
  firstError: string | null;
};

/**
 * What a charge leaves on disk: a PIX charge created under an idempotency key, then paid, with one webhook delivered.
 * As the tables lie afterwards, with rows that were replaced and that vacuum has yet to clear.
 */
export async function measureDisk(
  deps: Deps,
  gateway: Gateway,
  sellers: number,
  connections: number,
): Promise<Disk> {
  const receiver = await startReceiver();
  try {
    const shops = await makeSellers(deps, sellers);
    for (const shop of shops) await listenForPayments(deps, shop, receiver);
    const callers = await openConnections(portOf(gateway), connections);
    const sales: Sale[] = [];
    const empty = await tableSizes(deps.db);
    const creating = await load(callers, creationsOf(CHARGES, shops, sales, { isKeyed: true }), MAX_SECONDS);
    await gateway.order({ upkeep: 'now' });
    const created = await tableSizes(deps.db);
    const paying = await load(callers, paymentsOf(sales), MAX_SECONDS);
    await untilDelivered(deps.db, receiver, CHARGES);
    await gateway.order({ upkeep: 'now' });
    const confirmed = await tableSizes(deps.db);
    for (const caller of callers) caller.close();
    return {
      charges: CHARGES,
      created: perCharge(empty, created),
      confirmed: perCharge(empty, confirmed),
      errors: creating.errors + paying.errors,
      firstError: creating.firstError ?? paying.firstError,
    };
  } finally {
    await receiver.stop();
  }
}

function perCharge(before: Map<string, number>, after: Map<string, number>): Map<string, number> {
  const grown = [...after].map(([table, bytes]): [string, number] => [
    table,
    (bytes - (before.get(table) ?? 0)) / CHARGES,
  ]);
  return new Map(grown.filter(([, bytes]) => bytes >= 1).sort(([, a], [, b]) => b - a));
}

const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((total, bytes) => total + bytes, 0);

export function diskTable({ charges, created, confirmed }: Disk): Table {
  const row = (name: string, first: number, second: number) => [name, first.toFixed(0), second.toFixed(0)];
  return {
    title: `bytes on disk per charge, tables with indexes, after ${charges} PIX charges with Idempotency-Key`,
    head: ['table', 'created', 'and paid, with one webhook delivered'],
    rows: [
      ...[...confirmed].map(([table, bytes]) => row(table, created.get(table) ?? 0, bytes)),
      row('all', sum(created), sum(confirmed)),
    ],
  };
}
