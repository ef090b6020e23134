import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { DAY_MS } from '../kit/clock.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function paidCharge(seller: Seller): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  return body.id;
}
const reserved = async (seller: Seller) => (await seller.call('GET', '/api/v1/balance')).body.reserved;

it('a charge that cannot be moved keeps neither its seller nor the others waiting', async () => {
  const [unlucky, lucky] = [await gateway.seller(), await gateway.seller()];
  const broken = await paidCharge(unlucky);
  await paidCharge(unlucky);
  await gateway.advance(DAY_MS);
  await paidCharge(lucky);
  await gateway.db.query(
    `insert into ledger_entries (account_id, fact, charge_id, occurred_at) values ($1, $2, $3, now())`,
    [unlucky.id, `charge:${broken}:reserve`, broken],
  );
  await gateway.advance(40 * DAY_MS);
  expect([await reserved(unlucky), await reserved(lucky)]).toEqual([4.58, 0]);
});
