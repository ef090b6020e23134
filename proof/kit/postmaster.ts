import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The embedded PostgreSQL of this data folder, which is one of ours, so that no other server can be meant. */
export function postmasterOf(data: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8'), 10) || null;
  } catch {
    return null;
  }
}

/** Gives which process that was. A gateway that was killed leaves its PostgreSQL running. */
export function killPostmaster(data: string): number | null {
  const pid = postmasterOf(data);
  try {
    if (pid !== null) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  return pid;
}
