import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const ON_LINUX = process.platform === 'linux';

/**
 * Identifies a process beyond its pid, which the system reuses: the moment it started. Undefined when no such process
 * runs.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    return ON_LINUX ? linuxIdentity(pid) : psColumn(pid, 'lstart');
  } catch {
    return undefined;
  }
}

/** Whether this process is a PostgreSQL server of that cluster directory. */
export function isPostgresOf(cluster: string, pid: number, directoryInPidFile?: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  try {
    if (ON_LINUX) return readlinkSync(`/proc/${pid}/cwd`) === cluster && linuxProgram(pid) === 'postgres';
    return directoryInPidFile === cluster && (psColumn(pid, 'command') ?? '').includes('postgres');
  } catch {
    return false;
  }
}

/** Servers of a cluster that no pid file names any more, such as workers that outlived their postmaster. */
export function postgresProcessesOf(cluster: string): number[] {
  if (!ON_LINUX) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(cluster, pid));
}

function linuxIdentity(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name stands in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const startedAtTicks = fields[19];
  if (state === 'Z' || state === 'X') return undefined;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${startedAtTicks}`;
}

function linuxProgram(pid: number): string {
  return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
}

function psColumn(pid: number, column: 'lstart' | 'command'): string | undefined {
  return (
    execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  );
}
