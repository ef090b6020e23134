import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { addDays, civilDateOf } from '../../brazil/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});
beforeEach(async () => {
  seller = await gateway.seller();
});

const post = async (path: string, body?: object) =>
  (await seller.call('POST', `/api/v1/${path}`, body ?? {})).body;
const overview = async (days = 7) => (await seller.call('GET', `/api/v1/overview?days=${days}`)).body;
const fold = async () => {
  gateway.deps.rollups.touch(seller.id);
  await gateway.deps.rollups.fold();
};

const CUSTOMER = { name: 'Ana', cpf_cnpj: '52998224725' };

async function charge(billing_type: string, value: number, fields: object = {}): Promise<string> {
  const boleto =
    billing_type === 'BOLETO'
      ? { customer: CUSTOMER, due_date: addDays(civilDateOf(gateway.clock.now()), 2) }
      : {};
  return (await post('charges', { billing_type, value, ...boleto, ...fields })).id;
}

describe('GET /overview', () => {
  it('is all zeros for a new seller, every day of it', async () => {
    const to = civilDateOf(gateway.clock.now());
    const body = await overview(3);
    const zeros = { received_count: 0, received_amount: 0, fees: 0, created_count: 0, refused_count: 0 };
    expect(body).toEqual({
      object: 'overview',
      from: addDays(to, -2),
      to,
      days: 3,
      received: { count: 0, amount: 0 },
      previous: { count: 0, amount: 0 },
      fees: 0,
      refused: { count: 0, rate: null },
      pending: { count: 0, amount: 0 },
      pending_of_links: { count: 0, amount: 0 },
      by_day: [-2, -1, 0].map((ago) => ({ date: addDays(to, ago), ...zeros })),
      by_method: ['PIX', 'CREDIT_CARD', 'BOLETO'].map((billing_type) => ({
        billing_type,
        received_count: 0,
        received_amount: 0,
      })),
    });
  });

  it('adds up what was received, what waits, what was refused, and the fees', async () => {
    await post(`sandbox/charges/${await charge('PIX', 100)}/pay`);
    await post(`sandbox/charges/${await charge('CREDIT_CARD', 50)}/pay`);
    await post(`sandbox/charges/${await charge('CREDIT_CARD', 30)}/refuse`);
    await post(`sandbox/charges/${await charge('CREDIT_CARD', 30)}/refuse`);
    await post(`sandbox/charges/${await charge('BOLETO', 20)}/overdue`);
    await charge('UNDEFINED', 10.01);
    for (const folded of [false, true]) {
      if (folded) await fold();
      const body = await overview(1);
      expect(body).toMatchObject({
        received: { count: 2, amount: 150 },
        refused: { count: 2, rate: 0.6667 },
        pending: { count: 2, amount: 30.01 },
        by_method: [
          { billing_type: 'PIX', received_count: 1, received_amount: 100 },
          { billing_type: 'CREDIT_CARD', received_count: 1, received_amount: 50 },
          { billing_type: 'BOLETO', received_count: 0, received_amount: 0 },
        ],
        by_day: [{ received_count: 2, received_amount: 150, created_count: 6, refused_count: 2 }],
      });
      expect(body.fees).toBeGreaterThan(0);
      expect(body.by_day[0].fees).toBe(body.fees);
    }
  });

  it('counts a payment once, whatever happens to it later', async () => {
    const id = await charge('PIX', 100);
    await post(`sandbox/charges/${id}/pay`, { times: 2 });
    const { fees } = await overview();
    await post(`charges/${id}/refund`, { amount: 40 });
    await fold();
    await post(`charges/${id}/refund`);
    expect(await overview()).toMatchObject({
      received: { count: 1, amount: 100 },
      fees,
      pending: { count: 0 },
    });
  });

  it('puts a payment on the day it has in São Paulo, and yesterday into the days before', async () => {
    await post(`sandbox/charges/${await charge('PIX', 10)}/pay`);
    await gateway.advance(DAY_MS);
    await post(`sandbox/charges/${await charge('PIX', 20)}/pay`);
    const today = civilDateOf(gateway.clock.now());
    expect(await overview(1)).toMatchObject({
      ...{ from: today, to: today },
      ...{ received: { count: 1, amount: 20 }, previous: { count: 1, amount: 10 } },
    });
    const { by_day, received } = await overview(2);
    expect(received).toEqual({ count: 2, amount: 30 });
    expect(by_day.map((day: { received_amount: number }) => day.received_amount)).toEqual([10, 20]);
  });

  it("shows nothing of another seller's, also not to the recipient of a split", async () => {
    const partner = await gateway.seller();
    const split = [{ recipient_id: partner.id, percent: 10 }];
    await post(`sandbox/charges/${await charge('PIX', 100, { split })}/pay`);
    const { body } = await partner.call('GET', '/api/v1/overview');
    expect(body).toMatchObject({ days: 7, received: { count: 0 }, pending: { count: 0 } });
  });

  it.each(['0', '91', 'x', '1.5', '-1', ''])('refuses days=%s', async (days) => {
    const { status, body } = await seller.call('GET', `/api/v1/overview?days=${days}`);
    expect(status).toBe(400);
    expect(body.details).toHaveProperty('days');
  });
});

