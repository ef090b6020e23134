import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { GOOD_CARD, hiddenValue, payOnPage, type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { receivePayment } from '../charges/payments/receive.ts';
import { DAY_MS } from '../kit/clock.ts';
import { cents } from '../kit/money.ts';

const CPF = '529.982.247-25';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway({ connections: 25 });
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

async function link(fields: object = {}): Promise<{ id: string; path: string }> {
  const { status, body, raw } = await seller.call('POST', '/api/v1/payment-links', {
    name: 'Rifa <da> escola',
    value: 20,
    ...fields,
  });
  if (status !== 201) throw new Error(`creating a link answered ${status}: ${raw}`);
  return { id: body.id, path: new URL(body.url).pathname };
}

async function order(path: string, fields: Record<string, string>) {
  const { html } = await visitor.get(path);
  return visitor.post(path, { form_id: hiddenValue(html, 'form_id'), ...fields });
}

async function chargesOf(linkId: string) {
  const { body } = await seller.call('GET', '/api/v1/charges?limit=100');
  const all = await Promise.all(
    body.data.map(
      async (item: { id: string }) => (await seller.call('GET', `/api/v1/charges/${item.id}`)).body,
    ),
  );
  return all.filter((charge) => charge.payment_link_id === linkId);
}

describe('a payment link', () => {
  it('shows what is paid, to whom and how', async () => {
    const { path } = await link({ description: 'Com <b>prêmio</b>' });
    const { status, html } = await visitor.get(path);
    expect(status).toBe(200);
    for (const text of ['Loja', 'R$ 20,00', 'Rifa &lt;da&gt; escola', 'Com &lt;b&gt;prêmio&lt;/b&gt;']) {
      expect(html).toContain(text);
    }
    for (const method of ['PIX', 'CREDIT_CARD', 'BOLETO']) expect(html).toContain(`value="${method}"`);
  });

  it('makes an ordinary charge with all the link says', async () => {
    const { path, id } = await link({
      success_url: 'https://loja.example/ok',
      postback_url: 'https://loja.example/hook',
      max_installments: 6,
    });
    const email = 'ana@example.com';
    const answer = await order(path, { method: 'PIX', name: 'Ana', email });
    expect(answer.status).toBe(303);
    expect(answer.location).toMatch(/^\/pay\/[0-9A-Za-z]{22}$/);
    const [charge] = await chargesOf(id);
    expect(charge).toMatchObject({
      billing_type: 'PIX',
      value: 20,
      description: 'Rifa <da> escola',
      payment_link_id: id,
      success_url: 'https://loja.example/ok',
      customer: { name: 'Ana', email },
    });
    expect((await visitor.get(answer.location)).html).toContain('Pague com Pix');
    const listed = await seller.call('GET', `/api/v1/charges?payment_link_id=${id}`);
    expect(listed.body).toMatchObject({
      total: 1,
      data: [{ id: charge.id, customer_name: 'Ana', payment_link_id: id }],
    });
  });

  it('asks no name for PIX or card, and pays end to end by card', async () => {
    const { path, id } = await link();
    expect((await payOnPage(visitor, path)).location).toContain('/receipt/');
    const { body } = await seller.call('GET', `/api/v1/payment-links/${id}`);
    expect(body.payments_count).toBe(1);
  });

  it('makes one charge of a form that is sent twice', async () => {
    const { path, id } = await link();
    const form = { form_id: hiddenValue((await visitor.get(path)).html, 'form_id'), method: 'PIX' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.post(path, form)));
    expect(new Set(answers.map((answer) => answer.location)).size).toBe(1);
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('makes another charge of the same form with another method or amount, and that once, too', async () => {
    const { path, id } = await link({ value: null });
    const form_id = hiddenValue((await visitor.get(path)).html, 'form_id');
    const orders = [
      { method: 'PIX', value: '10,00' },
      { ...GOOD_CARD, value: '10,00' },
      { method: 'PIX', value: '12,00' },
    ];
    const places: string[][] = [];
    for (const each of orders) {
      const send = () => visitor.post(path, { form_id, ...each });
      const answers = [...(await Promise.all([send(), send()])), await send()];
      places.push([...new Set(answers.map(({ location }) => /\w{22}/.exec(location)?.[0] ?? ''))]);
    }
    expect(places.map((each) => each.length)).toEqual([1, 1, 1]);
    expect(new Set(places.flat()).size).toBe(3);
    const made = await chargesOf(id);
    expect(made.map((charge) => `${charge.billing_type} ${charge.value}`).sort()).toEqual([
      'CREDIT_CARD 10',
      'PIX 10',
      'PIX 12',
    ]);
    const instants = new Set(made.map((charge) => charge.created_at));
    expect(instants.size).toBe(1);
  });

  it('takes a boleto that was paid by PIX for the one that was ordered', async () => {
    const { path, id } = await link();
    const form = {
      ...{ form_id: hiddenValue((await visitor.get(path)).html, 'form_id'), method: 'BOLETO' },
      ...{ name: 'Ana', document: CPF },
    };
    const { location } = await visitor.post(path, form);
    const [ordered] = await chargesOf(id);
    await receivePayment(gateway.deps, {
      provider: 'sandbox',
      paymentReference: 'E1',
      chargeReference: ordered.pix.txid,
      method: 'PIX',
      amountCents: cents(2_000n),
      paidAt: gateway.clock.now(),
    });
    expect((await chargesOf(id))[0]).toMatchObject({ status: 'RECEIVED', billing_type: 'PIX' });
    expect((await visitor.post(path, form)).location).toBe(location);
    expect(await chargesOf(id)).toHaveLength(1);
  });

  it('does not show the page of a charge by its id', async () => {
    const { path } = await link();
    const { body: known } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 5 });
    const answer = await visitor.post(path, { form_id: `${known.id}.x`, method: 'PIX' });
    expect(answer.status).toBe(303);
    expect(known.checkout_url).not.toContain(answer.location);
  });

  it('takes the amount the payer types, as written in their language', async () => {
    const { path, id } = await link({ value: null });
    expect((await order(path, { method: 'PIX', value: '1.234,56' })).status).toBe(303);
    expect((await chargesOf(id))[0].value).toBe(1234.56);
    for (const [value, words] of [
      ...['', '0', 'abc', '-5'].map((each) => [each, '>Informe o valor, por exemplo 25,00.'] as const),
      ['1,234', '>Informe o valor com no máximo duas casas decimais'],
      ['10.000,505', '>Informe o valor com no máximo duas casas decimais'],
      ['99999999999,00', 'id="value-error">Informe um valor entre R$ 1,00 e R$ 10.000,00.'],
      ['0,99', 'id="value-error">Informe um valor entre R$ 1,00 e R$ 10.000,00.'],
      ['10.000,01', 'id="value-error">Informe um valor entre R$ 1,00 e R$ 10.000,00.'],
    ] as const) {
      const wrong = await order(path, { method: 'PIX', value });
      expect(wrong.status).toBe(400);
      expect(wrong.html).toContain(words);
    }
    const english = visitorOf(gateway, { 'accept-language': 'en' });
    expect((await english.post(path, { method: 'PIX', value: '1,234.56' })).status).toBe(303);
    const charges = await chargesOf(id);
    expect(charges).toHaveLength(2);
    const read = await Promise.all(charges.map((each) => seller.call('GET', `/api/v1/charges/${each.id}`)));
    // The mails of the one who paid on the English page are in English.
    expect(read.map(({ body }) => body.metadata?.language ?? null).sort()).toEqual(['en', null]);
  });

  it('promises only the installments there can be of an amount that is not typed yet', async () => {
    const { path } = await link({ value: null });
    expect((await visitor.get(path)).html).toContain(
      'Em até 12x sem juros, com parcelas de pelo menos R$ 5,00<',
    );
    const english = await visitor.get(`${path}?lang=en`);
    expect(english.html).toContain('Up to 12 interest-free installments of at least R$ 5.00 each<');
    const single = await link({ value: null, max_installments: 1 });
    expect((await visitor.get(single.path)).html).toContain('>À vista<');
    const fixed = await link({ value: 10 });
    expect((await visitor.get(fixed.path)).html).toContain('Em até 2x sem juros<');
  });

  it('never takes an amount from the form where the link has one', async () => {
    const { path, id } = await link({ value: 20 });
    await order(path, { method: 'PIX', value: '0,01' });
    expect((await chargesOf(id))[0].value).toBe(20);
  });

  it('offers and takes only its own methods', async () => {
    const { path } = await link({ billing_types: ['PIX', 'CREDIT_CARD'] });
    expect((await visitor.get(path)).html).not.toContain('value="BOLETO"');
    const wrong = await order(path, { method: 'BOLETO', name: 'Ana', document: CPF });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('Escolha uma forma de pagamento.');
    const single = await link({ billing_types: ['PIX'] });
    expect((await visitor.get(single.path)).html).toContain(
      '<input type="hidden" name="method" value="PIX">',
    );
  });

  it('needs name and document for a boleto', async () => {
    const { path, id } = await link();
    const nothing = await order(path, { method: 'BOLETO' });
    expect(nothing.status).toBe(400);
    expect(nothing.html).toContain('Informe o nome completo.');
    expect(nothing.html).toContain('Confira o CPF ou CNPJ.');
    expect((await order(path, { method: 'PIX', email: 'nobody' })).html).toContain('Confira o e-mail.');
    const nameless = await order(path, { method: 'BOLETO', email: 'a@example.com', document: CPF });
    expect(nameless.html).toContain('Informe o nome completo.');
    const unseen = await order(path, { method: 'BOLETO', name: '\u200b', document: CPF });
    expect(unseen.html).toContain('Informe o nome completo.');
    expect(await chargesOf(id)).toHaveLength(0);
    const answer = await order(path, { method: 'BOLETO', name: 'Ana\u0000 Souza', document: CPF });
    expect((await visitor.get(answer.location)).html).toContain('Linha digitável');
    expect((await chargesOf(id))[0].customer.name).toBe('Ana Souza');
  });

  it.each(['PIX', 'CREDIT_CARD'])('takes an e-mail for the name of who pays by %s', async (method) => {
    const { path, id } = await link();
    const email = 'ana@example.com';
    expect((await order(path, { ...GOOD_CARD, method, email })).status).toBe(303);
    expect((await chargesOf(id))[0].customer).toMatchObject({ name: email, email });
  });

  it('takes no document of who pays by another method than a boleto', async () => {
    const { path, id } = await link();
    expect((await order(path, { method: 'PIX', name: 'Ana', document: '123' })).status).toBe(303);
    expect((await chargesOf(id))[0].customer.cpf_cnpj ?? null).toBe(null);
  });

  it('makes another charge of the same form when the payer has corrected the document', async () => {
    const { path, id } = await link();
    const form_id = hiddenValue((await visitor.get(path)).html, 'form_id');
    const send = (document: string) =>
      visitor.post(path, { form_id, method: 'BOLETO', name: 'Ana', document });
    for (const document of ['111.444.777-35', CPF, CPF]) expect((await send(document)).status).toBe(303);
    const documents = (await chargesOf(id)).map(({ customer }) => customer.cpf_cnpj);
    expect(documents.sort()).toEqual(['11144477735', '52998224725']);
  });

  it('takes no boleto larger than a barcode can carry', async () => {
    const { path } = await link({ value: null, max_value: 200_000_000 });
    const answer = await order(path, { method: 'BOLETO', name: 'Ana', document: CPF, value: '100000000' });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('alto demais para um boleto');
  });
});

