import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { until } from './until.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist', 'main.js');
/** As `npm start` has it. */
const NODE_FLAGS = ['--max-semi-space-size=32'];
const READY_WITHIN_MS = 30_000;
/** The same on every node of a test: 32 bytes in base64. */
const SECRET_KEY = Buffer.alloc(32, 5).toString('base64');

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type RunningProcess = {
  readonly exited: Promise<Exit>;
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
};

export type HttpAnswer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };
export type Credentials = { apiKey?: string; token?: string };

export type Server = RunningProcess & {
  readonly port: number;
  call(
    method: string,
    path: string,
    as?: Credentials,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<HttpAnswer>;
};

/** The built program. The test script builds it; alone, a test builds it when it is not there. */
export async function requireProgram(): Promise<void> {
  if (existsSync(MAIN)) return;
  const bundler = join(ROOT, 'scripts', 'bundle.mjs');
  const { exited, output } = run(process.execPath, [bundler, 'server'], {});
  const { code } = await exited;
  if (code !== 0) throw new Error(`The program could not be built:\n${output()}`);
}

/** Below what the system itself gives away: to whoever asks for any port, and to every connection that is opened. */
const FIRST_PORT = 12_000;
const PORTS_PER_WORKER = 1_000;
let portsGiven = 0;

/** A port that nobody has, and that nobody else here is given before it is used. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0);
  for (let tries = 0; tries < PORTS_PER_WORKER; tries += 1) {
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + (portsGiven % PORTS_PER_WORKER);
    portsGiven += 1;
    if (await isFree(port)) return port;
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

export type ServerOptions = {
  databaseUrl: string;
  port?: number;
  environment?: Record<string, string>;
  /** Longer where a start asks banks that do not answer. */
  readyWithinMs?: number;
};

/** A real process of the gateway on this database, once it answers that it is ready. */
export async function startServer({
  databaseUrl,
  port,
  environment,
  readyWithinMs = READY_WITHIN_MS,
}: ServerOptions): Promise<Server> {
  const chosen = port ?? (await freePort());
  const running = startGatewayProcess({ ...environment, DATABASE_URL: databaseUrl, PORT: String(chosen) });
  const call = callerOf(`http://127.0.0.1:${chosen}`);
  let ended = false;
  void running.exited.then(() => {
    ended = true;
  });
  const isReady = async () => {
    if (ended) throw new Error(`The gateway ended instead of serving:\n${running.output()}`);
    return (await call('GET', '/readyz').catch(() => null))?.status === 200;
  };
  await until('the gateway is ready', isReady, readyWithinMs).catch(async (error: Error) => {
    // Nobody would end a gateway that nobody was given.
    await running.end('SIGKILL');
    throw error;
  });
  return { ...running, port: chosen, call };
}

/** A process that serves nobody: it does what is due. */
export async function startWorker(databaseUrl: string): Promise<RunningProcess> {
  const worker = startGatewayProcess({ DATABASE_URL: databaseUrl, GUICHE_ROLES: 'worker' });
  await until('the worker is ready', () => worker.output().includes('is ready'), READY_WITHIN_MS);
  return worker;
}

/** A process of the gateway that may end by itself: nothing waits until it is ready. */
export function startGatewayProcess(environment: Record<string, string>): RunningProcess {
  return run(process.execPath, [...NODE_FLAGS, MAIN], {
    GUICHE_SECRET_KEY: SECRET_KEY,
    GUICHE_DATA_DIR: join(tmpdir(), 'guiche-processes-never-written'),
    GUICHE_DEMO: 'off',
    GUICHE_LOG_LEVEL: 'warn',
    GUICHE_RATE_GENERAL: '0',
    GUICHE_RATE_CHARGES: '0',
    GUICHE_RATE_WEBHOOKS: '0',
    ...environment,
  });
}

/** A Redis that keeps nothing, on a port of its own. */
export async function startRedis(): Promise<RunningProcess & { url: string }> {
  const isHere = (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, 'redis-server')));
  if (!isHere)
    throw new Error('redis-server is not installed, and the limits shared over Redis cannot be tested.');
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = run('redis-server', settings, {});
  await until(
    'Redis is ready',
    () => redis.output().includes('Ready to accept connections'),
    READY_WITHIN_MS,
  );
  return { ...redis, url: `redis://127.0.0.1:${port}` };
}

function run(command: string, args: readonly string[], environment: Record<string, string>): RunningProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcess = spawn(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = new Promise<Exit>((done) => {
    child.once('error', (error) => {
      output += error.message;
      done({ code: 1, signal: null });
    });
    child.once('close', (code, signal) => done({ code, signal }));
  });
  return {
    exited,
    output: () => output,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

function callerOf(base: string): Server['call'] {
  return async (method, path, as = {}, body, headers = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(as.apiKey ? { 'x-api-key': as.apiKey } : {}),
        ...(as.token ? { authorization: `Bearer ${as.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  };
}

let registered = 0;

export type ProcessSeller = { token: string; apiKey: string; keyId: string };

export async function registerSeller({ call }: Server): Promise<ProcessSeller> {
  registered += 1;
  const email = `seller-${registered}-${process.pid}@example.com`;
  const account = { name: 'Loja', email, password: 'correct horse battery', document: '52998224725' };
  const { body } = await call('POST', '/api/v1/auth/register', {}, account);
  const token = String(body.token);
  const key = await call('POST', '/api/v1/keys', { token }, { name: 'test' });
  return { token, apiKey: String(key.body.api_key), keyId: String(key.body.id) };
}
