import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { ADDRESS } from '../../../test/support/literals.ts';
import { createdCharge, GOOD_CARD, payOnPage, visitorOf } from '../../../test/support/pages.ts';
import { until } from '../../../test/support/until.ts';
import { systemActor } from '../audit/record.ts';
import { MAX_ERASED_CHARGES } from '../charges/erase-payer.ts';
import { GatewayError } from '../kit/errors.ts';
import { decideErasure, type PersonState } from './people.ts';

const ANA = {
  name: 'Ana Souza',
  email: 'ana.souza@example.com',
  cpf_cnpj: '52998224725',
  phone: '11987654321',
  address: ADDRESS,
};
const BIA = { name: 'Bia Lima', email: 'bia@example.com', cpf_cnpj: '11144477735', phone: '11900000000' };
const ERASED = { name: 'Dados removidos', email: null, cpf_cnpj: null, phone: null, address: null };
const ERASE = '/api/v1/admin/people/erase';
const EXPORT = '/api/v1/admin/people/export';
const NO_FILES = { count: 0, lastMadeAt: null };
const asked = { document: '529.982.247-25', reason: 'Pedido da titular 2026/17' };

let gateway: TestGateway;
let operator: Seller;
let sellers: Seller[];
let paid: string[];
let card: { id: string };

beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  sellers = [await gateway.seller('Loja A'), await gateway.seller('Loja B')];
  const [first, second] = sellers as [Seller, Seller];
  paid = [];
  for (const seller of sellers) {
    const split = seller === first ? [{ recipient_id: second.id, amount: 1 }] : [];
    const { id } = await createdCharge(seller, { billing_type: 'PIX', value: 50, customer: ANA, split });
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    paid.push(id);
  }
  const byCard = { billing_type: 'CREDIT_CARD', value: 80, customer: ANA, metadata: { order: '7' } };
  card = await createdCharge(first, byCard);
  await payOnPage(visitorOf(gateway), (card as { path?: string }).path ?? '', GOOD_CARD);
  const { id } = await createdCharge(first, { billing_type: 'PIX', value: 10, customer: BIA });
  await first.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
});
afterAll(() => gateway.stop());

const first = () => sellers[0] as Seller;

describe('the export of a person', () => {
  it('is everything held about them in all accounts, and nothing of anybody else', async () => {
    const { status, body, raw } = await operator.call('POST', EXPORT, asked);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'person_data', document: '52998224725', has_more: false });
    expect(body.customers.map((each: { account_id: string }) => each.account_id).sort()).toEqual(
      sellers.map(({ id }) => id).sort(),
    );
    for (const customer of body.customers) expect(customer).toMatchObject(ANA);
    const ids = body.charges.map((charge: { id: string }) => charge.id);
    expect(ids.sort()).toEqual([...paid, card.id].sort());
    for (const charge of body.charges) expect(charge.customer).toEqual(ANA);
    const byCard = body.charges.find((charge: { id: string }) => charge.id === card.id);
    expect(byCard).toMatchObject({ value: 80, status: 'RECEIVED', metadata: { order: '7' } });
    expect(byCard.cards).toMatchObject([{ brand: 'visa', last_four: '1111', status: 'approved' }]);
    expect(byCard.event_count).toBeGreaterThan(1);
    // Every test account has this document: they are the person's own.
    expect(body.accounts.map((each: { id: string }) => each.id)).toContain(first().id);
    expect(raw).not.toContain('Bia');
  });

  it('is on record, with the reason and without the document', async () => {
    const { body } = await operator.call('GET', '/api/v1/admin/audit-log?action=person.exported');
    expect(body.data[0]).toMatchObject({
      action: 'person.exported',
      actor: { email: operator.email },
      details: { reason: asked.reason, document: '*******4725', customers: 2, charges: 3 },
    });
    expect(JSON.stringify(body)).not.toContain('52998224725');
  });

  it.each([EXPORT, ERASE])('%s is for operators, with a document and a reason', async (path) => {
    expect((await first().call('POST', path, asked)).status).toBe(403);
    for (const [field, wrong] of [
      ['document', { document: '123' }],
      ['reason', { reason: ' ' }],
    ] as const) {
      const { status, body } = await operator.call('POST', path, { ...asked, ...wrong });
      expect({ status, details: body.details }).toMatchObject({
        status: 400,
        details: { [field]: expect.any(String) },
      });
    }
  });

  it('of an unknown person is empty, and there is nothing to erase', async () => {
    const unknown = { document: '01234567890', reason: 'x' };
    const { body } = await operator.call('POST', EXPORT, unknown);
    expect(body).toMatchObject({ customers: [], charges: [], accounts: [] });
    const { status } = await operator.call('POST', ERASE, unknown);
    expect(status).toBe(404);
  });

  it('goes on where its cursor says, and takes no other', async () => {
    const cursor = Buffer.from(`${first().id} ffffffff-ffff-ffff-ffff-ffffffffffff`).toString('base64url');
    const { body } = await operator.call('POST', EXPORT, { ...asked, cursor });
    const rest = first().id < (sellers[1] as Seller).id ? [paid[1]] : [];
    expect(body.charges.map((charge: { id: string }) => charge.id)).toEqual(rest);
    expect((await operator.call('POST', EXPORT, { ...asked, cursor: 'x' })).status).toBe(400);
  });
});

