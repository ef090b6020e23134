import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BANK,
  boletoRequest,
  type CnabGateway,
  COMPANY_DOCUMENT,
  startCnabGateway,
  upload,
} from '../../../test/support/cnab-gateway.ts';
import { bytesOfLines, FakeBank } from '../../../test/support/file-bank.ts';
import type { Seller } from '../../../test/support/gateway.ts';
import { isValidBarcode } from '../brazil/boleto-code.ts';
import { validateRemittance } from '../brazil/cnab/validation/validate.ts';
import { fileReference } from '../providers/cnab/title.ts';
import { makeFile } from './make.ts';

let setting: CnabGateway;
let operator: Seller;
let bank: FakeBank;
let lastNumber = 100;
beforeAll(async () => {
  setting = await startCnabGateway('bradesco', { settings: { CUT_OFF: 'none' } });
  operator = await setting.gateway.operator();
  bank = new FakeBank('237', COMPANY_DOCUMENT);
});
afterAll(() => setting.gateway.stop());

async function registered(count: number): Promise<string[]> {
  const references: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const reference = setting.gateway.deps.ids.next();
    lastNumber += 1;
    const ourNumber = String(lastNumber).padStart(8, '0');
    const answer = await setting.rail.registerBoleto(boletoRequest({ reference, ourNumber }));
    expect(answer).toMatchObject({ ok: true, boleto: { state: 'registering', payments: [] } });
    references.push(reference);
    await setting.gateway.db.query(
      'insert into provider_references (reference, account_id, charge_id) values ($1, $2, $3)',
      [reference, operator.id, reference],
    );
  }
  return references;
}

async function sent(refuse?: Parameters<FakeBank['take']>[2]): Promise<{ id: string; number: number }> {
  const made = await operator.call('POST', `/api/v1/admin/file-banks/${BANK}/remittances`);
  expect(made.status).toBe(201);
  const content = await operator.call('GET', `/api/v1/admin/bank-files/${made.body.id}/content`);
  expect(content.status).toBe(200);
  expect(validateRemittance(content.raw)).toEqual([]);
  bank.take(content.raw, '19112029', refuse);
  return made.body;
}

async function answered(lines = bank.returnFile()) {
  const uploaded = await upload(operator.call, bytesOfLines(lines));
  expect(uploaded.status).toBe(201);
  const booked = await operator.call('POST', `/api/v1/admin/bank-files/${uploaded.body.id}/book`);
  expect(booked.status).toBe(200);
  return booked.body;
}

const found = async (reference: string) => {
  const name = { reference, ourNumber: '', bankReference: null, dueDate: '', createdAt: new Date(0) };
  const answer = await setting.rail.remote.findBoleto(name);
  return answer.ok ? answer.boleto : null;
};
const named = (reference: string) => ({
  ...{ reference, ourNumber: '', bankReference: null, dueDate: '2030-01-10', createdAt: new Date(0) },
});
const linesOf = async (id: string, query = '') =>
  (await operator.call('GET', `/api/v1/admin/bank-files/${id}/lines${query}`)).body.data;

