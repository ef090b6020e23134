import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { isValidBarcode, isValidDigitableLine } from '../brazil/boleto-code.ts';
import { parseBrCode } from '../brazil/br-code.ts';
import { DAY_MS, SECOND_MS } from '../kit/clock.ts';

let gateway: TestGateway;
let seller: Seller;
let partner: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  [seller, partner] = await Promise.all([gateway.seller('Loja São João'), gateway.seller('Parceira')]);
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const create = (body: object) => seller.call('POST', '/api/v1/charges', body);
const payer = { name: 'Ana', email: 'ana@example.com', cpf_cnpj: '529.982.247-25', phone: '11999990000' };

describe('creating a charge', () => {
  it('PIX answers a code any wallet reads, its QR, and the figures while unpaid', async () => {
    const { status, body } = await create({
      billing_type: 'PIX',
      value: 100,
      description: 'Pedido 1',
      external_reference: 'order-1',
      metadata: { cart: '42' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'charge',
      billing_type: 'PIX',
      status: 'PENDING',
      value: 100,
      net_value: 91.51,
      platform_fee: 8.49,
      description: 'Pedido 1',
      external_reference: 'order-1',
      payment_date: null,
      metadata: { cart: '42' },
    });
    expect(body.reserve_amount).toBeUndefined();
    expect(body.has_split).toBeUndefined();
    expect(body.pix.qr_code).toMatch(/^data:image\/png;base64,/);
    expect(parseBrCode(body.pix.copy_paste)).toMatchObject({
      ok: true,
      txid: body.pix.txid,
      amountCents: 10_000n,
    });
    const lifeMs = Date.parse(body.pix.expires_at) - Date.parse(body.created_at);
    expect(lifeMs).toBeGreaterThanOrEqual(86_400_000);
    expect(lifeMs).toBeLessThan(86_460_000);
  });

  it('CREDIT_CARD answers the page and a whole number unique in the account', async () => {
    const [first, second] = await Promise.all([
      create({ billing_type: 'CREDIT_CARD', value: 60 }),
      create({ billing_type: 'CREDIT_CARD', value: 60 }),
    ]);
    expect(first.body.payment_url).toMatch(/^http:\/\/gateway\.test\/pay\/[0-9A-Za-z]{22}$/);
    expect(first.body.checkout_url).toBe(first.body.payment_url);
    expect(Number.isInteger(first.body.charge_id)).toBe(true);
    expect(first.body.charge_id).not.toBe(second.body.charge_id);
    expect(first.body.pix).toBeUndefined();
  });

  it('UNDEFINED answers the checkout and no means yet', async () => {
    const { body } = await create({ billing_type: 'UNDEFINED', value: 60 });
    expect(body).toMatchObject({ billing_type: 'UNDEFINED', status: 'PENDING' });
    expect(body.checkout_url).toContain('/pay/');
    expect(body.pix).toBeUndefined();
    expect(body.payment_url).toBeUndefined();
  });

  it('BOLETO answers barcode, line and a hybrid PIX for the same charge', async () => {
    const { status, body } = await create({ billing_type: 'BOLETO', value: 150.75, customer: payer });
    expect(status).toBe(201);
    expect(isValidBarcode(body.boleto.barcode)).toBe(true);
    expect(isValidDigitableLine(body.boleto.digitable_line)).toBe(true);
    expect(body.boleto.barcode.slice(9, 19)).toBe('0000015075');
    expect(body.boleto.url).toMatch(/\/boleto\/\w{22}$/);
    expect(body.boleto.pdf_url).toBe(`${body.boleto.url}.pdf`);
    expect(parseBrCode(body.pix.copy_paste)).toMatchObject({ ok: true, amountCents: 15_075n });
  });

  it.each([
    ['no customer', {}, 'customer'],
    ['no document', { customer: { name: 'Ana' } }, 'customer.cpf_cnpj'],
    ['wrong check digits', { customer: { name: 'Ana', cpf_cnpj: '12345678900' } }, 'customer.cpf_cnpj'],
    ['a past due date', { customer: payer, due_date: '2020-01-01' }, 'due_date'],
    ['an impossible due date', { customer: payer, due_date: '2030-02-30' }, 'due_date'],
    [
      'both kinds of discount',
      { customer: payer, discount: { percent: 1, amount: 1, until: '2026-11-15' } },
      'discount',
    ],
    ['too much fine', { customer: payer, fine: { percent: 50 } }, 'fine.percent'],
    [
      'a discount that is over',
      { customer: payer, discount: { amount: 1, until: '2020-01-01' } },
      'discount.until',
    ],
    ['no address where an e-mail belongs', { customer: { ...payer, email: 'x y' } }, 'customer.email'],
  ])('a boleto with %s is refused by the name of the field', async (_name, body, field) => {
    const answer = await create({ billing_type: 'BOLETO', value: 10, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('VALIDATION_ERROR');
    expect(answer.body.details).toHaveProperty([field]);
  });

  it('terms that are null are terms that are not there', async () => {
    const none = { due_date: null, fine: null, interest: null, discount: null, cancel_after_days: null };
    const answer = await create({ billing_type: 'BOLETO', value: 10, customer: payer, ...none });
    expect(answer.status).toBe(201);
    expect(answer.body.boleto).toMatchObject({ fine: null, interest: null, discount: null });
  });

  it('its date must be one on a charge of another kind too', async () => {
    const answer = await create({ billing_type: 'PIX', value: 10, due_date: '' });
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['due_date']]);
  });

  it('a boleto shows the terms it was made with, and a charge its postback_url', async () => {
    const due_date = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
    const terms = {
      fine: { percent: 2 },
      interest: { percent: 1.5 },
      discount: { amount: 20.5, until: due_date },
      cancel_after_days: 12,
    };
    const postback_url = 'https://shop.example/hook?a=1';
    const { body } = await create({
      billing_type: 'BOLETO',
      value: 120,
      customer: payer,
      due_date,
      postback_url,
      ...terms,
    });
    const { body: again } = await seller.call('GET', `/api/v1/charges/${body.id}`);
    for (const charge of [body, again]) {
      expect(charge).toMatchObject({ postback_url, boleto: { due_date, ...terms } });
    }
    const plain = await create({
      billing_type: 'BOLETO',
      value: 120,
      customer: payer,
      discount: { percent: 5, until: due_date },
      due_date,
    });
    expect(plain.body).toMatchObject({
      postback_url: null,
      boleto: {
        fine: null,
        interest: null,
        discount: { percent: 5, until: due_date },
        cancel_after_days: 30,
      },
    });
  });

  it('the same document is the same customer, and customer_id takes its data', async () => {
    const first = await create({ billing_type: 'PIX', value: 10, customer: payer });
    const again = await create({ billing_type: 'PIX', value: 10, customer: { ...payer, name: 'Ana Maria' } });
    expect(first.body.customer_id).toBe(again.body.customer_id);
    const byId = await create({ billing_type: 'PIX', value: 10, customer_id: first.body.customer_id });
    expect(byId.body.customer).toMatchObject({ cpf_cnpj: '52998224725', email: 'ana@example.com' });
    const foreign = await partner.call('POST', '/api/v1/charges', {
      billing_type: 'PIX',
      value: 10,
      customer_id: first.body.customer_id,
    });
    expect(foreign.body.details).toHaveProperty(['customer_id']);
  });

  it('a boleto for a known customer needs a document with right check digits', async () => {
    for (const customer of [{ name: 'Sem documento' }, { name: 'Errado', cpf_cnpj: '12345678900' }]) {
      const known = await seller.call('POST', '/api/v1/customers', customer);
      const answer = await create({ billing_type: 'BOLETO', value: 10, customer_id: known.body.id });
      expect(answer.status).toBe(400);
      expect(answer.body.details).toHaveProperty(['customer_id']);
    }
  });

  it('GET gives back everything, and another account gets the answer of an id that never existed', async () => {
    const { body } = await create({
      billing_type: 'PIX',
      value: 12.34,
      customer: payer,
      external_reference: 'x',
    });
    const own = await seller.call('GET', `/api/v1/charges/${body.id}`);
    expect(own.body).toEqual({ ...body, refunds: [] });
    const foreign = await partner.call('GET', `/api/v1/charges/${body.id}`);
    const unknown = await partner.call('GET', '/api/v1/charges/0193c0de-0000-7000-8000-000000000000');
    const nonsense = await partner.call('GET', '/api/v1/charges/nonsense');
    expect(foreign.status).toBe(404);
    expect(foreign.raw).toBe(unknown.raw);
    expect(nonsense.raw).toBe(unknown.raw);
  });
});

describe('customers of charges', () => {
  it('stand among the others in the order of time', async () => {
    const shop = await gateway.seller();
    const charged = (customer: object) =>
      shop.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10, customer });
    const steps = [
      () => charged({ name: 'first' }),
      () => shop.call('POST', '/api/v1/customers', { name: 'second' }),
      () => charged({ name: 'third', cpf_cnpj: '52998224725' }),
      () => charged({ name: 'fourth', cpf_cnpj: '11144477735' }),
      () => charged({ name: 'fifth' }),
    ];
    for (const step of steps) {
      await gateway.advance(SECOND_MS);
      expect((await step()).status).toBe(201);
    }
    const { data } = (await shop.call('GET', '/api/v1/customers')).body;
    expect(data.map((each: { name: string }) => each.name)).toEqual([
      ...['fifth', 'fourth', 'third', 'second', 'first'],
    ]);
  });
});

