import { makeWorld } from './endpoints.ts';
import { it as base } from './fixtures.ts';
import { startTwoNodes } from './two-nodes.ts';

/** `world`: a gateway with one of everything that endpoints refer to. `nodes`: two gateways on one database. */
export const it = base
  .extend('world', { scope: 'file' }, ({ gateway }) => makeWorld(gateway))
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('nodes', { scope: 'file' }, async ({}, { onCleanup }) => {
    const nodes = await startTwoNodes();
    onCleanup(() => nodes.stop());
    return nodes;
  });
