import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import type { KeyUses } from '../server/src/accounts/auth/keys.ts';
import { type AppDeps, buildApp } from '../server/src/app.ts';
import type { App } from '../server/src/http/app-type.ts';
import { type Loop, startLoop, type Task } from '../server/src/jobs/loop.ts';
import { followSharedClock } from '../server/src/sandbox/clock.ts';
import { upkeepTasks, workerTasks } from '../server/src/worker.ts';
import { openDependencies } from './dependencies.ts';

export type Order =
  | { profile: 'start' }
  | { profile: 'stop'; file: string }
  | { sending: boolean }
  | { upkeep: 'now' };
export type Notice = { port: number } | { done: true };

/** The gateway as `npm start` runs it, both roles in one process, with one route more: the no-op to compare with. */
async function start(): Promise<void> {
  const deps = openDependencies(process.env.BENCH_DATABASE_URL ?? '');
  const { app, uses } = await buildApp(deps, addNoop);
  const clockTask = followSharedClock(deps.db, deps.movableClock);
  const loop = startLoop([...upkeepTasks(deps, uses), clockTask, ...otherTasks(deps)], deps.log);
  const sending = createSending(deps);
  const profile = createProfile();
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.on('message', async (order: Order) => {
    if ('sending' in order) await sending.set(order.sending);
    else if ('upkeep' in order) await keepUp(deps, uses);
    else await profile(order);
    send({ done: true });
  });
  // The bench closes the channel when it ends or dies.
  process.once('disconnect', async () => {
    await app.close();
    await loop.stop();
    await sending.set(false);
    await deps.dispatcher.stop();
    await deps.db.close();
    process.exit(0);
  });
  send({ port: (app.server.address() as AddressInfo).port });
}

/** A public route with the same hooks as any other, except authentication. */
function addNoop(app: App): void {
  app.post('/bench/noop', {
    config: { access: 'public' },
    schema: {
      hide: true,
      body: Type.Object({ name: Type.String({ maxLength: 100 }), value: Type.Number() }),
      response: { 200: Type.Object({ object: Type.String(), name: Type.String(), value: Type.Number() }) },
    },
    handler: async (request) => ({ object: 'noop', name: request.body.name, value: request.body.value }),
  });
}

/** The worker's tasks without the one that sends notifications: the bench decides when that one works. */
function otherTasks(deps: AppDeps): Task[] {
  const { name } = deps.dispatcher.task();
  return workerTasks(deps).filter((task) => task.name !== name);
}

function createSending(deps: AppDeps): { set(isOn: boolean): Promise<void> } {
  const startSending = () => startLoop([deps.dispatcher.task()], deps.log);
  let loop: Loop | null = startSending();
  return {
    async set(isOn) {
      if (!isOn) await loop?.stop();
      loop = isOn ? (loop ?? startSending()) : null;
    },
  };
}

/** Saves what upkeep otherwise saves within a minute: rollups, and data collected in memory. */
async function keepUp({ rollups, requestLog }: AppDeps, uses: KeyUses): Promise<void> {
  await rollups.fold();
  await uses.save();
  await requestLog.save();
}

type ProfileOrder = Extract<Order, { profile: string }>;

function createProfile(): (order: ProfileOrder) => Promise<void> {
  const session = new Session();
  session.connect();
  return async (order) => {
    if (order.profile === 'start') {
      await session.post('Profiler.enable');
      await session.post('Profiler.start');
    } else {
      const { profile } = await session.post('Profiler.stop');
      await writeFile(order.file, JSON.stringify(profile));
    }
  };
}

function send(notice: Notice): void {
  process.send?.(notice);
}

await start();
