import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Driver, newCounts } from '../chaos/driver.ts';
import { Findings } from '../chaos/findings.ts';
import { doSomething } from '../chaos/operations.ts';
import { plantFaults } from '../chaos/plants.ts';
import { Probe } from '../chaos/probe.ts';
import { Receiver } from '../chaos/receiver.ts';
import { Shop } from '../chaos/shop.ts';
import { verifyAudit, verifyNotifications, verifyProbe, verifyShop } from '../chaos/verify.ts';
import { type Answer, fieldsOf } from '../kit/call.ts';
import { Random } from '../kit/random.ts';
import { type KillKind, PatroniCluster } from './cluster.ts';
import type { Programs } from './packages.ts';
import type { FailoverResult, Kill } from './report.ts';

/** A kill comes at any moment of Patroni's own rounds, which are five seconds long. */
const MIN_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 9_000;
/** A shop has other things to do between two requests. */
const MAX_REST_MS = 120;
const MAX_TEXTS = 30;

/** How often each way of killing is in the deck that is drawn from. */
const DECK: readonly KillKind[] = [
  ...(['machine lost', 'machine lost', 'machine lost', 'machine lost'] as const),
  ...(['postgres killed', 'postgres killed', 'patroni frozen', 'patroni frozen'] as const),
  ...(['patroni killed', 'patroni killed'] as const),
];

export const PLANTS = ['lost', 'doubled', 'tail'] as const;
export type Plant = (typeof PLANTS)[number];

export type FailoverOptions = {
  seed: number;
  kills: number;
  shops: number;
  kinds: readonly KillKind[];
  /** Broken on purpose: the books of the checker, or (tail) the commits that no standby has. */
  plants: readonly Plant[];
  programs: Programs;
  say(line: string): void;
};

type Measured = Omit<FailoverResult, 'at' | 'versions' | 'settings'>;

/** Sells and pays through the gateway while the leader of its database is killed again and again, and checks every cent. */
export class Failover {
  readonly #options: FailoverOptions;
  readonly #random: Random;
  readonly #findings: Findings;
  readonly #counts = newCounts();
  readonly #errors = new Map<string, number>();
  readonly #receiver = new Receiver();
  readonly #folder = mkdtempSync(join(tmpdir(), 'guiche-failover-'));
  readonly #cluster: PatroniCluster;
  readonly #driver: Driver;
  readonly #kills: Kill[] = [];
  #isOver = false;

  constructor(options: FailoverOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#findings = new Findings((line) => options.say(`  !! ${line}`));
    this.#cluster = new PatroniCluster(this.#folder, options.programs, !options.plants.includes('tail'));
    this.#driver = new Driver({
      ports: () => this.#cluster.ports,
      findings: this.#findings,
      counts: this.#counts,
      alsoWrong: (answer) => this.#noteError(answer),
    });
  }

  logs(): Map<string, string> {
    return this.#cluster.logs();
  }

  async run(): Promise<Measured> {
    const begunMs = performance.now();
    const { say, plants } = this.#options;
    await this.#receiver.start();
    await this.#cluster.start();
    const probe = new Probe(this.#driver, this.#random.fork('probe'), this.#receiver);
    await probe.open('probe');
    const shops = Array.from(
      { length: this.#options.shops },
      (_, at) => new Shop(`shop-${at}`, this.#driver, this.#random.fork(`shop ${at}`)),
    );
    for (const shop of shops) await shop.open(this.#receiver.url);
    say('three nodes, two API processes and a worker are ready; the shops open');
    const selling = shops.map((shop) => this.#sell(shop));
    await this.#killAgainAndAgain(probe);
    this.#isOver = true;
    await Promise.all(selling);
    say('the kills are over; every answer, balance, line, key and notification is checked');
    plantFaults(
      plants.filter((plant) => plant !== 'tail'),
      shops,
    );
    await this.#check(shops, probe);
    return this.#measured((performance.now() - begunMs) / 1_000);
  }

  /** Ends everything that was started, also in the middle of a run. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#cluster.stop();
    await this.#driver.close();
    await this.#receiver.stop().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** No process of the gateway is killed here: each error must say when to ask again. */
  #noteError({ status, headers, json }: Answer): string | null {
    if (status < 500) return null;
    const code = String(fieldsOf(json).code);
    this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
    return /^[1-9]\d*$/.test(String(headers['retry-after'])) ? null : 'there is no Retry-After';
  }

  async #sell(shop: Shop): Promise<void> {
    while (!this.#isOver) {
      await doSomething(shop);
      await pause(shop.random.whole(5, MAX_REST_MS));
    }
  }

  async #killAgainAndAgain(probe: Probe): Promise<void> {
    const { kills, say, plants, kinds } = this.#options;
    const random = this.#random.fork('kills');
    let deck: KillKind[] = [];
    for (let number = 1; number <= kills && !this.#isOver; number += 1) {
      await pause(random.whole(MIN_PAUSE_MS, MAX_PAUSE_MS));
      if (deck.length === 0)
        deck = random.shuffled(DECK.filter((kind) => kinds.length === 0 || kinds.includes(kind)));
      const kind = deck.pop() ?? 'machine lost';
      const { victim, leader, killedMs, leaderMs } = await this.#cluster.killLeader(
        kind,
        plants.includes('tail'),
      );
      const writesMs = leader && (await this.#writesBack(probe, killedMs));
      const isBack = await this.#cluster.bringBack(victim, kind);
      this.#kills.push({
        ...{ kind, victim: victim.name, leader: leader?.name ?? null },
        ...{ leaderMs: Math.round(leaderMs), writesMs: writesMs && Math.round(writesMs), isBack },
      });
      say(
        `${number} of ${kills}: ${victim.name} ${kind}; ${leader?.name ?? 'none'} leads after ${inSeconds(leaderMs)}, ` +
          `writes after ${inSeconds(writesMs)}; ${isBack ? 'back as a standby' : 'NOT BACK'}; ` +
          `${this.#counts.acked} acked, ${this.#findings.total} findings`,
      );
      if (!isBack) return;
    }
  }

  /** Through every API process, each of which must find the new leader by itself. */
  async #writesBack(probe: Probe, killedMs: number): Promise<number | null> {
    const each = await Promise.all(
      this.#cluster.ports.map((port) => probe.recoveryMs({ kind: 'api', port }, killedMs)),
    );
    return each.includes(null) ? null : Math.max(...each.map(Number));
  }

  async #check(shops: readonly Shop[], probe: Probe): Promise<void> {
    await probe.finish();
    await Promise.all(shops.map(verifyShop));
    for (const shop of shops) await shop.replayAll();
    await verifyProbe(this.#driver, this.#random, probe);
    await verifyAudit(this.#driver, this.#random);
    await verifyNotifications(shops, this.#receiver);
  }

  #measured(seconds: number): Measured {
    const { received, repeated } = this.#receiver;
    const count = (kind: Parameters<Findings['count']>[0]) => this.#findings.count(kind);
    return {
      seed: this.#options.seed,
      plants: this.#options.plants,
      kills: this.#kills,
      rewinds: this.#cluster.rewinds(),
      counts: this.#counts,
      errors: Object.fromEntries(this.#errors),
      findings: {
        ...{ lost: count('lost'), doubled: count('doubled'), wrong: count('wrong') },
        ...{ malformed: count('malformed'), unanswered: count('unanswered') },
      },
      texts: this.#findings.texts.slice(0, MAX_TEXTS),
      notifications: { received, repeated },
      seconds,
    };
  }
}

function inSeconds(ms: number | null): string {
  return ms === null ? 'never' : `${(ms / 1_000).toFixed(1)} s`;
}
