import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program of the bench in a separate process: it reports that it is ready, then answers each order with a notice. */
export type Child<Order extends object, Notice> = {
  pid: number;
  ready: Notice;
  order(order: Order): Promise<Notice>;
  stop(): Promise<void>;
};

export async function startChild<Order extends object, Notice>(
  program: string,
  { env = {}, execArgv = [] }: { env?: Record<string, string>; execArgv?: string[] } = {},
): Promise<Child<Order, Notice>> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = fork(path, { env: { ...process.env, ...env }, execArgv });
  const ready = await nextNotice<Notice>(child, program);
  return {
    pid: child.pid ?? 0,
    ready,
    order(order) {
      const notice = nextNotice<Notice>(child, program);
      child.send(order);
      return notice;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

function nextNotice<Notice>(child: ChildProcess, program: string): Promise<Notice> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${program} ended`));
    child.once('exit', ended);
    child.once('message', (notice) => {
      child.off('exit', ended);
      resolve(notice as Notice);
    });
  });
}
