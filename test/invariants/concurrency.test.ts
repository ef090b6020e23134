import { describe, expect } from 'vitest';
import { receivePayment } from '../../server/src/charges/payments/receive.ts';
import { cents } from '../../server/src/kit/money.ts';
import { runEverythingDue } from '../../server/src/worker.ts';
import type { Call } from '../support/gateway.ts';
import { it } from '../support/invariant-fixtures.ts';
import {
  balanceOf,
  cancel,
  chargeback,
  codes,
  created,
  expire,
  many,
  paid,
  pay,
  type Race,
  refund,
  show,
  succeeded,
  type TwoNodes,
  together,
} from '../support/two-nodes.ts';

const ROUNDS = 20;
const A_DAY_MS = 86_400_000;
/** What 100.00 leaves the seller, by the specification: 86.93 available and 4.58 in reserve. */
const NET_OF_100 = 8_693;
const RESERVE_OF_100 = 458;

let nodes: TwoNodes;
it.beforeAll(({ nodes: started }) => {
  nodes = started;
});

describe('many at once for the same money', () => {
  it('of twenty withdrawals of the whole balance one wins', async () => {
    const race = await nodes.newRace(100);
    const answers = await nodes.under([race], () =>
      many(20, (index) =>
        (index % 2 ? race.here : race.there)('POST', '/api/v1/withdrawals', {
          amount: NET_OF_100 / 100,
          pix_key: 'loja@example.com',
        }),
      ),
    );
    expect(succeeded(answers)).toHaveLength(1);
    expect(codes(answers)).toEqual(new Set(['400 INSUFFICIENT_BALANCE']));
    expect(await balanceOf(race)).toEqual({ available: 0, reserved: RESERVE_OF_100 });
    expect((await race.here('GET', '/api/v1/withdrawals')).body.total).toBe(1);
  });

  it('of twenty full refunds one wins', async () => {
    const race = await nodes.newRace(1_000);
    const before = await balanceOf(race);
    const id = await paid(race);
    const answers = await nodes.under([race], () =>
      many(20, (index) => refund(index % 2 ? race.here : race.there, id)),
    );
    expect(succeeded(answers)).toHaveLength(1);
    expect(codes(answers)).toEqual(new Set(['400 CHARGE_NOT_REFUNDABLE']));
    expect(await show(race, id)).toMatchObject({ status: 'REFUNDED', refunded_amount: 100 });
    expect(await balanceOf(race)).toEqual({ ...before, available: before.available - 849 });
  });

  it('of thirty refunds of 5% twenty win', async () => {
    const race = await nodes.newRace(1_000);
    const before = await balanceOf(race);
    const id = await paid(race);
    const answers = await nodes.under([race], () =>
      many(30, (index) => refund(index % 2 ? race.here : race.there, id, 5)),
    );
    expect(succeeded(answers)).toHaveLength(20);
    for (const code of codes(answers)) {
      expect(['400 CHARGE_NOT_REFUNDABLE', '400 REFUND_EXCEEDS_VALUE']).toContain(code);
    }
    const charge = await show(race, id);
    expect(charge).toMatchObject({ status: 'REFUNDED', refunded_amount: 100 });
    expect(charge.refunds).toHaveLength(20);
    expect(await balanceOf(race)).toEqual({ ...before, available: before.available - 849 });
  });

  it('a refund and withdrawals never spend the same money', async () => {
    const race = await nodes.newRace();
    const id = await paid(race);
    const [refunds, withdrawals] = await nodes.under([race], () =>
      Promise.all([
        many(5, () => refund(race.there, id, 40)),
        many(5, () => race.here('POST', '/api/v1/withdrawals', { amount: 40, pix_key: 'loja@example.com' })),
      ]),
    );
    const spent = 4_000 * (succeeded(refunds).length + succeeded(withdrawals).length);
    const { available, reserved } = await balanceOf(race);
    expect(available + reserved).toBe(NET_OF_100 + RESERVE_OF_100 - spent);
    expect(available).toBeGreaterThanOrEqual(0);
    expect(succeeded([...refunds, ...withdrawals]).length).toBeGreaterThan(0);
  });
});

