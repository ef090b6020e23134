import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';
import { WEBHOOK_EVENTS } from '../events/catalogue.ts';

let sellers: Sellers;
let seller: TestAccount;

beforeAll(async () => {
  sellers = await startSellers();
});
afterAll(() => sellers.stop());
beforeEach(async () => {
  seller = await sellers.account();
});

const URL = 'https://shop.example/hook';
const good = { url: URL, events: ['payment.received'] };
const create = (body: object = good, path = '/api/v1/webhooks') => seller.call('POST', path, body);
const list = (query = '') => seller.call('GET', `/api/v1/webhooks${query}`);
const webhookOf = (answer: { body: Record<string, unknown> }) =>
  answer.body.webhook as Record<string, unknown>;
const notFound = { status: 404, body: { error: 'Webhook not found', code: 'NOT_FOUND', details: {} } };

describe('POST /webhooks', () => {
  it.each(['/api/webhooks', '/api/v1/webhooks'])(
    'registers through %s with a generated secret',
    async (path) => {
      const { status, body } = await create(good, path);
      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        webhook: {
          id: expect.any(String),
          url: URL,
          events: ['payment.received'],
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
          active: true,
        },
      });
      expect(Object.keys(body.webhook as object)).toEqual(['id', 'url', 'events', 'secret', 'active']);
    },
  );

  it('takes every event of both lists of the specification, each once', async () => {
    const names = [...WEBHOOK_EVENTS, ...WEBHOOK_EVENTS];
    for (const name of 'payment.received payment.refunded payment.overdue withdrawal.completed withdrawal.rejected payment.failed payment.expired withdrawal.approved'.split(
      ' ',
    )) {
      expect(names).toContain(name);
    }
    expect(webhookOf(await create({ url: URL, events: names })).events).toEqual([...WEBHOOK_EVENTS]);
  });

  it('names an unknown event', async () => {
    const { status, body } = await create({ url: URL, events: ['payment.received', 'payment.lost'] });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'Unknown event name: payment.lost',
      code: 'INVALID_EVENT',
      details: { events: 'payment.lost is not an event name' },
    });
  });

  it.each(['s', 'my secret', '~'.repeat(128)])('keeps the secret %j', async (secret) => {
    expect(webhookOf(await create({ ...good, secret })).secret).toBe(secret);
  });

  it.each([
    ['url', { events: ['charge.paid'] }],
    ['url', { ...good, url: '' }],
    ['url', { ...good, url: 'shop.example' }],
    ['url', { ...good, url: 'ftp://shop.example' }],
    ['url', { ...good, url: 'https://user:password@shop.example' }],
    ['url', { ...good, url: `https://shop.example/${'a'.repeat(2_048)}` }],
    ['events', { url: URL }],
    ['events', { url: URL, events: [] }],
    ['events', { url: URL, events: 'payment.received' }],
    ['events.0', { url: URL, events: [7] }],
    ['secret', { ...good, secret: '' }],
    ['secret', { ...good, secret: 'a'.repeat(129) }],
    ['secret', { ...good, secret: 'line\nbreak' }],
    ['secret', { ...good, secret: 'segredo é' }],
    ['secret', { ...good, secret: ' edge' }],
    ['secret', { ...good, secret: 'edge ' }],
    ['secret', { ...good, secret: 7 }],
  ])('refuses a bad %s and stores nothing (case %#)', async (field, sent) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body.code).toBe('VALIDATION_ERROR');
    expect(body.details).toHaveProperty([field]);
    expect((await list()).body.total).toBe(0);
  });

  it('answers the first secret when it is tried again', async () => {
    const retry = sellers.retrying(seller);
    const first = await retry('POST', '/api/webhooks', good);
    expect(await retry('POST', '/api/webhooks', good)).toEqual(first);
    expect((await list()).body.total).toBe(1);
  });

  it('stops at fifty, also when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => create()));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(50);
    const refused = answers.find((answer) => answer.status !== 201);
    expect(refused).toMatchObject({
      status: 400,
      body: { details: { url: 'an account has at most 50 webhooks' } },
    });
    expect((await list()).body.total).toBe(50);
  });

  it('does not store the secret readable', async () => {
    await create({ ...good, secret: 'plain to see' });
    const [row] = await sellers.deps.db.query<{ secret_box: Buffer }>(
      'select secret_box from webhooks where account_id = $1',
      [seller.id],
    );
    expect(row?.secret_box.toString('latin1')).not.toContain('plain to see');
    expect(sellers.deps.vault.open('webhook secrets', row?.secret_box as Buffer)).toBe('plain to see');
  });
});

