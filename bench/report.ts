import { cpus, loadavg, totalmem } from 'node:os';
import type { Db } from '../server/src/db/pool.ts';
import { PROCESSES } from './cpu-time.ts';
import { DELIVERY_MEASURES, type DeliveryResults, STEADY_PER_SECOND } from './deliveries.ts';
import type { Growth } from './growth.ts';
import { type Measurement, percentile, perSecond } from './load.ts';
import type { ScenarioName } from './options.ts';
import { scenarios } from './scenarios.ts';

export type Results = Map<ScenarioName, Measurement>;
export type Table = { title: string; head: string[]; rows: string[][] };

const MAX_GROWTH = 2;
const cpuHead = (part: string) => `CPU ms ${part}`;
/** Of a scenario in which nothing is received. */
const LOADED = PROCESSES.filter((part) => part !== 'receiver');

/** Targets: a minimum share of the throughput of another scenario. */
const TARGETS: Partial<Record<ScenarioName, { of: ScenarioName; min: number }>> = {
  b: { of: 'a', min: 0.25 },
  c: { of: 'a', min: 0.25 },
  d: { of: 'a', min: 0.5 },
  f: { of: 'c', min: 0.5 },
};

export async function machineFacts(db: Db, connections: number): Promise<string[]> {
  const [row] = await db.query<Record<string, string>>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as synchronous_commit,
       current_setting('full_page_writes') as full_page_writes`,
  );
  const { version, fsync, synchronous_commit: commit, full_page_writes: pages } = row ?? {};
  return [
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory, load average ${loadavg()[0]?.toFixed(1)} at the start`,
    `Node ${process.versions.node}, PostgreSQL ${version}: fsync ${fsync}, synchronous_commit ${commit}, full_page_writes ${pages}`,
    `one server process with both roles; the database and the load generator (${connections} keep-alive connections) on the same machine`,
  ];
}

export function throughputTable(results: Results): Table {
  const noop = results.get('a');
  return {
    title: 'Throughput',
    head: [
      '',
      'scenario',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'requests',
      'errors',
      'of (a)',
      ...LOADED.map(cpuHead),
      'commits',
      'log bytes',
      'target',
    ],
    rows: [...results].map(([name, measured]) => [
      `(${name})`,
      scenarios[name].title,
      perSecond(measured).toFixed(0),
      percentile(measured.latenciesMs, 0.5).toFixed(1),
      percentile(measured.latenciesMs, 0.99).toFixed(1),
      String(measured.latenciesMs.length),
      String(measured.errors),
      noop ? (perSecond(measured) / perSecond(noop)).toFixed(2) : '',
      ...LOADED.map((part) => (measured.cpuMs[part] / measured.latenciesMs.length).toFixed(2)),
      (measured.traffic.transactions / measured.latenciesMs.length).toFixed(2),
      (measured.traffic.logBytes / measured.latenciesMs.length).toFixed(0),
      verdict(name, results),
    ]),
  };
}

function verdict(name: ScenarioName, results: Results): string {
  const target = TARGETS[name];
  const own = results.get(name);
  const other = target && results.get(target.of);
  if (!target || !own || !other) return '';
  const share = perSecond(own) / perSecond(other);
  const wanted = `at least ${target.min} of (${target.of})`;
  return share >= target.min
    ? `${wanted}: met, ${share.toFixed(2)}`
    : `${wanted}: below target, ${share.toFixed(2)}`;
}

const DELIVERED_MIN = 0.4;

const DELIVERY_TITLES: Record<keyof DeliveryResults, string> = {
  bare: 'undici alone, the same message to the same receiver',
  many: 'waiting events delivered and recorded, 200 sellers',
  hot: 'the same, one hot seller',
  confirm: 'payments confirmed at full speed, 200 sellers listen',
  beside: 'their notifications, to the record of the last',
  steady: `notifications at ${STEADY_PER_SECOND} payments a second`,
};
/** Scenarios whose events were queued before: their age is not a latency. */
const WAITED = ['many', 'hot'];

/** Latencies: of a request, and of a notification from the time in its event, before the commit, to its arrival. */
export function deliveriesTable(deliveries: DeliveryResults, results: Results): Table {
  const bare = perSecond(deliveries.bare);
  const confirmAlone = results.get('c');
  return {
    title: '(g) Deliveries',
    head: [
      '',
      'a second',
      'p50 ms',
      'p99 ms',
      'count',
      'errors',
      'of undici',
      ...PROCESSES.map(cpuHead),
      'target',
    ],
    rows: DELIVERY_MEASURES.map((name) => {
      const measured = deliveries[name];
      const share = perSecond(measured) / bare;
      const latency = (part: number) =>
        WAITED.includes(name) ? '' : percentile(measured.latenciesMs, part).toFixed(1);
      return [
        DELIVERY_TITLES[name],
        perSecond(measured).toFixed(0),
        latency(0.5),
        latency(0.99),
        String(measured.latenciesMs.length),
        String(measured.errors),
        WAITED.includes(name) ? share.toFixed(2) : '',
        ...PROCESSES.map((part) => (measured.cpuMs[part] / measured.latenciesMs.length).toFixed(2)),
        deliveryVerdict(name, share, confirmAlone ? perSecond(measured) / perSecond(confirmAlone) : null),
      ];
    }),
  };
}

function deliveryVerdict(
  name: keyof DeliveryResults,
  ofUndici: number,
  ofConfirmAlone: number | null,
): string {
  if (name === 'confirm' && ofConfirmAlone !== null) return `${ofConfirmAlone.toFixed(2)} of (c)`;
  if (name !== 'many') return '';
  return `at least ${DELIVERED_MIN}: ${ofUndici >= DELIVERED_MIN ? 'met' : 'below target'}`;
}

export function growthTable(growth: readonly Growth[], manyCharges: number): Table {
  const many = manyCharges.toLocaleString('en-US');
  return {
    title: `Cost growth: one account with 1,000 charges, one with ${many}, one database`,
    head: ['question', 'p50 ms, 1,000', `p50 ms, ${many}`, 'ratio', 'errors', 'target'],
    rows: growth.map(({ title, withinMs, fewMs, manyMs, errors }) => [
      title,
      fewMs.toFixed(2),
      manyMs.toFixed(2),
      (manyMs / fewMs).toFixed(2),
      String(errors),
      withinMs === null
        ? `at most ${MAX_GROWTH}: ${manyMs / fewMs <= MAX_GROWTH ? 'met' : 'below target'}`
        : `within ${withinMs} ms: ${manyMs <= withinMs ? 'met' : 'below target'}`,
    ]),
  };
}

export function asText({ title, head, rows }: Table): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => pad(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return `${title}\n${[head, ...rows].map((row) => `  ${line(row)}`).join('\n')}\n`;
}

function pad(cell: string, width: number): string {
  return /^\d/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}

export function asMarkdown(facts: readonly string[], tables: readonly Table[], closing: string): string {
  const sections = tables.map(({ title, head, rows }) => {
    const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
    return `## ${title}\n\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
  });
  return `# Bench\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n\n${sections.join('\n')}\n${closing}\n`;
}
