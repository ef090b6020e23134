import type { Deps } from '../server/src/http/deps.ts';
import { get, post } from './connection.ts';
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
import { makeSellers, type Seller } from './sellers.ts';

const SELLERS = 10;
/** Of each seller, paid and notified: more than are counted of a log. */
const CHARGES = 1_100;
const LIMIT = 50;
const MAX_SECONDS = 600;
const MEASURED = PROCESSES.filter((part) => part === 'server' || part === 'database');

type Read = { title: string; path(charge: Charge): string; mark: string };
type Charge = { id: string; seller: Seller };

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

function readsOf({ path, mark }: Read, charges: readonly Charge[]): Source {
  return () => {
    const charge = charges[Math.floor(Math.random() * charges.length)] as Charge;
    return {
      request: get(path(charge), charge.seller.apiKey),
      isRight: ({ status, body }) => status === 200 && body.includes(mark),
    };
  };
}

async function history(deps: Deps, gateway: Gateway, connections: number): Promise<Charge[]> {
  const receiver = await startReceiver();
  try {
    const sellers = await makeSellers(deps, SELLERS);
    for (const seller of sellers) await listenForPayments(deps, seller, receiver);
    const callers = await openConnections(portOf(gateway), connections);
    const charges: Charge[] = [];
    const made = await load(callers, creations(sellers, charges), MAX_SECONDS);
    const paid = await load(callers, payments(charges), MAX_SECONDS);
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

function creations(sellers: readonly Seller[], charges: Charge[]): Source {
  let made = 0;
  return () => {
    if (made === SELLERS * CHARGES) return null;
    made += 1;
    const seller = sellers[made % SELLERS] as Seller;
    const customer = `{"name":"Ana Souza","email":"ana${made}@example.com"}`;
    const body = `{"billing_type":"PIX","value":100,"description":"Pedido ${made}","external_reference":"order-${made}","customer":${customer}}`;
    return {
      request: post('/api/v1/charges', body, seller.apiKey),
      isRight: (reply) => {
        const { id = '' } = JSON.parse(reply.body.toString()) as { id?: string };
        charges.push({ id, seller });
        return reply.status === 201;
      },
    };
  };
}

function payments(charges: readonly Charge[]): Source {
  const waiting = [...charges];
  return () => {
    const charge = waiting.pop();
    return charge
      ? {
          request: post(`/api/v1/sandbox/charges/${charge.id}/pay`, '{}', charge.seller.apiKey),
          isRight: ({ status }) => status === 200,
        }
      : null;
  };
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
