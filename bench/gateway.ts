import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Notice, Order } from './server.ts';

export type Gateway = {
  port: number;
  pid: number;
  order(order: Order): Promise<void>;
  stop(): Promise<void>;
};

/** The server in a process of its own, so that the load generator does not run on its event loop. */
export async function startGateway(connectionString: string): Promise<Gateway> {
  const program = fileURLToPath(new URL('./server.js', import.meta.url));
  const child = fork(program, { env: { ...process.env, BENCH_DATABASE_URL: connectionString } });
  const ready = await nextNotice(child);
  if (!('port' in ready)) throw new Error('the server did not say where it listens');
  return {
    port: ready.port,
    pid: child.pid ?? 0,
    async order(order) {
      child.send(order);
      await nextNotice(child);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function nextNotice(child: ChildProcess): Promise<Notice> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the server ended'));
    child.once('exit', ended);
    child.once('message', (notice) => {
      child.off('exit', ended);
      resolve(notice as Notice);
    });
  });
}
