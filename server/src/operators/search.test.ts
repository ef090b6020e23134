import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { needsOneServer } from '../../../test/support/one-server.ts';
import { createdCharge, GOOD_CARD, payOnPage, visitorOf } from '../../../test/support/pages.ts';
import { keysOf, LOOK_UPS } from './search.ts';

const ANA = {
  name: 'Ana Souza',
  email: 'Ana.Souza@example.com',
  cpf_cnpj: '52998224725',
  phone: '11987654321',
};
const MASKED = {
  name: 'Ana Souza',
  email: 'A…@example.com',
  cpf_cnpj: '***.982.247-**',
  phone: '•••4321',
};

let gateway: TestGateway;
let operator: Seller;
let seller: Seller;
let other: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  seller = await gateway.seller('Padaria do Bairro');
  other = await gateway.seller('Livraria');
});
afterAll(() => gateway.stop());

const search = async (query: string) => {
  const { status, body, raw } = await operator.call('POST', '/api/v1/admin/search', { query });
  expect(status, raw).toBe(200);
  return body;
};
const foundCharges = async (query: string) =>
  (await search(query)).charges.map(({ id, found_by }: { id: string; found_by: string }) => [id, found_by]);
const chargeOf = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;

describe('what a typed text may be', () => {
  it.each([
    ['12345', { number: '12345', ourNumber: '00012345', document: null, email: null, id: null }],
    ['529.982.247-25', { document: '52998224725', number: null }],
    ['52998224725', { document: '52998224725', number: '52998224725', ourNumber: null }],
    ['52998224726', { document: null, number: '52998224726' }],
    [' Ana@Example.com ', { email: 'ana@example.com', text: 'Ana@Example.com' }],
    ['0199A1B2-0000-7000-8000-000000000001', { id: '0199a1b2-0000-7000-8000-000000000001' }],
    ["' or true --", { id: null, number: null, document: null, email: null }],
  ])('%s', (typed, keys) => {
    expect(keysOf(typed)).toMatchObject(keys);
  });
});

