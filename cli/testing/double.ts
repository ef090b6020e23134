import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FromGateway, Order, ToGateway } from '../../server/src/testing/protocol.ts';
import { serverPath } from '../place.ts';

export type Double = {
  readonly url: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  settle(): Promise<void>;
  stop(): Promise<void>;
};

type Wanted = { receiverUrl: string; events: string[] | null; cacheFolder: string | undefined };
type Ready = Extract<FromGateway, { is: 'ready' }>;

/** Nothing else of the environment: settings of another gateway must not reach this one. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER'];
const MAX_STDERR_LENGTH = 4_000;
/** The first time on a slow machine prepares a database. */
const MAX_START_MS = 180_000;

/** The gateway in a process of its own. It ends with this one, in whatever way this one ends. */
export async function startDouble(
  { receiverUrl, events, cacheFolder }: Wanted,
  withinMs = MAX_START_MS,
): Promise<Double> {
  const order: Order = { receiverUrl, events, cache: cacheFolder ?? usualCache() };
  const child = spawn(process.execPath, [serverPath('server/testing.js'), JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: Object.fromEntries(PASSED_ON.flatMap((name) => [[name, process.env[name]]])),
  });
  const { ready, settle, ended } = listen(child);
  const { url, apiKey, webhookSecret } = await orGiveUp(ready, child, withinMs);
  letGo(child);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.ref();
    if (child.connected) child.send({ do: 'stop' } satisfies ToGateway);
    await ended;
  };
  return {
    ...{ url, apiKey, webhookSecret, settle },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** A suite must neither wait without end nor leave a process behind. */
async function orGiveUp(ready: Promise<Ready>, child: ChildProcess, withinMs: number): Promise<Ready> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(
        new Error(
          `The test gateway was not ready within ${withinMs / 1_000} seconds. Is cacheFolder on a disk that works?`,
        ),
      );
    }, withinMs);
  });
  try {
    return await Promise.race([ready, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Waiting = { done(): void; failed(error: Error): void };

function listen(child: ChildProcess) {
  const waiting = new Map<number, Waiting>();
  let stderr = '';
  let asked = 0;
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-MAX_STDERR_LENGTH);
  });
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  const ready = new Promise<Ready>((done, failed) => {
    child.once('error', failed);
    child.on('message', (report: FromGateway) => {
      if (report.is === 'ready') return done(report);
      const one = waiting.get(report.number);
      waiting.delete(report.number);
      if (report.failure === null) one?.done();
      else one?.failed(new Error(report.failure));
    });
    child.once('close', () => {
      const error = new Error(`The test gateway ended. ${stderr.trim()}`.trim());
      failed(error);
      for (const one of waiting.values()) one.failed(error);
    });
  });
  const settle = () =>
    new Promise<void>((resolve, reject) => {
      if (!child.connected) return reject(new Error('The test gateway was stopped.'));
      asked += 1;
      const release = hold(child, waiting);
      waiting.set(asked, {
        done: () => resolve(release()),
        failed: (error) => {
          release();
          reject(error);
        },
      });
      child.send({ do: 'settle', number: asked } satisfies ToGateway);
    });
  return { ready, settle, ended };
}

/** While an answer is waited for, the channel keeps this process alive; otherwise it does not. */
function hold(child: ChildProcess, waiting: Map<number, Waiting>): () => void {
  child.channel?.ref();
  return () => {
    if (waiting.size === 0) child.channel?.unref();
  };
}

function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
}

function usualCache(): string {
  const { GUICHE_TEST_CACHE, XDG_CACHE_HOME } = process.env;
  if (GUICHE_TEST_CACHE) return GUICHE_TEST_CACHE;
  const home = XDG_CACHE_HOME || join(homedir(), '.cache');
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK);
    return join(home, 'guiche-testing');
  } catch {
    return join(tmpdir(), `guiche-testing-${process.getuid?.() ?? 0}`);
  }
}
