import { describe, expect } from 'vitest';
import { payByCard } from '../../server/src/charges/cards/pay.ts';
import { findCharge } from '../../server/src/charges/find.ts';
import { chooseMethod } from '../../server/src/charges/methods/choose.ts';
import { receivePayment } from '../../server/src/charges/payments/receive.ts';
import { cents } from '../../server/src/kit/money.ts';
import type { CardNumber } from '../../server/src/providers/card.ts';
import { runEverythingDue } from '../../server/src/worker.ts';
import type { Call } from '../support/gateway.ts';
import { it } from '../support/invariant-fixtures.ts';
import {
  balanceOf,
  codes,
  created,
  many,
  paid,
  pay,
  type Race,
  show,
  type TwoNodes,
} from '../support/two-nodes.ts';

const ROUNDS = 20;
const A_MONTH_MS = 31 * 86_400_000;
const LONG = { timeout: 120_000 };

let nodes: TwoNodes;
it.beforeAll(({ nodes: started }) => {
  nodes = started;
});

/** Whoever takes the same rows takes them in the same order: nobody ever has to be thrown out. */
async function expectNoDeadlock(): Promise<void> {
  const sql = 'select deadlocks::integer from pg_stat_database where datname = current_database()';
  expect(await nodes.gateway.db.query(sql)).toEqual([{ deadlocks: 0 }]);
}

const payAmount = (call: Call, id: string, amount: number) =>
  call('POST', `/api/v1/sandbox/charges/${id}/pay`, { amount });

describe('payments that cross each other', () => {
  it('a right amount and wrong ones: the right one is kept, the wrong ones go back', LONG, async () => {
    const race = await nodes.newRace();
    await nodes.under([race], async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await created(race);
        const answers = await Promise.all([
          payAmount(race.there, id, 1),
          payAmount(race.there, id, 2),
          pay(race.here, id),
          payAmount(race.here, id, 3),
        ]);
        expect(codes(answers)).toEqual(new Set());
        const charge = await show(race, id);
        expect(charge.status).toBe('RECEIVED');
        expect(charge.returned_payments).toHaveLength(3);
      }
    });
    await expectNoDeadlock();
  });

  it('many of one seller, while what is due of that seller is done', LONG, async () => {
    const race = await nodes.newRace();
    await nodes.under([race], async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const ids = await many(6, () => created(race, { expires_in: 60 }));
        await Promise.all([paid(race), paid(race)]);
        nodes.gateway.clock.setOffset(nodes.gateway.clock.offsetMs + A_MONTH_MS);
        const payments = ids.map((id, index) => pay(index % 2 ? race.here : race.there, id));
        const [answers] = await Promise.all([Promise.all(payments), runEverythingDue(nodes.other.deps)]);
        expect(codes(answers)).toEqual(new Set());
      }
      await nodes.gateway.runDue();
    });
    await expectNoDeadlock();
  });

  it('of many sellers at two nodes at once, in opposite orders', LONG, async () => {
    const races = await many(6, () => nodes.newRace());
    const backwards = [...races].reverse();
    await nodes.under(races.slice(0, 2), async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const here = await Promise.all(
          [...races, ...races].map(async (race) => ({ race, id: await created(race) })),
        );
        const there = await Promise.all(
          [...backwards, ...backwards].map(async (race) => ({ race, id: await created(race) })),
        );
        const answers = await Promise.all([
          ...here.map(({ race, id }) => pay(race.here, id)),
          ...there.map(({ race, id }) => pay(race.there, id)),
        ]);
        expect(codes(answers)).toEqual(new Set());
      }
    });
    const balances = await Promise.all(races.map(balanceOf));
    expect(balances.map(({ available }) => available)).toEqual(races.map(() => ROUNDS * 4 * 8_693));
    await expectNoDeadlock();
  });

  it('by PIX, while the payer begins to pay by card: paid once, and counted where it is', LONG, async () => {
    const race = await nodes.newRace();
    await nodes.under([race], async () => {
      for (let round = 0; round < ROUNDS; round += 1) await payBothWays(race);
    });
    for (const query of ['status=RECEIVED', 'billing_type=PIX']) {
      expect((await race.here('GET', `/api/v1/charges?${query}`)).body.total).toBe(ROUNDS);
    }
    for (const query of ['status=PENDING', 'billing_type=CREDIT_CARD']) {
      expect((await race.here('GET', `/api/v1/charges?${query}`)).body.total).toBe(0);
    }
    await expectNoDeadlock();
  });

  /** The card is one that the bank challenges: its attempt stays open, and never pays. */
  async function payBothWays(race: Race): Promise<void> {
    const { deps } = nodes.gateway;
    const there = nodes.other.deps;
    const id = await created(race, { billing_type: 'UNDEFINED' });
    const charge = await findCharge(deps, race.seller.id, id);
    if (!charge) throw new Error('a created charge is found');
    const chosen = await chooseMethod(deps, charge, { method: 'PIX', payer: null });
    const card: CardNumber = {
      kind: 'number',
      number: '4000000000002370',
      holder: 'ANA',
      document: '52998224725',
      month: 12,
      year: 2060,
      cvv: '123',
    };
    await Promise.all([
      receivePayment(deps, {
        provider: 'sandbox',
        paymentReference: `E-${id}`,
        chargeReference: chosen.pixTxid ?? '',
        method: 'PIX',
        amountCents: cents(10_000n),
        paidAt: deps.clock.now(),
      }),
      payByCard(there, chosen, {
        attemptId: there.ids.next(),
        card,
        installments: null,
        origin: null,
        workBits: 0,
      }).catch(() => 'refused'),
    ]);
    const { rows } = await deps.db.pool.query(
      'select sequence from events where account_id = $1 and charge_id = $2 order by sequence',
      [race.seller.id, id],
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
    expect((await show(race, id)).status).toBe('RECEIVED');
  }
});

