import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmbeddedGateway,
  mountSmallDisk,
  newFolder,
  startEmbeddedGateway,
} from '../support/embedded-process.ts';
import { type ProcessSeller, registerSeller, requireProgram } from '../support/processes.ts';
import { until } from '../support/until.ts';

const BACK_WITHIN_MS = 10_000;
const folders: string[] = [];
const gateways: EmbeddedGateway[] = [];

beforeAll(() => requireProgram());
afterEach(async () => {
  for (const { server } of gateways.splice(0)) await server.end('SIGTERM');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(folder: string): Promise<EmbeddedGateway> {
  const gateway = await startEmbeddedGateway(folder);
  gateways.push(gateway);
  return gateway;
}

const status = ({ server }: EmbeddedGateway, path: string) =>
  server.call('GET', path).then(
    (answer) => answer.status,
    () => 0,
  );
const create = ({ server }: EmbeddedGateway, seller: ProcessSeller, value = 10) =>
  server.call('POST', '/api/v1/charges', seller, { billing_type: 'PIX', value });

describe('the embedded PostgreSQL of a running gateway', () => {
  it('that is killed is started again, and the gateway serves as before', { timeout: 120_000 }, async () => {
    folders.push(newFolder());
    const gateway = await start(folders[0] as string);
    const seller = await registerSeller(gateway.server);
    const kept: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const made = await create(gateway, seller);
      expect(made.status, made.text).toBe(201);
      kept.push(String(made.body.id));
      const killed = gateway.postmaster();
      process.kill(killed, 'SIGKILL');
      const begunMs = performance.now();
      // Connections of the killed server may live on for a moment.
      await until('another server runs', async () => ![killed, null].includes(gateway.runningPostmaster()));
      await until('charges are created again', async () => (await create(gateway, seller)).status === 201);
      expect(performance.now() - begunMs).toBeLessThan(BACK_WITHIN_MS);
      expect(await status(gateway, '/healthz')).toBe(200);
    }
    for (const id of kept) {
      expect((await gateway.server.call('GET', `/api/v1/charges/${id}`, seller)).status).toBe(200);
    }
    expect(gateway.server.output()).toContain('PostgreSQL was started again');
  });

  it('that cannot be started turns /healthz red, and is back when the cause is mended', {
    timeout: 120_000,
  }, async () => {
    folders.push(newFolder());
    const gateway = await start(folders[0] as string);
    const seller = await registerSeller(gateway.server);
    const control = join(gateway.folder, 'postgres', 'global', 'pg_control');
    renameSync(control, `${control}.away`);
    process.kill(gateway.postmaster(), 'SIGKILL');
    await until('/healthz is red', async () => (await status(gateway, '/healthz')) === 503);
    expect(await status(gateway, '/readyz')).toBe(503);
    renameSync(`${control}.away`, control);
    const begunMs = performance.now();
    await until('charges are created again', async () => (await create(gateway, seller)).status === 201);
    expect(performance.now() - begunMs).toBeLessThan(BACK_WITHIN_MS);
    expect(await status(gateway, '/healthz')).toBe(200);
  });

  const DISK_MB = 400;
  const disk = mountSmallDisk(DISK_MB);
  afterAll(() => disk?.unmount());

  // Only root may mount a file system that is small enough to fill.
  it.runIf(disk !== null)(
    'whose disk was full is back soon after there is room again',
    { timeout: 180_000 },
    async () => {
      if (!disk) return;
      const gateway = await start(join(disk.folder, 'data'));
      const seller = await registerSeller(gateway.server);
      const filler = join(disk.folder, 'filler');
      fill(filler);
      await until(
        'nothing can be written any more',
        async () => {
          const answers = await Promise.all(
            Array.from({ length: 20 }, () => create(gateway, seller).catch(() => null)),
          );
          return answers.some((answer) => answer === null || answer.status === 500);
        },
        60_000,
      );
      rmSync(filler);
      const begunMs = performance.now();
      await until('charges are created again', async () => (await create(gateway, seller)).status === 201);
      expect(performance.now() - begunMs).toBeLessThan(BACK_WITHIN_MS);
      await gateways.pop()?.server.end('SIGTERM');
    },
  );
});

/** Writes until the disk takes no more. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  const zeros = Buffer.alloc(1_000_000);
  try {
    for (;;) writeSync(file, zeros);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}
