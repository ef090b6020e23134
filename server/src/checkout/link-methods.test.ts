import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { GOOD_CARD, hiddenValue, payOnPage, type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { findChargeByToken } from '../charges/find.ts';
import { issueFormId } from '../html/form.ts';

const CPF = '529.982.247-25';
const NO_FUNDS = '4716909774636285';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

/** A charge made by a payer who came by a link with these methods; where it is paid. */
async function ordered(methods: string[], method: string): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/payment-links', {
    name: 'Rifa',
    value: 20,
    billing_types: methods,
  });
  const { pathname } = new URL(body.url);
  const { html } = await visitor.get(pathname);
  const { location } = await visitor.post(pathname, { form_id: hiddenValue(html, 'form_id'), method });
  return location;
}

async function chargeAt(location: string) {
  const found = await findChargeByToken(gateway.db, location.slice('/pay/'.length));
  return (await seller.call('GET', `/api/v1/charges/${found?.id}`)).body;
}

describe('a payer who came by a link', () => {
  it('changes to another of its methods, after a refusal by one tap, and to no other', async () => {
    const location = await ordered(['PIX', 'CREDIT_CARD'], 'CREDIT_CARD');
    expect((await visitor.get(location)).html).toContain('Pagar de outra forma');
    const refused = await payOnPage(visitor, location, { number: NO_FUNDS });
    expect(refused.html).toMatch(/name="method" value="PIX"><button[^>]*>Pagar com Pix</);
    const other = await visitor.get(`${location}?change=1`);
    expect(other.html).toMatch(/value="PIX" required checked/);
    expect(other.html).not.toContain('value="BOLETO"');
    const boleto = { method: 'BOLETO', name: 'Ana', document: CPF };
    expect((await visitor.post(`${location}/method`, boleto)).status).toBe(400);
    const byPix = await visitor.post(`${location}/method`, { method: 'PIX' });
    expect(byPix).toMatchObject({ status: 303, location });
    expect((await visitor.get(location)).html).toContain('Pague com Pix');
    expect(await chargeAt(location)).toMatchObject({ billing_type: 'PIX', status: 'PENDING' });
  });

  it('pays by no card where the link offers none', async () => {
    const location = await ordered(['PIX', 'BOLETO'], 'PIX');
    const { id } = await chargeAt(location);
    const forged = { ...GOOD_CARD, attempt_id: issueFormId(gateway.deps, id) };
    expect(await visitor.post(`${location}/card`, forged)).toMatchObject({ status: 303, location });
    expect(await chargeAt(location)).toMatchObject({ billing_type: 'PIX', status: 'PENDING' });
  });

  it('is offered nothing else where the link has one method', async () => {
    const location = await ordered(['CREDIT_CARD'], 'CREDIT_CARD');
    expect((await visitor.get(location)).html).not.toContain('Pagar de outra forma');
    expect((await payOnPage(visitor, location, { number: NO_FUNDS })).html).not.toContain('Pagar com Pix');
    expect((await visitor.get(`${location}?change=1`)).html).toContain('name="number"');
  });
});
