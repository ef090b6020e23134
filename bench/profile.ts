import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Gateway } from './gateway.ts';

/** Does the work and, where a folder is given, writes a CPU profile of the server meanwhile. */
export async function profiled<T>(
  gateway: Gateway,
  name: string,
  folder: string | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!folder) return work();
  mkdirSync(folder, { recursive: true });
  await gateway.order({ profile: 'start' });
  const result = await work();
  await gateway.order({ profile: 'stop', file: resolve(folder, `${name}.cpuprofile`) });
  return result;
}
