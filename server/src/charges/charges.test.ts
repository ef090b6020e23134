import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

describe('a PIX charge', () => {
  it('shows the figures of the specification when created and when paid', async () => {
    const created = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
    expect(created.status, created.raw).toBe(201);
    expect(created.body).toMatchObject({
      object: 'charge',
      billing_type: 'PIX',
      status: 'PENDING',
      value: 100,
      net_value: 91.51,
      platform_fee: 8.49,
    });
    const paid = await seller.call('POST', `/api/v1/sandbox/charges/${created.body.id}/pay`);
    expect(paid.status, paid.raw).toBe(200);
    expect(paid.body).toMatchObject({
      status: 'RECEIVED',
      net_value: 86.93,
      platform_fee: 8.49,
      reserve_amount: 4.58,
    });
    expect((await seller.call('GET', '/api/v1/balance')).body).toEqual({
      object: 'balance',
      available: 86.93,
      reserved: 4.58,
      total: 91.51,
    });
    expect(await gateway.audit()).toEqual([]);
  });
});
