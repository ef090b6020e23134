import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { userForRoot } from '../chaos/postgres.ts';
import { Started } from '../chaos/site.ts';
import { fieldsOf } from '../kit/call.ts';
import { freePort, Program, startGatewayProcess } from '../kit/processes.ts';
import { query } from '../kit/query.ts';
import { comesTrue, until } from '../kit/until.ts';
import { DatabaseNode } from './node.ts';
import type { Programs } from './packages.ts';
import { haproxySettings, type NodeAddress } from './settings.ts';

const NODES = 3;
const API_PROCESSES = 2;
const READY_WITHIN_MS = 90_000;
const LEADER_WITHIN_MS = 90_000;
/** A former leader ends, is repaired, rewound and started. */
const WHOLE_WITHIN_MS = 120_000;
const POLL_MS = 100;
/** Acknowledged by the leader and never sent to a standby. */
const TAIL_MS = 2_000;

export const KINDS = ['machine lost', 'postgres killed', 'patroni frozen', 'patroni killed'] as const;
export type KillKind = (typeof KINDS)[number];

type Member = { name: string; role: string; state: string; timeline: unknown; lag: unknown };

/** Three nodes with etcd, Patroni and PostgreSQL, HAProxy in front of them, and processes of the gateway. */
export class PatroniCluster {
  readonly #folder: string;
  readonly #programs: Programs;
  readonly #isSynchronous: boolean;
  readonly #started = new Started();
  readonly #nodes: DatabaseNode[] = [];
  readonly #gateways: { name: string; program: Program }[] = [];
  readonly ports: number[] = [];
  #haproxy: Program | null = null;
  #haproxyPort = 0;

  constructor(folder: string, programs: Programs, isSynchronous: boolean) {
    this.#folder = folder;
    this.#programs = programs;
    this.#isSynchronous = isSynchronous;
  }

