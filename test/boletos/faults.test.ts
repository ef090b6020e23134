import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareBoletos } from '../../server/src/charges/boletos/comparison.ts';
import { comparePix } from '../../server/src/charges/pix/comparison.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { callbackUrl } from '../../server/src/providers/callback-address.ts';
import { BANK, type FaultyBank, faultyBank } from '../support/faulty-bank.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { until } from '../support/until.ts';

const CHARGES = 30;
const TOGETHER = 10;
/** Many rounds of a whole gateway. */
const MAX_MS = 300_000;
const SEED = 20_261_118;

/** Mulberry32: the same faults in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const REGISTERED = `select count(*)::integer as count from events where type = 'charge.boleto_registered'`;
const random = seeded(SEED);
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

let gateway: TestGateway;
let seller: Seller;
let bank: FaultyBank;
beforeAll(async () => {
  bank = faultyBank(random, () => gateway.clock.now());
  gateway = await startGateway({
    rails: (rails) => ({ ...rails, pix: [rails.pix[0], bank.pix], boleto: [bank.boleto] }),
  });
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

async function notify(kind: 'pix' | 'boletos', body: object): Promise<void> {
  const { pathname } = new URL(callbackUrl(gateway.deps.vault, gateway.deps.publicUrl, kind, BANK));
  const path = kind === 'pix' ? `${pathname}/pix` : pathname;
  expect(await gateway.call('POST', path, body)).toMatchObject({ status: 200 });
}

async function comparisons(): Promise<void> {
  await compareBoletos(gateway.deps, bank.boleto);
  await comparePix(gateway.deps, bank.pix);
}

const countOf = async (sql: string) => (await gateway.db.query<{ count: number }>(sql))[0]?.count;

it(
  'lost answers, errors and notices that repeat: each boleto is registered once, paid once and credited once',
  async () => {
    const customer = { name: 'Ana', cpf_cnpj: '52998224725' };
    const made = await Promise.all(
      Array.from({ length: CHARGES }, (_, index) =>
        seller.call('POST', '/api/v1/charges', { billing_type: 'BOLETO', value: 100 + index, customer }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    // A machine that is busy answers before the bank has: no clock moves meanwhile.
    await until('the bank has answered', () => bank.isIdle());
    for (let round = 0; round < 6; round += 1) {
      if (round === 2) bank.registersAll();
      await gateway.advance(3 * MINUTE_MS);
    }
    bank.registersAll();
    // A boleto that is paid before its registration is known has no event of it.
    await until('every boleto is known to be registered', async () => {
      await gateway.advance(3 * MINUTE_MS);
      return (await countOf(REGISTERED)) === CHARGES;
    });
    // One of ten is paid twice, by both ways; one of ten has the wrong amount.
    for (const [index, title] of bank.titles.entries()) {
      const isPix = index % 2 === 0;
      if (index % 10 === 9) bank.pay(title, 'boleto', 1n as typeof title.request.amountCents);
      else bank.pay(title, isPix ? 'pix' : 'boleto');
      if (index % 10 === 4) bank.pay(title, isPix ? 'boleto' : 'pix');
    }
    const told = bank.titles.filter((_, index) => index % 3 !== 0).flatMap((title) => bank.noticesOf(title));
    const notices = shuffled([...told, ...told]);
    for (let at = 0; at < notices.length; at += TOGETHER) {
      await Promise.all(notices.slice(at, at + TOGETHER).map(({ kind, body }) => notify(kind, body)));
    }
    for (let round = 0; round < 12; round += 1) {
      await comparisons();
      await gateway.advance(7 * MINUTE_MS);
    }
    bank.heal();
    for (let round = 0; round < 12; round += 1) {
      await comparisons();
      await gateway.advance(7 * MINUTE_MS);
    }
    expect(bank.titles).toHaveLength(CHARGES);
    expect(new Set(bank.titles.map(({ request }) => request.reference)).size).toBe(CHARGES);
    const wrong = bank.titles.filter((_, index) => index % 10 === 9).length;
    const twice = bank.titles.filter((_, index) => index % 10 === 4).length;
    expect(await countOf(`select count(*)::integer as count from charges where status = 'RECEIVED'`)).toBe(
      CHARGES - wrong,
    );
    expect(await countOf(`select count(*)::integer as count from events where type = 'charge.paid'`)).toBe(
      CHARGES - wrong,
    );
    expect(await countOf(REGISTERED)).toBe(CHARGES);
    expect(await countOf('select count(*)::integer as count from stray_receipts')).toBe(wrong + twice);
    expect(await countOf('select count(*)::integer as count from boleto_payments')).toBe(CHARGES + twice);
    expect(await gateway.audit()).toEqual([]);
  },
  MAX_MS,
);

/** Longer than a statement waits for a lock. */
const HELD_MS = 3_300;

it.each(['pix', 'boletos'] as const)(
  'a notice of %s that finds the database busy is taken all the same',
  async (kind) => {
    bank.heal();
    const { body } = await seller.call('POST', '/api/v1/charges', {
      ...{ billing_type: 'BOLETO', value: 100, customer: { name: 'Ana', cpf_cnpj: '52998224725' } },
    });
    await until('the boleto is registered', async () => {
      bank.registersAll();
      await gateway.advance(3 * MINUTE_MS);
      const { boleto } = (await seller.call('GET', `/api/v1/charges/${body.id}`)).body;
      return boleto.status === 'registered';
    });
    const title = bank.titles.find(({ request }) => request.reference === body.id);
    const notice = title && bank.noticesOf(title).find((each) => each.kind === kind);
    if (!notice) throw new Error('the bank has the boleto');
    const holder = await gateway.db.pool.connect();
    const holdsForAWhile = async () => {
      await until('the notice waits', async () => (await countLockWaits(gateway.db)) > 0);
      await pause(HELD_MS);
      await holder.query('rollback');
    };
    try {
      await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
      await holder.query('lock table jobs in exclusive mode');
      await Promise.all([notify(kind, notice.body), holdsForAWhile()]);
    } finally {
      holder.release();
    }
  },
);
