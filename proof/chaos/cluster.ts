import { accessSync, constants } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, Program, startGatewayProcess } from '../kit/processes.ts';
import type { Random } from '../kit/random.ts';
import { until } from '../kit/until.ts';
import { Link, type LinkFault } from './link.ts';
import { Postgres, type PostgresServer } from './postgres.ts';
import { type Fault, type Path, type Site, Started } from './site.ts';

const API_PROCESSES = 2;
const READY_WITHIN_MS = 60_000;
/** Longer than a lease: other processes take over, and the frozen one must notice that it lost its own. */
const FROZEN_MS = 6_000;

/** API processes and a worker on a primary with a standby that confirms every commit, with Redis, over links that can fail. */
export class Cluster implements Site {
  readonly name = 'cluster';
  readonly pauseMs = 300;
  readonly skipped: string[] = [];
  readonly faults: Fault[] = [];
  readonly #folder: string;
  readonly #random: Random;
  readonly #started = new Started();
  readonly #api: { port: number; program: Program }[] = [];
  readonly #ports: number[] = [];
  readonly #servers: PostgresServer[] = [];
  #postgres: Postgres | null = null;
  #databaseLink: Link | null = null;
  #worker: Program | null = null;
  /** Where the worker shows its metrics. */
  #figuresPort = 0;
  #redis: { port: number; program: Program } | null = null;

  constructor(folder: string, random: Random) {
    this.#folder = folder;
    this.#random = random;
  }

  ports(): readonly number[] {
    return this.#ports;
  }

  databaseUrl(): string {
    return this.#primary.url;
  }

  metricsPorts(): readonly number[] {
    return [...this.#ports, this.#figuresPort];
  }

  outputs(): Buffer[] {
    return [...this.#started.outputs(), ...(this.#postgres?.started.outputs() ?? [])];
  }

  async start(): Promise<void> {
    this.#postgres = Postgres.prepare(this.#folder);
    const primary = await this.#postgres.create();
    this.#servers.push(primary);
    await primary.start();
    this.#servers.push(await this.#postgres.standbyOf(primary));
    this.#databaseLink = new Link(primary.port);
    await this.#databaseLink.open();
    if (isInstalled('redis-server')) await this.#startRedis(await freePort());
    else this.skipped.push('redis lost: redis-server is not installed');
    // One after the other: the first one migrates.
    for (let number = 0; number < API_PROCESSES; number += 1) {
      const port = await freePort();
      this.#ports.push(port);
      this.#api.push({ port, program: this.#startApi(port) });
      await this.#untilReady(port);
    }
    this.#figuresPort = await freePort();
    this.#worker = this.#startWorker();
    this.faults.push(...this.#kills(), ...this.#linkFaults(), ...this.#databaseFaults(), ...this.#freezes());
    if (this.#redis) this.faults.push(this.#redisLoss());
  }

  async stop(): Promise<void> {
    await this.#started.kill();
    await this.#databaseLink?.close();
    await this.#postgres?.started.kill();
  }

  get #primary(): PostgresServer {
    const [primary] = this.#servers;
    if (!primary) throw new Error('the cluster has no primary');
    return primary;
  }

  get #link(): Link {
    if (!this.#databaseLink) throw new Error('the cluster was not started');
    return this.#databaseLink;
  }

  #environment(): Record<string, string> {
    return {
      DATABASE_URL: `postgres://guiche@127.0.0.1:${this.#link.port}/postgres`,
      ...(this.#redis ? { REDIS_URL: `redis://127.0.0.1:${this.#redis.port}` } : {}),
    };
  }

  #startApi(port: number): Program {
    const roles = { GUICHE_ROLES: 'api', PORT: String(port) };
    return this.#started.add(startGatewayProcess({ ...this.#environment(), ...roles }));
  }

  #startWorker(): Program {
    const roles = { GUICHE_ROLES: 'worker', GUICHE_METRICS_PORT: String(this.#figuresPort) };
    return this.#started.add(startGatewayProcess({ ...this.#environment(), ...roles }));
  }

  async #startRedis(port: number): Promise<void> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#redis = { port, program: this.#started.add(new Program('redis-server', settings)) };
    await until('Redis answers', async () => (await redisSays(port, 'PING')) === '+PONG', READY_WITHIN_MS);
  }

  async #untilReady(port: number): Promise<void> {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until('an API process is ready', isReady, READY_WITHIN_MS);
  }

  #kills(): Fault[] {
    const killApi = async () => {
      const victim = this.#random.pick(this.#api);
      await victim.program.kill();
      victim.program = this.#startApi(victim.port);
      return { path: { kind: 'api', port: victim.port } as Path, endedMs: performance.now() };
    };
    const killWorker = async () => {
      await this.#worker?.kill();
      this.#worker = this.#startWorker();
      return { path: { kind: 'worker' } as Path, endedMs: performance.now() };
    };
    return [
      { name: 'api killed', weight: 6, kills: 1, how: 'SIGKILL of one of two, started again', run: killApi },
      {
        name: 'worker killed',
        weight: 6,
        kills: 1,
        how: 'SIGKILL of the worker, started again',
        run: killWorker,
      },
      {
        name: 'api and worker killed',
        ...{ weight: 4, kills: 2, how: 'both at once, started again' },
        run: async () => (await Promise.all([killApi(), killWorker()]))[0],
      },
    ];
  }

