import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './root.ts';
import { comesTrue } from './until.ts';

const MAIN = join(ROOT, 'dist', 'main.js');
/** As `npm start` has it. */
const NODE_FLAGS = ['--max-semi-space-size=32'];
const END_WITHIN_MS = 15_000;
/** What a process printed is kept from its newest end only. */
const MAX_OUTPUT_BYTES = 64 * 1_024 * 1_024;

/** One program that we started. Only its own process id is ever signalled. */
export class Program {
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  #output: Buffer[] = [];
  #outputBytes = 0;
  #isOver = false;

  constructor(command: string, args: readonly string[], options: ProgramOptions = {}) {
    const { PATH = '', HOME = '' } = process.env;
    this.#child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { PATH, HOME, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => this.#keep(chunk));
    this.exited = new Promise((done) => {
      const end = () => {
        this.#isOver = true;
        done();
      };
      this.#child.once('error', (error) => {
        this.#keep(Buffer.from(error.message));
        end();
      });
      this.#child.once('exit', end);
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  output(): Buffer {
    return Buffer.concat(this.#output);
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.#isOver) this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.exited;
  }

  /** Asks it to stop, and does not wait for ever. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.signal(signal);
    if (!(await comesTrue(() => this.#isOver, END_WITHIN_MS))) await this.kill();
  }

  #keep(chunk: Buffer): void {
    this.#output.push(chunk);
    this.#outputBytes += chunk.length;
    while (this.#outputBytes > MAX_OUTPUT_BYTES) this.#outputBytes -= this.#output.shift()?.length ?? 0;
  }
}

type ProgramOptions = {
  cwd?: string;
  environment?: Record<string, string>;
  uid?: number | undefined;
  gid?: number | undefined;
};

export const OPERATOR = { email: 'operator@example.com', password: 'Zebra-Lantern-4417-orbit' };
/** High enough never to be reached: 0 would also take the headers and the counting away. */
const NO_LIMIT = '1000000';
/** The same for every process of one database: 32 bytes in base64. */
const SECRET_KEY = Buffer.alloc(32, 11).toString('base64');

/** A real process of the built gateway. */
export function startGatewayProcess(environment: Record<string, string>): Program {
  return new Program(process.execPath, [...NODE_FLAGS, MAIN], {
    environment: {
      GUICHE_SECRET_KEY: SECRET_KEY,
      GUICHE_DEMO: 'off',
      GUICHE_LOG_LEVEL: 'info',
      GUICHE_OPERATOR_EMAIL: OPERATOR.email,
      GUICHE_OPERATOR_PASSWORD: OPERATOR.password,
      GUICHE_RATE_GENERAL: NO_LIMIT,
      GUICHE_RATE_CHARGES: NO_LIMIT,
      GUICHE_RATE_WEBHOOKS: NO_LIMIT,
      ...environment,
    },
  });
}

/** Below what the system itself gives away to connections that are opened. */
const FIRST_PORT = 23_000;
const LAST_PORT = 31_000;
let nextPort = FIRST_PORT + (process.pid % 80) * 100;

/** A port that no program listens on, and that is given away only once here. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < LAST_PORT - FIRST_PORT; tries += 1) {
    nextPort = nextPort >= LAST_PORT ? FIRST_PORT : nextPort + 1;
    if (await isFree(nextPort)) return nextPort;
  }
  throw new Error('every port is taken');
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
