import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWebAddress } from '../../server/src/kit/web-address.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { HOSTILE_URLS, ORDINARY_URLS } from '../support/notification-urls.ts';

const RULE = 'must not point to a private or reserved address';
const charge = { value: 10, billing_type: 'PIX' };
const EVENTS = ['payment.received'];

/** Every place where a seller names an address that we send to. */
const PLACES: { field: string; path: string; body: (url: string) => object; table: string }[] = [
  { field: 'url', path: '/api/webhooks', body: (url) => ({ url, events: EVENTS }), table: 'webhooks' },
  { field: 'url', path: '/api/v1/webhooks', body: (url) => ({ url, events: EVENTS }), table: 'webhooks' },
  {
    field: 'postback_url',
    path: '/api/v1/charges',
    body: (url) => ({ ...charge, postback_url: url }),
    table: 'charges',
  },
  {
    field: 'callback_url',
    path: '/api/v1/charges',
    body: (url) => ({ ...charge, callback_url: url }),
    table: 'charges',
  },
  {
    field: 'postback_url',
    path: '/api/v1/payment-links',
    body: (url) => ({ name: 'A', value: 10, postback_url: url }),
    table: 'payment_links',
  },
];

describe('where nothing private is allowed', () => {
  let gateway: TestGateway;
  let seller: Seller;
  beforeAll(async () => {
    gateway = await startGateway({ environment: { GUICHE_WEBHOOK_ALLOW: 'none' } });
    seller = await gateway.seller();
  });
  afterAll(() => gateway.stop());

  const rowsIn = async (table: string) =>
    (await gateway.db.query<{ count: bigint }>(`select count(*) from ${table}`))[0]?.count;

  it.each(PLACES)('$field of $path refuses every hostile form and stores nothing', async (place) => {
    const before = await rowsIn(place.table);
    for (const url of HOSTILE_URLS) {
      const { status, body } = await seller.call('POST', place.path, place.body(url.replace('PORT', '8080')));
      expect(status, url).toBe(400);
      expect(body.code, url).toBe('VALIDATION_ERROR');
      expect(Object.keys(body.details), url).toEqual([place.field]);
    }
    expect(await rowsIn(place.table)).toBe(before);
  });

  it('says which rule is broken', async () => {
    const { body } = await seller.call('POST', '/api/webhooks', {
      url: 'http://2130706433/',
      events: EVENTS,
    });
    expect(body).toEqual({ error: `url: ${RULE}`, code: 'VALIDATION_ERROR', details: { url: RULE } });
  });

  it('a webhook cannot be moved there either', async () => {
    const url = 'https://shop.example/hook';
    const { body } = await seller.call('POST', '/api/webhooks', { url, events: EVENTS });
    const path = `/api/v1/webhooks/${body.webhook.id}`;
    const moved = await seller.call('PATCH', path, { url: 'http://[::ffff:127.0.0.1]/hook', active: false });
    expect(moved).toMatchObject({ status: 400, body: { details: { url: RULE } } });
    const rows = await gateway.db.query('select url, active from webhooks where id = $1', [body.webhook.id]);
    expect(rows).toEqual([{ url, active: true }]);
    await seller.call('DELETE', path);
  });

  it.each(PLACES)('$field of $path takes every ordinary address', async (place) => {
    for (const url of ORDINARY_URLS.filter(isWebAddress)) {
      const { status, body } = await seller.call('POST', place.path, place.body(url));
      expect(status, url).toBe(201);
      if (place.table === 'webhooks') await seller.call('DELETE', `/api/v1/webhooks/${body.webhook.id}`);
    }
  });

  it('addresses that we only show may be anywhere', async () => {
    const local = 'http://127.0.0.1:3000/thanks';
    const made = await Promise.all([
      seller.call('POST', '/api/v1/charges', { ...charge, success_url: local }),
      seller.call('POST', '/api/v1/payment-links', { name: 'A', value: 10, success_url: local }),
      seller.call('POST', '/api/v1/products', { name: 'A', price: 10, image_url: local }),
    ]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});

describe('without the setting', () => {
  const local = { url: 'http://localhost:3000/hook', events: EVENTS };

  it('sandbox takes an address of this machine, and no other private one', async () => {
    const gateway = await startGateway();
    const seller = await gateway.seller();
    expect(await seller.call('POST', '/api/webhooks', local)).toMatchObject({ status: 201 });
    const near = { ...local, url: 'http://192.168.0.10/hook' };
    expect(await seller.call('POST', '/api/webhooks', near)).toMatchObject({ status: 400 });
    await gateway.stop();
  });

  it('live takes none', async () => {
    const gateway = await startGateway({ liveRules: true });
    expect(gateway.deps.addresses.refusalOf(local.url)).toBe(RULE);
    await gateway.stop();
  });
});