describe('the erasure of a person', () => {
  it('waits for open charges, which need their payer', async () => {
    const open = await createdCharge(first(), { billing_type: 'PIX', value: 5, customer: ANA });
    const { status, body } = await operator.call('POST', ERASE, asked);
    expect({ status, code: body.code, details: body.details }).toEqual({
      ...{ status: 400, code: 'INVALID_STATE', details: { open_charges: '1' } },
    });
    expect((await first().call('GET', `/api/v1/charges/${open.id}`)).body.customer).toEqual(ANA);
    await first().call('POST', `/api/v1/charges/${open.id}/cancel`);
  });

  it('keeps every fact of the charges and the ledger, and removes the person', async () => {
    const facts = async () => {
      const charges = await Promise.all(
        paid.map(async (id, at) => (await sellers[at]?.call('GET', `/api/v1/charges/${id}`))?.body),
      );
      return {
        charges: charges.map(({ customer: _, ...charge }) => charge),
        balances: await Promise.all(
          sellers.map(async ({ call }) => (await call('GET', '/api/v1/balance')).body),
        ),
        ledger: await gateway.db.query('select * from ledger_postings order by account_id, sequence'),
      };
    };
    const before = await facts();
    const { status, body } = await operator.call('POST', ERASE, asked);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{ object: 'person_erasure', customers: 2, charges: 4, identity_documents: 0, is_complete: true },
        ...{ bank_files: 0, bank_files_until: null },
      },
    });
    expect(await facts()).toEqual(before);
    expect(await gateway.audit()).toEqual([]);
    for (const [at, id] of paid.entries()) {
      const { body: charge } = (await sellers[at]?.call('GET', `/api/v1/charges/${id}`)) ?? { body: null };
      expect(charge.customer).toEqual(ERASED);
      const customer = await sellers[at]?.call('GET', `/api/v1/customers/${charge.customer_id}`);
      expect(customer?.body).toMatchObject(ERASED);
    }
    for (const list of ['charges', 'customers']) {
      for (const search of ['ana souza', 'ana.souza@', '529982']) {
        const found = await first().call('GET', `/api/v1/${list}?search=${encodeURIComponent(search)}`);
        expect([list, search, found.body.total]).toEqual([list, search, 0]);
      }
    }
    const feed = async () => (await first().call('GET', '/api/v1/events?limit=100')).raw;
    await until('the feed shows the other payer', async () => (await feed()).includes('Bia Lima'));
    expect(await feed()).not.toMatch(/Ana Souza|ana\.souza/);
  });

  it('leaves the name in no row, also not in those of split recipients', async () => {
    const tables = await gateway.db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await gateway.db.query(`select 1 from "${name}" t where t::text ilike '%Ana Souza%'`);
      expect({ name, rows: rows.length }).toEqual({ name, rows: 0 });
    }
  });

  it('is on record for the operator and for each seller, and cannot be done twice', async () => {
    const { body } = await operator.call('GET', '/api/v1/admin/audit-log?action=person.erased');
    const accounts = body.data.map((line: { account_id: string }) => line.account_id).sort();
    expect(accounts).toEqual([operator.id, ...sellers.map(({ id }) => id)].sort());
    for (const { details } of body.data) {
      expect(details).toMatchObject({ reason: asked.reason, document: '*******4725' });
    }
    expect((await operator.call('POST', ERASE, asked)).status).toBe(404);
    const { body: left } = await operator.call('POST', EXPORT, asked);
    expect(left).toMatchObject({ customers: [], charges: [] });
  });

  it('takes what the person answered on a link with it, and leaves what was bought', async () => {
    const questions = [{ label: 'Nome nas costas' }];
    const sent = { name: 'Camiseta', value: 30, asks: { questions, max_quantity: 2 } };
    const link = await first().call('POST', '/api/v1/payment-links', sent);
    const typed = { method: 'BOLETO', name: ANA.name, document: ANA.cpf_cnpj, 'answer-0': 'Aninha' };
    await visitorOf(gateway).post(new URL(link.body.url).pathname, typed);
    const { body } = await first().call('GET', `/api/v1/charges?payment_link_id=${link.body.id}`);
    const path = `/api/v1/charges/${body.data[0].id}`;
    await first().call('POST', path.replace('/charges', '/sandbox/charges').concat('/pay'));
    expect((await operator.call('POST', EXPORT, asked)).raw).toContain('Aninha');
    expect((await operator.call('POST', ERASE, asked)).status).toBe(200);
    expect((await first().call('GET', path)).body.purchase).toEqual({ quantity: 1, unit_value: 30 });
    const held = await gateway.db.query(
      `select 1 from events where charge_id = $1 and data::jsonb #> '{purchase,answers}' is not null`,
      [body.data[0].id],
    );
    expect(held).toEqual([]);
  });

  it('makes a stranger of who comes back', async () => {
    const { customer, customer_id } = await createdCharge(first(), {
      ...{ billing_type: 'PIX', value: 5, customer: ANA },
    });
    expect(customer).toEqual(ANA);
    const { body } = await first().call('GET', '/api/v1/customers?cpf_cnpj=52998224725');
    expect(body).toMatchObject({ total: 1, data: [{ id: customer_id }] });
  });
});

