import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCharges, settleTables } from '../../../bench/bulk-load.ts';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { MAX_FOUND } from '../catalog/search-words.ts';
import { assert } from '../kit/errors.ts';
import { searchQuery } from '../kit/search-words.ts';
import { fillSearchWords } from './fill-search-words.ts';
import { findCharge } from './find.ts';
import { chooseMethod } from './methods/choose.ts';
import { findCharges } from './search.ts';

const BRUNO = { name: 'Bruno Lima', email: 'bruno.lima@example.com', cpf_cnpj: '52998224725' };
const MANY = MAX_FOUND + 1_000;

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

const charge = async (fields: object, from = seller) =>
  (await from.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10, ...fields })).body;
type Found = { data: { id: string }[]; total: number; next_cursor: string | null; total_is_minimum?: true };
const find = async (search: string, query = '', from = seller) =>
  (await from.call('GET', `/api/v1/charges?search=${encodeURIComponent(search)}${query}`)).body as Found;
const idsOf = (page: Found) => page.data.map(({ id }) => id);

describe('words', () => {
  it('of payer, description and reference find a charge, in any order, without accents and case', async () => {
    const { id } = await charge({
      customer: BRUNO,
      description: 'Vaso grande de Cerâmica',
      external_reference: 'Loja/88',
    });
    await charge({ customer: { name: 'Bruna Limeira', email: 'bruna@example.org' }, description: 'Vaso' });
    for (const search of [
      ...['lima', 'BRUNO lima', 'lima vaso', 'grande ceramica', 'cerâ', 'loja 88', 'Loja/88', '88'],
      ...[
        'bruno.lima@ex',
        'bruno.lima@example.com',
        'lima@',
        'example.com',
        '529',
        '529.982.247',
        '52998224725',
      ],
    ]) {
      expect([search, idsOf(await find(search))]).toEqual([search, [id]]);
    }
    expect((await find('vaso')).total).toBe(2);
    expect((await find('bru')).total).toBe(2);
    for (const search of ['rande', 'lima pequeno', '982247', 'bruno.lima@example.org']) {
      expect([search, (await find(search)).total]).toEqual([search, 0]);
    }
    const other = await gateway.seller();
    expect((await find('lima', '', other)).total).toBe(0);
  });

  it('of a payer who comes later find the charge', async () => {
    const open = await charge({ billing_type: 'UNDEFINED', description: 'Escolhida depois' });
    const payer = { name: 'Zulmira Prado', email: null, cpf_cnpj: '11144477735', phone: null };
    const stored = await findCharge(gateway.deps, seller.id, open.id);
    assert(stored, 'the charge is there');
    await chooseMethod(gateway.deps, stored, { method: 'BOLETO', payer });
    for (const search of ['zulmira escolhida', '111444'])
      expect(idsOf(await find(search))).toEqual([open.id]);
  });

  it('of charges, customers and links from before are filled in once, in the background', async () => {
    const { id } = await charge({
      customer: { ...BRUNO, name: 'Antiga Pessoa' },
      description: 'Peça antiga',
    });
    const link = await seller.call('POST', '/api/v1/payment-links', { name: 'Oficina de Bordado', value: 5 });
    await gateway.db.query('delete from search_words');
    await gateway.db.query(`delete from installation where name like 'search words of %'`);
    expect((await find('antiga')).total).toBe(0);
    for (let round = 0; round < 3; round += 1) await fillSearchWords(gateway.deps);
    expect(idsOf(await find('antiga pessoa bruno.lima@'))).toEqual([id]);
    expect((await seller.call('GET', '/api/v1/payment-links?search=bordado')).body).toMatchObject({
      total: 1,
      data: [{ id: link.body.id }],
    });
    expect((await seller.call('GET', '/api/v1/customers?search=lima')).body.total).toBe(1);
    const marks = await gateway.db.query(
      `select value from installation where name like 'search words of %'`,
    );
    expect(marks).toEqual([{ value: 'end' }, { value: 'end' }, { value: 'end' }]);
  });
});

describe('links', () => {
  it('are found by words of name and description, with the other filters', async () => {
    const { body: link } = await seller.call('POST', '/api/v1/payment-links', {
      ...{ name: 'Curso de Violão', description: 'Turma da manhã', value: 50 },
    });
    const list = async (query: string) => (await seller.call('GET', `/api/v1/payment-links?${query}`)).body;
    expect(await list('search=violao')).toMatchObject({ total: 1, data: [{ id: link.id }] });
    expect(await list('search=manha%20curso&active=true')).toMatchObject({ total: 1 });
    expect(await list('search=violao&active=false')).toMatchObject({ total: 0, data: [] });
    expect(await list('search=%25')).toMatchObject({ total: 0, data: [] });
  });
});

describe(`words of ${MANY} charges`, () => {
  let large: Seller;
  beforeAll(async () => {
    large = await gateway.seller();
    await loadCharges(gateway.deps, large.id, MANY);
    await settleTables(gateway.deps);
  }, 120_000);

  it('are not counted to the end, and the newest come first, page by page', async () => {
    const all = await large.call('GET', '/api/v1/charges?limit=100');
    const first = await find('pedido', '&limit=50', large);
    expect(first).toMatchObject({ total: 2_000, total_is_minimum: true });
    const second = await find('pedido', `&limit=50&cursor=${first.next_cursor}`, large);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(all.body.data.map(({ id }: { id: string }) => id));
    const paid = await find('pedido', '&status=PENDING&limit=5', large);
    expect(paid.data).toHaveLength(5);
    expect(paid.total_is_minimum).toBe(true);
  });

  it('are narrowed by a rarer word, and then counted', async () => {
    const total = async (search: string, query = '') => {
      const found = await find(search, query, large);
      expect(found.total_is_minimum).toBeUndefined();
      return found.total;
    };
    expect(await total('familia1008 order')).toBe(5);
    expect(await total('familia1008 order', '&statuses=PENDING,CANCELLED')).toBe(2);
    expect(await total('familia1008 order', '&status=RECEIVED')).toBe(3);
    expect(await total('maria', '&statuses=PENDING,CANCELLED')).toBe(0);
  });

  it('are found by the index of words alone', async () => {
    const query = searchQuery(gateway.deps.vault, large.id, 'charge', 'familia1008');
    const values = [large.id, 'familia1008', null, null, query];
    const [{ rows }] = [
      await gateway.db.pool.query(`explain (analyze, format json) ${findCharges.text}`, values),
    ];
    const plan = JSON.stringify(rows);
    expect(plan).toContain('"Index Name":"search_words_found"');
    expect(plan).not.toContain('Seq Scan');
    expect(readBy(rows[0]['QUERY PLAN'][0].Plan)).toBeLessThan(100);
  });
});

type Plan = {
  Plans?: Plan[];
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
};

/** Rows that all nodes of a plan gave or threw away. */
function readBy(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return own + (plan.Plans ?? []).reduce((sum, each) => sum + readBy(each), 0);
}
