import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../kit/random.ts';
import { Cluster } from './cluster.ts';
import { type Counts, Driver, newCounts } from './driver.ts';
import { Embedded } from './embedded.ts';
import { Findings } from './findings.ts';
import { doSomething } from './operations.ts';
import { type Plant, plantFaults, wrongAmounts } from './plants.ts';
import { Probe } from './probe.ts';
import { Receiver } from './receiver.ts';
import { PlantedSecrets } from './secrets.ts';
import { openAccount, Shop, type ShopAccount } from './shop.ts';
import type { Fault, Site } from './site.ts';
import { verifyAudit, verifyNotifications, verifyProbe, verifyShop } from './verify.ts';

/** To use up the room that is left quickly. */
const WRITES_AT_ONCE = 20;

export type ChaosOptions = {
  seed: number;
  /** How long faults happen at most. */
  seconds: number;
  /** Ends earlier, after this many killed processes. */
  kills: number;
  failovers: number;
  /** Names of faults; empty: all. */
  faults: readonly string[];
  /** Shops per site. */
  shops: number;
  /** Breaks the checker's own books or an answer on purpose, to show that it is found. */
  plant: readonly Plant[];
  /** A median recovery above this is a finding. */
  maxRecoveryMs: number;
  /** Card numbers planted per site. */
  secrets: number;
  say(line: string): void;
};

export type Recoveries = Map<string, { how: string; ms: number[]; failed: number }>;
export type ChaosResult = {
  counts: Counts;
  findings: Findings;
  recoveries: Recoveries;
  kills: number;
  failovers: number;
  planted: number;
  notifications: { received: number; repeated: number };
  skipped: string[];
  seconds: number;
};

type Running = {
  site: Site;
  driver: Driver;
  probe: Probe;
  shops: Shop[];
  secrets: PlantedSecrets;
  /** Asks for things only to plant secrets in them. */
  careless: ShopAccount;
  random: Random;
};

/** Sells, pays, refunds and withdraws at two installations while faults happen to them, and then checks every cent. */
export class Chaos {
  readonly #options: ChaosOptions;
  readonly #random: Random;
  readonly #findings: Findings;
  readonly #counts = newCounts();
  readonly #recoveries: Recoveries = new Map();
  readonly #receiver = new Receiver();
  readonly #folder = mkdtempSync(join(tmpdir(), 'guiche-chaos-'));
  readonly #sites: Site[] = [];
  #kills = 0;
  #failovers = 0;
  #isOver = false;

  constructor(options: ChaosOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#findings = new Findings((line) => options.say(`  !! ${line}`));
  }