describe('an operator finds a charge of any account', () => {
  it('by its id, txid and, once paid, by the end-to-end id', async () => {
    const { id } = await createdCharge(seller, { billing_type: 'PIX', value: 50, customer: ANA });
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    const { pix } = await chargeOf(id);
    expect(await foundCharges(id)).toEqual([[id, 'id']]);
    expect(await foundCharges(id.toUpperCase())).toEqual([[id, 'id']]);
    expect(await foundCharges(pix.txid)).toEqual([[id, 'provider_reference']]);
    expect(await foundCharges(pix.end_to_end_id)).toEqual([[id, 'payment_reference']]);
  });

  it('by its number, the number of its boleto, and the authorization of its card', async () => {
    const card = await createdCharge(seller, { billing_type: 'CREDIT_CARD', value: 80 });
    await payOnPage(visitorOf(gateway), (card as { path?: string }).path ?? '', GOOD_CARD);
    const { charge_id: number } = await chargeOf(card.id);
    expect(await foundCharges(String(number))).toContainEqual([card.id, 'number']);
    const [row] = await gateway.db.query<{ payment_reference: string }>(
      'select payment_reference from charges where account_id = $1 and id = $2',
      [seller.id, card.id],
    );
    expect(await foundCharges(row?.payment_reference ?? '')).toEqual([[card.id, 'payment_reference']]);
    const due = { billing_type: 'BOLETO', value: 30, customer: { name: 'Ana', cpf_cnpj: '52998224725' } };
    const boleto = (await seller.call('POST', '/api/v1/charges', due)).body;
    const { our_number: ourNumber } = boleto.boleto;
    expect(await foundCharges(ourNumber)).toContainEqual([boleto.id, 'provider_reference']);
    expect(await foundCharges(String(Number(ourNumber)))).toContainEqual([boleto.id, 'provider_reference']);
  });

  it('by the reference that several sellers gave, and by a payment that went back', async () => {
    const reference = 'pedido 1042';
    const ids: string[] = [];
    for (const each of [seller, other]) {
      const { body } = await each.call('POST', '/api/v1/charges', {
        ...{ billing_type: 'PIX', value: 10, external_reference: reference },
      });
      ids.push(body.id);
    }
    const found = (await search(reference)).charges;
    expect(found.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    expect(found.map((each: { account_name: string }) => each.account_name).sort()).toEqual([
      'Livraria',
      'Padaria do Bairro',
    ]);
    const [id = ''] = ids;
    const owner =
      found.find((each: { id: string }) => each.id === id).account_id === seller.id ? seller : other;
    await owner.call('POST', `/api/v1/sandbox/charges/${id}/pay`, { times: 1 });
    await owner.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    const { returned_payments: returned } = (await owner.call('GET', `/api/v1/charges/${id}`)).body;
    expect(await foundCharges(returned[0].payment_reference)).toEqual([[id, 'returned_payment']]);
  });

  it.skipIf(needsOneServer('plans'))('by one probe of an index each', async () => {
    for (const { by, sql } of LOOK_UPS) {
      const value = by === 'id' ? seller.id : '1';
      const client = await gateway.db.pool.connect();
      try {
        await client.query('begin');
        await client.query('set local enable_seqscan = off');
        const { rows } = await client.query(`explain ${sql.text}`, [value]);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan, plan).toMatch(/Index Cond: \((\w+ = |\(\w+)/);
        expect(plan, plan).not.toContain('Seq Scan');
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
  });

  it('nothing, and says so; a text of nothing is refused', async () => {
    expect(await search('no such thing at all')).toMatchObject({
      ...{ charges: [], customers: [], accounts: [], has_more: false },
    });
    const { status, body } = await operator.call('POST', '/api/v1/admin/search', { query: ' ' });
    expect([status, Object.keys(body.details)]).toEqual([400, ['query']]);
    expect((await seller.call('POST', '/api/v1/admin/search', { query: 'abc' })).status).toBe(403);
  });
});

describe('an operator finds people', () => {
  it('by document and e-mail, in all accounts, masked, and the search is on record', async () => {
    const mine = (await seller.call('POST', '/api/v1/customers', ANA)).body;
    const theirs = (await other.call('POST', '/api/v1/customers', ANA)).body;
    for (const query of ['529.982.247-25', 'ana.souza@EXAMPLE.com']) {
      const { customers } = await search(query);
      expect(customers.map((each: { id: string }) => each.id).sort()).toEqual([mine.id, theirs.id].sort());
      for (const customer of customers) expect(customer).toMatchObject(MASKED);
    }
    expect((await search(mine.id)).customers).toMatchObject([{ id: mine.id, account_id: seller.id }]);
    const { body, raw } = await operator.call('GET', '/api/v1/admin/audit-log?action=person.searched');
    expect(body.data.map((line: { details: object }) => line.details)).toMatchObject([
      { email: 'a…@example.com', customers: 2 },
      { document: '***.982.247-**', customers: 2 },
    ]);
    expect(raw).not.toContain('52998224725');
  });

  it('and sellers by the beginning of a name or by e-mail', async () => {
    expect((await search('padaria')).accounts).toMatchObject([
      { id: seller.id, name: 'Padaria do Bairro', account_status: 'active' },
    ]);
    expect((await search(other.email)).accounts).toMatchObject([{ id: other.id }]);
  });
});

describe('an opened charge', () => {
  it('shows what happened to it, masked, and is in the log of operator and seller', async () => {
    const { id } = await createdCharge(seller, {
      ...{ billing_type: 'PIX', value: 120, description: 'Bolo para ana.souza@example.com', customer: ANA },
      ...{ metadata: { note: 'secret note' }, postback_url: 'https://loja.example.com/hook?token=abc' },
    });
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 20, reason: 'veio amassado' });
    const reason = 'Chamado 77: pagador diz que não recebeu';
    const { body, raw } = await operator.call('POST', `/api/v1/admin/charges/${id}/open`, { reason });
    expect(body).toMatchObject({
      ...{ object: 'opened_charge', account_id: seller.id, account_name: 'Padaria do Bairro' },
      charge: {
        ...{ id, status: 'RECEIVED', value: 120, refunded_amount: 20, customer: MASKED },
        fee_plan: { percent: 5.99, fixed: 2.5, reserve_percent: 5, reserve_days: 30 },
      },
      events: [{ event: 'charge.pending' }, { event: 'charge.paid', charge: { status: 'RECEIVED' } }, {}],
    });
    expect(body.ledger.postings.length).toBeGreaterThan(3);
    expect(body.deliveries[0].url).toBe('https://loja.example.com');
    for (const hidden of ['52998224725', 'souza@example', '987654321', 'token=abc', 'secret note', '/pay/']) {
      expect(raw).not.toContain(hidden);
    }
    const whole = await operator.call('GET', '/api/v1/admin/audit-log?action=charge.opened');
    expect(whole.body.data[0]).toMatchObject({
      ...{ actor: { email: operator.email }, account_id: seller.id, details: { reason } },
      target: { kind: 'charge', id },
    });
    const own = await seller.call('GET', '/api/v1/audit-log?action=charge.opened');
    expect(own.body.data[0]).toMatchObject({ actor: { email: null }, target: { kind: 'charge', id } });
    expect(own.raw).not.toContain('Chamado');
  });

  it('by card shows each try', async () => {
    const card = await createdCharge(seller, { billing_type: 'CREDIT_CARD', value: 80 });
    await payOnPage(visitorOf(gateway), (card as { path?: string }).path ?? '', GOOD_CARD);
    const { body } = await operator.call('POST', `/api/v1/admin/charges/${card.id}/open`);
    expect(body.card_attempts).toMatchObject([
      { brand: 'visa', last_four: '1111', status: 'approved', provider: 'sandbox', code: null, retry: null },
    ]);
    expect(body.charge.payment_reference).toBeTruthy();
  });

  it('is not found by an id of nothing, and not for sellers', async () => {
    const nothing = gateway.deps.ids.next();
    for (const id of [nothing, 'abc', seller.id]) {
      expect((await operator.call('POST', `/api/v1/admin/charges/${id}/open`)).status).toBe(404);
      expect((await operator.call('POST', `/api/v1/admin/customers/${id}/open`)).status).toBe(404);
    }
    expect((await seller.call('POST', `/api/v1/admin/charges/${nothing}/open`)).status).toBe(403);
  });
});

it('an opened customer has its sums and newest charges, and is on record', async () => {
  const bia = { name: 'Bia Lima', email: 'bia@example.com', cpf_cnpj: '11144477735', phone: '11900001111' };
  const { id } = await createdCharge(seller, { billing_type: 'PIX', value: 40, customer: bia });
  await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
  const { customer_id: customerId } = await chargeOf(id);
  const { body, raw } = await operator.call('POST', `/api/v1/admin/customers/${customerId}/open`);
  expect(body).toMatchObject({
    ...{ object: 'opened_customer', account_id: seller.id },
    customer: { id: customerId, name: 'Bia Lima', email: 'b…@example.com', cpf_cnpj: '***.444.777-**' },
    summary: { charges_count: 1, paid: 40 },
    charges: [{ id, status: 'RECEIVED', value: 40 }],
  });
  expect(raw).not.toContain('11144477735');
  const log = await operator.call('GET', `/api/v1/admin/audit-log?account_id=${seller.id}`);
  expect(log.body.data[0]).toMatchObject({ action: 'customer.opened', details: {} });
});
