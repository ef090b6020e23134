import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../server/src/kit/config.ts';
import { type Check, fine, wrong } from './check.ts';

const MIN_FREE_BYTES = 1_000_000_000;
const GIGABYTE = 1_000_000_000;
const OLDEST_NODE: readonly [number, number] = [20, 19];
const CONNECTS_WITHIN_MS = 5_000;

export function checkNode(version = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  const isNew = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (isNew) return fine('Node', version);
  return wrong('Node', `${version} is too old`, `Install Node ${OLDEST_NODE.join('.')} or newer.`);
}

export async function checkDisk(config: Config): Promise<Check> {
  const folder = nearestFolder(resolve(config.GUICHE_DATA_DIR));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const found = `${(free / GIGABYTE).toFixed(1)} GB free at ${folder}`;
  if (free >= MIN_FREE_BYTES) return fine('Disk', found);
  return wrong('Disk', found, 'Make room, or move the data: GUICHE_DATA_DIR.');
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Whether a connection can be opened: null, or why not. */
export function connectFailure(host: string, port: number): Promise<string | null> {
  return new Promise((done) => {
    const socket = connect({ host, port });
    const end = (failure: string | null) => {
      socket.destroy();
      done(failure);
    };
    socket.setTimeout(CONNECTS_WITHIN_MS, () => end('no answer'));
    socket.once('connect', () => end(null));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}
