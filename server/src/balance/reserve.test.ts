import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { addDays, civilDateOf } from '../brazil/calendar.ts';
import { DAY_MS } from '../kit/clock.ts';

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
const reserve = async (query = '') => (await seller.call('GET', `/api/v1/balance/reserve${query}`)).body;
const fold = async () => {
  gateway.deps.rollups.touch(seller.id);
  await gateway.deps.rollups.fold();
};

async function paid(value: number): Promise<string> {
  const { id } = await post('charges', { billing_type: 'PIX', value });
  await post(`sandbox/charges/${id}/pay`);
  return id;
}

/** From the charges themselves. */
async function held() {
  return gateway.db.query(
    `select (due_at at time zone 'America/Sao_Paulo')::date as date, sum(reserve_held_cents)::float8 / 100 as amount,
       count(*)::integer as charges_count
     from charges
     where account_id = $1 and reserve_held_cents > 0
     group by 1
     order by 1`,
    [seller.id],
  );
}

/** Whatever a test did: the days are those of the charges and add up to the balance, folded or not. */
afterEach(async () => {
  const { body: balance } = await seller.call('GET', '/api/v1/balance');
  for (const folded of [false, true]) {
    if (folded) await fold();
    const body = await reserve('?limit=100');
    expect(body.data).toEqual(await held());
    expect(body.reserved).toBe(balance.reserved);
    const cents = body.data.map((day: { amount: number }) => Math.round(day.amount * 100));
    expect(cents.reduce((sum: number, each: number) => sum + each, 0)).toBe(Math.round(body.reserved * 100));
  }
});

describe('GET /balance/reserve', () => {
  it('is empty for a new seller', async () => {
    expect(await reserve()).toEqual({
      ...{ object: 'list', data: [], total: 0, has_more: false, next_cursor: null },
      reserved: 0,
    });
  });

  it('tells how much is released on which day, earliest first', async () => {
    const day = addDays(civilDateOf(gateway.clock.now()), 30);
    await paid(100);
    await paid(100);
    await gateway.advance(DAY_MS);
    await paid(100);
    expect(await reserve()).toMatchObject({
      data: [
        { date: day, amount: 9.16, charges_count: 2 },
        { date: addDays(day, 1), amount: 4.58, charges_count: 1 },
      ],
      ...{ total: 2, has_more: false, reserved: 13.74 },
    });
  });

  it('follows refunds, disputes and releases', async () => {
    const [first, second, third] = [await paid(100), await paid(100), await paid(100)];
    await fold();
    await post(`charges/${first}/refund`, { amount: 1 });
    await post(`sandbox/charges/${second}/med`);
    expect(await reserve()).toMatchObject({ data: [{ amount: 8.16, charges_count: 2 }] });
    await fold();
    await post(`charges/${first}/refund`, { amount: 50 });
    expect(await reserve()).toMatchObject({ data: [{ amount: 4.58, charges_count: 1 }] });
    await gateway.advance(31 * DAY_MS);
    expect(await reserve()).toMatchObject({ data: [], total: 0, reserved: 0 });
    expect((await seller.call('GET', `/api/v1/charges/${third}`)).body.status).toBe('RECEIVED');
  });

  it('is paged by offset and by cursor', async () => {
    for (let day = 0; day < 3; day += 1) {
      await paid(100);
      await gateway.advance(DAY_MS);
    }
    const first = await reserve('?limit=2');
    expect(first).toMatchObject({ total: 3, has_more: true });
    const second = await reserve(`?limit=2&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ total: 3, has_more: false, next_cursor: null });
    expect([...first.data, ...second.data]).toEqual((await reserve()).data);
    expect((await reserve('?limit=2&offset=2')).data).toEqual(second.data);
  });

  it.each(['limit=0', 'offset=x', 'cursor=!', `cursor=${Buffer.from('12').toString('base64url')}`])(
    'refuses %s',
    async (query) => {
      const { status, body } = await seller.call('GET', `/api/v1/balance/reserve?${query}`);
      expect(status).toBe(400);
      expect(body.details).toHaveProperty(query.split('=')[0] as string);
    },
  );

  it("shows nothing of another seller's", async () => {
    await paid(100);
    const stranger = await gateway.seller();
    expect((await stranger.call('GET', '/api/v1/balance/reserve')).body).toMatchObject({
      data: [],
      reserved: 0,
    });
  });
});
