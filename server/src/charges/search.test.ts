import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { until } from '../../../test/support/until.ts';

let gateway: TestGateway;
let seller: Seller;
let other: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  other = await gateway.seller();
});
afterAll(() => gateway.stop());

const charge = async (fields: object, from = seller) =>
  (await from.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10, ...fields })).body;
const find = async (search: string, query = '', from = seller) =>
  (await from.call('GET', `/api/v1/charges?search=${encodeURIComponent(search)}${query}`)).body;
const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);

describe('GET /charges?search=', () => {
  it('finds a charge by its id, its reference, its PIX txid and its number', async () => {
    const pix = await charge({ external_reference: 'order-77' });
    const card = await charge({ billing_type: 'CREDIT_CARD' });
    const open = await charge({ billing_type: 'UNDEFINED' });
    await charge({ external_reference: 'order-7' });
    for (const search of [pix.id, pix.id.toUpperCase(), 'order-77', pix.pix.txid, ` ${pix.pix.txid} `]) {
      expect(await find(search)).toMatchObject({ total: 1, has_more: false, data: [{ id: pix.id }] });
    }
    expect(idsOf(await find(String(card.charge_id)))).toEqual([card.id]);
    expect(idsOf(await find(open.id))).toEqual([open.id]);
  });

  it('finds whatever matches, each charge once, newest first, page by page', async () => {
    const card = await charge({ billing_type: 'CREDIT_CARD', external_reference: 'first' });
    const number = String(card.charge_id);
    const ids = [card.id];
    for (let count = 0; count < 4; count += 1) ids.unshift((await charge({ external_reference: number })).id);
    const itself = await charge({ billing_type: 'CREDIT_CARD', external_reference: card.id });
    expect(idsOf(await find(card.id))).toEqual([itself.id, card.id]);
    const seen = [];
    let cursor = '';
    do {
      const page = await find(number, `&limit=2${cursor}`);
      expect(page.total).toBe(5);
      seen.push(...idsOf(page));
      cursor = page.next_cursor && `&cursor=${page.next_cursor}`;
    } while (cursor);
    expect(seen).toEqual(ids);
    expect(idsOf(await find(number, '&limit=2&offset=3'))).toEqual(ids.slice(3));
  });

  it('goes together with the other filters', async () => {
    const pix = await charge({ external_reference: 'both' });
    const card = await charge({ billing_type: 'CREDIT_CARD', external_reference: 'both' });
    await seller.call('POST', `/api/v1/sandbox/charges/${pix.id}/pay`);
    expect(await find('both')).toMatchObject({ total: 2 });
    expect(idsOf(await find('both', '&billing_type=CREDIT_CARD'))).toEqual([card.id]);
    expect(await find('both', '&status=RECEIVED')).toMatchObject({ total: 1, data: [{ id: pix.id }] });
    expect(await find(pix.id, '&status=PENDING')).toMatchObject({ total: 0, data: [] });
    expect(await find('both', '&external_reference=else')).toMatchObject({ total: 0, data: [] });
    expect(await find('both', '&created_to=2020-01-01T00:00:00Z')).toMatchObject({ total: 0, data: [] });
  });

  it('has a statement of its own for every combination of filters', async () => {
    const { id, external_reference } = await charge({ external_reference: 'every-filter' });
    const filters = [
      `status=PENDING&billing_type=PIX&external_reference=${external_reference}`,
      `customer_id=${id}&created_from=2020-01-01T00:00:00Z&created_to=2090-01-01T00:00:00Z`,
    ].join('&');
    for (const search of [id, '1', 'x']) {
      const page = await find(
        search,
        `&${filters}&cursor=${Buffer.from(`charges ${id}`).toString('base64url')}`,
      );
      expect(page).toMatchObject({ total: 0, data: [] });
    }
  });

  it("finds nothing of another seller's", async () => {
    const theirs = await charge({ billing_type: 'CREDIT_CARD', external_reference: 'theirs' }, other);
    const pix = await charge({}, other);
    // Without a reference that may begin with the number of theirs.
    const stranger = await gateway.seller();
    await charge({}, stranger);
    for (const search of [theirs.id, 'theirs', String(theirs.charge_id), pix.pix.txid]) {
      expect(await find(search, '', stranger)).toMatchObject({ total: 0, data: [] });
      expect(await find(search, '', other)).toMatchObject({ total: 1 });
    }
  });

  it.each(['99999999999999999999999', "' or 1=1 --", '%', '_', '🦜', '-1', '1e3', '0x1F'])(
    'finds nothing for %s',
    async (search) => {
      expect(await find(search)).toMatchObject({ object: 'list', total: 0, data: [] });
    },
  );

  it.each(['', '%20', 'x'.repeat(256)])('refuses "%s" and names it', async (search) => {
    const { status, body } = await seller.call('GET', `/api/v1/charges?search=${search}`);
    expect(status).toBe(400);
    expect(body.details).toHaveProperty('search');
  });
});

describe('GET /charges/{id}/events', () => {
  const events = (id: string, query = '', from = seller) =>
    from.call('GET', `/api/v1/charges/${id}/events${query}`);

  it('tells what happened to the charge, in order, as the feed of events does', async () => {
    const { id } = await charge({ external_reference: 'order-1' });
    await charge({});
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 1 });
    const { status, body } = await events(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', total: 3, has_more: false, next_cursor: null });
    expect(body.data).toMatchObject([
      { object: 'event', event: 'charge.pending', sequence: 1, previous_status: null },
      { event: 'charge.paid', sequence: 2, previous_status: 'PENDING', charge: { id, status: 'RECEIVED' } },
      { event: 'charge.refunded', sequence: 3, data: { payment_id: id, refunded_amount: 1 } },
    ]);
    let told: unknown[] = [];
    await until('the feed shows the three events', async () => {
      const feed = (await seller.call('GET', '/api/v1/events?limit=100')).body.data;
      told = feed.filter((row: { charge?: { id: string } }) => row.charge?.id === id);
      return told.length === 3;
    });
    expect(body.data).toEqual(told);
  });

  it('pages by cursor and by offset', async () => {
    const { id } = await charge({});
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    const first = (await events(id, '?limit=1')).body;
    expect(first).toMatchObject({ total: 2, has_more: true, data: [{ sequence: 1 }] });
    const second = (await events(id, `?limit=1&cursor=${first.next_cursor}`)).body;
    expect(second).toMatchObject({ total: 2, has_more: false, data: [{ sequence: 2 }] });
    expect((await events(id, '?limit=1&offset=1')).body.data).toEqual(second.data);
    expect((await events(id, '?offset=9')).body).toMatchObject({ total: 2, data: [], has_more: false });
  });

  it('is not there for a charge that is not there, or is of another seller', async () => {
    const split = [{ recipient_id: other.id, percent: 10 }];
    const { id } = await charge({ value: 100, split });
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    for (const [from, wanted] of [
      [other, id],
      [seller, gateway.deps.ids.next()],
      [seller, 'x'],
    ] as const) {
      const { status, body } = await events(wanted, '', from);
      expect([status, body]).toEqual([404, { error: 'Charge not found', code: 'NOT_FOUND', details: {} }]);
    }
  });

  it.each([
    'limit=101',
    'offset=-1',
    'cursor=!',
    `cursor=${Buffer.from('9'.repeat(15)).toString('base64url')}`,
  ])('refuses %s', async (query) => {
    const { id } = await charge({});
    const { status, body } = await events(id, `?${query}`);
    expect(status).toBe(400);
    expect(body.details).toHaveProperty(query.split('=')[0] as string);
  });
});
