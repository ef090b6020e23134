import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { mayEnter, type Runner, spawnAs } from './runner.ts';

export const SUPERUSER = 'guiche';
const MAJOR_VERSION = '18';
const MAX_ERROR_OUTPUT_LENGTH = 4_000;

/** How a program started as the runner finds its directory. */
export type Place = {
  readonly cwd: string;
  readonly path: string;
};

/**
 * When the runner cannot enter the folders above (a checkout under /root), the child is put into the
 * directory while it is still root and finds it as its own working directory. So the data stays where the
 * operator asked for it, and no folder is opened up to other users.
 */
export function placeFor(runner: Runner | undefined, directory: string): Place {
  if (mayEnter(runner, directory)) return { cwd: directory, path: directory };
  if (process.platform === 'linux') return { cwd: directory, path: '/proc/self/cwd' };
  throw new Error(
    `PostgreSQL runs as the user ${runner?.name}, who may not enter ${directory}. ` +
      'Set GUICHE_DATA_DIR to a folder that every user may enter.',
  );
}

export function clusterOwner(cluster: string): number | undefined {
  return existsSync(cluster) ? statSync(cluster).uid : undefined;
}

export function checkCluster(cluster: string, runner: Runner | undefined): void {
  const owner = statSync(cluster).uid;
  const expected = runner?.uid ?? process.getuid?.();
  if (owner !== expected) {
    throw new Error(
      `The database in ${cluster} belongs to the user with number ${owner}, but would be run by number ${expected}. ` +
        'Start Guichê as the user who started it first, or change the owner of that folder.',
    );
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${version} and this Guichê brings PostgreSQL ${MAJOR_VERSION}. ` +
        'Export it with the version that made it and import it into an empty data folder.',
    );
  }
}

/** The password is on disk before the cluster exists, so a cluster never lacks it, wherever a crash falls. */
export function readOrCreatePassword(dataDir: string): string {
  const path = join(dataDir, 'postgres-password');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  const draft = `${path}.new`;
  rmSync(draft, { force: true });
  writePrivateFile(draft, password);
  renameSync(draft, path);
  return password;
}

function writePrivateFile(path: string, line: string): void {
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, `${line}\n`);
  fsyncSync(file);
  closeSync(file);
}

export type NewCluster = {
  binaries: Binaries;
  runner: Runner | undefined;
  cluster: string;
  password: string;
  /** A folder that the runner may enter but not write to, for handing over the password. */
  handoverDir: string;
  durabilityOffForTestsOnly: boolean;
};

/** Made beside its final place and renamed at the end: a crash in the middle leaves nothing half done. */
export async function createCluster(wanted: NewCluster): Promise<void> {
  removeAbandoned(wanted.cluster);
  const draft = `${wanted.cluster}.new`;
  mkdirSync(draft, { mode: 0o700 });
  if (wanted.runner) chownSync(draft, wanted.runner.uid, wanted.runner.gid);
  const passwordFile = join(wanted.handoverDir, 'password');
  writePrivateFile(passwordFile, wanted.password);
  if (wanted.runner) chownSync(passwordFile, wanted.runner.uid, wanted.runner.gid);
  try {
    await runInitdb(wanted, draft, passwordFile);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, wanted.cluster);
  syncDirectory(dirname(wanted.cluster));
}

function removeAbandoned(cluster: string): void {
  rmSync(`${cluster}.new`, { recursive: true, force: true });
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new Error(`${cluster} is not empty and is not a PostgreSQL database: move it away.`);
  }
}

async function runInitdb(wanted: NewCluster, draft: string, passwordFile: string): Promise<void> {
  const place = placeFor(wanted.runner, draft);
  const flags = [
    `--pgdata=${place.path}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(wanted.durabilityOffForTestsOnly ? ['--no-sync', '--wal-segsize=1'] : []),
  ];
  const { initdb } = wanted.binaries;
  const child = spawn(initdb, flags, {
    cwd: place.cwd,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
    ...spawnAs(wanted.runner),
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-MAX_ERROR_OUTPUT_LENGTH);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  if (status !== 0)
    throw new Error(`PostgreSQL could not set up a database in ${draft}: ${complaint.trim()}`);
}

function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
