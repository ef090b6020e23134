import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { GOOD_CARD, hiddenValue, payOnPage, type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { findChargeByToken } from '../charges/find.ts';
import { issueFormId } from '../html/form.ts';
import { DAY_MS, MINUTE_MS } from '../kit/clock.ts';

const CPF = '529.982.247-25';
const NO_FUNDS = '4716909774636285';
const CHALLENGE = '4000000000002503';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

// Every test has the same payer and address: what one is refused must not hold the next.
beforeEach(async () => {
  await gateway.db.query('delete from card_tries');
});
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

/** Where a link with these methods is opened. */
async function linkOf(methods: string[]): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/payment-links', {
    name: 'Rifa',
    value: 20,
    billing_types: methods,
  });
  return new URL(body.url).pathname;
}

async function chargeCount(): Promise<number> {
  return (await seller.call('GET', '/api/v1/charges')).body.total;
}

async function chargeAt(location: string) {
  const found = await findChargeByToken(gateway.db, location.slice('/pay/'.length));
  return (await seller.call('GET', `/api/v1/charges/${found?.id}`)).body;
}

describe('a payer who came by a link', () => {
  it('pays by card at once, in one request', async () => {
    const link = await linkOf(['PIX', 'CREDIT_CARD']);
    const paid = await payOnPage(visitor, link, { installments: '2', name: 'Ana Souza' });
    expect(paid.status).toBe(303);
    expect(paid.location).toMatch(/^\/receipt\/.*\?paid=1$/);
    const location = paid.location.replace('/receipt/', '/pay/').replace('?paid=1', '');
    expect(await chargeAt(location)).toMatchObject({
      status: 'RECEIVED',
      installments: 2,
      customer: { name: 'Ana Souza' },
    });
  });

  it('makes one charge with one attempt by a form that is sent many times', async () => {
    const link = await linkOf(['CREDIT_CARD']);
    const form = { ...GOOD_CARD, form_id: hiddenValue((await visitor.get(link)).html, 'form_id') };
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.post(link, form)));
    const settled = await visitor.post(link, form);
    expect(settled.location).toMatch(/^\/receipt\//);
    const token = /\w{22}/.exec(settled.location)?.[0];
    for (const { location } of answers) expect(location).toContain(token);
    const rows = await gateway.db.query(
      'select a.id from card_attempts a join charges c on c.id = a.charge_id where c.token = $1',
      [token],
    );
    expect(rows).toHaveLength(1);
  });

  it('whose card is wrong is shown its fields, and no charge is made', async () => {
    const link = await linkOf(['PIX', 'CREDIT_CARD']);
    const before = await chargeCount();
    const wrong = await payOnPage(visitor, link, { number: '4111', expiry: '01/20', installments: '12' });
    expect(wrong.status).toBe(400);
    for (const field of ['number', 'expiry', 'installments']) expect(wrong.html).toContain(`${field}-error`);
    expect(wrong.html).toContain('value="ANA SOUZA"');
    expect(await chargeCount()).toBe(before);
  });

  it('changes to another of its methods, after a refusal by one tap, and to no other', async () => {
    const link = await linkOf(['PIX', 'CREDIT_CARD']);
    const refused = await payOnPage(visitor, link, { number: NO_FUNDS });
    expect(refused.status).toBe(200);
    expect(refused.html).toContain('Pagamento não aprovado');
    expect(refused.html).toContain('value="ANA SOUZA"');
    expect(refused.html).toMatch(/name="method" value="PIX"><button[^>]*>.*Pagar com Pix</);
    expect(refused.html).not.toContain('value="BOLETO"');
    const location = /action="(\/pay\/\w+)"/.exec(refused.html)?.[1] ?? '';
    expect(await chargeAt(location)).toMatchObject({ billing_type: 'CREDIT_CARD', status: 'REFUSED' });
    const boleto = { method: 'BOLETO', name: 'Ana', document: CPF };
    expect((await visitor.post(location, boleto)).status).toBe(400);
    const byPix = await visitor.post(location, { method: 'PIX' });
    expect(byPix).toMatchObject({ status: 303, location });
    expect((await visitor.get(location)).html).toContain('Pague com Pix');
    expect(await chargeAt(location)).toMatchObject({ billing_type: 'PIX', status: 'PENDING' });
  });

  it('pays the same charge with another card after a refusal', async () => {
    const link = await linkOf(['CREDIT_CARD']);
    const refused = await payOnPage(visitor, link, { number: NO_FUNDS });
    const location = /action="(\/pay\/\w+)"/.exec(refused.html)?.[1] ?? '';
    const form_id = hiddenValue(refused.html, 'form_id');
    const paid = await visitor.post(location, { ...GOOD_CARD, form_id });
    expect(paid.location).toBe(`${location.replace('/pay/', '/receipt/')}?paid=1`);
  });

  it('leaves nothing open for longer than a day, and nothing that counts as to be received', async () => {
    const shop = await gateway.seller('Outra loja');
    const { body: made } = await shop.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
    const { pathname } = new URL(made.url);
    const charges: string[] = [];
    const tries: Record<string, string>[] = [{ method: 'PIX' }, { number: CHALLENGE }, { number: NO_FUNDS }];
    for (const fields of tries) {
      const { location } = await payOnPage(visitor, pathname, fields);
      if (location.endsWith('/challenge')) {
        const attempt_id = hiddenValue((await visitor.get(location)).html, 'attempt_id');
        await visitor.post(location, { attempt_id, answer: 'cancel' });
      }
      const { body } = await shop.call('GET', '/api/v1/charges?limit=1');
      charges.push(body.data[0].id);
    }
    await shop.call('POST', '/api/v1/charges', { billing_type: 'CREDIT_CARD', value: 7 });
    const statuses = async () =>
      Promise.all(charges.map(async (id) => (await shop.call('GET', `/api/v1/charges/${id}`)).body.status));
    const open = async () => {
      const { pending, pending_of_links } = (await shop.call('GET', '/api/v1/overview')).body;
      return { pending, pending_of_links };
    };
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'REFUSED']);
    expect(await open()).toEqual({
      pending: { count: 1, amount: 7 },
      pending_of_links: { count: 2, amount: 40 },
    });
    await gateway.advance(DAY_MS + MINUTE_MS);
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED', 'REFUSED']);
    expect(await open()).toEqual({
      pending: { count: 1, amount: 7 },
      pending_of_links: { count: 0, amount: 0 },
    });
  });

  it('pays by no card where the link offers none', async () => {
    const link = await linkOf(['PIX', 'BOLETO']);
    const { location } = await visitor.post(link, { method: 'PIX' });
    const { id } = await chargeAt(location);
    const forged = { ...GOOD_CARD, form_id: issueFormId(gateway.deps, id) };
    expect((await visitor.post(location, forged)).status).toBe(400);
    expect(await chargeAt(location)).toMatchObject({ billing_type: 'PIX', status: 'PENDING' });
    expect((await visitor.post(link, GOOD_CARD)).status).toBe(400);
  });

  it('is offered nothing else where the link has one method', async () => {
    const refused = await payOnPage(visitor, await linkOf(['CREDIT_CARD']), { number: NO_FUNDS });
    expect(refused.html).not.toContain('Pagar com Pix');
    expect(refused.html).not.toContain('type="radio"');
  });
});
