import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  operator = await gateway.operator();
});
afterAll(() => gateway.stop());

const get = (path: string) => seller.call('GET', `/api/v1${path}`);
const post = (path: string, body?: object) => seller.call('POST', `/api/v1${path}`, body);
const wrongCursor = { cursor: 'is not a cursor of this list' };

describe('a cursor', () => {
  it('of one list is refused by every other, and taken by its own', async () => {
    for (let round = 0; round < 2; round += 1) {
      await post('/customers', { name: `Ana ${round}` });
      await post('/products', { name: `Livro ${round}`, price: 10 });
      await post('/payment-links', { name: `Link ${round}`, value: 10 });
      const { body } = await post('/charges', { billing_type: 'PIX', value: 10 });
      await post(`/sandbox/charges/${body.id}/pay`);
    }
    const lists = ['/customers', '/products', '/payment-links', '/charges', '/transactions', '/audit-log'];
    const cursors = new Map<string, string>();
    for (const list of lists) {
      const { body } = await get(`${list}?limit=1`);
      expect(body.next_cursor, list).toEqual(expect.any(String));
      cursors.set(list, body.next_cursor);
    }
    for (const [from, cursor] of cursors) {
      for (const list of lists) {
        const { status, body } = await get(`${list}?limit=1&cursor=${cursor}`);
        if (from === list) expect([status, body.data.length], list).toEqual([200, 1]);
        else expect([status, body.details], `${from} in ${list}`).toEqual([400, wrongCursor]);
      }
    }
    const everyones = await operator.call(
      'GET',
      `/api/v1/admin/audit-log?cursor=${cursors.get('/audit-log')}`,
    );
    expect([everyones.status, everyones.body.details]).toEqual([400, wrongCursor]);
  });
});

describe('a range that ends before it begins', () => {
  const range = (from: string, to: string) =>
    `created_from=2026-01-${from}T00:00:00Z&created_to=2026-01-${to}T00:00:00Z`;

  it.each(['/charges?', '/transactions?', '/audit-log?'])(
    'is refused by %s, naming the field',
    async (list) => {
      const { status, body } = await get(`${list}${range('02', '01')}`);
      expect([status, Object.keys(body.details)]).toEqual([400, ['created_to']]);
      expect((await get(`${list}${range('01', '02')}`)).status).toBe(200);
      expect((await get(`${list}${range('01', '01')}`)).status).toBe(200);
    },
  );

  it('is refused in the file of the statement and in a redelivery, too', async () => {
    const file = await get(`/transactions/export?format=csv&${range('02', '01')}`);
    expect([file.status, Object.keys(file.body.details)]).toEqual([400, ['created_to']]);
    const sent = await post('/deliveries/redeliver', {
      from: '2026-01-02T00:00:00Z',
      to: '2026-01-01T00:00:00Z',
    });
    expect([sent.status, Object.keys(sent.body.details)]).toEqual([400, ['to']]);
  });
});

describe('a payment link', () => {
  it('says active as long as a payer can start a payment, in the object, the filter and the total', async () => {
    const shop = await gateway.seller();
    const make = async (set: object) =>
      (await shop.call('POST', '/api/v1/payment-links', { name: 'Link', value: 10, ...set })).body;
    const soon = new Date(gateway.clock.now().getTime() + 60_000).toISOString();
    const open = await make({});
    const expiring = await make({ expires_at: soon });
    const single = await make({ max_payments: 1 });
    const roomy = await make({ max_payments: 2, expires_at: new Date(Date.now() + 9e9).toISOString() });
    const removed = await make({});
    expect([open, expiring, single, roomy, removed].map(({ active }) => active)).toEqual(Array(5).fill(true));
    await shop.call('DELETE', `/api/v1/payment-links/${removed.id}`);
    await gateway.db.query(
      'update payment_links set payments_count = 1 where account_id = $1 and max_payments is not null',
      [shop.id],
    );
    await gateway.advance(60_000);
    const states = async (query: string) => {
      const { body } = await shop.call('GET', `/api/v1/payment-links${query}`);
      return {
        total: body.total,
        data: body.data.map(({ id, active }: { id: string; active: boolean }) => [id, active]),
      };
    };
    const [usable, closed] = [
      [roomy.id, open.id],
      [removed.id, single.id, expiring.id],
    ];
    expect(await states('?active=true')).toEqual({ total: 2, data: usable.map((id) => [id, true]) });
    expect(await states('?active=false')).toEqual({ total: 3, data: closed.map((id) => [id, false]) });
    expect((await states('')).total).toBe(5);
    const one = await shop.call('GET', `/api/v1/payment-links/${expiring.id}`);
    expect(one.body.active).toBe(false);
  });
});

describe('a dispute in the sandbox', () => {
  const card = { billing_type: 'CREDIT_CARD', value: 50 };
  const pix = { billing_type: 'PIX', value: 50 };
  const boleto = { billing_type: 'BOLETO', value: 50, customer: { name: 'Ana', cpf_cnpj: '52998224725' } };

  it.each([
    ['a chargeback', 'chargeback', 'of a card', card, 200],
    ['a chargeback', 'chargeback', 'of PIX', pix, 400],
    ['a chargeback', 'chargeback', 'of a boleto', boleto, 400],
    ['a MED', 'med', 'of PIX', pix, 200],
    ['a MED', 'med', 'of a card', card, 400],
    ['a MED', 'med', 'of a boleto', boleto, 400],
  ])('%s (%s) %s', async (_name, kind, _of, fields, expected) => {
    const { body: charge } = await post('/charges', fields);
    expect((await post(`/sandbox/charges/${charge.id}/pay`)).status).toBe(200);
    const { status, body } = await post(`/sandbox/charges/${charge.id}/${kind}`, { reason: 'not mine' });
    expect(status).toBe(expected);
    if (expected === 400) expect(body.code).toBe('INVALID_STATE');
    const { body: after } = await get(`/disputes?charge_id=${charge.id}`);
    expect(after.total).toBe(expected === 200 ? 1 : 0);
  });
});

describe('a payment that is sent back', () => {
  it('is an adjustment in and out of the statement, and no refund', async () => {
    const shop = await gateway.seller();
    const { body: charge } = await shop.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 50 });
    await shop.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, { amount: 49 });
    await gateway.runDue();
    const lines = (await shop.call('GET', '/api/v1/transactions')).body.data;
    expect(lines.map(({ type, category }: { type: string; category: string }) => [type, category])).toEqual([
      ['debit', 'adjustment'],
      ['credit', 'adjustment'],
    ]);
    expect((await shop.call('GET', '/api/v1/transactions?category=refund')).body.total).toBe(0);
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('PATCH /webhooks', () => {
  it('refuses a secret instead of ignoring it, which would leave one that signs nothing', async () => {
    const { body } = await post('/webhooks', { url: 'https://example.com/h', events: ['charge.paid'] });
    const answer = await seller.call('PATCH', `/api/v1/webhooks/${body.webhook.id}`, {
      secret: 'my own',
      active: false,
    });
    expect([answer.status, answer.body.details]).toEqual([
      400,
      { secret: 'is not a field of this operation' },
    ]);
    expect((await get('/webhooks')).body.data[0].status).toBe('active');
  });
});