describe('a boleto at a bank that takes files', () => {
  it('is registered once, with a barcode, and waits for a file', async () => {
    const reference = setting.gateway.deps.ids.next();
    lastNumber += 1;
    await setting.rail.registerBoleto(boletoRequest({ reference, ourNumber: '00000101' }));
    const again = await setting.rail.registerBoleto(boletoRequest({ reference, ourNumber: '00009999' }));
    const boleto = await found(reference);
    expect(again).toEqual({ ok: true, boleto });
    expect(isValidBarcode(boleto?.means?.barcode ?? '')).toBe(true);
    expect(boleto?.means?.ourNumber).toBe('00000000101');
    const banks = await operator.call('GET', '/api/v1/admin/file-banks');
    expect(banks.body.data).toMatchObject([{ name: BANK, bank: 'Bradesco', waiting: 1, last_number: 0 }]);
  });

  it('is refused at once when no file could carry it', async () => {
    const reference = setting.gateway.deps.ids.next();
    const request = boletoRequest({ reference });
    const bare = { ...request, payer: { ...request.payer, address: null } };
    expect(await setting.rail.registerBoleto(bare)).toMatchObject({ ok: false, kind: 'refused' });
    const lettered = { ...request, payer: { ...request.payer, document: '12ABC34501DE35' } };
    expect(await setting.rail.registerBoleto(lettered)).toMatchObject({ ok: false, kind: 'refused' });
    const taken = await setting.rail.registerBoleto({ ...request, ourNumber: '00000101' });
    expect(taken).toEqual({ ok: false, kind: 'refused', reason: 'our number is that of another title' });
    expect(await found(reference)).toBeNull();
  });

  it('is open when the bank says so, refused with its reasons, paid with its fee', async () => {
    const [good = '', bad = ''] = await registered(2);
    const file = await sent((title) => (title.reference === fileReference(bad) ? '4748' : null));
    expect(file.number).toBe(1);
    expect((await found(good))?.state).toBe('registering');
    const first = await answered();
    expect(first).toMatchObject({ status: 'booked', titles: 3, open_count: 1, paid: 0 });
    expect((await found(good))?.state).toBe('open');
    expect(await found(bad)).toMatchObject({
      state: 'refused',
      reason: '47 falta o endereço do pagador; 48 CEP inválido',
    });
    bank.pay(fileReference(good), { on: '20112029', creditedOn: '21112029', fee: 210n });
    const second = await answered();
    expect(second).toMatchObject({ paid_count: 1, paid: 123.45, fees: 2.1 });
    expect(await found(good)).toMatchObject({
      state: 'paid',
      payments: [{ amountCents: 12_345n, bankFeeCents: 210n, reference: good, by: 'boleto' }],
    });
    const listed = await setting.rail.remote.paidBoletos({
      from: '2029-11-20',
      until: '2029-11-20',
      page: 0,
    });
    expect(listed).toMatchObject({ ok: true, nextPage: null, payments: [{ reference: good }] });
    const looks = await setting.gateway.db.query<{ account_id: string; payload: object }>(
      `select account_id, payload from jobs where kind = 'boleto.look' order by id`,
    );
    const ofGood = { account_id: operator.id, payload: { charge_id: good } };
    expect(looks).toEqual(expect.arrayContaining([ofGood, { ...ofGood, payload: { charge_id: bad } }]));
    expect(looks).toHaveLength(3);
  });

  it('is left out of the next file when it is cancelled before one was made, and written off after', async () => {
    const [unsent = '', known = ''] = await registered(2);
    expect(await setting.rail.remote.cancelBoleto(named(unsent))).toEqual({ ok: true });
    expect((await found(unsent))?.state).toBe('cancelled');
    await sent();
    expect(() => bank.titleOf(fileReference(unsent))).toThrow('no title');
    await answered();
    expect(await setting.rail.remote.cancelBoleto(named(known))).toEqual({ ok: true });
    expect((await found(known))?.state).toBe('open');
    await sent();
    await answered();
    expect(await found(known)).toMatchObject({
      state: 'cancelled',
      reason: '10 baixa por arquivo do cliente',
    });
    bank.pay(fileReference(known), { on: '22112029' });
    await answered();
    expect(await found(known)).toMatchObject({ state: 'paid', payments: [{ amountCents: 12_345n }] });
  });

  it('has its new due date when the bank confirms it', async () => {
    const [unsent = '', known = ''] = await registered(2);
    await setting.rail.remote.changeDueDate(named(unsent), '2030-02-10');
    await sent();
    expect(bank.titleOf(fileReference(unsent)).dueDate).toBe('10022030');
    await answered();
    const before = (await found(known))?.means?.barcode;
    for (const day of ['2030-03-10', '2030-03-20']) {
      expect(await setting.rail.remote.changeDueDate(named(known), day)).toEqual({
        ok: true,
        isPending: true,
      });
    }
    expect((await found(known))?.means?.barcode).toBe(before);
    await sent();
    expect(bank.titleOf(fileReference(known)).dueDate).toBe('20032030');
    // In a file and not answered: it is not asked for twice.
    const again = await setting.rail.remote.changeDueDate(named(known), '2030-03-20');
    expect(again).toEqual({ ok: true, isPending: true });
    const waiting = await setting.gateway.db.query(
      `select id from bank_instructions where reference = $1 and state = 'waiting'`,
      [known],
    );
    expect(waiting).toEqual([]);
    await answered();
    expect(await setting.rail.remote.changeDueDate(named(known), '2030-03-20')).toEqual({ ok: true });
    expect((await found(known))?.means?.barcode).not.toBe(before);
  });

  it('stays open when the bank refuses to write it off, and a person is shown why', async () => {
    const [reference = ''] = await registered(1);
    await sent();
    await answered();
    bank.titleOf(fileReference(reference)).state = 'refused';
    await setting.rail.remote.cancelBoleto(named(reference));
    await sent();
    const file = await answered();
    expect(file.open_count).toBe(1);
    expect(await linesOf(file.id, '?open=true')).toMatchObject([
      { outcome: 'instruction_refused', reasons: [{ code: 'A5', text_en: 'title is paid already' }] },
    ]);
    expect((await found(reference))?.state).toBe('open');
  });
});