describe('a link that takes no payment', () => {
  const closed = async (path: string, words: string) => {
    for (const answer of [await visitor.get(path), await visitor.post(path, { method: 'PIX' })]) {
      expect(answer.status).toBe(410);
      expect(answer.html).toContain(words);
    }
  };

  it('says that the seller deactivated it', async () => {
    const { path, id } = await link();
    await seller.call('DELETE', `/api/v1/payment-links/${id}`);
    await closed(path, 'O vendedor desativou');
  });

  it('says that it has expired', async () => {
    const expiresAt = new Date(gateway.clock.now().getTime() + DAY_MS).toISOString();
    const { path } = await link({ expires_at: expiresAt });
    expect((await visitor.get(path)).status).toBe(200);
    await gateway.advance(DAY_MS);
    await closed(path, 'O prazo deste link de pagamento terminou.');
  });

  it('says that it has had all its payments', async () => {
    const { path } = await link({ max_payments: 1 });
    await payOnPage(visitor, path);
    await closed(path, 'atingiu o limite de pagamentos');
  });

  it('says that its product is sold out, or gone', async () => {
    const product = async (fields: object) =>
      (await seller.call('POST', '/api/v1/products', { name: 'Bolo', price: 30, ...fields })).body.id;
    const soldOut = await product({ stock: 1 });
    const { path } = await link({ product_id: soldOut, value: undefined });
    expect((await visitor.get(path)).html).toContain('R$ 30,00');
    await payOnPage(visitor, path);
    await closed(path, 'esgotado');
    const gone = await product({});
    const other = await link({ product_id: gone });
    await seller.call('DELETE', `/api/v1/products/${gone}`);
    await closed(other.path, 'não pode receber pagamentos no momento');
  });

  it('takes none for a seller who is blocked', async () => {
    const { path } = await link();
    const operator = await gateway.operator();
    const { status } = await operator.call('POST', `/api/v1/admin/accounts/${seller.id}/block`, {
      reason: 'test',
    });
    expect(status).toBe(200);
    await closed(path, 'não pode receber pagamentos no momento');
    await operator.call('POST', `/api/v1/admin/accounts/${seller.id}/approve`);
    expect((await visitor.get(path)).status).toBe(200);
  });
});

