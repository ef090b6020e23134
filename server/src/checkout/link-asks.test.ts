import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { ADDRESS } from '../../../test/support/literals.ts';
import { hiddenValue, type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { untilFinal } from '../../../test/support/until.ts';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway({ connections: 25 });
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

type Fields = Record<string, string>;

async function link(fields: object = {}): Promise<{ id: string; path: string }> {
  const sent = { name: 'Camiseta', value: 50, ...fields };
  const { status, body, raw } = await seller.call('POST', '/api/v1/payment-links', sent);
  if (status !== 201) throw new Error(`creating a link answered ${status}: ${raw}`);
  return { id: body.id, path: new URL(body.url).pathname };
}

async function order(path: string, fields: Fields) {
  const { html } = await visitor.get(path);
  const form = { form_id: hiddenValue(html, 'form_id'), total: hiddenValue(html, 'total') };
  return visitor.post(path, { ...form, method: 'PIX', ...fields });
}

const total = (path: string, fields: Fields) => visitor.post(`${path}/total`, fields);

async function chargesOf(linkId: string) {
  const { body } = await seller.call('GET', `/api/v1/charges?payment_link_id=${linkId}`);
  return Promise.all(
    body.data.map(
      async (item: { id: string }) => (await seller.call('GET', `/api/v1/charges/${item.id}`)).body,
    ),
  );
}

const pay = (id: string) => seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`, {});

describe('a link that asks for the telephone', () => {
  it('keeps it with the customer, and needs a name with it', async () => {
    const { path, id } = await link({ asks: { phone: 'required' } });
    const missing = await order(path, { email: 'ana@example.com' });
    expect(missing.status).toBe(400);
    expect(missing.html).toContain('Informe o telefone com DDD');
    expect(missing.html).toContain('Informe o nome completo');
    expect(await chargesOf(id)).toEqual([]);
    const made = await order(path, { name: 'Ana', phone: '(11) 98765-4321' });
    expect(made.status).toBe(303);
    const [charge] = await chargesOf(id);
    expect(charge.customer).toMatchObject({ name: 'Ana', phone: '11987654321' });
    expect(charge).not.toHaveProperty('purchase');
  });

  it('takes an optional one that is none for a mistake, and shows it again', async () => {
    const { path, id } = await link({ asks: { phone: 'optional' } });
    const wrong = await order(path, { name: 'Ana', phone: '98765-4321' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('value="98765-4321"');
    expect((await order(path, { name: 'Ana' })).status).toBe(303);
    expect(await chargesOf(id)).toMatchObject([{ customer: { phone: null } }]);
  });

  it('does not read one where none is asked for', async () => {
    const { path, id } = await link();
    await order(path, { name: 'Ana', phone: 'nonsense' });
    expect(await chargesOf(id)).toMatchObject([{ customer: { phone: null } }]);
  });
});

describe('a link that asks for an address', () => {
  const place = Object.fromEntries(
    Object.entries(ADDRESS).map(([field, text]) => [`address_${field}`, String(text)]),
  );

  it('keeps it with the customer; every field that is wrong is named, and nothing typed is lost', async () => {
    const { path, id } = await link({ asks: { address: 'required' } });
    const wrong = await order(path, { name: 'Ana', ...place, address_postal_code: '123', address_state: '' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('Informe o CEP com 8 números');
    expect(wrong.html).toContain('Escolha o estado.');
    expect(wrong.html).toContain(`value="${ADDRESS.street}"`);
    expect((await order(path, place)).html).toContain('Informe o nome completo');
    expect(await chargesOf(id)).toEqual([]);
    expect((await order(path, { name: 'Ana', ...place })).status).toBe(303);
    expect(await chargesOf(id)).toMatchObject([{ customer: { name: 'Ana', address: ADDRESS } }]);
  });

  it('makes another order of a form that is sent again with another address', async () => {
    const { path, id } = await link({ asks: { address: 'optional' } });
    const { html } = await visitor.get(path);
    const form = { form_id: hiddenValue(html, 'form_id'), total: hiddenValue(html, 'total'), method: 'PIX' };
    for (const number of ['1', '1', '2'])
      await visitor.post(path, { ...form, name: 'Ana', ...place, address_number: number });
    const numbers = (await chargesOf(id)).map(({ customer }) => customer.address.number);
    expect(numbers.sort()).toEqual(['1', '2']);
  });

  it('needs none where it is optional, but a whole one, without a card number', async () => {
    const { path, id } = await link({ asks: { address: 'optional' } });
    expect((await order(path, { name: 'Ana', address_city: 'Recife' })).status).toBe(400);
    const card = await order(path, { name: 'Ana', ...place, address_street: 'Rua 5555 5555 5555 4444' });
    expect(card.status).toBe(400);
    expect(card.html).not.toContain('value="Rua 5555');
    expect((await order(path, { name: 'Ana' })).status).toBe(303);
    expect(await chargesOf(id)).toMatchObject([{ customer: { address: null } }]);
  });
});

describe('a link that asks for a quantity', () => {
  it('shows the total of the server without making anything, and keeps what was typed', async () => {
    const { path, id } = await link({ asks: { max_quantity: 5, phone: 'optional' } });
    const shown = await total(path, { quantity: '3', name: 'Ana & Bia', phone: '1', method: 'BOLETO' });
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('R$ 150,00');
    expect(shown.html).toContain('3 un. × R$ 50,00');
    expect(shown.html).toContain('value="Ana &amp; Bia"');
    expect(hiddenValue(shown.html, 'total')).toBe('15000');
    expect(shown.html).not.toContain('class="error"');
    expect(await chargesOf(id)).toEqual([]);
    const back = await visitor.get(`${path}/total`);
    expect([back.status, back.location]).toEqual([303, path]);
  });

  it('multiplies the value, and says what was bought', async () => {
    const { path, id } = await link({ asks: { max_quantity: 5 } });
    expect((await order(path, { quantity: '3', total: '15000' })).status).toBe(303);
    const [charge] = await chargesOf(id);
    expect(charge).toMatchObject({ value: 150, purchase: { quantity: 3, unit_value: 50 } });
    await pay(charge.id);
    await untilFinal(gateway);
    const { body } = await seller.call('GET', '/api/v1/events?limit=100');
    const bought = body.data
      .filter(({ charge: of }: { charge?: { id: string } }) => of?.id === charge.id)
      .map(({ event, data }: { event: string; data: { purchase: object } }) => [event, data.purchase]);
    expect(bought).toContainEqual(['charge.paid', { quantity: 3, unit_value: 50 }]);
  });

  it('shows a larger total before it makes a charge of it', async () => {
    const { path, id } = await link({ asks: { max_quantity: 5 } });
    const unseen = await order(path, { quantity: '2' });
    expect(unseen.status).toBe(400);
    expect(unseen.html).toContain('O total agora é R$ 100,00');
    expect(hiddenValue(unseen.html, 'total')).toBe('10000');
    expect(await chargesOf(id)).toEqual([]);
    const { html } = await visitor.get(path);
    await seller.call('PUT', `/api/v1/payment-links/${id}`, { value: 60 });
    const raised = await visitor.post(path, { method: 'PIX', total: hiddenValue(html, 'total') });
    expect(raised.status).toBe(400);
    expect(await chargesOf(id)).toEqual([]);
  });

  it.each(['0', '6', '-1', '1.5', 'two', '99999'])('refuses %s', async (quantity) => {
    const { path, id } = await link({ asks: { max_quantity: 5 } });
    const refused = await order(path, { quantity });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Informe uma quantidade de 1 a 5.');
    expect(await chargesOf(id)).toEqual([]);
  });

  it('refuses a total that no charge can have', async () => {
    const { path, id } = await link({ value: 9_999_999_999, asks: { max_quantity: 5 } });
    const refused = await order(path, { quantity: '5', total: '' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Este total é alto demais');
    expect(await chargesOf(id)).toEqual([]);
  });

  it('takes as many units from the stock, and offers no more than there are', async () => {
    const product = { name: 'Camiseta', price: 50, stock: 4, hold_stock: true };
    const { body } = await seller.call('POST', '/api/v1/products', product);
    const { path, id } = await link({ product_id: body.id, asks: { max_quantity: 10 } });
    expect((await order(path, { quantity: '3', total: '15000' })).status).toBe(303);
    const late = await order(path, { quantity: '2', total: '10000' });
    expect(late.status).toBe(400);
    expect(late.html).toContain('Só resta 1 unidade em estoque.');
    const [charge] = await chargesOf(id);
    await pay(charge.id);
    const left = await seller.call('GET', `/api/v1/products/${body.id}`);
    expect(left.body.stock).toBe(1);
    expect((await order(path, { quantity: '1' })).status).toBe(303);
    expect((await visitor.get(path)).status).toBe(410);
  });

  it('is refused where the payer enters the value', async () => {
    const sent = { name: 'Doação', value: null, asks: { max_quantity: 2 } };
    const made = await seller.call('POST', '/api/v1/payment-links', sent);
    expect(made).toMatchObject({
      status: 400,
      body: { details: { 'asks.max_quantity': expect.any(String) } },
    });
    const { id } = await link({ asks: { max_quantity: 2 } });
    const changed = await seller.call('PUT', `/api/v1/payment-links/${id}`, { value: null });
    expect(changed).toMatchObject({
      status: 400,
      body: { details: { 'asks.max_quantity': expect.any(String) } },
    });
  });
});

describe('a link with questions of its own', () => {
  const questions = [
    { label: 'Nome na <camiseta>', required: true },
    { label: 'Tamanho', required: true, options: ['P', 'M', 'G'] },
    { label: 'Recado' },
  ];

  it('keeps the answers sealed, and shows them where the seller reads', async () => {
    const { path, id } = await link({ asks: { questions } });
    expect((await visitor.get(path)).html).toContain('Nome na &lt;camiseta&gt;');
    const typed = { name: 'Ana', 'answer-0': '<b>Ana</b> & Bia', 'answer-1': 'M', 'answer-2': '' };
    expect((await order(path, typed)).status).toBe(303);
    const answers = [
      { question: 'Nome na <camiseta>', answer: '<b>Ana</b> & Bia' },
      { question: 'Tamanho', answer: 'M' },
    ];
    const [charge] = await chargesOf(id);
    expect(charge).toMatchObject({ value: 50, purchase: { quantity: 1, unit_value: 50, answers } });
    const [stored] = await gateway.db.query<{ text: string }>(
      `select c.purchase::text || e.data::text as text
       from charges c join events e on e.account_id = c.account_id and e.charge_id = c.id
       where c.id = $1`,
      [charge.id],
    );
    expect(stored?.text).toContain('Tamanho');
    expect(stored?.text).not.toContain('Bia');
    await untilFinal(gateway);
    const { body } = await seller.call('GET', '/api/v1/events?limit=100');
    const event = body.data.find((each: { charge?: { id: string } }) => each.charge?.id === charge.id);
    expect(event.data.purchase.answers).toEqual(answers);
  });

  it('makes nothing while an answer is missing, unknown or a card number, and loses nothing', async () => {
    const { path, id } = await link({ asks: { questions } });
    const refused = await order(path, {
      'answer-0': '',
      'answer-1': 'XG',
      'answer-2': 'cartão 4539 5787 6362 1486',
      email: 'ana@example.com',
    });
    expect(refused.status).toBe(400);
    for (const text of [
      'Responda esta pergunta.',
      'Escolha uma das respostas.',
      'Este campo não é para o número do cartão.',
      'value="ana@example.com"',
    ])
      expect(refused.html).toContain(text);
    expect(refused.html).not.toContain('4539 5787');
    const long = await order(path, { 'answer-0': 'a'.repeat(501), 'answer-1': 'P' });
    expect(long.html).toContain('Responda com até 500 caracteres.');
    expect(await chargesOf(id)).toEqual([]);
  });

  it('makes another charge of the same form with another answer, and one of the same', async () => {
    const { path, id } = await link({ asks: { questions: [{ label: 'Tamanho' }] } });
    const { html } = await visitor.get(path);
    const form = { form_id: hiddenValue(html, 'form_id'), method: 'PIX' };
    const first = await visitor.post(path, { ...form, 'answer-0': 'M' });
    const again = await visitor.post(path, { ...form, 'answer-0': 'M' });
    const other = await visitor.post(path, { ...form, 'answer-0': 'G' });
    expect(again.location).toBe(first.location);
    expect(other.location).not.toBe(first.location);
    expect(await chargesOf(id)).toHaveLength(2);
  });

  it.each([
    ['six of them', Array.from({ length: 6 }, (_, n) => ({ label: `Q${n}` })), 'asks.questions'],
    ['one twice', [{ label: 'Q' }, { label: ' Q' }], 'asks.questions.1.label'],
    ['one option', [{ label: 'Q', options: ['A'] }], 'asks.questions.0.options'],
    ['an option twice', [{ label: 'Q', options: ['A', 'A '] }], 'asks.questions.0.options'],
    ['an empty label', [{ label: ' ' }], 'asks.questions.0.label'],
  ])('is refused with %s', async (_, asked, field) => {
    const sent = { name: 'Camiseta', value: 50, asks: { questions: asked } };
    const { status, body } = await seller.call('POST', '/api/v1/payment-links', sent);
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  });

  it('replaces all it asks at once, and asks nothing with null', async () => {
    const { id } = await link({ asks: { questions, phone: 'required', max_quantity: 3 } });
    const path = `/api/v1/payment-links/${id}`;
    const fewer = await seller.call('PUT', path, { asks: { questions: [{ label: 'Cor' }] } });
    expect(fewer.body.asks).toEqual({
      phone: 'no',
      address: 'no',
      max_quantity: 1,
      questions: [{ label: 'Cor', required: false, options: [] }],
    });
    expect((await seller.call('PUT', path, { asks: null })).body.asks.questions).toEqual([]);
  });
});

describe('a link with a discount for Pix', () => {
  const ANA = { name: 'Ana', document: '529.982.247-25' };

  it('says it beside the method, and takes the lower amount as the whole payment', async () => {
    const { path, id } = await link({ value: 99.99, pix_discount: 5 });
    expect((await visitor.get(path)).html).toContain('5% de desconto no Pix: R$ 95,00');
    const made = await order(path, {});
    const page = await visitor.get(made.location);
    expect(page.html).toContain('R$ 95,00');
    const [open] = await chargesOf(id);
    expect(open).toMatchObject({ value: 99.99, purchase: { pix_discount: 5 } });
    expect(open.pix.copy_paste).toContain('540595.00');
    expect((await pay(open.id)).status).toBe(200);
    const [paid] = await chargesOf(id);
    expect(paid).toMatchObject({ status: 'RECEIVED', value: 99.99, paid_value: 95, platform_fee: 8.2 });
    const receipt = await visitor.get(made.location.replace('/pay/', '/receipt/'));
    expect(receipt.html).toContain('Desconto no Pix');
    expect(receipt.html).toContain('R$ 4,99');
  });

  it('sends back a Pix of the whole value', async () => {
    const { path, id } = await link({ pix_discount: 10 });
    await order(path, {});
    const [charge] = await chargesOf(id);
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, { amount: 50 });
    expect(await chargesOf(id)).toMatchObject([{ status: 'PENDING', returned_payments: [{ amount: 50 }] }]);
  });

  it('costs the whole value by another method, and less again after a change back', async () => {
    const { path, id } = await link({ pix_discount: 10 });
    const made = await order(path, { ...ANA, method: 'BOLETO' });
    const slip = await visitor.get(made.location);
    expect(slip.html).toContain('10% de desconto no Pix: R$ 45,00');
    const [boleto] = await chargesOf(id);
    expect(boleto).toMatchObject({ billing_type: 'BOLETO', value: 50 });
    expect(boleto.boleto.barcode.slice(9, 19)).toBe('0000005000');
    expect(boleto.pix.copy_paste).toContain('540545.00');
    expect((await visitor.post(made.location, { method: 'PIX' })).status).toBe(303);
    expect((await pay(boleto.id)).status).toBe(200);
    expect(await chargesOf(id)).toMatchObject([{ billing_type: 'PIX', paid_value: 45 }]);
  });

  it.each([0, 100, 5.005, -1])('is not %s', async (discount) => {
    const sent = { name: 'Camiseta', value: 50, pix_discount: discount };
    const { status, body } = await seller.call('POST', '/api/v1/payment-links', sent);
    expect([status, Object.keys(body.details)]).toEqual([400, ['pix_discount']]);
  });
});