/** The same figures from the rows themselves, with no sum kept anywhere. */
async function plainly(days: number) {
  const to = civilDateOf(gateway.clock.now());
  const from = addDays(to, 1 - days);
  const rows = await gateway.db.query<{ day: string; type: string; cents: bigint; fee: bigint; by: string }>(
    `select (e.created_at at time zone 'America/Sao_Paulo')::date as day, e.type, e.billing_type as by,
       c.paid_cents as cents, c.platform_fee_cents as fee
     from events e
     join charges c on c.account_id = e.account_id and c.id = e.charge_id
     where e.account_id = $1
       and e.type in ('charge.paid', 'charge.refused')`,
    [seller.id],
  );
  const [waiting] = await gateway.db.query<{ count: bigint; cents: bigint }>(
    `select count(*) as count, coalesce(sum(value_cents), 0)::bigint as cents
     from charges where account_id = $1 and status in ('PENDING', 'OVERDUE')`,
    [seller.id],
  );
  const reais = (list: readonly bigint[]) => Number(list.reduce((sum, each) => sum + each, 0n)) / 100;
  const within = rows.filter((row) => row.day >= from && row.day <= to);
  const paid = within.filter((row) => row.type === 'charge.paid');
  const before = rows.filter(
    (row) => row.type === 'charge.paid' && row.day < from && row.day >= addDays(from, -days),
  );
  const refusals = within.length - paid.length;
  const tries = refusals + paid.filter((row) => row.by === 'CREDIT_CARD').length;
  return {
    received: { count: paid.length, amount: reais(paid.map((row) => row.cents)) },
    previous: { count: before.length, amount: reais(before.map((row) => row.cents)) },
    fees: reais(paid.map((row) => row.fee)),
    refused: { count: refusals, rate: tries === 0 ? null : Math.round((refusals / tries) * 10_000) / 10_000 },
    pending: { count: Number(waiting?.count), amount: Number(waiting?.cents) / 100 },
  };
}

