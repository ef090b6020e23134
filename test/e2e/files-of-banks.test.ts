import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../server/src/brazil/calendar.ts';
import { BANK_NAMES, type BankName } from '../../server/src/brazil/cnab/bank.ts';
import { banks } from '../../server/src/brazil/cnab/banks/registry.ts';
import { MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { fileReference } from '../../server/src/providers/cnab/title.ts';
import { ADDRESS, addCnab, BANK, COMPANY_DOCUMENT, removeCnab, upload } from '../support/cnab-gateway.ts';
import { bytesOfLines, FakeBank } from '../support/file-bank.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { visitorOf } from '../support/pages.ts';

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;
const ON = '25112026';
/** Beside the barcode, on the slip of the first boleto: our number as this bank prints it. */
const PRINTED: Readonly<Record<BankName, RegExp>> = {
  bradesco: /09\/\d{11}-[\dP]/,
  itau: /109\/\d{8}-\d/,
  'banco-do-brasil': /3294860\d{10}/,
  santander: /\d{12}-\d/,
  caixa: /14\d{15}-\d/,
  sicoob: /\d{7}-\d/,
  sicredi: /26\/[2-9]\d{5}-\d/,
};
/** The reason for a refusal is shown in words only where the bank uses FEBRABAN's list. */
const REASON = { febraban: 'falta o endereço do pagador', own: '47' };
const BAD_DAY = { febraban: '16 data de vencimento inválida', own: '16' };

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  operator = await gateway.operator();
});
afterAll(() => gateway.stop());

async function created(): Promise<string> {
  const customer = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725', address: ADDRESS };
  const made = await seller.call('POST', '/api/v1/charges', { billing_type: 'BOLETO', value: 150, customer });
  expect(made.status, made.raw).toBe(201);
  expect(made.body.boleto).toMatchObject({ status: 'registering', barcode: null });
  return made.body.id;
}

const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;

/** DDMMAAAA. */
const inFile = (day: string) => day.split('-').reverse().join('');

