import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Seller,
  startGateway,
  type TestGateway,
} from '../../../../test/support/gateway.ts';
import { payOnPage, type Visitor, visitorOf } from '../../../../test/support/pages.ts';
import { parseBrCode } from '../../brazil/br-code.ts';
import { DAY_MS, SECOND_MS } from '../../kit/clock.ts';
import { cents } from '../../kit/money.ts';

const CPF = '52998224725';
const PAYER = { name: 'Ana Souza', document: CPF };

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

const create = (fields: object): Promise<Answer> =>
  seller.call('POST', '/api/v1/charges', { billing_type: 'UNDEFINED', value: 100, ...fields });
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const tryCard = ({ checkout_url }: Answer['body']) =>
  payOnPage(visitor, new URL(checkout_url).pathname, { number: '4716909774636285' });
const choose = ({ checkout_url }: Answer['body'], method: string, payer: Record<string, string> = {}) =>
  visitor.post(new URL(checkout_url).pathname, { method, ...payer });

describe('a charge whose payer chooses', () => {
  it.each(['PIX', 'BOLETO'])(
    'costs by %s what one payment costs, whatever its card was to cost',
    async (method) => {
      const { body: made } = await create({ installments: 12 });
      expect(made).toMatchObject({ platform_fee: 28.41, installments: 12 });
      await choose(made, method, PAYER);
      const chosen = await read(made.id);
      expect(chosen).toMatchObject({ billing_type: method, platform_fee: 8.49, net_value: 91.51 });
      expect(chosen).not.toHaveProperty('installments');
      await seller.call('POST', `/api/v1/sandbox/charges/${made.id}/pay`);
      expect(await read(made.id)).toMatchObject({ status: 'RECEIVED', platform_fee: 8.49 });
      const { postings } = (await seller.call('GET', `/api/v1/charges/${made.id}/ledger`)).body;
      const fee = postings.find((posting: { category: string }) => posting.category === 'fee');
      expect(fee).toMatchObject({ amount: 8.49 });
      expect(fee.rule).not.toContain('surcharge');
    },
  );

  it('has the card’s own price again when the payer turns back to it', async () => {
    const { body: made } = await create({ installments: 12 });
    await choose(made, 'PIX');
    await tryCard(made);
    expect(await read(made.id)).toMatchObject({ platform_fee: 28.41, installments: 12 });
  });

  it.each([
    ['straight', ['PIX']],
    ['after a boleto', ['BOLETO', 'PIX']],
    ['after a boleto and a card', ['BOLETO', 'CREDIT_CARD', 'PIX']],
    ['after turning away and back', ['PIX', 'CREDIT_CARD', 'PIX', 'CREDIT_CARD', 'PIX']],
  ])('has a code that lives as long as was asked: %s', async (_, methods) => {
    const { body: made } = await create({ expires_in: 600 });
    for (const method of methods) {
      if (method === 'CREDIT_CARD') await tryCard(made);
      else await choose(made, method, PAYER);
      await gateway.advance(30 * SECOND_MS);
    }
    const { pix } = await read(made.id);
    const lifeMs = Date.parse(pix.expires_at) - Date.parse(made.created_at);
    expect(lifeMs).toBeGreaterThanOrEqual(600 * SECOND_MS);
    expect(lifeMs).toBeLessThan(700 * SECOND_MS);
    await gateway.advance(700 * SECOND_MS);
    expect(await read(made.id)).toMatchObject({ status: 'CANCELLED' });
  });

  it('becomes no boleto with an invalid document', async () => {
    const { body: made } = await create({ customer: { name: 'Ana', cpf_cnpj: '12345678900' } });
    const { status, html } = await choose(made, 'BOLETO');
    expect(status).toBe(400);
    expect(html).toContain('name="document"');
    expect(await read(made.id)).toMatchObject({ billing_type: 'UNDEFINED' });
    expect((await choose(made, 'BOLETO', PAYER)).status).toBe(303);
    expect(await read(made.id)).toMatchObject({ billing_type: 'BOLETO', customer: { cpf_cnpj: CPF } });
  });
});

describe('terms of a boleto', () => {
  it.each([
    ['due_date', { due_date: 'garbage' }],
    ['due_date', { due_date: '2020-01-01' }],
    ['fine.percent', { fine: { percent: 900 } }],
  ])('must be right on every charge: %s', async (field, terms) => {
    for (const billing_type of ['UNDEFINED', 'PIX', 'CREDIT_CARD']) {
      const { status, body } = await create({ billing_type, ...terms });
      expect(status).toBe(400);
      expect(body.details).toHaveProperty([field]);
    }
    const today = new Date(gateway.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
    expect((await create({ billing_type: 'PIX', value: 999_999_999, due_date: today })).status).toBe(201);
  });

  it('make the PIX code dearer as soon as more is owed, also before the bank’s word that it is overdue', async () => {
    const dueDate = new Date(gateway.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    const { body: made } = await create({
      billing_type: 'BOLETO',
      due_date: dueDate,
      fine: { percent: 2 },
      interest: { percent: 1 },
      customer: { name: 'Ana', cpf_cnpj: CPF },
    });
    const isDearer = ({ pix }: { pix: { copy_paste: string } }) => {
      const code = parseBrCode(pix.copy_paste);
      return code.ok && code.amountCents !== null && code.amountCents > cents(10_000n);
    };
    const seen: string[] = [];
    let charge = await read(made.id);
    for (let day = 0; day < 10 && charge.status !== 'OVERDUE'; day += 1) {
      seen.push(`${charge.status} ${isDearer(charge)}`);
      await gateway.advance(DAY_MS);
      charge = await read(made.id);
    }
    expect(new Set(seen)).toEqual(new Set(['PENDING false', 'PENDING true']));
    expect(isDearer(charge)).toBe(true);
  });
});

describe('POST /quotes', () => {
  it.each([
    ['installments', { billing_type: 'PIX', installments: 3 }],
    ['installments', { billing_type: 'BOLETO', installments: 12 }],
    ['value', { billing_type: 'BOLETO', value: 100_000_000 }],
  ])('refuses what the charge refuses: %s of %j', async (field, body) => {
    const quoted = await seller.call('POST', '/api/v1/quotes', { value: 100, ...body });
    expect(quoted.status).toBe(400);
    expect(quoted.body.details).toHaveProperty([field]);
    const customer = { name: 'Ana', cpf_cnpj: CPF };
    expect((await create({ customer, ...body })).status).toBe(400);
  });

  it('takes null where the charge does', async () => {
    const body = { billing_type: 'PIX', value: 100, installments: null, split: null, product_id: null };
    expect((await seller.call('POST', '/api/v1/quotes', body)).status).toBe(200);
  });
});

describe('an amount with more decimals than cents have', () => {
  it.each([
    '99999.9900000000012',
    '9999999.9900000001',
    '12345678.9000000001',
    '9999999999.9900001',
    '10.000000000000000001',
  ])('is refused: %s', async (value) => {
    const { status, body } = await seller.call(
      'POST',
      '/api/v1/charges',
      `{"billing_type":"PIX","value":${value}}`,
      { 'content-type': 'application/json' },
    );
    expect(status).toBe(400);
    expect(body.details).toHaveProperty('value');
  });
});