  async start(): Promise<void> {
    chmodSync(this.#folder, 0o755);
    const all: NodeAddress[] = [];
    for (let number = 1; number <= NODES; number += 1)
      all.push({
        name: `node-${number}`,
        postgresPort: await freePort(),
        restPort: await freePort(),
        etcdPort: await freePort(),
        etcdPeerPort: await freePort(),
      });
    const user = userForRoot();
    const shared = { folder: this.#folder, programs: this.#programs, user, started: this.#started };
    for (const address of all)
      this.#nodes.push(new DatabaseNode({ ...shared, address, all, isSynchronous: this.#isSynchronous }));
    for (const node of this.#nodes) node.startEtcd();
    for (const node of this.#nodes) node.startPatroni();
    await this.#startHaproxy(all);
    await this.untilWhole();
    await this.#makeDatabase();
    await this.#startGateways();
  }

  /** Everything that was started ends, in an order in which nothing starts another. */
  async stop(): Promise<void> {
    for (const { program } of this.#gateways) program.signal('SIGKILL');
    await Promise.all(this.#nodes.map((node) => node.end()));
    await this.#started.kill();
    await Promise.all(this.#nodes.map((node) => node.end()));
  }

  /** Kills the leader in this way. Comes back when another one leads: who was killed, who leads, and when each was. */
  async killLeader(kind: KillKind, losesTail: boolean) {
    const victim = await this.#leader();
    if (!victim) throw new Error('there is no leader to kill');
    if (losesTail) await this.#holdTail(victim);
    const killedMs = performance.now();
    if (kind === 'machine lost') await victim.lose();
    if (kind === 'postgres killed') victim.killPostgres();
    if (kind === 'patroni frozen') victim.signalPatroni('SIGSTOP');
    if (kind === 'patroni killed') await victim.killPatroni();
    let leader: DatabaseNode | null = null;
    await comesTrue(
      async () => {
        leader = await this.#leader(victim);
        return leader !== null;
      },
      LEADER_WITHIN_MS,
      POLL_MS,
    );
    return {
      victim,
      leader: leader as DatabaseNode | null,
      killedMs,
      leaderMs: performance.now() - killedMs,
    };
  }

  /** The machine is repaired: its Patroni runs again. False: the three nodes did not become whole again. */
  async bringBack(victim: DatabaseNode, kind: KillKind): Promise<boolean> {
    if (kind === 'patroni frozen') victim.signalPatroni('SIGCONT');
    if (kind === 'machine lost') victim.startEtcd();
    if (kind === 'machine lost' || kind === 'patroni killed') victim.startPatroni();
    return comesTrue(() => this.#isWhole(), WHOLE_WITHIN_MS, POLL_MS);
  }

  async untilWhole(): Promise<void> {
    await until(
      'three nodes with a leader and a standby that confirms',
      () => this.#isWhole(),
      WHOLE_WITHIN_MS,
    );
  }

  rewinds(): number {
    return this.#nodes.reduce((sum, node) => sum + node.rewinds(), 0);
  }

  /** What each part printed, by its name. */
  logs(): Map<string, string> {
    return new Map([
      ...this.#nodes.map((node): [string, string] => [node.name, node.log()]),
      ...this.#gateways.map(({ name, program }): [string, string] => [name, program.output().toString()]),
      ['haproxy', this.#haproxy?.output().toString() ?? ''],
    ]);
  }

  async #leader(except?: DatabaseNode): Promise<DatabaseNode | null> {
    const asked = this.#nodes.filter((node) => node !== except);
    const leads = await Promise.all(asked.map((node) => node.isLeader()));
    return asked.find((_, at) => leads[at]) ?? null;
  }

  /** One leader, all others follow it on its timeline, and one of them confirms commits. */
  async #isWhole(): Promise<boolean> {
    const answers = await Promise.all(this.#nodes.map((node) => node.rest('/cluster')));
    if (answers.some((answer) => answer?.status !== 200)) return false;
    return answers.every((answer) => {
      const members = (fieldsOf(answer?.json).members ?? []) as Member[];
      const leader = members.find(({ role }) => role === 'leader');
      const confirms = members.some(({ role }) => role === 'sync_standby');
      const follows = ({ state, timeline, lag }: Member) =>
        ['running', 'streaming'].includes(state) &&
        timeline === leader?.timeline &&
        (lag === undefined || Number(lag) < 1_048_576);
      return members.length === NODES && members.every(follows) && (confirms || !this.#isSynchronous);
    });
  }

  /** Stops what sends to the standbys, while the leader still answers: only without synchronous_mode does it go on. */
  async #holdTail(leader: DatabaseNode): Promise<void> {
    const rows = await query(leader.url('postgres', 'postgres'), 'select pid from pg_stat_replication');
    const pids = rows.map((row) => Number(fieldsOf(row).pid));
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await pause(TAIL_MS);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
  }

  async #startHaproxy(all: readonly NodeAddress[]): Promise<void> {
    this.#haproxyPort = await freePort();
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, haproxySettings(this.#haproxyPort, all));
    this.#haproxy = this.#started.add(new Program(this.#programs.haproxy, ['-db', '-f', file]));
  }

  async #makeDatabase(): Promise<void> {
    const leader = await this.#leader();
    if (!leader) throw new Error('there is no leader');
    for (const sql of ['create role guiche login', 'create database guiche owner guiche'])
      await query(leader.url('postgres', 'postgres'), sql);
  }

  async #startGateways(): Promise<void> {
    const databaseUrl = `postgres://guiche@127.0.0.1:${this.#haproxyPort}/guiche`;
    for (let number = 1; number <= API_PROCESSES; number += 1) {
      const port = await freePort();
      this.ports.push(port);
      this.#startGateway(`api-${number}`, {
        GUICHE_ROLES: 'api',
        PORT: String(port),
        DATABASE_URL: databaseUrl,
      });
      // One after the other: the first one migrates.
      await until('an API process is ready', () => isReady(port), READY_WITHIN_MS);
    }
    const metricsPort = String(await freePort());
    this.#startGateway('worker', {
      ...{ GUICHE_ROLES: 'worker', GUICHE_METRICS_PORT: metricsPort, DATABASE_URL: databaseUrl },
    });
  }

  #startGateway(name: string, environment: Record<string, string>): void {
    this.#gateways.push({ name, program: this.#started.add(startGatewayProcess(environment)) });
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
