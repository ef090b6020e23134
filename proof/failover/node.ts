import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Started } from '../chaos/site.ts';
import { Program } from '../kit/processes.ts';
import { comesTrue } from '../kit/until.ts';
import type { Programs } from './packages.ts';
import { etcdSettings, type NodeAddress, patroniSettings } from './settings.ts';

const REST_WITHIN_MS = 1_500;
const ENDED_WITHIN_MS = 15_000;

export type User = { uid: number; gid: number } | undefined;

type NodeOptions = {
  address: NodeAddress;
  all: readonly NodeAddress[];
  folder: string;
  programs: Programs;
  user: User;
  started: Started;
  isSynchronous: boolean;
};

/** One of the three machines: etcd, Patroni, and the PostgreSQL that Patroni starts and that outlives it. */
export class DatabaseNode {
  readonly address: NodeAddress;
  readonly #options: NodeOptions;
  readonly #data: string;
  readonly #folder: string;
  readonly #settings: string;
  #etcd: Program | null = null;
  #patroni: Program | null = null;
  /** What earlier Patronis of this node printed comes before what this one does. */
  readonly #patronis: Program[] = [];

  constructor(options: NodeOptions) {
    const { address, all, folder, programs, user, isSynchronous } = options;
    this.address = address;
    this.#options = options;
    this.#folder = join(folder, address.name);
    this.#data = join(this.#folder, 'postgres');
    this.#settings = join(this.#folder, 'patroni.yml');
    mkdirSync(this.#folder, { mode: 0o700 });
    const pgpass = join(this.#folder, 'pgpass');
    const places = { data: this.#data, postgres: programs.postgres, pgpass };
    writeFileSync(this.#settings, patroniSettings(address, all, places, isSynchronous), { mode: 0o600 });
    if (user) for (const path of [this.#folder, this.#settings]) chownSync(path, user.uid, user.gid);
  }

  get name(): string {
    return this.address.name;
  }

  startEtcd(): void {
    const { address, all, programs } = this.#options;
    const environment = etcdSettings(address, all, join(this.#folder, 'etcd'));
    this.#etcd = this.#start(programs.etcd, ['--logger=zap', '--log-level=warn'], environment);
  }

  startPatroni(): void {
    this.#patroni = this.#start(this.#options.programs.patroni, [this.#settings], { LC_ALL: 'C.UTF-8' });
    this.#patronis.push(this.#patroni);
  }

  signalPatroni(signal: NodeJS.Signals): void {
    this.#patroni?.signal(signal);
  }

  /** As if the machine had gone: nothing of this node says another word. */
  async lose(): Promise<void> {
    this.#etcd?.signal('SIGKILL');
    this.#patroni?.signal('SIGKILL');
    this.killPostgres();
    await Promise.all([this.#etcd?.kill(), this.#patroni?.kill()]);
  }

  async killPatroni(): Promise<void> {
    await this.#patroni?.kill();
  }

  killPostgres(): void {
    const pid = this.#postmaster();
    try {
      if (pid !== null) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  /** Only what this run started: the process must have this node's own folder. */
  #postmaster(): number | null {
    try {
      const pid = Number.parseInt(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8'), 10);
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.#data) ? pid : null;
    } catch {
      return null;
    }
  }

  async end(): Promise<void> {
    this.#patroni?.signal('SIGCONT');
    await this.lose();
    await comesTrue(() => this.#postmaster() === null, ENDED_WITHIN_MS);
  }

  /** What Patroni answers there; null: it does not answer. */
  async rest(path: string): Promise<{ status: number; json: unknown } | null> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.address.restPort}${path}`, {
        signal: AbortSignal.timeout(REST_WITHIN_MS),
      });
      return { status: answer.status, json: await answer.json().catch(() => null) };
    } catch {
      return null;
    }
  }

  async isLeader(): Promise<boolean> {
    return (await this.rest('/primary'))?.status === 200;
  }

  url(user: string, database: string): string {
    return `postgres://${user}@127.0.0.1:${this.address.postgresPort}/${database}`;
  }

  /** How often Patroni took back what this node alone had. */
  rewinds(): number {
    const texts = this.#patronis.map((program) => program.output().toString());
    return texts.join('\n').match(/pg_rewind exit code=0/g)?.length ?? 0;
  }

  log(): string {
    return this.#patronis.map((program) => program.output().toString()).join('\n--- started again ---\n');
  }

  #start(program: string, args: readonly string[], environment: Record<string, string>): Program {
    const { started, user } = this.#options;
    const own = { HOME: this.#folder, ...environment };
    return started.add(new Program(program, args, { cwd: this.#folder, environment: own, ...user }));
  }
}
