import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killPostmaster, postmasterOf } from '../kit/postmaster.ts';
import { freePort, type Program, startGatewayProcess } from '../kit/processes.ts';
import { comesTrue, until } from '../kit/until.ts';
import { type Fault, type Path, type Site, Started } from './site.ts';

const READY_WITHIN_MS = 60_000;
const DISK_MB = 2_048;
/** PostgreSQL has room in files that it has already: it takes a while until a write fails. */
const FULL_WITHIN_MS = 40_000;
const FULL_MS = 1_000;

/** One process with everything in it and the PostgreSQL that it brings, on a small disk of its own. */
export class Embedded implements Site {
  readonly name = 'embedded';
  readonly pauseMs = 5_000;
  readonly skipped: string[] = [];
  readonly faults: Fault[] = [];
  readonly #folder: string;
  readonly #started = new Started();
  readonly #isFailing: () => Promise<boolean>;
  #disk: string | null = null;
  #port = 0;
  #program: Program | null = null;

  /** @param isFailing whether a write fails at the moment */
  constructor(folder: string, isFailing: () => Promise<boolean>) {
    this.#folder = folder;
    this.#isFailing = isFailing;
  }

  ports(): readonly number[] {
    return [this.#port];
  }

  metricsPorts(): readonly number[] {
    return this.ports();
  }

  outputs(): Buffer[] {
    return this.#started.outputs();
  }

  databaseUrl(): string {
    const pidFile = join(this.#data, 'postgres', 'postmaster.pid');
    const [, , , port] = readFileSync(pidFile, 'utf8').split('\n');
    const password = readFileSync(join(this.#data, 'postgres-password'), 'utf8').trim();
    return `postgres://guiche:${encodeURIComponent(password)}@127.0.0.1:${port}/guiche`;
  }

  async start(): Promise<void> {
    mkdirSync(this.#temporary, { mode: 0o755 });
    this.#disk = mountDisk(join(this.#folder, 'disk'), DISK_MB);
    this.#port = await freePort();
    this.#program = this.#serve();
    const isReady = () =>
      fetch(`http://127.0.0.1:${this.#port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until('the gateway is ready', isReady, READY_WITHIN_MS);
    this.faults.push(...this.#kills());
    if (this.#disk) this.faults.push(this.#fullDisk(this.#disk));
    else this.skipped.push('disk full: this user may not mount a small file system');
  }

  async stop(): Promise<void> {
    await this.#program?.stop('SIGTERM');
    killPostmaster(this.#data);
    await this.#started.kill();
    if (this.#disk) execFileSync('umount', ['-l', this.#disk]);
  }

  get #data(): string {
    return join(this.#folder, 'disk', 'data');
  }

  /** Folders of sockets that a killed process leaves behind go away with ours. */
  get #temporary(): string {
    return join(this.#folder, 'tmp');
  }

  #serve(): Program {
    const environment = { GUICHE_DATA_DIR: this.#data, PORT: String(this.#port), TMPDIR: this.#temporary };
    return this.#started.add(startGatewayProcess(environment));
  }

  #kills(): Fault[] {
    const path = (): Path => ({ kind: 'api', port: this.#port });
    return [
      {
        ...{ name: 'postmaster killed', weight: 4, kills: 1, how: 'SIGKILL of the embedded PostgreSQL' },
        run: async () => {
          const killed = killPostmaster(this.#data);
          const endedMs = performance.now();
          // Connections of the killed server live on for a moment: a write that they carry is no recovery.
          await comesTrue(() => ![killed, null].includes(postmasterOf(this.#data)), READY_WITHIN_MS);
          return { path: path(), endedMs };
        },
      },
      {
        ...{
          name: 'process killed',
          weight: 4,
          kills: 1,
          how: 'SIGKILL of the gateway, its PostgreSQL lives',
        },
        run: async () => {
          await this.#program?.kill();
          this.#program = this.#serve();
          return { path: path(), endedMs: performance.now() };
        },
      },
      {
        ...{ name: 'process and postmaster killed', weight: 3, kills: 2, how: 'SIGKILL of both at once' },
        run: async () => {
          killPostmaster(this.#data);
          await this.#program?.kill();
          this.#program = this.#serve();
          return { path: path(), endedMs: performance.now() };
        },
      },
    ];
  }

  #fullDisk(disk: string): Fault {
    const filler = join(disk, 'filler');
    return {
      ...{ name: 'disk full', weight: 1, kills: 0, how: 'filled until writes fail, then freed' },
      run: async () => {
        const isFull = await comesTrue(() => {
          fill(filler);
          return this.#isFailing();
        }, FULL_WITHIN_MS);
        if (isFull) await pause(FULL_MS);
        rmSync(filler, { force: true });
        if (!isFull) throw new Error('the disk was full, and no write failed');
        return { path: { kind: 'api', port: this.#port }, endedMs: performance.now() };
      },
    };
  }
}

/** Null: this user may not mount. The folder is there in any case. */
function mountDisk(folder: string, megabytes: number): string | null {
  mkdirSync(folder, { mode: 0o755 });
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    mkdirSync(join(folder, 'data'), { mode: 0o755 });
    return null;
  }
  mkdirSync(join(folder, 'data'), { mode: 0o755 });
  return folder;
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  let bytes = Buffer.alloc(4_000_000);
  try {
    while (bytes.length > 0) {
      try {
        writeSync(file, bytes);
      } catch {
        // What no longer fits as a whole fits in parts.
        bytes = bytes.subarray(0, Math.floor(bytes.length / 2));
      }
    }
  } finally {
    closeSync(file);
  }
}
