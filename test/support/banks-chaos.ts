import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../server/src/db/pool.ts';
import type { Fault } from '../banks/efi/faults.ts';
import { createRandom, type Random } from '../psp/random.ts';
import { type BankHouses, HOUSES, type House, SENDERS, type Sender, startBankHouses } from './bank-houses.ts';
import { type Operator, openAccounts, signUpOperator } from './banks-accounts.ts';
import { FileCarrier } from './banks-files.ts';
import {
  type AccountOf,
  type BoletoOrder,
  drawBoletos,
  drawPayouts,
  type PayoutOrder,
} from './banks-orders.ts';
import { place, World } from './banks-world.ts';
import type { Asking } from './careful-client.ts';
import { createTestDatabase, openTestDb } from './database.ts';

export type Tally = {
  created: number;
  /** Requests whose connection broke: asked again under the same key. */
  broken: number;
  /** Answers that no bank takes work now: asked again under a new key. */
  unavailable: number;
  kills: number;
  /** Requests without an answer at each kill. */
  caught: number[];
};

export type BankChaos = BankHouses &
  Asking & {
    readonly db: Db;
    readonly operator: Operator;
    readonly boletos: readonly BoletoOrder[];
    readonly payouts: readonly PayoutOrder[];
    readonly tally: Tally;
    readonly world: World;
    readonly carrier: FileCarrier;
    /** Takes the orders through their lives while the gateway dies `kills` times, then lives. */
    run(kills: number): Promise<void>;
    /** Kills the gateway and starts it anew, with what the dead one held free at once. */
    beginAnew(): Promise<void>;
    stop(): Promise<void>;
  };

const SEED = 20_261_119;
const CREATORS = 12;
/** Real time that an order may take, on a busy machine. */
const PATIENCE_PER_ORDER_MS = 2_000;
const MIN_PATIENCE_MS = 900_000;
/** How long a gateway lives: at least, and for each order at most. */
const SHORTEST_LIFE_MS = 4_000;
const LIFE_PER_ORDER_MS = 16;

/** `count`: of boletos, as many at each bank, and of payouts, as many at each that sends them. */
export async function startBankChaos(count: number): Promise<BankChaos> {
  const database = await createTestDatabase();
  const db = openTestDb({ connectionString: database.connectionString, connections: 4 });
  const houses = await startBankHouses(database.connectionString, {
    seed: SEED,
    environment: { GUICHE_COMPARE_SECONDS: '1', GUICHE_LOG_LEVEL: 'error' },
  });
  const tally: Tally = { created: 0, broken: 0, unavailable: 0, kills: 0, caught: [] };
  const patienceMs = Math.max(MIN_PATIENCE_MS, count * PATIENCE_PER_ORDER_MS);
  const asking: Asking = {
    ...{ server: houses.server, tally, inFlight: 0 },
    endsAtMs: performance.now() + patienceMs,
  };
  const operator = await signUpOperator(asking, db);
  const accounts = await openAccounts(asking, operator);
  const sellersOf = <At extends House>(house: At) =>
    accounts.filter((account): account is AccountOf<At> => account.house === house);
  const random = createRandom(SEED + 2);
  const parts = {
    boletos: drawBoletos(Math.ceil(count / HOUSES.length), sellersOf<House>, SEED),
    payouts: drawPayouts(Math.ceil(count / SENDERS.length), sellersOf<Sender>, SEED),
    carrier: new FileCarrier(houses.files, random),
  };
  const chaos: BankChaos = Object.assign(asking, houses, {
    ...{ db, operator, tally, ...parts },
    world: new World({ ...houses, ...parts, db, operator, asking, accounts, random }),
    run: (kills: number) => runAll(chaos, kills),
    async beginAnew() {
      await houses.server().end('SIGKILL');
      await endLeases(db);
      await houses.restart();
    },
    async stop() {
      await houses.stop();
      await db.close();
      await database.drop();
    },
  });
  return chaos;
}

const HARM: readonly Fault[] = [
  { kind: 'drop after', probability: 0.22 },
  { kind: 'fail before', probability: 0.05, status: 503 },
  { kind: 'fail after', probability: 0.07, status: 502 },
  { kind: 'slow', probability: 0.1, ms: 400 },
];

/** Of all answers a fifth is lost after acting and a tenth is 5xx, half of them after acting; notices come as they like. */
export async function badDays({ efi, inter }: BankHouses): Promise<void> {
  const notices = { repeat: 2, reorder: true, lost: 0.25 };
  await efi.behave({ faults: HARM, notices: { ...notices, delayMs: [0, 600] } });
  await inter.behave({
    faults: {
      dropAfterActing: [{ probability: 0.22 }],
      fails: [
        { probability: 0.05, status: 503 },
        { probability: 0.07, status: 502, when: 'after' },
      ],
      slow: [{ probability: 0.1, ms: 400, when: 'after' }],
    },
    ...{ registration: { afterMs: 500 }, payouts: 'held', listLagMs: 300 },
    notices: { ...notices, delayMs: 300 },
  });
}

export async function goodDays({ efi, inter }: BankHouses): Promise<void> {
  await efi.behave({ faults: [], notices: {} });
  await inter.behave({
    faults: { slow: [], dropAfterActing: [], fails: [] },
    notices: {},
  });
}

async function runAll(chaos: BankChaos, kills: number): Promise<void> {
  const { boletos, payouts, world } = chaos;
  const waiting = createRandom(SEED + 3).shuffled([...boletos, ...payouts]);
  const random = createRandom(SEED + 4);
  const longestPauseMs = (2 * CREATORS * kills * averageLifeMs(chaos)) / waiting.length;
  const create = async () => {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      await pause(random.next() * longestPauseMs);
      chaos.tally.unavailable += await place(chaos, order);
      chaos.tally.created += 1;
    }
  };
  let first: { error: unknown } | null = null;
  const giveUp = (error: unknown) => {
    first ??= { error };
    chaos.endsAtMs = 0;
  };
  const parts = [
    Promise.all(Array.from({ length: CREATORS }, create)).catch(giveUp),
    world.turn().catch(giveUp),
    killAndRestart(chaos, kills).catch(giveUp),
  ];
  // Nothing is under way any more when a failure is told: what comes next stops the processes.
  await Promise.all(parts);
  if (first) throw (first as { error: unknown }).error;
}

const longestLifeMs = ({ boletos, payouts }: BankChaos) =>
  SHORTEST_LIFE_MS + (boletos.length + payouts.length) * LIFE_PER_ORDER_MS;
const averageLifeMs = (chaos: BankChaos) => (SHORTEST_LIFE_MS + longestLifeMs(chaos)) / 2;

/** Each life has a length that the seed draws. */
async function killAndRestart(chaos: BankChaos, kills: number): Promise<void> {
  const random: Random = createRandom(SEED + 1);
  const { tally, server, db } = chaos;
  const drawnMs = longestLifeMs(chaos) - SHORTEST_LIFE_MS;
  while (tally.kills < kills && performance.now() < chaos.endsAtMs) {
    await pause(SHORTEST_LIFE_MS + random.next() * drawnMs);
    tally.caught.push(chaos.inFlight);
    await server().end('SIGKILL');
    tally.kills += 1;
    // What the dead held is free when its lease ends: at the last start, that has passed.
    if (tally.kills === kills) await endLeases(db);
    await chaos.restart();
  }
}

async function endLeases(db: Db): Promise<void> {
  await db.query('update jobs set locked_until = null');
  await db.query('update boleto_comparisons set leased_until = null');
  await db.query('update reconciliation_days set leased_until = null');
  await db.query('update bank_files set claimed_until = null');
}
