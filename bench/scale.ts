import { hashPassword } from '../server/src/accounts/auth/passwords.ts';
import type { Db } from '../server/src/db/pool.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { auditLedger } from '../server/src/ledger/audit.ts';
import { loadCharges, settleTables } from './bulk-load.ts';
import { get } from './connection.ts';
import { type CpuClock, cpuClock } from './cpu-time.ts';
import { openDependencies } from './dependencies.ts';
import { type Gateway, portOf, startGateway } from './gateway.ts';
import {
  add,
  addErrors,
  load,
  type Measurement,
  nothingMeasured,
  openConnections,
  percentile,
  type Shot,
  type Source,
} from './load.ts';
import type { Options } from './options.ts';
import { openNodes, type Place } from './places.ts';
import type { Table } from './report.ts';
import { creationOf, paymentsOf, type Sale } from './sales.ts';
import { makeOperator, makeSellers, type Seller } from './sellers.ts';

const FEW_CHARGES = 10_000;
const CHARGES_PER_SELLER = 1_000;
/** As many sellers are there in both databases; in the small one few of them have sold something. */
const sellersFor = (charges: number) => charges / CHARGES_PER_SELLER;
const CONNECTIONS = 16;
const LIMIT = 50;
const PASSWORD = 'a bench is not a shop';
const MAX_RATIO = 1.2;
const MAX_AUDITED = 2_000_000;

type Installation = {
  charges: number;
  deps: Deps;
  gateway: Gateway;
  cpu: CpuClock;
  token: string;
  /** All sellers, as many in both: what one request costs also depends on how many sellers ask. */
  shops: readonly Seller[];
  sold: Sale[];
  payable: Sale[];
};

const READS = {
  get: ({ sold }: Installation) => readOf(randomOf(sold), (id) => `/api/v1/charges/${id}`, '"status":'),
  list: ({ sold }: Installation) =>
    readOf(randomOf(sold), () => `/api/v1/charges?limit=${LIMIT}`, '"has_more":true'),
  balance: ({ sold }: Installation) => readOf(randomOf(sold), () => '/api/v1/balance', '"object":"balance"'),
  overview: ({ sold }: Installation) => readOf(randomOf(sold), () => '/api/v1/overview', '"object":'),
};

function readOf({ id, seller }: Sale, path: (id: string) => string, mark: string): Shot {
  return {
    request: get(path(id), seller.apiKey),
    isRight: ({ status, body }) => status === 200 && body.includes(mark),
  };
}

function randomOf<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}

const OPERATIONS: Readonly<Record<string, (of: Installation) => Source>> = {
  create:
    ({ shops, payable }) =>
    () =>
      creationOf(randomOf(shops), payable),
  confirm: ({ payable }) => paymentsOf(payable),
  ...Object.fromEntries(
    Object.entries(READS).map(([name, read]) => [name, (of: Installation) => () => read(of)]),
  ),
  'operator totals':
    ({ token }) =>
    () => ({
      request: get('/api/v1/admin/ledger/totals', token),
      isRight: ({ status, body }) => status === 200 && body.includes('"adds_up":true'),
    }),
};

type Pair = { few: Measurement; many: Measurement };
type Operations = Map<string, Pair>;
export type Scale = {
  /** What the ledger's audit found in both. */
  differences: number;
  errors: number;
  firstError: string | null;
};

type Output = { say: (line: string) => void; show: (table: Table) => void };

/** The same operations on an installation with few charges and on one with many, in turn. */
export async function measureScale(place: Place, options: Options, { say, show }: Output): Promise<Scale> {
  const charges = options.scaleCharges;
  const closers: (() => Promise<void>)[] = [];
  try {
    const few = await install(place, FEW_CHARGES, sellersFor(charges), closers, say);
    const many = await install(place, charges, sellersFor(charges), closers, say);
    const operations: Operations = new Map();
    for (const name of Object.keys(OPERATIONS)) {
      operations.set(name, { few: nothingMeasured(), many: nothingMeasured() });
    }
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const [name, pair] of operations) {
        await measureOne(name, few, pair.few, round, options);
        await measureOne(name, many, pair.many, round, options);
      }
    }
    show(scaleTable(charges, operations));
    const all = [...operations.values()].flatMap((pair) => [pair.few, pair.many]);
    const audits = [await auditLedger(few.deps.db)];
    if (charges <= MAX_AUDITED) audits.push(await auditLedger(many.deps.db));
    else say(`the ledger of ${charges} charges is not audited: it would take an hour`);
    return {
      differences: audits.flat().length,
      errors: all.reduce((sum, { errors }) => sum + errors, 0),
      firstError: all.find(({ firstError }) => firstError)?.firstError ?? null,
    };
  } finally {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  }
}