describe('the decision', () => {
  const command = { document: '52998224725', reason: 'x', operator: systemActor('operator') };
  const customer = { ...ANA, address: null, accountId: 'seller', id: 'customer', created_at: new Date(0) };
  const charge = (at: number) => ({
    ...{ accountId: 'seller', id: `charge ${at}`, status: 'RECEIVED' as const, recipients: [] },
    description: null,
    externalReference: null,
  });
  const state = (count: number): PersonState => ({
    customers: [customer],
    charges: Array.from({ length: count }, (_, at) => charge(at)),
    openCharges: 0,
    documents: [],
    titles: [],
    bankFiles: NO_FILES,
  });

  it.each([
    [
      MAX_ERASED_CHARGES,
      { customers: 1, charges: MAX_ERASED_CHARGES, documents: 0, bankFiles: NO_FILES, isComplete: true },
    ],
    [
      MAX_ERASED_CHARGES + 1,
      { customers: 0, charges: MAX_ERASED_CHARGES, documents: 0, bankFiles: NO_FILES, isComplete: false },
    ],
  ])('of %i charges erases as many as one transaction may, the customer last', (count, erasure) => {
    const decision = decideErasure(state(count), command, new Date(0));
    if (decision instanceof GatewayError) throw decision;
    expect(decision.result).toEqual(erasure);
    expect(decision.effects.rows).toHaveLength(4 * MAX_ERASED_CHARGES + 3 * erasure.customers);
  });
});
