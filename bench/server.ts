import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import { buildApp } from '../server/src/app.ts';
import type { App } from '../server/src/http/app-type.ts';
import { startLoop } from '../server/src/jobs/loop.ts';
import { followSharedClock } from '../server/src/sandbox/clock.ts';
import { upkeepTasks, workerTasks } from '../server/src/worker.ts';
import { openDependencies } from './dependencies.ts';

export type Order = { profile: 'start' } | { profile: 'stop'; file: string };
export type Notice = { port: number } | { profiled: boolean };

/** The gateway as `npm start` runs it, both roles in one process, with one route more: the no-op to compare with. */
async function start(): Promise<void> {
  const deps = openDependencies(process.env.BENCH_DATABASE_URL ?? '');
  const { app, uses } = await buildApp(deps, addNoop);
  const clockTask = followSharedClock(deps.db, deps.movableClock);
  const loop = startLoop([...upkeepTasks(deps, uses), clockTask, ...workerTasks(deps)], deps.log);
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.on('message', profileOnOrder());
  // The bench ends by closing the channel, or dies: either way there is nobody left to serve.
  process.once('disconnect', async () => {
    await app.close();
    await loop.stop();
    await deps.db.close();
    process.exit(0);
  });
  tell({ port: (app.server.address() as AddressInfo).port });
}

function addNoop(app: App): void {
  app.post('/bench/noop', {
    schema: {
      hide: true,
      body: Type.Object({ name: Type.String({ maxLength: 100 }), value: Type.Number() }),
      response: { 200: Type.Object({ object: Type.String(), name: Type.String(), value: Type.Number() }) },
    },
    handler: async (request) => ({ object: 'noop', name: request.body.name, value: request.body.value }),
  });
}

function profileOnOrder(): (order: Order) => Promise<void> {
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
    tell({ profiled: true });
  };
}

function tell(notice: Notice): void {
  process.send?.(notice);
}

await start();