describe.each(BANK_NAMES)('boletos at %s, which takes files', (bankName) => {
  // One gateway for all, and each bank under a name of its own: its books are its own.
  const name = `${BANK}-${bankName}`;
  const profile = banks[bankName];
  const bank = new FakeBank(profile.code, COMPANY_DOCUMENT);

  beforeAll(() => {
    addCnab(gateway, bankName, { CUT_OFF: 'none' }, name);
  });
  afterAll(() => removeCnab(gateway, name));

  async function sent(refuse?: Parameters<FakeBank['take']>[2]): Promise<void> {
    await gateway.advance(SECOND_MS);
    const made = await operator.call('POST', `/api/v1/admin/file-banks/${name}/remittances`);
    expect(made.status, made.raw).toBe(201);
    const content = await operator.call('GET', `/api/v1/admin/bank-files/${made.body.id}/content`);
    bank.take(content.raw, ON, refuse);
  }

  /** `open`: lines that a person has to look at. */
  async function answered(lines = bank.returnFile(), open = 0): Promise<void> {
    const uploaded = await upload(operator.call, bytesOfLines(lines), 'retorno.ret', name);
    expect(uploaded.status, uploaded.raw).toBe(201);
    const booked = await operator.call('POST', `/api/v1/admin/bank-files/${uploaded.body.id}/book`);
    expect(booked, booked.raw).toMatchObject({ status: 200, body: { status: 'booked', open_count: open } });
    await gateway.advance(SECOND_MS);
  }

  it('go out in a file, come back registered, refused or paid, and the ledger agrees', async () => {
    const [paid, refused, left] = [await created(), await created(), await created()];
    await sent((title) => (title.reference === fileReference(refused) ? '47' : null));
    await answered();
    const { boleto } = await read(paid);
    expect(boleto).toMatchObject({
      status: 'registered',
      barcode: expect.stringMatching(new RegExp(`^${profile.code}9\\d{40}$`)),
    });
    const { html } = await visitorOf(gateway).get(new URL(boleto.url).pathname);
    expect(html).toMatch(PRINTED[bankName]);
    expect(await read(refused)).toMatchObject({ status: 'CANCELLED' });
    expect(JSON.stringify(await read(refused))).toContain(REASON[profile.returns.reasons]);
    bank.pay(fileReference(paid), { on: ON, fee: 199n });
    const movements = [...bank.movements];
    await answered();
    await answered(bank.returnFile(movements));
    expect(await read(paid)).toMatchObject({ status: 'RECEIVED', billing_type: 'BOLETO', paid_value: 150 });
    expect((await read(left)).status).toBe('PENDING');
    const fees = await gateway.db.query(
      'select amount_cents, bank_fee_cents from boleto_payments where charge_id = $1',
      [paid],
    );
    expect(fees).toEqual([{ amount_cents: 15_000n, bank_fee_cents: 199n }]);
    const posted = await gateway.db.query<{ type: string }>(
      `select type from events where charge_id = $1 and type = 'charge.paid'`,
      [paid],
    );
    expect(posted).toHaveLength(1);
    expect(await gateway.audit()).toEqual([]);
  });

  it('get another due date by the next file, once the bank has accepted it', async () => {
    const id = await created();
    await sent();
    await answered();
    const before = (await read(id)).boleto;
    const wanted = addDays(before.due_date, 30);
    const move = (day: string) => seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: day });
    const pending = { status: 'pending', due_date: wanted };
    expect((await move(wanted)).body.boleto).toEqual({ ...before, due_date_change: pending });
    await gateway.advance(5 * MINUTE_MS);
    expect((await read(id)).boleto).toEqual({ ...before, due_date_change: pending });
    await sent();
    expect(bank.titleOf(fileReference(id)).dueDate).toBe(inFile(wanted));
    expect((await move(addDays(wanted, 1))).body.code).toBe('DUE_DATE_NOT_CHANGEABLE');
    await answered();
    const after = (await read(id)).boleto;
    expect(after).toMatchObject({
      due_date: wanted,
      barcode: expect.stringMatching(new RegExp(`^${profile.code}9\\d{40}$`)),
    });
    expect(after.barcode).not.toBe(before.barcode);
    expect(after.due_date_change).toBeUndefined();
  });

  it('keep their due date when the bank refuses another in its file, and say why', async () => {
    const id = await created();
    await sent();
    await answered();
    const before = (await read(id)).boleto;
    const wanted = addDays(before.due_date, 20);
    bank.refusedDays.add(inFile(wanted));
    await seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: wanted });
    await sent();
    await answered(bank.returnFile(), 1);
    expect((await read(id)).boleto).toMatchObject({
      ...before,
      due_date_change: {
        ...{
          status: 'refused',
          due_date: wanted,
          reason: expect.stringContaining(BAD_DAY[profile.returns.reasons]),
        },
      },
    });
    // The refusal of before is not that of the next request.
    bank.refusedDays.clear();
    const asked = await seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: wanted });
    expect(asked.body.boleto.due_date_change).toMatchObject({ status: 'pending' });
    await gateway.advance(15 * MINUTE_MS);
    expect((await read(id)).boleto.due_date_change).toMatchObject({ status: 'pending' });
    await sent();
    await answered();
    expect((await read(id)).boleto).toMatchObject({ due_date: wanted });
  });

  it('that are cancelled here are written off there, and a payment that comes all the same is a second one', async () => {
    const id = await created();
    await sent();
    await answered();
    const cancelled = await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    expect(cancelled.body.status).toBe('CANCELLED');
    await sent();
    await answered();
    expect(bank.titleOf(fileReference(id)).state).toBe('written off');
    bank.pay(fileReference(id), { on: ON });
    await answered();
    const strays = await gateway.db.query('select amount_cents from stray_receipts where charge_id = $1', [
      id,
    ]);
    expect(strays).toEqual([{ amount_cents: 15_000n }]);
    expect((await read(id)).status).toBe('CANCELLED');
    expect(await gateway.audit()).toEqual([]);
  });
});
