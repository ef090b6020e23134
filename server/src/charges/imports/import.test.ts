import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { readCsv } from '../../../../test/support/statement-files.ts';
import { addDays, civilDateOf } from '../../brazil/calendar.ts';
import { runDueJobs } from '../../jobs/run.ts';
import { DAY_MS, SECOND_MS } from '../../kit/clock.ts';
import { chargeJobs } from '../jobs.ts';
import { makeCharges } from './run.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const HEADER = 'Forma de pagamento;Valor;Descrição;Referência;Vencimento;Parcelas;Cliente;E-mail;CPF/CNPJ';
const api = (method: string, path: string, body?: object, from = seller) =>
  from.call(method, `/api/v1/charge-imports${path}`, body);
const checked = async (...rows: string[]) =>
  (await api('POST', '', { csv: [HEADER, ...rows].join('\r\n'), file_name: 'vendas.csv' })).body;
const rowsOf = async (id: string, query = '') => (await api('GET', `/${id}/rows${query}`)).body;
const chargesCount = async () => (await seller.call('GET', '/api/v1/charges')).body.total;
const rowCount = async (id: string, status: string) =>
  (await rowsOf(id, `?status=${status}&limit=100`)).data.length;

/** As the workers would: each step is due a second after the one before. */
async function runJobs(): Promise<void> {
  const { deps } = gateway;
  for (let step = 0; step < 4; step += 1) {
    await runDueJobs(deps, chargeJobs(deps));
    await gateway.advance(2 * SECOND_MS);
  }
}

const dueDate = () => addDays(civilDateOf(gateway.clock.now()), 5).split('-').reverse().join('/');

describe('a file of charges', () => {
  it('is checked row by row by the rules of POST /charges, and makes nothing', async () => {
    const before = await chargesCount();
    const made = await checked(
      'Pix;1.234,56;Caneca;pedido 1;;;Ana Souza;ana@example.com;529.982.247-25',
      `Boleto;30;;;${dueDate()};;Bia;;52998224725`,
      'Boleto;30;;;01/01/2020;;Bia;;52998224725',
      'Boleto;30',
      'fiado;dez;;;;;;nada',
      'Cartão;10;;;;3',
      'Pix;10;4111 1111 1111 1111',
    );
    expect(made).toMatchObject({
      ...{ object: 'charge_import', status: 'checked', file_name: 'vendas.csv', rows_count: 7 },
      ...{ ready_count: 2, refused_count: 5, made_count: 0, value: 1264.56, confirmed_at: null },
    });
    const { data } = await rowsOf(made.id);
    expect(data.map((row: { line: number; status: string }) => [row.line, row.status])).toEqual([
      ...[2, 3].map((line) => [line, 'ready']),
      ...[4, 5, 6, 7, 8].map((line) => [line, 'refused']),
    ]);
    const fieldsOf = (index: number) => data[index].errors.map((error: { field: string }) => error.field);
    expect([2, 3, 4, 5, 6].map(fieldsOf)).toEqual([
      ['due_date'],
      ['customer'],
      ['billing_type'],
      ['installments'],
      ['description'],
    ]);
    expect(await chargesCount()).toBe(before);
    expect((await rowsOf(made.id, '?status=refused&limit=2')).data).toHaveLength(2);
  });

  it('refuses a row with more cells than columns: a price with a comma in a file with commas', async () => {
    const csv = 'forma,valor\nPix,19,90\nPix,"19,90"\nPix,30,\n';
    const { body } = await api('POST', '', { csv });
    expect(body).toMatchObject({ rows_count: 3, ready_count: 2, refused_count: 1, value: 49.9 });
    const { data } = await rowsOf(body.id, '?status=refused');
    expect(data).toMatchObject([{ line: 2, errors: [{ field: 'row' }] }]);
  });

  it('keeps nothing of payers in clear, and nothing at all once it is made', async () => {
    const { id } = await checked('Pix;10;;;;;Ana Souza;ana@example.com;529.982.247-25');
    const stored = async () => {
      const [found] = await gateway.db.query<{ sealed_rows: Buffer | null }>(
        'select * from charge_imports where id = $1',
        [id],
      );
      return found?.sealed_rows?.toString('latin1') ?? null;
    };
    expect(await stored()).not.toMatch(/Ana|example|529/);
    await api('POST', `/${id}/confirm`);
    await runJobs();
    expect(await stored()).toBeNull();
  });

  it.each([
    ['empty', ''],
    ['only a header', HEADER],
    ['a column that is not known', 'forma;valor;cor\nPix;10;azul'],
    ['no value', 'forma\nPix'],
    ['too many rows', `forma;valor\n${'Pix;1\n'.repeat(5_001)}`],
  ])('is refused with the name of the field: %s', async (_, csv) => {
    const { status, body } = await api('POST', '', { csv });
    expect([status, Object.keys(body.details)]).toEqual([400, ['csv']]);
  });
});

