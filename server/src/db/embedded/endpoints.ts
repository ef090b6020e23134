import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayEnter, type Runner } from './runner.ts';

/** Where a running server can be reached. */
export type Endpoints = {
  readonly port: number;
  /** Owned by us, so that the runner cannot replace it; contains the runner's socket folder. */
  readonly handoverDir: string;
};

// The operating system's limit on the path of a socket is 104 bytes on macOS and 108 on Linux.
const MAX_SOCKET_PATH_LENGTH = 100;

export function socketDirectory(endpoints: Endpoints): string {
  return join(endpoints.handoverDir, 'socket');
}

export function createHandoverDirectory(runner: Runner | undefined): string {
  const directory = mkdtempSync(join(temporaryDirectory(runner), 'guiche-'));
  const sockets = join(directory, 'socket');
  mkdirSync(sockets, { mode: 0o700 });
  if (runner) {
    chmodSync(directory, 0o711);
    chownSync(sockets, runner.uid, runner.gid);
  }
  return directory;
}

function temporaryDirectory(runner: Runner | undefined): string {
  const candidates = [tmpdir(), '/tmp']
    .filter((directory) => existsSync(directory))
    .map((path) => realpathSync(path));
  const usable = candidates.find(
    (path) => isWritable(path) && leavesRoomForSocket(path) && mayEnter(runner, path),
  );
  if (usable) return usable;
  throw new Error(
    `PostgreSQL needs a folder for its socket that the user ${runner?.name ?? 'of this process'} may enter and whose ` +
      `path is short; neither ${candidates.join(' nor ')} is. Set TMPDIR to one that is.`,
  );
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function leavesRoomForSocket(path: string): boolean {
  return Buffer.byteLength(`${path}/guiche-XXXXXX/socket/.s.PGSQL.65535.lock`) <= MAX_SOCKET_PATH_LENGTH;
}

/** Not recursive on purpose: the runner owns the inner folder, and we may be root. */
export function removeHandoverDirectory(directory: string): void {
  try {
    const sockets = join(directory, 'socket');
    for (const name of readdirSync(sockets)) rmSync(join(sockets, name), { force: true });
    rmdirSync(sockets);
    rmdirSync(directory);
  } catch {
    // An empty folder left in the system's temporary directory does no harm.
  }
}

/** The previous port if it is free, so that a saved psql address keeps working. */
export async function freePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined) {
    const port = await tryPort(preferred).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return await tryPort(0);
}

async function tryPort(port: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      const found = typeof address === 'object' && address ? address.port : port;
      probe.close(() => resolve(found));
    });
  });
}

export function readEndpoints(dataDir: string): Endpoints | undefined {
  try {
    const value = JSON.parse(readFileSync(endpointsFile(dataDir), 'utf8')) as Partial<Endpoints>;
    const { port, handoverDir } = value;
    return typeof port === 'number' && typeof handoverDir === 'string' ? { port, handoverDir } : undefined;
  } catch {
    return undefined;
  }
}

export function saveEndpoints(dataDir: string, endpoints: Endpoints): void {
  writeFileSync(endpointsFile(dataDir), JSON.stringify(endpoints), { mode: 0o600 });
}

function endpointsFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}
