import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { createdCharge, unescaped, type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { DAY_MS } from '../kit/clock.ts';

const ATTACK = `<script>alert(1)</script> " onload='x'`;
const CPF = '529.982.247-25';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Padaria & Café <São Jorge>');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

const create = (body: object) => createdCharge(seller, body);

describe('a PIX charge', () => {
  it('shows seller, amount, QR image, copy-and-paste code and expiry in words', async () => {
    const charge = await create({ billing_type: 'PIX', value: 1234.56, description: 'Pedido 7' });
    const { status, html } = await visitor.get(charge.path);
    expect(status).toBe(200);
    expect(html).toContain('Padaria &amp; Café &lt;São Jorge&gt;');
    expect(html).toContain('R$ 1.234,56');
    expect(html).toContain('Pedido 7');
    expect(html).toContain(`src="${charge.pix.qr_code}"`);
    expect(unescaped(html)).toContain(`value="${charge.pix.copy_paste}"`);
    expect(html).toMatch(/Vale até \d+ de \p{L}+ de \d{4} às \d\d:\d\d \(horário de Brasília\)/u);
    expect(html).toContain(`/api/v1/sandbox/charges/${charge.id}/pay`);
  });

  it('says the same in English, and keeps the language in its links', async () => {
    const charge = await create({ billing_type: 'PIX', value: 1234.56 });
    const { html } = await visitor.get(`${charge.path}?lang=en`);
    expect(html).toContain('R$ 1,234.56');
    expect(html).toContain('Pay with Pix');
    expect(html).toContain(`href="${charge.path}?checked=1&amp;lang=en"`);
    expect(html).toContain(`href="${charge.path}?lang=pt"`);
  });

  it('shows markup in a description as the text it is', async () => {
    const charge = await create({ billing_type: 'PIX', value: 10, description: ATTACK });
    const { html } = await visitor.get(charge.path);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &quot; onload=&#39;x&#39;');
    expect(html).not.toContain('<script>');
  });

  it('loads itself again for those without script, as it promises', async () => {
    const { html } = await visitor.get((await create({ billing_type: 'PIX', value: 10 })).path);
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="15"></noscript>');
  });

  it('becomes a receipt once paid', async () => {
    const charge = await create({
      billing_type: 'PIX',
      value: 10,
      description: 'Pão',
      success_url: 'https://loja.example/ok',
    });
    const receipt = charge.path.replace('/pay/', '/receipt/');
    expect(await visitor.get(receipt)).toMatchObject({ status: 303, location: charge.path });
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
    expect(await visitor.get(charge.path)).toMatchObject({ status: 303, location: receipt });
    const { status, html } = await visitor.get(receipt);
    expect(status).toBe(200);
    for (const text of [
      'Pagamento recebido',
      'R$ 10,00',
      'Pão',
      'Pix',
      charge.id,
      'https://loja.example/ok',
    ]) {
      expect(html).toContain(text);
    }
  });

  it('says on its receipt what was given back', async () => {
    const charge = await create({ billing_type: 'PIX', value: 100 });
    const receipt = charge.path.replace('/pay/', '/receipt/');
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
    await seller.call('POST', `/api/v1/charges/${charge.id}/refund`, { amount: 2.5 });
    expect((await visitor.get(receipt)).html).toMatch(/Valor reembolsado<\/dt><dd[^>]*>R\$ 2,50/);
    await create({ billing_type: 'PIX', value: 500 }).then(({ id }) =>
      seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`),
    );
    await seller.call('POST', `/api/v1/charges/${charge.id}/refund`);
    expect((await visitor.get(receipt)).html).toContain('Pagamento reembolsado');
  });

  it('says in words that it was cancelled, and shows no code to pay', async () => {
    const charge = await create({ billing_type: 'PIX', value: 10 });
    await seller.call('POST', `/api/v1/charges/${charge.id}/cancel`);
    const { status, html } = await visitor.get(charge.path);
    expect(status).toBe(200);
    expect(html).toContain('Cobrança cancelada');
    expect(html).not.toContain(charge.pix.copy_paste);
  });

  it('says that its time is up, also in the moment before the worker cancels it', async () => {
    const charge = await create({ billing_type: 'PIX', value: 10, expires_in: 60 });
    const { offsetMs } = gateway.clock;
    gateway.clock.setOffset(offsetMs + 61_000);
    expect((await visitor.get(charge.path)).html).toContain('Cobrança expirada');
    await gateway.runDue();
    expect((await visitor.get(charge.path)).html).toContain('Cobrança expirada');
  });
});

describe('a charge that has ended', () => {
  it.each([
    ['PIX', { expires_in: 60 }],
    ['BOLETO', { customer: { name: 'Ana Souza', cpf_cnpj: CPF } }],
  ])('by %s stays cancelled by its seller when its time has passed since', async (billing_type, more) => {
    const charge = await create({ billing_type, value: 10, ...more });
    await seller.call('POST', `/api/v1/charges/${charge.id}/cancel`);
    await gateway.advance(60 * DAY_MS);
    const { html } = await visitor.get(charge.path);
    expect(html).toContain('Cobrança cancelada');
    expect(html).not.toContain('Cobrança expirada');
  });

  it.each([
    ['PIX', {}],
    ['BOLETO', { customer: { name: 'Ana Souza', cpf_cnpj: CPF } }],
    ['UNDEFINED', {}],
  ])('by %s that the sandbox expires before its time says that time is up', async (billing_type, more) => {
    const charge = await create({ billing_type, value: 10, ...more });
    const pushed = await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/expire`);
    expect(pushed.status).toBe(200);
    expect((await visitor.get(charge.path)).html).toContain('Cobrança expirada');
  });
});

describe('a charge whose payer chooses', () => {
  const choose = (path: string, fields: Record<string, string>) => visitor.post(path, fields);

  it('offers the three methods', async () => {
    const { path } = await create({ billing_type: 'UNDEFINED', value: 100 });
    const { html } = await visitor.get(path);
    for (const method of ['PIX', 'CREDIT_CARD', 'BOLETO']) expect(html).toContain(`value="${method}"`);
  });

  it('shows the chosen method, and another one when the payer changes their mind', async () => {
    const { path, id } = await create({ billing_type: 'UNDEFINED', value: 100 });
    expect(await choose(path, { method: 'PIX' })).toMatchObject({ status: 303, location: path });
    const pix = await visitor.get(path);
    expect(pix.html).toContain('Pague com Pix');
    expect(pix.html).toMatch(/value="PIX" required checked/);
    expect(pix.html).toContain('Número do cartão');
    await choose(path, { method: 'BOLETO', name: 'Ana Souza', document: CPF });
    const { html } = await visitor.get(path);
    expect(html).toContain('Linha digitável');
    const { body } = await seller.call('GET', `/api/v1/charges/${id}`);
    expect(body).toMatchObject({
      billing_type: 'BOLETO',
      customer: { name: 'Ana Souza', cpf_cnpj: '52998224725' },
    });
  });

  it('asks for a method when none came, and for the name and document a boleto needs', async () => {
    const { path } = await create({ billing_type: 'UNDEFINED', value: 100 });
    const none = await choose(path, { method: 'CASH' });
    expect(none.status).toBe(400);
    expect(none.html).toContain('Escolha uma forma de pagamento.');
    const wrong = await choose(path, { method: 'BOLETO', name: '<b>Ana</b>', document: '111.111.111-11' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('Confira o CPF ou CNPJ.');
    expect(wrong.html).toContain('value="&lt;b&gt;Ana&lt;/b&gt;"');
    expect((await choose(path, { method: 'BOLETO', document: CPF })).html).toContain('Informe o nome');
    expect((await visitor.get(path)).html).toContain('Gerar código Pix');
  });

  it('does not ask again what the seller has said, and completes what the seller left out', async () => {
    const known = await create({
      billing_type: 'UNDEFINED',
      value: 100,
      customer: { name: 'Bia', cpf_cnpj: CPF },
    });
    expect((await visitor.get(known.path)).html).not.toContain('name="document"');
    expect((await choose(known.path, { method: 'BOLETO' })).status).toBe(303);
    const email = 'caio@example.com';
    const half = await create({ billing_type: 'UNDEFINED', value: 100, customer: { name: 'Caio', email } });
    expect((await choose(half.path, { method: 'BOLETO', name: 'Caio Lima', document: CPF })).status).toBe(
      303,
    );
    const { body } = await seller.call('GET', `/api/v1/charges/${half.id}`);
    expect(body.customer).toMatchObject({ name: 'Caio Lima', email, cpf_cnpj: '52998224725' });
  });

  it('links who was named without a document to the one that they type', async () => {
    const document = '111.444.777-35';
    const { path, id } = await create({ billing_type: 'UNDEFINED', value: 100, customer: { name: 'Davi' } });
    expect((await choose(path, { method: 'BOLETO', name: 'Davi Reis', document })).status).toBe(303);
    const { body } = await seller.call('GET', '/api/v1/customers?cpf_cnpj=11144477735');
    expect(body.data).toMatchObject([{ name: 'Davi Reis' }]);
    const charge = (await seller.call('GET', `/api/v1/charges/${id}`)).body;
    expect(charge.customer).toMatchObject({ name: 'Davi Reis', cpf_cnpj: '11144477735' });
    expect(charge.customer_id).toBe(body.data[0].id);
  });

  it('takes nothing that was typed for another method', async () => {
    const { path, id } = await create({ billing_type: 'UNDEFINED', value: 100 });
    const typed = { name: 'Eva', document: '529.982.247-26', number: '4111', cvv: 'x' };
    expect((await choose(path, { method: 'PIX', ...typed })).status).toBe(303);
    const { body } = await seller.call('GET', `/api/v1/charges/${id}`);
    expect(body).toMatchObject({ billing_type: 'PIX', status: 'PENDING' });
    expect(body.customer ?? null).toBe(null);
  });

  it('offers no boleto for more than a barcode can carry', async () => {
    const { path } = await create({ billing_type: 'UNDEFINED', value: 100_000_000 });
    expect((await visitor.get(path)).html).not.toContain('value="BOLETO"');
    expect((await choose(path, { method: 'BOLETO', name: 'Ana', document: CPF })).status).toBe(400);
  });

  it('changes nothing once it is paid', async () => {
    const { path, id } = await create({ billing_type: 'UNDEFINED', value: 100 });
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    expect(await choose(path, { method: 'BOLETO' })).toMatchObject({ status: 303, location: path });
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body).toMatchObject({
      status: 'RECEIVED',
      billing_type: 'PIX',
    });
  });
});

describe('"I have paid"', () => {
  it.each([
    ['PIX', {}],
    ['BOLETO', { customer: { name: 'Ana Souza', cpf_cnpj: CPF } }],
  ])('is answered on the page of a %s that is not paid yet', async (billing_type, more) => {
    const { path } = await create({ billing_type, value: 10, ...more });
    const { html } = await visitor.get(path);
    expect(html).toMatch(new RegExp(`href="${path}\\?checked=1"[^>]*>Já paguei</a>`));
    expect(html).not.toContain('O pagamento ainda não chegou.');
    const checked = await visitor.get(`${path}?checked=1`);
    expect(checked.html).toMatch(/<p class="note" role="status">O pagamento ainda não chegou\./);
    const english = await visitor.get(`${path}?checked=1&lang=en`);
    expect(english.html).toContain('The payment has not arrived yet.');
  });

  it('leads to the receipt of one that is', async () => {
    const { path, id } = await create({ billing_type: 'PIX', value: 10 });
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    expect((await visitor.get(`${path}?checked=1`)).location).toBe(path.replace('/pay/', '/receipt/'));
  });
});

describe('an overdue boleto', () => {
  const LATE = {
    billing_type: 'BOLETO',
    value: 100,
    fine: { percent: 2 },
    interest: { percent: 1 },
    customer: { name: 'Ana Souza', cpf_cnpj: CPF },
  };
  const passDays = (days: number) => gateway.clock.setOffset(gateway.clock.offsetMs + days * DAY_MS);

  it('says so by its date alone, and what makes the difference', async () => {
    const { path, id } = await create(LATE);
    expect((await visitor.get(path)).html).not.toContain('Valor para pagamento hoje');
    passDays(12);
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body.status).toBe('PENDING');
    for (const each of [path, path.replace('/pay/', '/boleto/')]) {
      const { html } = await visitor.get(each);
      expect(html).toContain('Este boleto venceu em');
      expect(html).not.toContain('Vence em');
      expect(html).toMatch(/Valor do documento<\/dt><dd>R\$ 100,00</);
      expect(html).toMatch(/Valor para pagamento hoje<\/dt><dd>R\$ 102,\d\d</);
    }
  });

  it('costs what it cost once it is cancelled, however much time passes', async () => {
    const { path, id } = await create(LATE);
    await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    passDays(12);
    const { html } = await visitor.get(path);
    expect(html).toContain('Cobrança cancelada');
    expect(html).toContain('R$ 100,00');
    expect(html).not.toContain('R$ 102,');
  });

  it('says so, and shows what it costs today, also in its PIX code', async () => {
    const { path } = await create({
      billing_type: 'BOLETO',
      value: 100,
      fine: { percent: 2 },
      interest: { percent: 1 },
      customer: { name: 'Ana Souza', cpf_cnpj: CPF },
    });
    expect((await visitor.get(path)).html).toContain('Pix copia e cola');
    await gateway.advance(12 * DAY_MS);
    const { html } = await visitor.get(path);
    expect(html).toContain('Ele ainda pode ser pago.');
    expect(html).toMatch(/R\$ 102,\d\d/);
    expect(html).toContain('Pix copia e cola');
    expect(html).toMatch(/5406102\.\d\d/);
    await gateway.advance(40 * DAY_MS);
    expect((await visitor.get(path)).html).toContain('Cobrança expirada');
  });
});
