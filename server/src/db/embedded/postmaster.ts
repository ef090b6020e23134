import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { placeFor } from './cluster.ts';
import { isPostgresOf, postgresProcessesOf } from './processes.ts';
import { type Runner, spawnAs } from './runner.ts';
import { type ServerChoices, serverArguments } from './settings.ts';

const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 6_000;
// Crash recovery may take minutes; a start that gives up would only repeat it.
const START_MS = 600_000;
const SILENT_START_MS = 3_000;
const POLL_MS = 5;
const MAX_LOG_BYTES = 5_000_000;
const MAX_REASON_LENGTH = 2_000;

export type Launch = ServerChoices & {
  binaries: Binaries;
  runner: Runner | undefined;
  cluster: string;
  logFile: string;
  log: (line: string) => void;
};

export type Postmaster = {
  readonly pid: number;
  /** Resolves when it has ended, asked or not. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the server in a session of its own, so that Ctrl-C in a terminal reaches Guichê alone and requests
 * in flight still find their database. Resolves once the server accepts connections.
 */
export async function startPostmaster(launch: Launch): Promise<Postmaster> {
  const logBytesBefore = rotateLog(launch.logFile);
  const child = spawnServer(launch);
  try {
    await untilReady(child, launch);
  } catch (error) {
    await stopChild(child);
    const excuse = readFileSync(launch.logFile, 'utf8')
      .slice(logBytesBefore)
      .trim()
      .slice(-MAX_REASON_LENGTH);
    throw new Error(`PostgreSQL did not start: ${(error as Error).message}. ${excuse}`, { cause: error });
  }
  const pid = child.pid as number;
  const guard = guardAgainstOrphan(pid, launch.runner);
  let asked = false;
  const ended = new Promise<void>((resolve) => {
    const onEnd = () => {
      guard.kill('SIGKILL');
      if (!asked) launch.log(`PostgreSQL ended by itself; ${launch.logFile} says why.`);
      resolve();
    };
    // It may have ended between its first sign of life and now.
    if (child.exitCode !== null || child.signalCode !== null) onEnd();
    else child.once('exit', onEnd);
  });
  child.unref();
  return {
    pid,
    ended,
    stop: () => {
      asked = true;
      return stopChild(child);
    },
  };
}

function spawnServer(launch: Launch): ChildProcess {
  const place = placeFor(launch.runner, launch.cluster);
  const log = openSync(launch.logFile, 'a', 0o600);
  try {
    return spawn(launch.binaries.postgres, ['-D', place.path, ...serverArguments(launch)], {
      cwd: place.cwd,
      env: {},
      detached: true,
      stdio: ['ignore', log, log],
      ...spawnAs(launch.runner),
    });
  } finally {
    closeSync(log);
  }
}

async function untilReady(child: ChildProcess, launch: Launch): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  child.once('exit', (code, signal) => {
    failure ??= new Error(`it ended with ${signal ?? `status ${code}`}`);
  });
  const begin = performance.now();
  let silent = true;
  while (performance.now() - begin < START_MS) {
    if (failure) throw failure;
    const found = readPidFile(launch.cluster);
    if (found?.pid === child.pid && found?.status === 'ready') return;
    if (silent && performance.now() - begin > SILENT_START_MS) {
      silent = false;
      launch.log('PostgreSQL is bringing its data up to date after an abrupt end; this may take a while.');
    }
    await sleep(POLL_MS);
  }
  throw new Error(`it was not ready after ${START_MS / 1_000} s`);
}

/**
 * A shell that waits for the end of its input, which comes when this process ends in any way, and then stops the
 * server. Correctness does not depend on it: the next start stops an orphan too.
 */
function guardAgainstOrphan(pid: number, runner: Runner | undefined): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', `read _; kill -INT ${pid}`], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...spawnAs(runner),
  });
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return guard;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endedWithin = (ms: number) => {
    const waiting = new AbortController();
    return Promise.race([
      ended.then(() => true),
      sleep(ms, false, { signal: waiting.signal }).catch(() => false),
    ]).finally(() => waiting.abort());
  };
  child.kill('SIGINT');
  if (await endedWithin(FAST_SHUTDOWN_MS)) return;
  child.kill('SIGQUIT');
  if (await endedWithin(IMMEDIATE_SHUTDOWN_MS)) return;
  child.kill('SIGKILL');
  await ended;
}

/** Ends a server that a killed Guichê left behind, and the pid file of one that is gone. */
export async function clearAwayOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const found = readPidFile(cluster);
  if (!found) return;
  if (isPostgresOf(cluster, found.pid, found.directory)) {
    log(`Stopping the PostgreSQL server (process ${found.pid}) that an earlier Guichê left running.`);
    await endProcess(cluster, found.pid);
  }
  await untilClusterIsUnused(cluster);
  // The pid may belong to another process by now: PostgreSQL would take it for its own server and refuse to start.
  if (readPidFile(cluster)?.pid === found.pid) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function endProcess(cluster: string, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    kill(pid, signal);
    if (await holdsWithin(patienceMs, () => !isPostgresOf(cluster, pid, cluster))) return;
  }
}

async function untilClusterIsUnused(cluster: string): Promise<void> {
  if (await holdsWithin(IMMEDIATE_SHUTDOWN_MS, () => postgresProcessesOf(cluster).length === 0)) return;
  throw new Error(
    `PostgreSQL processes of an earlier run (${postgresProcessesOf(cluster).join(', ')}) still work in ${cluster}. ` +
      'Wait for them to end or end them, then start again.',
  );
}

async function holdsWithin(patienceMs: number, condition: () => boolean): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS * 2);
  }
  return true;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type PidFile = {
  pid: number;
  directory: string;
  status: string;
};

function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    // A file truncated by a crash has no pid, and still keeps PostgreSQL from starting.
    const pid = Number.parseInt(lines[0] ?? '', 10) || 0;
    return { pid, directory: lines[1] ?? '', status: (lines[7] ?? '').trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function rotateLog(path: string): number {
  if (!existsSync(path)) return 0;
  const { size } = statSync(path);
  if (size <= MAX_LOG_BYTES) return size;
  renameSync(path, `${path}.1`);
  return 0;
}
