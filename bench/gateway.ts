import { type Child, startChild } from './child.ts';
import type { Notice, Order } from './server.ts';

export type Gateway = Child<Order, Notice>;

/** The server in a process of its own, so that the load generator does not run on its event loop. */
export function startGateway(connectionString: string): Promise<Gateway> {
  return startChild<Order, Notice>('./server.js', { BENCH_DATABASE_URL: connectionString });
}

export function portOf({ ready }: Gateway): number {
  if (!('port' in ready)) throw new Error('the server did not say where it listens');
  return ready.port;
}