describe('GET /webhooks', () => {
  it('lists without secrets, newest first, page by page', async () => {
    for (const name of ['1', '2', '3']) await create({ ...good, url: `${URL}/${name}` });
    const first = await list('?limit=2');
    expect(first.body).toMatchObject({ object: 'list', total: 3, has_more: true });
    expect(first.body.data).toEqual(
      ['3', '2'].map((name) => ({
        id: expect.any(String),
        url: `${URL}/${name}`,
        events: ['payment.received'],
        status: 'active',
        retry_policy: 'standard',
        created_at: expect.any(String),
      })),
    );
    const second = await list(`?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ total: 3, has_more: false, data: [{ url: `${URL}/1` }] });
  });
});

describe('PATCH /webhooks/{id}', () => {
  const change = (id: unknown, body: object) => seller.call('PATCH', `/api/v1/webhooks/${id}`, body);

  it('pauses and resumes', async () => {
    const { id, secret, ...rest } = webhookOf(await create());
    expect(await change(id, { active: false })).toEqual({
      status: 200,
      body: { success: true, webhook: { ...rest, id, active: false, retry_policy: 'standard' } },
    });
    expect((await list()).body.data).toMatchObject([{ status: 'paused' }]);
    expect((await change(id, { active: true })).body.webhook).toMatchObject({ active: true });
  });

  it('changes address and events', async () => {
    const { id } = webhookOf(await create());
    const answer = await change(id, { url: 'https://other.example', events: ['charge.paid', 'charge.paid'] });
    expect(answer.body.webhook).toMatchObject({
      url: 'https://other.example',
      events: ['charge.paid'],
      active: true,
    });
  });

  it('keeps to the rules of creation', async () => {
    const { id } = webhookOf(await create());
    expect((await change(id, { url: 'x' })).status).toBe(400);
    expect((await change(id, { events: [] })).status).toBe(400);
    expect((await change(id, { events: ['x'] })).body.code).toBe('INVALID_EVENT');
    expect((await change(id, { active: 'no' })).status).toBe(400);
    expect((await list()).body.data).toMatchObject([
      { url: URL, events: ['payment.received'], status: 'active' },
    ]);
  });

  it('answers 404 for what is not there', async () => {
    expect(await change(sellers.deps.ids.next(), { active: false })).toEqual(notFound);
    expect(await change('x', { active: false })).toEqual(notFound);
  });
});

describe('POST /webhooks/{id}/rotate-secret', () => {
  const rotate = (account: TestAccount, id: unknown) =>
    account.call('POST', `/api/v1/webhooks/${id}/rotate-secret`);

  it('answers a new secret and keeps the rest', async () => {
    const before = webhookOf(await create({ ...good, secret: 'old' }));
    const { status, body } = await rotate(seller, before.id);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, webhook: { ...before, secret: expect.stringMatching(/^whsec_/) } });
    expect(webhookOf(await rotate(seller, before.id)).secret).not.toBe(
      (body.webhook as { secret: string }).secret,
    );
  });

  it("does not reach another account's", async () => {
    const { id } = webhookOf(await create());
    expect(await rotate(await sellers.account(), id)).toEqual(notFound);
    expect(await rotate(seller, 'x')).toEqual(notFound);
  });
});

describe('DELETE /webhooks/{id}', () => {
  it('ends the registration', async () => {
    const { id } = webhookOf(await create());
    const remove = () => seller.call('DELETE', `/api/v1/webhooks/${id}`);
    expect(await remove()).toEqual({ status: 200, body: { success: true, message: 'Webhook deleted' } });
    expect(await remove()).toEqual(notFound);
    expect((await list()).body).toMatchObject({ total: 0, data: [] });
  });

  it("does not reach another account's", async () => {
    const stranger = await sellers.account();
    const { id } = webhookOf(await create());
    expect(await stranger.call('DELETE', `/api/v1/webhooks/${id}`)).toEqual(notFound);
    expect((await list()).body.total).toBe(1);
  });
});
