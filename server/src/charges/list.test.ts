import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
const ids: string[] = [];
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  for (let index = 0; index < 12; index += 1) {
    const billing_type = index % 3 === 0 ? 'CREDIT_CARD' : 'PIX';
    const body = { billing_type, value: 10 + index, external_reference: `ref-${index % 4}` };
    const charge = await seller.call('POST', '/api/v1/charges', body);
    ids.unshift(charge.body.id);
    if (index % 2 === 0) await seller.call('POST', `/api/v1/sandbox/charges/${charge.body.id}/pay`);
  }
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const list = async (query: string) => (await seller.call('GET', `/api/v1/charges?${query}`)).body;
const idsOf = (page: { data: { id: string }[] }) => page.data.map((charge) => charge.id);

describe('listing charges', () => {
  it('is newest first, with total and has_more', async () => {
    const all = await list('');
    expect(idsOf(all)).toEqual(ids);
    expect(all).toMatchObject({ object: 'list', total: 12, has_more: false, next_cursor: null });
    const page = await list('limit=5&offset=5');
    expect(idsOf(page)).toEqual(ids.slice(5, 10));
    expect(page).toMatchObject({ total: 12, has_more: true });
    expect(await list('limit=5&offset=10')).toMatchObject({ total: 12, has_more: false });
    expect(await list('offset=100')).toMatchObject({ total: 12, data: [], has_more: false });
  });

  it('walks by cursor over every row once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list(`limit=5${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.next_cursor ?? '';
    } while (cursor);
    expect(seen).toEqual(ids);
  });

  it.each([
    ['status=RECEIVED', 6],
    ['status=PENDING', 6],
    ['billing_type=CREDIT_CARD', 4],
    ['billing_type=PIX&status=RECEIVED', 4],
    ['billing_type=BOLETO', 0],
    ['external_reference=ref-1', 3],
    ['external_reference=ref-1&status=RECEIVED', 0],
    ['created_from=2020-01-01T00:00:00Z', 12],
    ['created_to=2020-01-01T00:00:00Z', 0],
  ])('%s finds %i, before and after the counts are folded', async (query, count) => {
    for (const fold of [false, true]) {
      if (fold) await gateway.deps.rollups.fold();
      const page = await list(`${query}&limit=100`);
      expect([page.total, page.data.length]).toEqual([count, count]);
    }
  });

  it.each([
    ['status=PAID', 'status'],
    ['billing_type=CASH', 'billing_type'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['cursor=!!', 'cursor'],
    ['created_from=yesterday', 'created_from'],
    ['created_from=2026-02-30T00:00:00Z', 'created_from'],
    ['customer_id=1', 'customer_id'],
    ['payment_link_id=1', 'payment_link_id'],
  ])('%s is a 400 that names the filter', async (query, field) => {
    const answer = await seller.call('GET', `/api/v1/charges?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.details).toHaveProperty([field]);
  });

  it.each(['external_reference=ref-1', 'created_from=2020-01-01T00:00:00Z', 'status=RECEIVED'])(
    'keeps the total of %s from page to page',
    async (query) => {
      const first = await list(`${query}&limit=1`);
      const second = await list(`${query}&limit=1&cursor=${first.next_cursor}`);
      expect(second.total).toBe(first.total);
      expect(idsOf(second)).not.toEqual(idsOf(first));
    },
  );

  it('filters by the instant of creation, from inclusive and to exclusive', async () => {
    const middle = (await seller.call('GET', `/api/v1/charges/${ids[5]}`)).body.created_at;
    const from = await list(`created_from=${middle}`);
    const to = await list(`created_to=${middle}`);
    expect(idsOf(from)).toContain(ids[5]);
    expect(idsOf(to)).not.toContain(ids[5]);
    expect(from.total + to.total).toBe(12);
  });
});
