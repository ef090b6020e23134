import { type Child, startChild } from './child.ts';
import type { Notice, Order } from './server.ts';

export type Gateway = Child<Order, Notice>;

/** The server in a process of its own, so that the load generator does not run on its event loop; with `npm start`'s flags. */
export function startGateway(connectionString: string): Promise<Gateway> {
  return startChild<Order, Notice>('./server.js', {
    env: { BENCH_DATABASE_URL: connectionString },
    execArgv: ['--max-semi-space-size=32'],
  });
}

export function portOf({ ready }: Gateway): number {
  if (!('port' in ready)) throw new Error('the server did not say where it listens');
  return ready.port;
}