  async run(): Promise<ChaosResult> {
    const begunMs = performance.now();
    chmodSync(this.#folder, 0o755);
    try {
      await this.#receiver.start();
      const running = await this.#open();
      this.#options.say(`${running.map(({ site }) => site.name).join(' and ')} ready; faults begin`);
      await this.#suffer(running);
      this.#options.say('faults are over; every answer, balance, line and notification is checked');
      await this.#check(running);
      return this.#result(running, (performance.now() - begunMs) / 1_000);
    } finally {
      await this.stop();
    }
  }

  /** Ends everything that was started, also in the middle of a run. */
  async stop(): Promise<void> {
    this.#isOver = true;
    for (const site of this.#sites.splice(0)) await site.stop();
    await this.#receiver.stop().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #open(): Promise<Running[]> {
    const names = ['cluster', 'embedded'].filter((name) => this.#isWanted(name));
    const running: Running[] = [];
    for (const name of names) running.push(await this.#openSite(name));
    return running;
  }

  /** A site none of whose faults were asked for is not started. */
  #isWanted(site: string): boolean {
    const { faults } = this.#options;
    if (faults.length === 0) return true;
    return faults.some((name) => EMBEDDED_FAULTS.includes(name) === (site === 'embedded'));
  }

  async #openSite(name: string): Promise<Running> {
    const random = this.#random.fork(name);
    const folder = join(this.#folder, name);
    mkdirSync(folder, { mode: 0o755 });
    let probe: Probe | null = null;
    const site =
      name === 'cluster'
        ? new Cluster(folder, random.fork('victims'))
        : new Embedded(folder, async () => (await probe?.isFailing(WRITES_AT_ONCE)) === true);
    this.#sites.push(site);
    await site.start();
    const driver = new Driver({
      ports: () => site.ports(),
      findings: this.#findings,
      counts: this.#counts,
      tamper: this.#options.plant.includes('amount') ? wrongAmounts : undefined,
    });
    probe = new Probe(driver, random.fork('probe'), this.#receiver);
    await probe.open(`${name}-probe`);
    const shops = Array.from(
      { length: this.#options.shops },
      (_, at) => new Shop(`${name}-${at}`, driver, random.fork(`shop ${at}`)),
    );
    for (const shop of shops) await shop.open(this.#receiver.url);
    const secrets = new PlantedSecrets(driver, random.fork('secrets'));
    const careless = await openAccount(driver, random, `${name}-careless`);
    return { site, driver, probe, shops, secrets, careless, random: random.fork('faults') };
  }

  async #suffer(running: readonly Running[]): Promise<void> {
    const untilMs = performance.now() + this.#options.seconds * 1_000;
    const isTime = () => performance.now() >= untilMs || this.#kills >= this.#options.kills;
    const selling = running.flatMap(({ shops }) => shops.map((shop) => this.#sell(shop)));
    const planting = running.map((each) => this.#plant(each));
    const reporting = this.#report(untilMs);
    await Promise.all(running.map((each) => this.#failAgainAndAgain(each, isTime)));
    this.#isOver = true;
    await Promise.all([...selling, ...planting, reporting]);
  }

  async #sell(shop: Shop): Promise<void> {
    while (!this.#isOver) {
      await doSomething(shop);
      await shop.rest();
    }
  }

  async #plant({ secrets, careless, random }: Running): Promise<void> {
    for (let number = 0; number < this.#options.secrets; number += 1) {
      await secrets.plant(careless, number);
      if (!this.#isOver) await pause(random.fork(`planting ${number}`).whole(50, 400));
    }
  }

  async #report(untilMs: number): Promise<void> {
    let nextMs = performance.now() + 10_000;
    while (!this.#isOver) {
      await pause(200);
      if (performance.now() < nextMs) continue;
      nextMs += 10_000;
      const { tried, acked, cut, unavailable } = this.#counts;
      const left = Math.max(0, Math.round((untilMs - performance.now()) / 1_000));
      this.#options.say(
        `${left} s left: ${this.#kills} kills, ${this.#failovers} failovers, ${tried} tried, ${acked} acked, ` +
          `${cut} cut, ${unavailable} asked again, ${this.#findings.total} findings`,
      );
    }
  }

  /** Draws from a shuffled deck, so that each fault comes as often as its weight says. */
  async #failAgainAndAgain({ site, probe, random }: Running, isTime: () => boolean): Promise<void> {
    const { faults: wanted, failovers, say } = this.#options;
    const chosen = site.faults.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    let deck: Fault[] = [];
    while (!isTime()) {
      const usable = chosen.filter(({ name }) => name !== 'failover' || this.#failovers < failovers);
      if (usable.length === 0) return;
      if (deck.length === 0)
        deck = random.shuffled(usable.flatMap((fault) => Array.from({ length: fault.weight }, () => fault)));
      const fault = deck.pop();
      if (!fault || !usable.includes(fault)) continue;
      const { path, endedMs } = await fault.run();
      const ms = await probe.recoveryMs(path, endedMs);
      this.#note(fault, ms);
      this.#kills += fault.kills;
      if (fault.name === 'failover') this.#failovers += 1;
      if (ms === null) say(`  !! ${site.name}: no write passes after ${fault.name}`);
      await fault.after?.();
      const nextMs = performance.now() + site.pauseMs;
      while (performance.now() < nextMs && !isTime()) await pause(100);
    }
  }

  #note({ name, how }: Fault, ms: number | null): void {
    const before = this.#recoveries.get(name) ?? { how, ms: [], failed: 0 };
    this.#recoveries.set(name, before);
    if (ms === null) before.failed += 1;
    else before.ms.push(ms);
  }

  async #check(running: readonly Running[]): Promise<void> {
    for (const { shops, driver, random, probe } of running) {
      plantFaults(this.#options.plant, shops);
      await probe.finish();
      await Promise.all(shops.map(verifyShop));
      await verifyProbe(driver, random, probe);
      await verifyAudit(driver, random);
    }
    await verifyNotifications(
      running.flatMap(({ shops }) => shops),
      this.#receiver,
    );
    for (const { site, secrets, driver } of running) {
      const pages = await Promise.all(
        site.metricsPorts().map((port) => driver.once(port, { method: 'GET', path: '/metrics' })),
      );
      const outputs = [
        ...site.outputs(),
        ...(this.#options.plant.includes('leak') ? [secrets.needles.sample()] : []),
      ];
      const metrics = pages.map((page) => page?.text ?? '');
      await secrets.search({ outputs, metrics, databaseUrl: site.databaseUrl() });
      await driver.close();
    }
    for (const [name, { ms, failed }] of this.#recoveries) {
      const median = medianOf([...ms, ...Array.from({ length: failed }, () => Number.POSITIVE_INFINITY)]);
      if (median > this.#options.maxRecoveryMs)
        this.#findings.add('slow', `${name}: the median recovery took ${Math.round(median)} ms`);
    }
  }

  #result(running: readonly Running[], seconds: number): ChaosResult {
    const { received, repeated } = this.#receiver;
    return {
      counts: this.#counts,
      findings: this.#findings,
      recoveries: this.#recoveries,
      kills: this.#kills,
      failovers: this.#failovers,
      planted: running.reduce((sum, { secrets }) => sum + secrets.planted, 0),
      notifications: { received, repeated },
      skipped: running.flatMap(({ site }) => [...site.skipped]),
      seconds,
    };
  }
}

export const EMBEDDED_FAULTS: readonly string[] = [
  'postmaster killed',
  'process killed',
  'process and postmaster killed',
  'disk full',
];
export const CLUSTER_FAULTS: readonly string[] = [
  ...[
    'api killed',
    'worker killed',
    'api and worker killed',
    'api frozen',
    'worker frozen',
    'database killed',
  ],
  ...['link reset', 'link halves', 'link refused', 'link stalled', 'link silent', 'failover', 'redis lost'],
];

export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
