import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;

/** As live rails with a PSP are: PIX, and nobody for the rest. */
beforeAll(async () => {
  gateway = await startGateway();
  Object.assign(gateway.deps.rails, { boleto: [], card: [] });
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

const payer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };

describe('a method without a provider', () => {
  it.each(['CREDIT_CARD', 'BOLETO'])('is refused as a charge (%s), and the field is named', async (type) => {
    const { status, body } = await seller.call('POST', '/api/v1/charges', {
      billing_type: type,
      value: 10,
      customer: payer,
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(body.details.billing_type).toContain('not offered');
  });

  it('is not on the page where the payer chooses', async () => {
    const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'UNDEFINED', value: 10 });
    const { pathname } = new URL(body.checkout_url);
    const page = await gateway.app.inject({ url: pathname });
    expect(page.body).toContain('value="PIX"');
    expect(page.body).not.toContain('value="CREDIT_CARD"');
    expect(page.body).not.toContain('value="BOLETO"');
    const chosen = await gateway.app.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'method=CREDIT_CARD',
    });
    expect(chosen.statusCode).not.toBe(303);
    expect((await seller.call('GET', `/api/v1/charges/${body.id}`)).body.billing_type).toBe('UNDEFINED');
  });

  it('is not among the methods that a session tells of', async () => {
    const bearer = { authorization: `Bearer ${seller.token}` };
    const { body } = await gateway.call('GET', '/api/v1/auth/session', undefined, bearer);
    expect(body.methods).toEqual(['PIX']);
  });

  it('is not in a payment link, and refused when asked for', async () => {
    const link = { name: 'Curso', value: 10 };
    const { body } = await seller.call('POST', '/api/v1/payment-links', link);
    expect(body.billing_types).toEqual(['PIX']);
    const refused = await seller.call('POST', '/api/v1/payment-links', {
      ...link,
      billing_types: ['BOLETO'],
    });
    expect(refused).toMatchObject({ status: 400, body: { details: { billing_types: expect.any(String) } } });
  });
});