describe('a link with a split', () => {
  it('splits each charge, and refuses an amount that the split would use up', async () => {
    const partner = await gateway.seller('Sócia');
    const { path, id } = await link({ value: null, split: [{ recipient_id: partner.id, amount: 10 }] });
    const small = await order(path, { method: 'PIX', value: '10,00' });
    expect(small.status).toBe(400);
    expect(small.html).toContain('baixo demais');
    expect((await order(path, { method: 'PIX', value: '50,00' })).status).toBe(303);
    expect((await chargesOf(id))[0].split).toMatchObject([{ recipient_id: partner.id, amount: 10 }]);
  });
});

describe('a link that was quicker filled by others', () => {
  it('tells the payer whose money goes back, and takes nothing more', async () => {
    const made = await seller.call('POST', '/api/v1/payment-links', {
      name: 'Última vaga',
      value: 10,
      billing_types: ['PIX'],
      max_payments: 1,
    });
    expect(made.status, made.raw).toBe(201);
    const path = new URL(made.body.url).pathname;
    const paths: string[] = [];
    for (let payer = 0; payer < 2; payer += 1) {
      const { headers } = await visitor.post(path, { method: 'PIX' });
      paths.push(String(headers.location));
    }
    const { data } = (await seller.call('GET', '/api/v1/charges')).body;
    for (const { id } of data) await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`, {});
    const pages = await Promise.all(paths.map((each) => visitor.get(each)));
    const left = pages.find(({ status }) => status === 200);
    expect(left?.html).toContain('Um pagamento foi devolvido');
    expect(left?.html).toContain('Este link atingiu o limite de pagamentos.');
    expect(left?.html).not.toContain('Pix copia e cola');
  });
});