/** A small generator with a seed, so that a failure can be had again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('after any operations the overview', () => {
  const METHODS = ['PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED'];
  const ACTIONS = ['pay', 'pay', 'refuse', 'overdue', 'expire', 'chargeback', 'med'];

  async function step(random: (below: number) => number, ids: string[]): Promise<void> {
    const id = ids[random(ids.length)] ?? '';
    const kind = random(10);
    if (kind < 3) ids.push(await charge(METHODS[random(4)] ?? 'PIX', 10 + random(9_000) / 100));
    else if (kind < 7) await post(`sandbox/charges/${id}/${ACTIONS[random(ACTIONS.length)]}`);
    else if (kind === 7) await post(`charges/${id}/refund`, random(2) === 0 ? { amount: 1 } : {});
    else if (kind === 8) await post(`charges/${id}/cancel`);
    else await gateway.advance(random(20) * HOUR_MS);
  }

  it.each([1, 2, 3])('is what the rows add up to, folded or not (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const ids = [await charge('PIX', 10)];
    for (let turn = 0; turn < 60; turn += 1) {
      await step(random, ids);
      if (random(4) === 0) await fold();
      const days = 1 + random(9);
      expect(await overview(days), `turn ${turn}`).toMatchObject(await plainly(days));
    }
  });

  it('is right while payments and folds run at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => charge('PIX', 10 + index)));
    let paying = true;
    const folding = (async () => {
      while (paying) await Promise.all([fold(), fold()]);
    })();
    await Promise.all(ids.map((id) => post(`sandbox/charges/${id}/pay`)));
    paying = false;
    await folding;
    for (const folded of [false, true]) {
      if (folded) await fold();
      expect(await overview()).toMatchObject(await plainly(7));
    }
    expect((await overview()).received.count).toBe(20);
  });
});

describe('GET /balance/calendar', () => {
  const calendar = async (query = '') => (await seller.call('GET', `/api/v1/balance/calendar${query}`)).body;
  const NONE = { count: 0, amount: 0 };

  it.each(['from=0001-01-01', 'from=9999-12-31', 'from=2026-02-30', 'from=2026-01-01&to=9999-12-31'])(
    'refuses %s and names the field',
    async (query) => {
      const { status, body } = await seller.call('GET', `/api/v1/balance/calendar?${query}`);
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  it('has the reserve by day of release and open boletos by day of clearing, apart from what is overdue', async () => {
    const today = civilDateOf(gateway.clock.now());
    await post(`sandbox/charges/${await charge('PIX', 100)}/pay`);
    const boletos = [await charge('BOLETO', 30), await charge('BOLETO', 20), await charge('BOLETO', 50)];
    await post(`sandbox/charges/${boletos[2]}/overdue`);
    const { data: days, ...totals } = await calendar();
    expect(totals).toEqual({
      ...{ object: 'balance_calendar', from: today, to: addDays(today, 30), reserved: 4.58 },
      ...{ reserve: { count: 1, amount: 4.58 }, boletos: { count: 2, amount: 50 } },
      ...{ overdue: { count: 1, amount: 50 }, cards: NONE },
    });
    expect(days).toHaveLength(2);
    expect(days[1]).toEqual({
      ...{ date: addDays(today, 30), reserve: { count: 1, amount: 4.58 }, boletos: NONE, cards: NONE },
    });
    expect(days[0]).toMatchObject({ reserve: NONE, boletos: { count: 2, amount: 50 } });
    const clearing = days[0].date;
    expect(clearing > addDays(today, 2) && clearing <= addDays(today, 9)).toBe(true);
    await fold();
    expect((await calendar()).data).toEqual(days);
    expect((await calendar(`?from=${clearing}&to=${clearing}`)).data).toEqual([days[0]]);
    expect((await calendar(`?from=${addDays(clearing, 1)}&to=${addDays(today, 29)}`)).data).toEqual([]);
    await post(`sandbox/charges/${boletos[0]}/pay`);
    await post(`charges/${boletos[1]}/cancel`);
    expect((await calendar()).boletos).toEqual(NONE);
  });

  it.each([
    ['from', '?from=2026-02-30'],
    ['to', '?to=amanh%C3%A3'],
    ['to', '?from=2026-03-02&to=2026-03-01'],
    ['to', '?from=2026-01-01&to=2027-01-02'],
  ])('names %s when it is wrong (%s)', async (field, query) => {
    expect(Object.keys((await calendar(query)).details)).toEqual([field]);
  });
});
