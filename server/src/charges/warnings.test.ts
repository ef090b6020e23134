import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import type { Cents } from '../kit/money.ts';
import { warningsOf } from './warnings.ts';

describe('a fee', () => {
  it.each([
    [100n, 256n, 'The fee of 2.56 exceeds the value of 1.00: each payment costs the account 1.56'],
    [256n, 256n, 'The fee of 2.56 takes the whole value of 2.56: nothing is left for the account'],
  ])('of %i and %i cents is warned of', (amount, fee, message) => {
    expect(warningsOf(amount as Cents, fee as Cents)).toEqual([{ code: 'FEE_EXCEEDS_VALUE', message }]);
  });

  it('below the value says nothing', () => {
    expect(warningsOf(257n as Cents, 256n as Cents)).toBeUndefined();
  });
});

describe('a charge that costs more than it brings', () => {
  let gateway: TestGateway;
  let seller: Seller;
  beforeAll(async () => {
    gateway = await startGateway();
    seller = await gateway.seller();
  });
  afterAll(() => gateway.stop());

  const warnings = [
    {
      code: 'FEE_EXCEEDS_VALUE',
      message: 'The fee of 2.56 exceeds the value of 1.00: each payment costs the account 1.56',
    },
  ];

  it('is taken, and says so when quoted, created, read and paid', async () => {
    const asked = { billing_type: 'PIX', value: 1 };
    const quote = await seller.call('POST', '/api/v1/quotes', asked);
    const created = await seller.call('POST', '/api/v1/charges', asked);
    await seller.call('POST', `/api/v1/sandbox/charges/${created.body.id}/pay`);
    const paid = await seller.call('GET', `/api/v1/charges/${created.body.id}`);
    expect(paid.body.status).toBe('RECEIVED');
    for (const { body } of [quote, created, paid]) {
      expect(body).toMatchObject({ platform_fee: 2.56, net_value: -1.56, warnings });
    }
    expect((await seller.call('GET', '/api/v1/balance')).body.available).toBe(-1.56);
    expect(await gateway.audit()).toEqual([]);
  });

  it('is the only one that says anything', async () => {
    const asked = { billing_type: 'PIX', value: 100 };
    for (const path of ['/api/v1/quotes', '/api/v1/charges']) {
      expect((await seller.call('POST', path, asked)).body).not.toHaveProperty('warnings');
    }
  });
});
