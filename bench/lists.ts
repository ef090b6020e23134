import type { Deps } from '../server/src/http/deps.ts';
import { get } from './connection.ts';
import { cpuClock, PROCESSES } from './cpu-time.ts';
import { type Gateway, portOf } from './gateway.ts';
import {
  add,
  addErrors,
  load,
  type Measurement,
  nothingMeasured,
  openConnections,
  type Source,
} from './load.ts';
import type { Options } from './options.ts';
import { profiled } from './profile.ts';
import { listenForPayments, startReceiver, untilDelivered } from './receiving.ts';
import type { Table } from './report.ts';
import { creationsOf, paymentsOf, type Sale } from './sales.ts';
import { makeSellers } from './sellers.ts';

const SELLERS = 10;
/** Of each seller, paid and notified: more than are counted of a log. */
const CHARGES = 1_100;
const LIMIT = 50;
const PAYER = '{"name":"Ana Souza","email":"ana@example.com"}';
const MAX_SECONDS = 600;
const MEASURED = PROCESSES.filter((part) => part === 'server' || part === 'database');

type Read = { title: string; path(charge: Sale): string; mark: string };

const READS: Readonly<Record<string, Read>> = {
  get: { title: 'GET charge', path: ({ id }) => `/api/v1/charges/${id}`, mark: '"status":"RECEIVED"' },
  charges: listOf('charges'),
  transactions: listOf('transactions'),
  deliveries: listOf('deliveries'),
};

function listOf(name: string): Read {
  return {
    title: `GET ${name}, ${LIMIT}`,
    path: () => `/api/v1/${name}?limit=${LIMIT}`,
    mark: '"has_more":true',
  };
}

export type Lists = { reads: Map<string, Measurement>; errors: number; firstError: string | null };

/** CPU time of a page of each long list, beside that of one charge, in rounds. */
export async function measureLists(deps: Deps, gateway: Gateway, options: Options): Promise<Lists> {
  const charges = await history(deps, gateway, options.connections);
  const cpu = await cpuClock(deps.db, { server: gateway.pid });
  const reads = new Map(Object.keys(READS).map((name) => [name, nothingMeasured()]));
  const connections = await openConnections(portOf(gateway), options.connections);
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const [name, total] of reads) {
      const source = readsOf(READS[name] as Read, charges);
      const seconds = options.seconds / options.rounds;
      const part = await profiled(gateway, `list-${name}`, options.profile, () =>
        load(connections, source, seconds, cpu),
      );
      if (round === 0) addErrors(total, part);
      else add(total, part);
    }
  }
  for (const connection of connections) connection.close();
  const all = [...reads.values()];
  return {
    reads,
    errors: all.reduce((sum, { errors }) => sum + errors, 0),
    firstError: all.find(({ firstError }) => firstError)?.firstError ?? null,
  };
}

function readsOf({ path, mark }: Read, charges: readonly Sale[]): Source {
  return () => {
    const charge = charges[Math.floor(Math.random() * charges.length)] as Sale;
    return {
      request: get(path(charge), charge.seller.apiKey),
      isRight: ({ status, body }) => status === 200 && body.includes(mark),
    };
  };
}

async function history(deps: Deps, gateway: Gateway, connections: number): Promise<Sale[]> {
  const receiver = await startReceiver();
  try {
    const sellers = await makeSellers(deps, SELLERS);
    for (const seller of sellers) await listenForPayments(deps, seller, receiver);
    const callers = await openConnections(portOf(gateway), connections);
    const charges: Sale[] = [];
    const made = await load(
      callers,
      creationsOf(SELLERS * CHARGES, sellers, charges, { payer: PAYER }),
      MAX_SECONDS,
    );
    const paid = await load(callers, paymentsOf([...charges]), MAX_SECONDS);
    for (const caller of callers) caller.close();
    const wrong = made.firstError ?? paid.firstError;
    if (wrong) throw new Error(`no history to list: ${wrong}`);
    await untilDelivered(deps.db, receiver, charges.length);
    await gateway.order({ upkeep: 'now' });
    await deps.db.query('vacuum (analyze)');
    return charges;
  } finally {
    await receiver.stop();
  }
}

const costOf = ({ cpuMs, latenciesMs }: Measurement, part: (typeof MEASURED)[number]) =>
  cpuMs[part] / latenciesMs.length;
const wholeCostOf = (measured: Measurement) =>
  MEASURED.reduce((sum, part) => sum + costOf(measured, part), 0);

export function listsTable({ reads }: Lists): Table {
  const one = reads.get('get');
  return {
    title: `CPU ms of a page of ${LIMIT}, ${CHARGES} paid charges and deliveries of each seller`,
    head: ['read', 'requests', ...MEASURED, 'both', 'of a get'],
    rows: [...reads].map(([name, measured]) => [
      READS[name]?.title ?? name,
      String(measured.latenciesMs.length),
      ...MEASURED.map((part) => costOf(measured, part).toFixed(3)),
      wholeCostOf(measured).toFixed(3),
      one ? (wholeCostOf(measured) / wholeCostOf(one)).toFixed(1) : '',
    ]),
  };
}
