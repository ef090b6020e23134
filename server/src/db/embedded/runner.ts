import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating system user that PostgreSQL runs as when we ourselves are root. */
export type Runner = {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
};

const RUNNER_NAMES = ['postgres', '_postgres', 'nobody'];

export function parseUsers(passwd: string): Runner[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter(
      (fields) => fields.length >= 4 && /^-?\d+$/.test(fields[2] ?? '') && /^-?\d+$/.test(fields[3] ?? ''),
    )
    .map(([name = '', , uid, gid]) => ({ name, uid: unsigned(uid), gid: unsigned(gid) }));
}

/**
 * PostgreSQL refuses to run as root, so root lends it another user: the owner of the cluster when there is
 * one already, so that a user added to the machine later does not change who runs an old cluster.
 */
export function chooseRunner(users: Runner[], clusterOwner: number | undefined): Runner {
  const owner = users.find((user) => user.uid === clusterOwner && user.uid !== 0);
  const named = RUNNER_NAMES.map((name) => users.find((user) => user.name === name && user.uid !== 0));
  const runner = owner ?? named.find((user) => user !== undefined);
  if (runner) return runner;
  throw new Error(
    'PostgreSQL refuses to run as root and there is no user "postgres" or "nobody" to run it as. ' +
      'Add one, start Guichê as another user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

export function runnerFor(clusterOwner: number | undefined): Runner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return chooseRunner(parseUsers(readFileSync('/etc/passwd', 'utf8')), clusterOwner);
}

/** Options of spawn(). The system call takes signed ids: on macOS the unprivileged user has -2. */
export function spawnAs(runner: Runner | undefined): { uid?: number; gid?: number } {
  return runner ? { uid: runner.uid | 0, gid: runner.gid | 0 } : {};
}

export function mayEnter(runner: Runner | undefined, directory: string): boolean {
  if (!runner) return true;
  for (let current = realpathSync(directory); ; current = dirname(current)) {
    if (!mayUse(runner, current, EXECUTE_BIT)) return false;
    if (current === dirname(current)) return true;
  }
}

export function mayRun(runner: Runner | undefined, file: string): boolean {
  return !runner || (mayEnter(runner, dirname(file)) && mayUse(runner, file, READ_BIT | EXECUTE_BIT));
}

const READ_BIT = 4;
const EXECUTE_BIT = 1;

function mayUse(runner: Runner, path: string, bits: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === runner.uid ? 6 : gid === runner.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

function unsigned(text: string | undefined): number {
  return Number(text) >>> 0;
}
