import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ROOT, readText } from '../support/deployment-files.ts';
import { commandOf, copyOf, environmentOf, readDockerfile, type Stage } from '../support/dockerfile.ts';
import { freePort } from '../support/processes.ts';
import { until } from '../support/until.ts';

// The steps of the Dockerfile, one after the other in folders, without Docker. It installs every package anew,
// so it runs only when asked for: GUICHE_REPLAY_IMAGE=1 npx vitest run test/processes/image.test.ts
const isWanted = Boolean(process.env.GUICHE_REPLAY_IMAGE);
const MAX_DURATION_MS = 15 * 60_000;
const HOME = '/app/';

const stages = readDockerfile(join(ROOT, 'Dockerfile'));
const image = stages.at(-1) as Stage;
const nameOf = (stage: Stage) => stage.name ?? 'image';

async function replay(stage: Stage, folder: string): Promise<void> {
  const place = join(folder, nameOf(stage));
  await mkdir(place, { recursive: true });
  for (const { word, rest } of stage.steps) {
    if (word === 'COPY') await copyInto(place, folder, rest);
    // The folder /data and its owner are a matter of the real image.
    if (word === 'RUN' && !rest.includes('/data')) {
      const { PATH = '', HOME: home = '' } = process.env;
      const env = { PATH, HOME: home };
      await promisify(execFile)('sh', ['-c', rest], { cwd: place, env, maxBuffer: 1e8 });
    }
  }
}

async function copyInto(place: string, folder: string, rest: string): Promise<void> {
  const { from, sources, target } = copyOf(rest);
  for (const source of sources) {
    const path = from ? join(folder, from, source.slice(HOME.length)) : join(ROOT, source);
    const isFolder = target.endsWith('/');
    const inside = from ? () => true : isInContext;
    await cp(path, isFolder ? join(place, target, basename(source)) : join(place, target), {
      recursive: true,
      verbatimSymlinks: true,
      filter: inside,
    });
  }
}

const ignored = readText('.dockerignore')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'));

function isInContext(path: string): boolean {
  const own = relative(ROOT, path);
  return !ignored.some((pattern) => own === pattern || matchesGlob(own, pattern));
}

describe.skipIf(!isWanted)('the steps of the Dockerfile', () => {
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guiche-image-'));
    database = await createTestDatabase();
    for (const stage of stages) await replay(stage, folder);
  }, MAX_DURATION_MS);
  afterAll(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('make a folder that serves, is healthy and stops when told', { timeout: 120_000 }, async () => {
    const [, ...main] = commandOf(image, 'CMD');
    const [, ...healthCheck] = commandOf(image, 'HEALTHCHECK');
    const env = {
      ...environmentOf(image),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      GUICHE_DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.connectionString,
      GUICHE_DEMO: 'off',
      GUICHE_SECRET_KEY: Buffer.alloc(32, 3).toString('base64'),
    };
    const gateway = spawn(process.execPath, main, { cwd: join(folder, 'image'), env, stdio: 'inherit' });
    const isHealthy = () =>
      promisify(execFile)(process.execPath, healthCheck, { env }).then(
        () => true,
        () => false,
      );
    await until('the health check succeeds', isHealthy, 60_000);
    for (const path of ['/', '/docs', '/openapi.json', '/metrics']) {
      const { status } = await fetch(`http://127.0.0.1:${env.PORT}${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    const ended = once(gateway, 'exit');
    gateway.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
