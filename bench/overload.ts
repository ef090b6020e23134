import type { Connection } from './connection.ts';
import { load, openConnections, percentile, perSecond, type Source } from './load.ts';
import type { Table } from './report.ts';

/** More than may be in progress in the gateway, so that refused requests do not wait for a connection here. */
const CONNECTIONS = 1_500;
const TICK_MS = 5;
const OVERLOADED = '"code":"OVERLOADED"';

export type Overload = {
  sustainable: number;
  offered: number;
  accepted: number;
  refused: number;
  /** The generator had no connection left: what it did not send says nothing about the gateway. */
  unsent: number;
  acceptedMs: number[];
  refusedMs: number[];
  seconds: number;
  errors: number;
  firstError: string | null;
};

/**
 * First as many requests as are answered when each caller waits for its answer; then twice as many per second, sent on
 * time whether or not earlier ones were answered. Latencies are those from the moment a request was due to be sent.
 */
export async function measureOverload(
  port: number,
  source: Source,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Overload> {
  const callers = await openConnections(port, connections);
  await load(callers, source, 1);
  const sustained = await load(callers, source, seconds);
  for (const caller of callers) caller.close();
  const idle = await openConnections(port, CONNECTIONS);
  const overload = await offer(idle, source, 2 * perSecond(sustained), seconds);
  for (const connection of idle) connection.close();
  return { ...overload, sustainable: perSecond(sustained) };
}

async function offer(
  idle: Connection[],
  source: Source,
  rate: number,
  seconds: number,
): Promise<Omit<Overload, 'sustainable'>> {
  const [acceptedMs, refusedMs]: [number[], number[]] = [[], []];
  const measured = { offered: 0, unsent: 0, errors: 0, firstError: null as string | null };
  const underWay = new Set<Promise<void>>();
  const send = async (connection: Connection, dueMs: number) => {
    const shot = source();
    if (!shot) return;
    const reply = await connection.send(shot.request);
    const tookMs = performance.now() - dueMs;
    if (reply.status === 500 && reply.body.includes(OVERLOADED)) refusedMs.push(tookMs);
    else if (shot.isRight(reply)) acceptedMs.push(tookMs);
    else {
      measured.errors += 1;
      measured.firstError ??= `${reply.status} ${reply.body.toString('utf8', 0, 300)}`;
    }
    idle.push(connection);
  };
  const begunMs = performance.now();
  for (let now = begunMs; now < begunMs + seconds * 1_000; now = performance.now()) {
    for (; measured.offered < ((now - begunMs) / 1_000) * rate; measured.offered += 1) {
      const connection = idle.pop();
      if (!connection) measured.unsent += 1;
      else {
        const sent: Promise<void> = send(connection, begunMs + (measured.offered / rate) * 1_000);
        underWay.add(sent);
        void sent.finally(() => underWay.delete(sent));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(underWay);
  const tookSeconds = (performance.now() - begunMs) / 1_000;
  const [accepted, refused] = [acceptedMs.length, refusedMs.length];
  return { ...measured, accepted, refused, acceptedMs, refusedMs, seconds: tookSeconds };
}

const whole = (value: number) => value.toFixed(0);

export function overloadTable(result: Overload): Table {
  const { seconds, acceptedMs, refusedMs } = result;
  const row = (what: string, value: string) => [what, value];
  return {
    title: 'twice the sustainable load: create a PIX charge with its QR, 200 sellers',
    head: ['', ''],
    rows: [
      row('sustainable, requests/s', whole(result.sustainable)),
      row('offered, requests/s', whole(result.offered / seconds)),
      row('accepted, requests/s', whole(result.accepted / seconds)),
      row(
        'accepted, p50 and p99 ms',
        `${whole(percentile(acceptedMs, 0.5))}, ${whole(percentile(acceptedMs, 0.99))}`,
      ),
      row('refused as OVERLOADED, requests/s', whole(result.refused / seconds)),
      row('refused, p99 ms', whole(percentile(refusedMs, 0.99))),
      row('not sent: no connection was free', whole(result.unsent)),
      row('wrong answers', whole(result.errors)),
    ],
  };
}