async function measureOne(
  name: string,
  installation: Installation,
  total: Measurement,
  round: number,
  { seconds, rounds }: Options,
): Promise<void> {
  const connections = await openConnections(portOf(installation.gateway), CONNECTIONS);
  const source = OPERATIONS[name]?.(installation) ?? (() => null);
  const part = await load(connections, source, seconds / rounds, installation.cpu);
  // The first round only warms up.
  if (round === 0) addErrors(total, part);
  else add(total, part);
  for (const connection of connections) connection.close();
}

const READ_OF_EACH = 20;

async function install(
  place: Place,
  charges: number,
  sellers: number,
  closers: (() => Promise<void>)[],
  say: (line: string) => void,
): Promise<Installation> {
  const name = `scale_${charges}`;
  const address = await place.create(name);
  const nodes = openNodes(place, name);
  const deps = openDependencies(address);
  closers.push(...[deps.db, ...nodes].map((db) => () => db.close()));
  const operator = await makeOperator(deps, await hashPassword(PASSWORD));
  const shops = await makeSellers(deps, sellers);
  const selling = shops.slice(0, charges / CHARGES_PER_SELLER);
  await loadAll(deps, selling, say);
  await settleTables(deps);
  const gateway = await startGateway(address);
  closers.push(() => gateway.stop());
  say(`  ${charges} charges of ${sellers} sellers: ${(await gigabytesOn(nodes)).toFixed(2)} GB`);
  return {
    charges,
    deps,
    gateway,
    cpu: await cpuClock(nodes, { server: gateway.pid }),
    token: await signIn(gateway, operator.email),
    shops,
    sold: await someCharges(deps, selling),
    payable: [],
  };
}

async function gigabytesOn(nodes: readonly Db[]): Promise<number> {
  const sizes = nodes.map(async (node) => {
    const [row] = await node.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes');
    return Number(row?.bytes) / 1e9;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** Two at a time, as the machine has cores. */
async function loadAll(deps: Deps, sellers: readonly Seller[], say: (line: string) => void): Promise<void> {
  const waiting = [...sellers];
  const begin = performance.now();
  const work = async () => {
    for (let seller = waiting.pop(); seller; seller = waiting.pop()) {
      await loadCharges(deps, seller.id, CHARGES_PER_SELLER);
      const loaded = sellers.length - waiting.length;
      const seconds = (performance.now() - begin) / 1_000;
      if (loaded % 500 === 0) say(`  ${loaded * CHARGES_PER_SELLER} charges in ${seconds.toFixed(0)} s`);
    }
  };
  await Promise.all([work(), work()]);
}

async function someCharges(deps: Deps, sellers: readonly Seller[]): Promise<Sale[]> {
  const charges: Sale[] = [];
  for (const seller of sellers) {
    const rows = await deps.db.query<{ id: string }>(
      `select id from charges where account_id = $1 order by id desc limit ${READ_OF_EACH}`,
      [seller.id],
    );
    charges.push(...rows.map(({ id }) => ({ id, seller })));
  }
  return charges;
}

async function signIn(gateway: Gateway, email: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${portOf(gateway)}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`the operator could not sign in: ${answer.status}`);
  return token;
}

const costOf = ({ cpuMs, latenciesMs }: Measurement) => (cpuMs.server + cpuMs.database) / latenciesMs.length;
const middleOf = ({ latenciesMs }: Measurement) => percentile(latenciesMs, 0.5);

function scaleTable(charges: number, operations: Operations): Table {
  return {
    title: `${charges} charges beside ${FEW_CHARGES}, ${sellersFor(charges)} sellers each`,
    head: ['operation', 'CPU ms few', 'many', 'ratio', 'p50 ms few', 'many', 'ratio', `target ${MAX_RATIO}`],
    rows: [...operations].map(([name, { few, many }]) => {
      const ratio = costOf(many) / costOf(few);
      return [
        name,
        ...[costOf(few), costOf(many)].map((cost) => cost.toFixed(3)),
        ratio.toFixed(2),
        ...[middleOf(few), middleOf(many)].map((ms) => ms.toFixed(2)),
        (middleOf(many) / middleOf(few)).toFixed(2),
        ratio <= MAX_RATIO ? 'met' : 'above',
      ];
    }),
  };
}
