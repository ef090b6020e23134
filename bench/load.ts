import { Connection, type Reply } from './connection.ts';
import { type CpuClock, type CpuMs, noCpuTime, PROCESSES } from './cpu-time.ts';
import { noTraffic, type Traffic } from './traffic.ts';

/** One request and what its answer must be; `isRight` may also keep what later requests need. */
export type Shot = { request: string; isRight(reply: Reply): boolean };

/** Gives the next request, or null when there are no more. */
export type Source = () => Shot | null;

export type Measurement = {
  seconds: number;
  latenciesMs: number[];
  cpuMs: CpuMs;
  traffic: Traffic;
  errors: number;
  firstError: string | null;
};

export function nothingMeasured(): Measurement {
  return {
    seconds: 0,
    latenciesMs: [],
    cpuMs: noCpuTime(),
    traffic: noTraffic(),
    errors: 0,
    firstError: null,
  };
}

export async function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => Connection.open(port)));
}

/** Each connection sends, waits, checks, and sends again, until the time is up or the source is empty. */
export async function load(
  connections: readonly Connection[],
  source: Source,
  seconds: number,
  cpu: CpuClock = noCpuTime,
): Promise<Measurement> {
  return measuring(cpu, async (measured) => {
    const end = performance.now() + seconds * 1_000;
    await Promise.all(connections.map((connection) => fire(connection, source, end, measured)));
  });
}

/** Runs the work, which fills in its results, and measures its time. */
export async function measuring(
  cpu: CpuClock,
  work: (measured: Measurement) => Promise<void>,
): Promise<Measurement> {
  const measured = nothingMeasured();
  const worked = cpu();
  const begin = performance.now();
  await work(measured);
  measured.seconds = (performance.now() - begin) / 1_000;
  const workedNow = cpu();
  for (const name of PROCESSES) measured.cpuMs[name] = workedNow[name] - worked[name];
  return measured;
}

async function fire(
  connection: Connection,
  source: Source,
  end: number,
  measured: Measurement,
): Promise<void> {
  for (let now = performance.now(); now < end; ) {
    const shot = source();
    if (!shot) return;
    const reply = await connection.send(shot.request);
    const answered = performance.now();
    measured.latenciesMs.push(answered - now);
    if (!shot.isRight(reply)) {
      measured.errors += 1;
      measured.firstError ??= `${reply.status} ${reply.body.toString('utf8', 0, 300)}`;
    }
    now = answered;
  }
}

export function addErrors(total: Measurement, part: Measurement): void {
  total.errors += part.errors;
  total.firstError ??= part.firstError;
}

export function add(total: Measurement, part: Measurement): void {
  total.seconds += part.seconds;
  for (const name of PROCESSES) total.cpuMs[name] += part.cpuMs[name];
  total.traffic.transactions += part.traffic.transactions;
  total.traffic.logBytes += part.traffic.logBytes;
  addErrors(total, part);
  for (const latency of part.latenciesMs) total.latenciesMs.push(latency);
}

export function perSecond({ latenciesMs, seconds }: Measurement): number {
  return seconds === 0 ? 0 : latenciesMs.length / seconds;
}

/** The smallest latency that at least this share of the requests did not exceed. */
export function percentile(latenciesMs: readonly number[], share: number): number {
  const sorted = Float64Array.from(latenciesMs).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
