import { readdirSync, readFileSync } from 'node:fs';
import type { Db } from '../server/src/db/pool.ts';

export const PROCESSES = ['server', 'database', 'generator', 'receiver'] as const;
export type CpuMs = Record<(typeof PROCESSES)[number], number>;
export type CpuClock = () => CpuMs;

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

export const noCpuTime = (): CpuMs => ({ server: 0, database: 0, generator: 0, receiver: 0 });

/**
 * CPU time of each part so far, from /proc; zeros on a machine without it. CPU time per request depends far less on the
 * load of the machine than latency does.
 */
export async function cpuClock(
  databases: Db | readonly Db[],
  pids: { server: number | readonly number[]; receiver?: number },
): Promise<CpuClock> {
  const servers = [pids.server].flat();
  const postmasters = await Promise.all([databases].flat().map(postmasterOf));
  return () => {
    try {
      return {
        server: servers.reduce((total, pid) => total + statOf(pid).ownMs, 0),
        database: postmasters.reduce((total, pid) => total + databaseMs(pid), 0),
        generator: statOf(process.pid).ownMs,
        receiver: pids.receiver ? statOf(pids.receiver).ownMs : 0,
      };
    } catch {
      return noCpuTime();
    }
  };
}

async function postmasterOf(db: Db): Promise<number> {
  const [backend] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  return readStat(backend?.pid ?? 0)?.parent ?? 0;
}

/** The postmaster, the backends that ended, and those that run. */
function databaseMs(postmasterPid: number): number {
  const postmaster = statOf(postmasterPid);
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === postmasterPid);
  return backends.reduce((total, stat) => total + (stat?.ownMs ?? 0), postmaster.ownMs + postmaster.endedMs);
}

type Stat = { parent: number; ownMs: number; endedMs: number };

function statOf(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program's name is in parentheses and may contain anything: fields are counted after it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent, ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
}

/** A process may end between the listing and the read. */
function readStat(pid: number): Stat | null {
  try {
    return statOf(pid);
  } catch {
    return null;
  }
}