describe('a confirmed import', () => {
  it('makes each charge once, in steps, also when steps are done again', async () => {
    const rows = Array.from({ length: 45 }, (_, index) => `Pix;${index + 1},00;;ref ${index + 1};;;Ana;;`);
    const { id } = await checked(...rows, 'Pix;nada');
    const before = await chargesCount();
    expect((await api('POST', `/${id}/confirm`)).body.status).toBe('running');
    expect((await api('POST', `/${id}/confirm`)).body.status).toBe('running');
    const job = { account_id: seller.id, id: 'x', kind: 'x', payload: { id, after: 0 }, attempts: 1 };
    await Promise.all([1, 2, 3].map(() => makeCharges(gateway.deps, job)));
    expect(await chargesCount()).toBe(before + 20);
    expect((await api('GET', `/${id}`)).body).toMatchObject({ status: 'running', made_count: 20 });
    await makeCharges(gateway.deps, job);
    await runJobs();
    const { body } = await api('GET', `/${id}`);
    expect(body).toMatchObject({ status: 'done', made_count: 45, failed_count: 0, refused_count: 1 });
    expect(await chargesCount()).toBe(before + 45);
    expect((await api('POST', `/${id}/confirm`)).body).toEqual(body);
    const first = (await rowsOf(id)).data[0];
    const { body: charge } = await seller.call('GET', `/api/v1/charges/${first.charge_id}`);
    expect(charge).toMatchObject({ value: 1, external_reference: 'ref 1', status: 'PENDING' });
    expect(await rowCount(id, 'made')).toBe(45);
  });

  it('says which rows could not be made any more', async () => {
    const { id } = await checked(`Boleto;30;;;${dueDate()};;Bia;;52998224725`, 'Pix;10');
    await gateway.advance(DAY_MS / 2);
    await api('POST', `/${id}/confirm`);
    await gateway.advance(8 * DAY_MS);
    await runJobs();
    expect((await api('GET', `/${id}`)).body).toMatchObject({
      status: 'done',
      made_count: 1,
      failed_count: 1,
    });
    expect((await rowsOf(id, '?status=failed')).data).toMatchObject([
      { line: 2, errors: [{ field: 'due_date' }] },
    ]);
  });

  it('is exported with links, also where no address was set, and nothing in it is a formula', async () => {
    Object.assign(gateway.deps.config, { PUBLIC_URL: null });
    const { id } = await checked('Pix;10', '=1+1;10');
    await api('POST', `/${id}/confirm`);
    await runJobs();
    const { raw, headers } = await api('GET', `/${id}/export`);
    expect(headers['content-disposition']).toContain(`importacao-${id}.csv`);
    const [, made, refused] = readCsv(raw.slice(1));
    expect(made?.slice(0, 3)).toEqual(['2', 'Criada', '10,00']);
    expect(made?.[5]).toBe(`${gateway.deps.publicUrl}/charges/${made?.[4]}`);
    expect(refused?.slice(0, 2)).toEqual(['3', 'Com erro']);
  });

  it('is forgotten after a day without confirmation, and belongs to its seller', async () => {
    const { id } = await checked('Pix;10');
    const other = await gateway.seller();
    expect((await api('GET', `/${id}`, undefined, other)).status).toBe(404);
    expect((await api('POST', `/${id}/confirm`, undefined, other)).status).toBe(404);
    await gateway.advance(DAY_MS + SECOND_MS);
    await runJobs();
    expect((await api('GET', `/${id}`)).body.status).toBe('expired');
    expect((await api('POST', `/${id}/confirm`)).body.code).toBe('INVALID_STATE');
  });
});