describe('a payment that was sent back', () => {
  it('is not credited when its notice comes once more, though the charge waits again', async () => {
    const race = await nodes.newRace();
    const { deps } = nodes.gateway;
    const id = await created(race, { billing_type: 'CREDIT_CARD' });
    const charge = await findCharge(deps, race.seller.id, id);
    if (!charge) throw new Error('a created charge is found');
    const attemptId = deps.ids.next();
    const silent: CardNumber = {
      kind: 'number',
      number: '5105105105105100',
      holder: 'ANA',
      document: '52998224725',
      month: 12,
      year: 2060,
      cvv: '123',
    };
    await payByCard(deps, charge, { attemptId, card: silent, installments: null, origin: null, workBits: 0 });
    await race.here('POST', `/api/v1/sandbox/charges/${id}/refuse`);
    const notice = {
      ...{
        provider: 'sandbox',
        paymentReference: `sandbox-${attemptId}`,
        chargeReference: attemptId,
        method: 'CREDIT_CARD' as const,
      },
      ...{ amountCents: cents(10_000n), paidAt: deps.clock.now() },
    };
    await receivePayment(deps, notice);
    await nodes.gateway.advance(60_000);
    const challenged = { ...silent, number: '4000000000002503' };
    await payByCard(deps, charge, {
      attemptId: deps.ids.next(),
      card: challenged,
      installments: null,
      origin: null,
      workBits: 0,
    });
    await many(10, (index) => receivePayment(index % 2 ? deps : nodes.other.deps, notice));
    const shown = await show(race, id);
    expect(shown.status).toBe('PENDING');
    expect(shown.returned_payments).toMatchObject([{ amount: 100, status: 'returned' }]);
    expect((await race.here('GET', '/api/v1/balance')).body.total).toBe(0);
    expect(await nodes.gateway.audit()).toEqual([]);
  });
});
