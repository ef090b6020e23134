import { test } from 'vitest';
import { createTestDatabase, openTestDb } from './database.ts';
import { type GatewayOptions, startGateway } from './gateway.ts';
import { startReceiver } from './receiver.ts';

// What a file of tests works on. Each fixture starts when the first test or hook of a file names it, is shared by all
// tests of that file, and stops after the last one.

const CONNECTIONS = 8;
const options: GatewayOptions = {};

/**
 * `options`: settings of what is started; a file has others with `base.extend('options', { scope: 'file' }, {…})`.
 * `db`: a migrated, empty database without a gateway.
 * `receiver`: an HTTP server that keeps what webhooks send to it.
 */
export const it = test
  .extend('options', { scope: 'file' }, options)
  .extend('db', { scope: 'file' }, async ({ options }, { onCleanup }) => {
    const { connectionString, drop } = await createTestDatabase();
    const db = openTestDb({ connectionString, connections: options.connections ?? CONNECTIONS });
    onCleanup(async () => {
      await db.close();
      await drop();
    });
    return db;
  })
  .extend('gateway', { scope: 'file' }, async ({ options }, { onCleanup }) => {
    const gateway = await startGateway(options);
    onCleanup(() => gateway.stop());
    return gateway;
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startReceiver();
    onCleanup(() => receiver.stop());
    return receiver;
  });