type Outcome = { received: number; cancelled: number; returned: number };

/** Every charge ended in one legal state, and every payment is either the seller's or on its way back. */
async function outcomeOf(race: Race, ids: readonly string[]): Promise<Outcome> {
  const charges = await Promise.all(ids.map((id) => show(race, id)));
  const received = charges.filter((charge) => charge.status === 'RECEIVED').length;
  const cancelled = charges.filter((charge) => charge.status === 'CANCELLED').length;
  expect(received + cancelled).toBe(ids.length);
  const returned = charges.reduce((sum, charge) => sum + (charge.returned_payments?.length ?? 0), 0);
  return { received, cancelled, returned };
}

async function expectCredited(race: Race, received: number): Promise<void> {
  expect(await balanceOf(race)).toEqual({
    available: received * NET_OF_100,
    reserved: received * RESERVE_OF_100,
  });
}

async function idsFor(race: Race, fields: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) ids.push(await created(race, fields));
  return ids;
}

describe('two at once on one charge', () => {
  it('paid and cancelled: received, or cancelled with the money on its way back', async () => {
    const race = await nodes.newRace();
    const ids = await idsFor(race);
    await nodes.under([race], async () => {
      for (const [round, id] of ids.entries()) {
        const [payment, cancellation] = await together(
          round,
          () => pay(race.here, id),
          () => cancel(race.there, id),
        );
        expect(payment.status, payment.raw).toBe(200);
        const { status } = await show(race, id);
        expect(cancellation.status, cancellation.raw).toBe(status === 'CANCELLED' ? 200 : 400);
        if (status !== 'CANCELLED') expect(cancellation.body.code).toBe('CHARGE_NOT_CANCELLABLE');
      }
    });
    const { received, cancelled, returned } = await outcomeOf(race, ids);
    expect(returned).toBe(cancelled);
    await expectCredited(race, received);
  });

  it('paid by card and cancelled: the card is charged or the charge is cancelled, never both', async () => {
    const race = await nodes.newRace();
    const ids = await idsFor(race, { billing_type: 'CREDIT_CARD' });
    await nodes.under([race], async () => {
      for (const [round, id] of ids.entries()) {
        const answers = await together(
          round,
          () => pay(race.here, id),
          () => cancel(race.there, id),
        );
        expect(succeeded(answers), JSON.stringify(answers)).toHaveLength(1);
      }
    });
    const { received, returned } = await outcomeOf(race, ids);
    expect(returned).toBe(0);
    await expectCredited(race, received);
  });

  it('paid and expired by the sandbox', async () => {
    const race = await nodes.newRace();
    const ids = await idsFor(race);
    await nodes.under([race], async () => {
      for (const [round, id] of ids.entries()) {
        const [payment, expiry] = await together(
          round,
          () => pay(race.here, id),
          () => expire(race.there, id),
        );
        expect(payment.status, payment.raw).toBe(200);
        expect([200, 400]).toContain(expiry.status);
      }
    });
    const { received, cancelled, returned } = await outcomeOf(race, ids);
    expect(returned).toBe(cancelled);
    await expectCredited(race, received);
  });

  it('paid and expired by time', async () => {
    const race = await nodes.newRace();
    const ids: string[] = [];
    await nodes.under([race], async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await created(race, { expires_in: 60 });
        ids.push(id);
        nodes.gateway.clock.setOffset(nodes.gateway.clock.offsetMs + 61_000);
        const [payment] = await together(
          round,
          () => pay(race.here, id),
          () => runEverythingDue(nodes.other.deps),
        );
        expect(payment.status, payment.raw).toBe(200);
      }
      await nodes.gateway.runDue();
    });
    const { received, cancelled, returned } = await outcomeOf(race, ids);
    expect(returned).toBe(cancelled);
    await expectCredited(race, received);
  });

  it('paid twice by two payers: one payment is kept, the other goes back', async () => {
    const race = await nodes.newRace();
    const ids = await idsFor(race);
    await nodes.under([race], async () => {
      for (const [round, id] of ids.entries()) {
        const answers = await together(
          round,
          () => pay(race.here, id),
          () => pay(race.there, id),
        );
        expect(codes(answers)).toEqual(new Set());
      }
    });
    expect(await outcomeOf(race, ids)).toEqual({ received: ROUNDS, cancelled: 0, returned: ROUNDS });
    await expectCredited(race, ROUNDS);
  });

  it('cancelled twice: one cancels, the other is told that there is nothing to cancel', async () => {
    const race = await nodes.newRace();
    const ids = await idsFor(race);
    await nodes.under([race], async () => {
      for (const [round, id] of ids.entries()) {
        const answers = await together(
          round,
          () => cancel(race.here, id),
          () => cancel(race.there, id),
        );
        expect(succeeded(answers)).toHaveLength(1);
        expect(codes(answers)).toEqual(new Set(['400 CHARGE_NOT_CANCELLABLE']));
      }
    });
    expect(await outcomeOf(race, ids)).toEqual({ received: 0, cancelled: ROUNDS, returned: 0 });
    await expectCredited(race, 0);
  });

  it('refunded and charged back: the money leaves once', async () => {
    const race = await nodes.newRace(5_000);
    const before = await balanceOf(race);
    await nodes.under([race], async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await paid(race);
        const answers = await together(
          round,
          () => refund(race.here, id),
          () => chargeback(race.there, id),
        );
        expect(succeeded(answers)).toHaveLength(1);
        const { status, refunded_amount: refunded } = await show(race, id);
        expect([status, refunded]).toEqual(answers[0].status === 200 ? ['REFUNDED', 100] : ['RECEIVED', 0]);
      }
    });
    expect(await balanceOf(race)).toEqual({ ...before, available: before.available - ROUNDS * 849 });
  });

  it('refunded while its reserve is released: the reserve is used once', async () => {
    const race = await nodes.newRace(5_000);
    await nodes.gateway.advance(31 * A_DAY_MS);
    const before = await balanceOf(race);
    await nodes.under([race], async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await paid(race);
        nodes.gateway.clock.setOffset(nodes.gateway.clock.offsetMs + 31 * A_DAY_MS);
        const [refunded] = await together(
          round,
          () => refund(race.here, id),
          () => runEverythingDue(nodes.other.deps),
        );
        expect(refunded.status, refunded.raw).toBe(200);
      }
      await nodes.gateway.runDue();
    });
    expect(await balanceOf(race)).toEqual({ available: before.available - ROUNDS * 849, reserved: 0 });
  });

  it('a withdrawal that is approved and rejected at once is one of the two', async () => {
    const race = await nodes.newRace(5_000);
    const before = await balanceOf(race);
    let approved = 0;
    await nodes.under([race], async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const wanted = { amount: 10, pix_key: 'loja@example.com' };
        const { id } = (await race.here('POST', '/api/v1/withdrawals', wanted)).body;
        const answers = await together(
          round,
          () => race.here('POST', `/api/v1/sandbox/withdrawals/${id}/approve`),
          () => race.there('POST', `/api/v1/sandbox/withdrawals/${id}/reject`),
        );
        expect(succeeded(answers)).toHaveLength(1);
        expect(codes(answers)).toEqual(new Set(['400 INVALID_STATE']));
        if (answers[0].status === 200) approved += 1;
      }
    });
    expect(await balanceOf(race)).toEqual({ ...before, available: before.available - approved * 1_000 });
  });
});