describe('a return', () => {
  it('that comes twice books nothing twice: the same bytes, other bytes, another order, a part of it', async () => {
    const references = await registered(4);
    await sent();
    await answered();
    for (const reference of references) bank.pay(fileReference(reference), { on: '25112029' });
    const movements = [...bank.movements];
    const lines = bank.returnFile();
    const first = await answered(lines);
    expect(first).toMatchObject({ paid_count: 4, paid: 493.8 });
    expect((await answered(lines)).id).toBe(first.id);
    const again = await answered(bank.returnFile([...movements].reverse()));
    expect(again).toMatchObject({ paid_count: 0, paid: 0, titles: 4, open_count: 0 });
    expect(again.id).not.toBe(first.id);
    expect((await linesOf(again.id)).map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      Array(4).fill('repeated'),
    );
    const [one] = movements;
    if (!one) throw new Error('there are payments');
    const later = await answered(bank.returnFile([{ ...one, creditedOn: '26112029' }]));
    expect(later.paid).toBe(0);
    for (const reference of references) expect((await found(reference))?.payments).toHaveLength(1);
  });

  it('with two payments of one title of the same day has both, and its twin books neither again', async () => {
    const [reference = ''] = await registered(1);
    await sent();
    await answered();
    bank.pay(fileReference(reference), { on: '26112029' });
    bank.pay(fileReference(reference), { on: '26112029' });
    const movements = [...bank.movements];
    expect(await answered()).toMatchObject({ paid_count: 2 });
    expect(await answered(bank.returnFile(movements))).toMatchObject({ paid_count: 0 });
    expect((await found(reference))?.payments).toHaveLength(2);
  });

  it('shows before it is booked what it would do, and changes nothing until then', async () => {
    const [reference = ''] = await registered(1);
    await sent();
    await answered();
    bank.pay(fileReference(reference), { on: '27112029' });
    const uploaded = await upload(operator.call, bytesOfLines(bank.returnFile()), 'CB2711.RET');
    expect(uploaded.body).toMatchObject({ status: 'checked', paid: 123.45, name: 'CB2711.RET' });
    expect(await linesOf(uploaded.body.id)).toMatchObject([
      { outcome: 'paid', charge_id: reference, paid: 123.45 },
    ]);
    expect((await found(reference))?.state).toBe('open');
    await operator.call('POST', `/api/v1/admin/bank-files/${uploaded.body.id}/book`);
    expect((await found(reference))?.state).toBe('paid');
  });

  it('keeps and shows a payment of a title that is not ours, or has only the number of one of ours', async () => {
    const [reference = ''] = await registered(1);
    await sent();
    await answered();
    const own = bank.titleOf(fileReference(reference));
    const foreign = { ...own, ourNumber: '00900000000000777775', reference: 'OTHER PROGRAM 1' };
    const twin = { ...own, reference: 'OTHER PROGRAM 2' };
    const file = await answered(
      bank.returnFile([
        { title: foreign, code: '06', on: '28112029', paid: 5_000n },
        { title: twin, code: '06', on: '28112029', paid: 7_000n },
        { title: own, code: '99', on: '28112029' },
      ]),
    );
    expect(file.open_count).toBe(3);
    expect(await linesOf(file.id, '?open=true')).toMatchObject([
      { outcome: 'unknown_title', charge_id: null, paid: 50 },
      { outcome: 'unknown_title', problem: 'other_reference', paid: 70 },
      { outcome: 'problem', problem: 'unknown_movement' },
    ]);
    expect(await found(reference)).toMatchObject({ state: 'open', payments: [] });
    const paid = await setting.rail.remote.paidBoletos({ from: '2029-11-28', until: '2029-11-28', page: 0 });
    expect(paid).toMatchObject({ payments: [{ reference: null }, { reference: null }] });
  });

  it('that is damaged is refused with line and positions, and nothing of it is kept', async () => {
    const [reference = ''] = await registered(1);
    await sent();
    await answered();
    bank.pay(fileReference(reference), { on: '29112029' });
    const lines = bank.returnFile();
    const broken = lines.map((line, at) => (at === 3 ? `${line.slice(0, 80)}X${line.slice(81)}` : line));
    const answer = await upload(operator.call, bytesOfLines(broken));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', details: { line: 4, from: 78, to: 92 } });
    const short = await upload(operator.call, bytesOfLines(lines.slice(0, -1)));
    expect(short.body.code).toBe('VALIDATION_ERROR');
    expect((await found(reference))?.state).toBe('open');
  });

  it('of another company or another bank is refused', async () => {
    const other = new FakeBank('237', '52998224725'.padStart(14, '0'));
    expect((await upload(operator.call, bytesOfLines(other.returnFile([])))).body.error).toMatch(
      'another company',
    );
    const foreign = new FakeBank('001', COMPANY_DOCUMENT);
    expect((await upload(operator.call, bytesOfLines(foreign.returnFile([])))).status).toBe(400);
  });

  it('whose sums do not add up is booked only by a person who has looked', async () => {
    const [reference = ''] = await registered(1);
    await sent();
    await answered();
    bank.pay(fileReference(reference), { on: '30112029' });
    const lines = bank.returnFile();
    const wrong = lines.map((line) =>
      line.slice(7, 8) === '5' ? `${line.slice(0, 29)}${'9'.padStart(17, '0')}${line.slice(46)}` : line,
    );
    const { body } = await upload(operator.call, bytesOfLines(wrong));
    const detail = await operator.call('GET', `/api/v1/admin/bank-files/${body.id}`);
    expect(detail.body.differences).toMatchObject([{ line: 5, stated: '9', counted: '12345' }]);
    const path = `/api/v1/admin/bank-files/${body.id}/book`;
    expect(await operator.call('POST', path)).toMatchObject({ status: 400 });
    expect(await operator.call('POST', path, { accept_different_sums: true })).toMatchObject({ status: 200 });
    expect((await found(reference))?.state).toBe('paid');
  });
});