  #freezes(): Fault[] {
    const freeze = async (program: Program | null | undefined) => {
      program?.signal('SIGSTOP');
      await pause(FROZEN_MS);
      program?.signal('SIGCONT');
      return performance.now();
    };
    const how = `SIGSTOP, SIGCONT after ${FROZEN_MS / 1_000} s`;
    return [
      {
        ...{ name: 'api frozen', weight: 1, kills: 0, how },
        run: async () => {
          const { port, program } = this.#random.pick(this.#api);
          return { endedMs: await freeze(program), path: { kind: 'api', port } };
        },
      },
      {
        ...{ name: 'worker frozen', weight: 1, kills: 0, how },
        run: async () => ({ endedMs: await freeze(this.#worker), path: { kind: 'worker' } }),
      },
    ];
  }

  #linkFaults(): Fault[] {
    const through = (): Path => ({ kind: 'api', port: this.#random.pick(this.#ports) });
    const during = (name: string, fault: LinkFault, ms: number, how: string): Fault => ({
      ...{ name, weight: 1, kills: 0, how: `${how}, ${ms / 1_000} s` },
      run: async () => {
        await this.#link.begin(fault);
        await pause(ms);
        await this.#link.end();
        return { path: through(), endedMs: performance.now() };
      },
    });
    return [
      {
        ...{ name: 'link reset', weight: 1, kills: 0, how: 'every connection to the database is reset' },
        run: async () => {
          this.#link.reset();
          return { path: through(), endedMs: performance.now() };
        },
      },
      during('link halves', 'halves', 2_000, 'every answer of the database is cut in the middle'),
      during('link refused', 'refuse', 5_000, 'connections are reset and refused'),
      during('link stalled', 'stall', 20_000, 'nothing passes, all of it arrives later'),
      during('link silent', 'silence', 4_000, 'everything is swallowed, connections stay dead'),
    ];
  }

  #databaseFaults(): Fault[] {
    const through = (): Path => ({ kind: 'api', port: this.#random.pick(this.#ports) });
    return [
      {
        ...{ name: 'database killed', weight: 4, kills: 1, how: 'SIGKILL of the postmaster, started again' },
        run: async () => {
          await this.#primary.kill();
          await this.#primary.start();
          return { path: through(), endedMs: performance.now() };
        },
      },
      {
        ...{ name: 'failover', weight: 3, kills: 1, how: 'primary killed, synchronous standby promoted' },
        run: async () => {
          const [primary, standby] = this.#servers.splice(0, 2);
          if (!primary || !standby) throw new Error('there is no standby');
          this.#servers.push(standby);
          await primary.kill();
          await standby.promote();
          this.#link.retarget(standby.port);
          primary.remove();
          return { path: through(), endedMs: performance.now() };
        },
        after: async () => {
          if (this.#postgres) this.#servers.push(await this.#postgres.standbyOf(this.#primary));
        },
      },
    ];
  }

  #redisLoss(): Fault {
    return {
      ...{ name: 'redis lost', weight: 1, kills: 1, how: 'SIGKILL, empty and back after 3 s' },
      run: async () => {
        const { port = 0, program } = this.#redis ?? {};
        await program?.kill();
        await pause(3_000);
        await this.#startRedis(port);
        return { path: { kind: 'redis', port }, endedMs: performance.now() };
      },
    };
  }
}

/** The first line of what Redis answers; empty: it does not. */
export function redisSays(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => socket.write(`${command}\r\n`));
    socket.once('data', (chunk) => {
      resolve(String(chunk).split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.once('error', () => resolve(''));
    socket.once('close', () => resolve(''));
  });
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