describe('splits', () => {
  const withSplit = (split: unknown) => create({ billing_type: 'PIX', value: 100, split });

  it('are shown normalised, and the figures are those of the specification', async () => {
    const { body, status } = await withSplit([
      { recipient_id: partner.id, percent: 10.5, description: 'comissão' },
    ]);
    expect(status).toBe(201);
    expect(body).toMatchObject({ net_value: 91.51, platform_fee: 8.49, has_split: true });
    expect(body.split).toEqual([
      { recipient_id: partner.id, type: 'percent', amount: null, percent: 10.5, description: 'comissão' },
    ]);
  });

  it.each([
    ['no recipient_id', () => [{ percent: 10 }], 'recipient_id is required in each split'],
    [
      'amount and percent',
      () => [{ recipient_id: partner.id, percent: 10, amount: 1 }],
      'each split must have amount OR percent',
    ],
    ['neither', () => [{ recipient_id: partner.id }], 'each split must have amount OR percent'],
    ['an unknown recipient', () => [{ recipient_id: 'nobody', percent: 10 }], 'does not exist'],
    ['the owner', () => [{ recipient_id: seller.id, percent: 10 }], 'owner'],
    [
      'the same twice',
      () => [
        { recipient_id: partner.id, percent: 1 },
        { recipient_id: partner.id, amount: 1 },
      ],
      'twice',
    ],
    ['the whole value', () => [{ recipient_id: partner.id, amount: 100 }], 'less than'],
    ['100 percent', () => [{ recipient_id: partner.id, percent: 100 }], 'between 0.01 and 99.99'],
    ['three decimals', () => [{ recipient_id: partner.id, percent: 1.005 }], 'between 0.01 and 99.99'],
    [
      'more than ten',
      () => Array.from({ length: 11 }, () => ({ recipient_id: partner.id, amount: 1 })),
      'at most 10',
    ],
  ])('%s is refused', async (_name, split, message) => {
    const answer = await withSplit(split());
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('INVALID_SPLIT');
    expect(answer.body.error).toContain(message);
  });

  it("a share for an operator's account is refused everywhere, as one for an unknown account", async () => {
    const operator = await gateway.operator();
    const split = [{ recipient_id: operator.id, percent: 10 }];
    const product = await seller.call('POST', '/api/v1/products', { name: 'Curso', price: 100 });
    const answers = [
      await withSplit(split),
      await seller.call('POST', '/api/v1/quotes', { billing_type: 'PIX', value: 100, split }),
      await seller.call('POST', '/api/v1/payment-links', { name: 'Curso', value: 100, split }),
      await seller.call('PUT', `/api/v1/products/${product.body.id}/splits`, { split }),
    ];
    const message = `recipient ${operator.id} does not exist or is not active`;
    for (const { status, body } of answers) {
      expect([status, body.code, body.details]).toEqual([400, 'INVALID_SPLIT', { split: message }]);
    }
  });

  it("a product's fixed splits are added, and the request's value for the same recipient wins", async () => {
    const third = await gateway.seller();
    const product = await seller.call('POST', '/api/v1/products', { name: 'Curso', price: 100, stock: 1 });
    await seller.call('PUT', `/api/v1/products/${product.body.id}/splits`, {
      split: [
        { recipient_id: partner.id, percent: 50 },
        { recipient_id: third.id, amount: 7 },
      ],
    });
    const charge = await create({
      billing_type: 'PIX',
      value: 100,
      product_id: product.body.id,
      split: [{ recipient_id: partner.id, amount: 20 }],
    });
    expect(
      charge.body.split.map((item: { recipient_id: string; amount: number }) => [
        item.recipient_id,
        item.amount,
      ]),
    ).toEqual([
      [third.id, 7],
      [partner.id, 20],
    ]);
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.body.id}/pay`);
    const soldOut = await create({ billing_type: 'PIX', value: 100, product_id: product.body.id });
    expect(soldOut.body.code).toBe('OUT_OF_STOCK');
  });
});

describe('a quote', () => {
  it.each([
    { billing_type: 'PIX', value: 100 },
    { billing_type: 'PIX', value: 0.01 },
    { billing_type: 'CREDIT_CARD', value: 1234.56, installments: 7 },
    { billing_type: 'CREDIT_CARD', value: 60, installments: 12 },
  ])('of $billing_type $value equals what the charge shows before and after payment', async (wanted) => {
    const quoted = await seller.call('POST', '/api/v1/quotes', wanted);
    const charge = await create(wanted);
    expect(quoted.status).toBe(200);
    expect(charge.body).toMatchObject({
      platform_fee: quoted.body.platform_fee,
      net_value: quoted.body.net_value,
    });
    const paid = await seller.call('POST', `/api/v1/sandbox/charges/${charge.body.id}/pay`);
    const { platform_fee, net_value, reserve_amount } = quoted.body.when_paid;
    expect(paid.body).toMatchObject({ status: 'RECEIVED', platform_fee, net_value, reserve_amount });
  });

  it('refuses installments below 5.00 as the charge does', async () => {
    const wanted = { billing_type: 'CREDIT_CARD', value: 59.99, installments: 12 };
    expect((await seller.call('POST', '/api/v1/quotes', wanted)).body.details).toHaveProperty('installments');
    expect((await create(wanted)).body.details).toHaveProperty('installments');
  });
});
