import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, startServer } from './processes.ts';

/** A gateway that brings its own PostgreSQL, in a folder that is thrown away. */
export type EmbeddedGateway = {
  readonly server: Server;
  readonly folder: string;
  postmaster(): number;
  runningPostmaster(): number | null;
};

export async function startEmbeddedGateway(folder: string): Promise<EmbeddedGateway> {
  const environment = { GUICHE_DATA_DIR: folder };
  const server = await startServer({ databaseUrl: '', environment });
  const pidFile = join(folder, 'postgres', 'postmaster.pid');
  const postmaster = () => Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  return { server, folder, postmaster, runningPostmaster: () => (existsSync(pidFile) ? postmaster() : null) };
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-embedded-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A file system of this size alone, on which a disk can be full; null: this user may not mount one. */
export function mountSmallDisk(megabytes: number): { folder: string; unmount(): void } | null {
  const folder = newFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  mkdirSync(join(folder, 'data'), { mode: 0o755 });
  const unmount = () => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, unmount };
}
