import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type LossyProxy, startLossyProxy } from '../../../test/support/lossy-proxy.ts';

let gateway: TestGateway;
let seller: Seller;
let link: LossyProxy;
beforeAll(async () => {
  const through = async (connectionString: string) => {
    link = await startLossyProxy(connectionString);
    return link.connectionString;
  };
  // One connection: a statement after a lost one needs a new one.
  gateway = await startGateway({ connections: 1, through });
  seller = await gateway.seller();
});
afterEach(() => link.end());
afterAll(async () => {
  await gateway.stop();
  await link.close();
});

function expectUnavailable({ status, body, headers }: Answer): void {
  expect([status, body.code, headers['retry-after']]).toEqual([500, 'UNAVAILABLE', '5']);
  expect(body).toEqual({
    error: expect.stringContaining('with the same Idempotency-Key'),
    code: 'UNAVAILABLE',
    details: { request_id: headers['x-request-id'] },
  });
}

const pix = { billing_type: 'PIX', value: 10 };

it.each([
  ['a read', 'GET', 'balance', undefined, {}],
  ['a write', 'POST', 'products', { name: 'Book', price: 10 }, {}],
  ['a write with a key', 'POST', 'charges', pix, { 'idempotency-key': 'away' }],
])('%s while the database is away is asked to come again', async (_, method, path, body, headers) => {
  await link.begin('refusing');
  expectUnavailable(await seller.call(method, `/api/v1/${path}`, body, headers));
  await link.end();
  const again = await seller.call(method, `/api/v1/${path}`, body, headers);
  expect(again.status, again.raw).toBeLessThan(300);
});

it('after a lost reply to COMMIT the same key tells what was done', async () => {
  const { body: charge } = await seller.call('POST', '/api/v1/charges', pix);
  const cancel = () =>
    seller.call('POST', `/api/v1/charges/${charge.id}/cancel`, undefined, { 'idempotency-key': 'cancel' });
  link.lose('reply');
  // Every further try of the writer finds no server.
  link.refuse(5);
  expectUnavailable(await cancel());
  expect(link.left()).toBe(0);
  const again = await cancel();
  expect([again.status, again.body.status]).toEqual([200, 'CANCELLED']);
  expect(again.headers['idempotent-replayed']).toBe('true');
});