describe('the same notification many times at once', () => {
  it('through the sandbox, fifty times: credited once', async () => {
    const race = await nodes.newRace();
    const id = await created(race);
    await nodes.under([race], () => race.here('POST', `/api/v1/sandbox/charges/${id}/pay`, { times: 50 }));
    const charge = await show(race, id);
    expect(charge).toMatchObject({ status: 'RECEIVED', net_value: 86.93 });
    expect(charge.returned_payments).toBeUndefined();
    await expectCredited(race, 1);
  });

  it('at two nodes, fifty times: credited once', async () => {
    const race = await nodes.newRace();
    const { pix } = await show(race, await created(race));
    const notice = {
      provider: 'sandbox',
      paymentReference: `E9999900420261115${'0'.repeat(11)}`,
      chargeReference: pix.txid,
      method: 'PIX' as const,
      amountCents: cents(10_000n),
      paidAt: nodes.gateway.clock.now(),
    };
    const outcomes = await nodes.under([race], () =>
      many(50, (index) => receivePayment(index % 2 ? nodes.gateway.deps : nodes.other.deps, notice)),
    );
    expect(outcomes.filter((receipt) => receipt?.outcome === 'settled')).toHaveLength(1);
    expect(outcomes.filter((receipt) => receipt?.outcome === 'duplicate')).toHaveLength(49);
    await expectCredited(race, 1);
  });

  it('of a wrong amount, at two nodes, fifty times: goes back once', async () => {
    const race = await nodes.newRace();
    const id = await created(race);
    const { pix } = await show(race, id);
    const notice = {
      provider: 'sandbox',
      paymentReference: `E9999900420261115${'1'.repeat(11)}`,
      chargeReference: pix.txid,
      method: 'PIX' as const,
      amountCents: cents(9_999n),
      paidAt: nodes.gateway.clock.now(),
    };
    await nodes.under([race], () =>
      many(50, (index) => receivePayment(index % 2 ? nodes.gateway.deps : nodes.other.deps, notice)),
    );
    await nodes.gateway.runDue();
    const charge = await show(race, id);
    expect(charge.status).toBe('PENDING');
    expect(charge.returned_payments).toMatchObject([
      { amount: 99.99, reason: 'wrong_amount', status: 'returned' },
    ]);
    await expectCredited(race, 0);
    expect(await nodes.gateway.audit()).toEqual([]);
  });
});

