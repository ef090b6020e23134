import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../server/src/brazil/calendar.ts';
import { MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { fileReference } from '../../server/src/providers/cnab/title.ts';
import {
  ADDRESS,
  BANK,
  type CnabGateway,
  COMPANY_DOCUMENT,
  startCnabGateway,
  upload,
} from '../support/cnab-gateway.ts';
import { bytesOfLines, FakeBank } from '../support/file-bank.ts';
import type { Seller } from '../support/gateway.ts';

let setting: CnabGateway;
let seller: Seller;
let operator: Seller;
const bank = new FakeBank('237', COMPANY_DOCUMENT);
const ON = '25112026';

beforeAll(async () => {
  setting = await startCnabGateway('bradesco', { settings: { CUT_OFF: 'none' } });
  seller = await setting.gateway.seller();
  operator = await setting.gateway.operator();
});
afterAll(() => setting.gateway.stop());

async function created(): Promise<string> {
  const customer = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725', address: ADDRESS };
  const made = await seller.call('POST', '/api/v1/charges', { billing_type: 'BOLETO', value: 150, customer });
  expect(made.status).toBe(201);
  expect(made.body.boleto).toMatchObject({ status: 'registering', barcode: null });
  return made.body.id;
}

const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;

async function sent(refuse?: Parameters<FakeBank['take']>[2]): Promise<void> {
  await setting.gateway.advance(SECOND_MS);
  const made = await operator.call('POST', `/api/v1/admin/file-banks/${BANK}/remittances`);
  expect(made.status).toBe(201);
  const content = await operator.call('GET', `/api/v1/admin/bank-files/${made.body.id}/content`);
  bank.take(content.raw, ON, refuse);
}

/** DDMMAAAA. */
const inFile = (day: string) => day.split('-').reverse().join('');

/** `open`: lines that a person has to look at. */
async function answered(lines = bank.returnFile(), open = 0): Promise<void> {
  const uploaded = await upload(operator.call, bytesOfLines(lines));
  expect(uploaded.status).toBe(201);
  const booked = await operator.call('POST', `/api/v1/admin/bank-files/${uploaded.body.id}/book`);
  expect(booked).toMatchObject({ status: 200, body: { status: 'booked', open_count: open } });
  await setting.gateway.advance(SECOND_MS);
}

describe('boletos at a bank that takes files', () => {
  it('go out in a file, come back registered, refused or paid, and the ledger agrees', async () => {
    const [paid, refused, left] = [await created(), await created(), await created()];
    await sent((title) => (title.reference === fileReference(refused) ? '47' : null));
    await answered();
    expect((await read(paid)).boleto).toMatchObject({
      status: 'registered',
      barcode: expect.stringMatching(/^2379\d{40}$/),
    });
    expect(await read(refused)).toMatchObject({ status: 'CANCELLED' });
    expect(JSON.stringify(await read(refused))).toContain('falta o endereço do pagador');
    bank.pay(fileReference(paid), { on: ON, fee: 199n });
    const movements = [...bank.movements];
    await answered();
    await answered(bank.returnFile(movements));
    expect(await read(paid)).toMatchObject({ status: 'RECEIVED', billing_type: 'BOLETO', paid_value: 150 });
    expect((await read(left)).status).toBe('PENDING');
    const fees = await setting.gateway.db.query(
      'select amount_cents, bank_fee_cents from boleto_payments where charge_id = $1',
      [paid],
    );
    expect(fees).toEqual([{ amount_cents: 15_000n, bank_fee_cents: 199n }]);
    const posted = await setting.gateway.db.query<{ type: string }>(
      `select type from events where charge_id = $1 and type = 'charge.paid'`,
      [paid],
    );
    expect(posted).toHaveLength(1);
    expect(await setting.gateway.audit()).toEqual([]);
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
    await setting.gateway.advance(5 * MINUTE_MS);
    expect((await read(id)).boleto).toEqual({ ...before, due_date_change: pending });
    await sent();
    expect(bank.titleOf(fileReference(id)).dueDate).toBe(inFile(wanted));
    expect((await move(addDays(wanted, 1))).body.code).toBe('DUE_DATE_NOT_CHANGEABLE');
    await answered();
    const after = (await read(id)).boleto;
    expect(after).toMatchObject({ due_date: wanted, barcode: expect.stringMatching(/^2379\d{40}$/) });
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
        ...{ status: 'refused', due_date: wanted, reason: '16 data de vencimento inválida' },
      },
    });
    // The refusal of before is not that of the next request.
    bank.refusedDays.clear();
    const asked = await seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: wanted });
    expect(asked.body.boleto.due_date_change).toMatchObject({ status: 'pending' });
    await setting.gateway.advance(15 * MINUTE_MS);
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
    const strays = await setting.gateway.db.query(
      'select amount_cents from stray_receipts where charge_id = $1',
      [id],
    );
    expect(strays).toEqual([{ amount_cents: 15_000n }]);
    expect((await read(id)).status).toBe('CANCELLED');
    expect(await setting.gateway.audit()).toEqual([]);
  });
});
