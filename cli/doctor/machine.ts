import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../server/src/kit/config.ts';
import { type Check, fine, wrong } from './check.ts';

const LEAST_FREE_BYTES = 1_000_000_000;
const GIGABYTE = 1_000_000_000;
const OLDEST_NODE: readonly [number, number] = [20, 19];
const ANSWERS_WITHIN_MS = 2_000;
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
  if (free >= LEAST_FREE_BYTES) return fine('Disk', found);
  return wrong('Disk', found, 'Make room, or move the data: GUICHE_DATA_DIR.');
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

export async function checkPort(name: string, host: string, port: number): Promise<Check> {
  const title = `Port ${port}`;
  const code = await listenFailure(host, port);
  if (code === null) return fine(title, 'free');
  if (code === 'EADDRINUSE' && (await isGateway(host, port)))
    return fine(title, 'a gateway answers here already');
  if (code === 'EADDRINUSE') {
    return wrong(title, 'another program listens here', `End it, or choose another port: ${name}=….`);
  }
  const cure =
    code === 'EACCES'
      ? `Choose a port from 1024 on: ${name}=….`
      : 'Set HOST to an address of this machine, 127.0.0.1 or 0.0.0.0.';
  return wrong(title, `cannot be opened on ${host} (${code})`, cure);
}

function listenFailure(host: string, port: number): Promise<string | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done(null)));
  });
}

async function isGateway(host: string, port: number): Promise<boolean> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const answer = await fetch(`http://${reachable}:${port}/healthz`, { signal });
    return answer.ok && answer.headers.has('x-request-id');
  } catch {
    return false;
  }
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
