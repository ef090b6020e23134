import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

const ANA = { name: '=Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725' };

let gateway: TestGateway;
let seller: Seller;
let ids: string[];
let customerId: string;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  ids = [];
  for (const [index, value] of [100, 50, 25, 10].entries()) {
    const { body } = await seller.call('POST', '/api/v1/charges', {
      ...{
        billing_type: index === 3 ? 'CREDIT_CARD' : 'PIX',
        value,
        customer: ANA,
        description: `@peça ${index}`,
      },
    });
    ids.push(body.id);
    customerId = body.customer_id;
  }
  for (const id of ids.slice(0, 2)) await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
  await seller.call('POST', `/api/v1/charges/${ids[0]}/refund`, { amount: 30 });
  await seller.call('POST', `/api/v1/charges/${ids[2]}/cancel`);
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const get = async (path: string, from = seller) => from.call('GET', `/api/v1${path}`);

describe('several statuses', () => {
  it.each([
    ['statuses=RECEIVED,CANCELLED', [2, 1, 0]],
    ['statuses=PENDING, CANCELLED', [3, 2]],
    ['statuses=RECEIVED', [1, 0]],
    ['statuses=RECEIVED,PENDING&billing_type=PIX', [1, 0]],
    ['statuses=RECEIVED,PENDING&search=peca', [3, 1, 0]],
    ['statuses=OVERDUE,REFUSED', []],
  ])('%s', async (query, places) => {
    const { body } = await get(`/charges?${query}`);
    expect(body.data.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual(places);
    expect(body.total).toBe(places.length);
    const paged = await get(`/charges?${query}&limit=1`);
    expect(paged.body.has_more).toBe(places.length > 1);
  });

  it.each(['statuses=PAID', 'statuses=RECEIVED&status=PENDING', 'statuses='])(
    '%s is refused',
    async (query) => {
      const { status, body } = await get(`/charges?${query}`);
      expect([status, Object.keys(body.details)]).toEqual([400, ['statuses']]);
    },
  );

  it('are counted, before and after the counts are folded', async () => {
    const counts = { PENDING: 1, RECEIVED: 2, REFUSED: 0, REFUNDED: 0, CANCELLED: 1, OVERDUE: 0 };
    for (const fold of [false, true]) {
      if (fold) await gateway.deps.rollups.fold();
      const { body } = await get('/charges/counts');
      expect(body).toEqual({ object: 'charge_counts', total: 4, by_status: counts });
    }
  });
});

describe('the sums of a customer', () => {
  it('say what was paid, is open and went back', async () => {
    const { body } = await get(`/customers/${customerId}/summary`);
    expect(body).toMatchObject({
      ...{ object: 'customer_summary', customer_id: customerId, charges_count: 4 },
      ...{ paid: 150, open: 10, overdue: 0, refunded: 30, is_minimum: false },
      last_paid_at: expect.stringMatching(/Z$/),
    });
  });

  it("are of the seller's own customers alone", async () => {
    const other = await gateway.seller();
    expect((await get(`/customers/${customerId}/summary`, other)).status).toBe(404);
    expect((await get('/customers/x/summary')).status).toBe(404);
  });
});

describe('the export', () => {
  it('of charges has the rows of the list with its filters, and no formula', async () => {
    const { status, raw, headers } = await get('/charges/export?format=csv&statuses=RECEIVED,PENDING');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="cobrancas-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = raw.split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^\ufeff"Criada em";"Situação";"Meio";"Valor"/);
    expect(lines[3]).toMatch(
      /;"Recebida";"PIX";100,00;100,00;[\d,]+;[\d/]+ [\d:]+;"'=Ana Souza";"'@peça 0";/,
    );
    const english = (await get(`/charges/export?format=csv&language=en&ids=${ids[2]}`)).raw.split('\r\n');
    expect(english).toHaveLength(3);
    expect(english[1]).toContain('"Cancelled"');
  });

  it('of more rows than are read at once has each of them once', async () => {
    const large = await gateway.seller();
    const { loadCharges } = await import('../../../bench/bulk-load.ts');
    await loadCharges(gateway.deps, large.id, 1_210);
    for (const filter of ['', '&search=pedido', '&status=RECEIVED']) {
      const lines = (await get(`/charges/export?format=csv&language=en${filter}`, large)).raw.split('\r\n');
      const found = lines.slice(1, -1).map((line) => line.split(';')[10]);
      expect([filter, found.length, new Set(found).size]).toEqual([
        filter,
        ...Array(2).fill(filter.includes('status') ? 847 : 1_210),
      ]);
    }
  });

  it.each([
    ['customers', 2, '"Nome";"E-mail"'],
    ['payment-links', 1, '"Nome";"Descrição"'],
    ['withdrawals', 1, '"Pedido em";"Situação"'],
    ['disputes', 1, '"Aberta em";"Situação"'],
  ])('of %s', async (list, lines, head) => {
    const { status, raw } = await get(`/${list}/export?format=csv`);
    expect([status, raw.split('\r\n').length - 1]).toEqual([200, lines]);
    expect(raw.startsWith(`\ufeff${head}`)).toBe(true);
    const book = await get(`/${list}/export?format=xlsx`);
    expect(book.headers['content-type']).toContain('spreadsheetml.sheet');
    expect(book.raw.startsWith('PK')).toBe(true);
    const other = await get(`/${list}/export?format=csv`, await gateway.seller());
    expect(other.raw.split('\r\n')).toHaveLength(2);
  });

  it.each([
    'format=pdf',
    'format=csv&ids=1',
    'format=csv&ids=',
    'format=csv&status=PAID',
    'format=csv&language=fr',
    '',
  ])('with %s is refused and names the field', async (query) => {
    const { status, body } = await get(`/charges/export?${query}`);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