describe('money between two sellers in both directions', () => {
  it('is paid at once from two nodes without anyone being turned away', async () => {
    const [one, two] = [await nodes.newRace(), await nodes.newRace()];
    const splitTo = ({ seller }: Race) => ({ split: [{ recipient_id: seller.id, percent: 30 }] });
    const [ofOne, ofTwo] = [await idsFor(one, splitTo(two)), await idsFor(two, splitTo(one))];
    const answers = await nodes.under([one, two], () =>
      Promise.all([
        ...ofOne.map((id, index) => pay(index % 2 ? one.here : one.there, id)),
        ...ofTwo.map((id, index) => pay(index % 2 ? two.there : two.here, id)),
      ]),
    );
    expect(codes(answers)).toEqual(new Set());
    await Promise.all([expectCredited(one, ROUNDS), expectCredited(two, ROUNDS)]);
  });

  it('is taken back at once from both sides', async () => {
    const [one, two] = [await nodes.newRace(5_000), await nodes.newRace(5_000)];
    const before = [await balanceOf(one), await balanceOf(two)];
    const splitTo = ({ seller }: Race) => ({ split: [{ recipient_id: seller.id, percent: 30 }] });
    const ids = { one: [] as string[], two: [] as string[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      ids.one.push(await paid(one, 100, splitTo(two)));
      ids.two.push(await paid(two, 100, splitTo(one)));
    }
    const back = (call: Call, id: string) =>
      call('POST', `/api/v1/charges/${id}/refund`, { reverse_split: true });
    const answers = await nodes.under([one, two], () =>
      Promise.all([
        ...ids.one.map((id, index) => back(index % 2 ? one.here : one.there, id)),
        ...ids.two.map((id, index) => back(index % 2 ? two.there : two.here, id)),
      ]),
    );
    expect(codes(answers)).toEqual(new Set());
    const lost = ROUNDS * 849;
    expect([await balanceOf(one), await balanceOf(two)]).toEqual(
      before.map((each) => ({ ...each, available: each.available - lost })),
    );
  });
});