describe('files for the bank', () => {
  it('count without a gap and carry each instruction once, also when several make them at the same time', async () => {
    const references = await registered(12);
    const { deps } = setting.gateway;
    const made = await Promise.all(
      Array.from({ length: 6 }, () => makeFile(deps, setting.rail, { by: null, cutOff: null })),
    );
    const files = made.filter((file) => file !== null);
    expect(files.reduce((total, file) => total + file.titles_count, 0)).toBe(12);
    expect(files).toHaveLength(1);
    const content = await operator.call('GET', `/api/v1/admin/bank-files/${files[0]?.id}/content`);
    bank.take(content.raw, '19112029');
    for (const reference of references) bank.titleOf(fileReference(reference));
    await answered();
    const numbers = await setting.gateway.db.query<{ number: number }>(
      `select number from bank_files where direction = 'remittance' order by number`,
    );
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1));
  });

  it('are the same bytes whenever they are downloaded, and the log says who did', async () => {
    await registered(1);
    const { id } = await sent();
    const path = `/api/v1/admin/bank-files/${id}/content`;
    const [first, second] = [await operator.call('GET', path), await operator.call('GET', path)];
    expect(first.raw).toBe(second.raw);
    expect(first.headers['content-disposition']).toContain('main-');
    const log = await setting.gateway.db.query<{ action: string }>(
      `select action from audit_log where target_id = $1 order by id`,
      [id],
    );
    expect(log.map(({ action }) => action)).toEqual([
      'bank_file.made',
      ...Array(3).fill('bank_file.downloaded'),
    ]);
    const sentByHand = await operator.call('POST', `/api/v1/admin/bank-files/${id}/sent`);
    expect(sentByHand.body).toMatchObject({ status: 'sent' });
    expect(sentByHand.body.ended_at).not.toBeNull();
    await answered();
  });

  it('are not made of nothing', async () => {
    const answer = await operator.call('POST', `/api/v1/admin/file-banks/${BANK}/remittances`);
    expect(answer.body).toMatchObject({ code: 'INVALID_STATE' });
  });

  it('hold nothing in clear of a payer, nor do the rows', async () => {
    const [row] = await setting.gateway.db.query<{ everything: string }>(
      `select concat((select string_agg(encode(content, 'escape'), '') from bank_files),
         (select string_agg(t::text, '') from bank_titles t),
         (select string_agg(encode(sealed, 'escape'), '') from bank_titles)) as everything`,
    );
    expect(row?.everything.length).toBeGreaterThan(1_000);
    for (const secret of ['52998224725', 'CONCEI', 'Conceição', 'Flores', 'FLORES'])
      expect(row?.everything).not.toContain(secret);
  });
});
