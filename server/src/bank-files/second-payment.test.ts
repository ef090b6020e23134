import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  BANK,
  type CnabGateway,
  COMPANY_DOCUMENT,
  startCnabGateway,
  upload,
} from '../../../test/support/cnab-gateway.ts';
import { bytesOfLines, FakeBank, type Movement } from '../../../test/support/file-bank.ts';
import type { Seller } from '../../../test/support/gateway.ts';
import { systemActor } from '../audit/record.ts';
import { SECOND_MS } from '../kit/clock.ts';
import { GatewayError } from '../kit/errors.ts';
import { cents } from '../kit/money.ts';
import { fileReference } from '../providers/cnab/title.ts';
import type { BankFile, FileLine } from './file.ts';
import { decideSecondPayment } from './second-payment.ts';

let setting: CnabGateway;
let seller: Seller;
let operator: Seller;
let charge: string;
let first: { id: string };
let repeated: { id: string };
let payment: Movement;
const bank = new FakeBank('237', COMPANY_DOCUMENT);
const ON = '25112026';
const REASON = 'Both credits stand in the statement of 26/11';

beforeAll(async () => {
  setting = await startCnabGateway('bradesco', { settings: { CUT_OFF: 'none' } });
  seller = await setting.gateway.seller();
  operator = await setting.gateway.operator();
  const customer = { name: 'Ana Souza', cpf_cnpj: '52998224725', address: ADDRESS };
  const asked = { billing_type: 'BOLETO', value: 150, customer };
  charge = (await seller.call('POST', '/api/v1/charges', asked)).body.id;
  await setting.gateway.advance(SECOND_MS);
  const made = await operator.call('POST', `/api/v1/admin/file-banks/${BANK}/remittances`);
  bank.take((await operator.call('GET', `/api/v1/admin/bank-files/${made.body.id}/content`)).raw, ON);
  await answered();
  bank.pay(fileReference(charge), { on: ON, fee: 199n, creditedOn: '26112026' });
  [payment] = bank.movements as [Movement];
  first = await answered();
  // Another file, with another day of credit: whether it is the same payment is not in it.
  repeated = await answered(bank.returnFile([{ ...payment, creditedOn: '27112026' }]));
});
afterAll(() => setting.gateway.stop());

async function answered(lines = bank.returnFile()) {
  const uploaded = await upload(operator.call, bytesOfLines(lines));
  const booked = await operator.call('POST', `/api/v1/admin/bank-files/${uploaded.body.id}/book`);
  expect(booked.status, booked.raw).toBe(200);
  await setting.gateway.advance(SECOND_MS);
  return booked.body;
}
const book = (id: string, body: object = { line: 3, reason: REASON }) =>
  operator.call('POST', `/api/v1/admin/bank-files/${id}/payments`, body);
const strays = () =>
  setting.gateway.db.query('select amount_cents, reason, status from stray_receipts where charge_id = $1', [
    charge,
  ]);

describe('a payment that another return has reported', () => {
  it('is shown as booked already, and books nothing', async () => {
    expect(repeated).toMatchObject({ paid_count: 0, paid: 0, open_count: 0 });
    const lines = await operator.call('GET', `/api/v1/admin/bank-files/${repeated.id}/lines`);
    expect(lines.body.data).toMatchObject([{ line: 3, outcome: 'repeated', paid: 150 }]);
    expect(await strays()).toEqual([]);
  });

  it.each([
    ['without a reason', { line: 3 }, 'reason'],
    ['with an empty reason', { line: 3, reason: ' ' }, 'reason'],
    ['without a line', { reason: REASON }, 'line'],
  ])('is not booked as another %s', async (_, body, field) => {
    const { status, body: answer } = await book(repeated.id, body);
    expect({ status, details: answer.details }).toMatchObject({
      status: 400,
      details: { [field]: expect.any(String) },
    });
  });

  it('is not booked as another where nothing was repeated, nor by a seller', async () => {
    expect((await book(first.id)).body.code).toBe('INVALID_STATE');
    expect((await book(repeated.id, { line: 4, reason: REASON })).status).toBe(404);
    const path = `/api/v1/admin/bank-files/${repeated.id}/payments`;
    expect((await seller.call('POST', path, { line: 3, reason: REASON })).status).toBe(403);
    expect(await strays()).toEqual([]);
  });

  it('is booked as another by a person, on record, and given back to its payer', async () => {
    const { status, body } = await book(repeated.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ line: 3, outcome: 'paid', paid: 150, fee: 1.99, charge_id: charge });
    await setting.gateway.advance(SECOND_MS);
    expect(await strays()).toEqual([{ amount_cents: 15_000n, reason: 'paid_twice', status: 'returning' }]);
    const refunds = await operator.call('GET', '/api/v1/admin/payer-refunds');
    expect(refunds.body.data).toMatchObject([{ charge_id: charge, amount: 150 }]);
    const file = await operator.call('GET', `/api/v1/admin/bank-files/${repeated.id}`);
    expect(file.body).toMatchObject({ paid_count: 1, paid: 150, fees: 1.99 });
    const { body: log } = await operator.call(
      'GET',
      '/api/v1/admin/audit-log?action=bank_file.payment_booked',
    );
    expect(log.data).toMatchObject([
      { actor: { email: operator.email }, details: { line: 3, amount: '15000', reason: REASON } },
    ]);
    expect((await seller.call('GET', `/api/v1/charges/${charge}`)).body.status).toBe('RECEIVED');
    expect(await setting.gateway.audit()).toEqual([]);
  });

  it('is booked as another once, also when several ask, and by no file that repeats it again', async () => {
    expect((await book(repeated.id)).body.code).toBe('INVALID_STATE');
    const third = await answered(bank.returnFile([{ ...payment, creditedOn: '30112026' }]));
    const both = await answered(bank.returnFile([payment, payment]));
    expect([third.paid_count, both.paid_count]).toEqual([0, 0]);
    const all = await Promise.all([book(third.id), book(third.id), book(third.id)]);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await setting.gateway.advance(SECOND_MS);
    expect(await strays()).toHaveLength(2);
    const payments = await setting.gateway.db.query(
      'select payment_reference from bank_payments where reference = $1',
      [charge],
    );
    expect(new Set(payments.map((row) => String(row.payment_reference).slice(-2)))).toEqual(
      new Set(['-1', '-2', '-3']),
    );
    expect(await setting.gateway.audit()).toEqual([]);
  });
});

describe('the decision', () => {
  const line = {
    ...{ line: 3, our_number: '00000000123', reference: 'x', movement: '06', event: 'paid' },
    ...{
      outcome: 'repeated',
      problem: null,
      reasons: [],
      amount_cents: cents(100n),
      paid_cents: cents(100n),
    },
    ...{ credited_cents: cents(90n), fee_cents: cents(10n), occurred_on: '2026-11-25', credited_on: null },
    fact: null,
  } as FileLine;
  const file = {
    bank: 'main',
    id: 'f',
    paid_count: 0,
    paid_cents: cents(0n),
    fee_cents: cents(0n),
  } as BankFile;
  const by = { ...systemActor('operator'), accountId: 'a' };
  const circumstances = { line: 3, reason: 'x', by, title: null, charge: null, now: new Date(0) };
  const facts = (count: number) =>
    new Set(Array.from({ length: count }, (_, at) => `00000000123-2026-11-25-100-${at + 1}`));

  it.each([
    [1, '00000000123-2026-11-25-100-2'],
    [2, '00000000123-2026-11-25-100-3'],
  ])('takes the first name that is free after %i', (count, fact) => {
    const decision = decideSecondPayment({ file, line, taken: facts(count) }, circumstances);
    if (decision instanceof GatewayError) throw decision;
    expect(decision.result).toEqual({ ...line, outcome: 'paid', fact });
    expect(decision.effects.jobs).toEqual([]);
  });

  it.each([
    ['a line that is not there', null, 1],
    ['what was booked', { ...line, outcome: 'paid' as const }, 1],
    ['a registration', { ...line, paid_cents: cents(0n) }, 1],
    ['more than twenty', line, 20],
  ])('refuses %s', (_, given, count) => {
    expect(decideSecondPayment({ file, line: given, taken: facts(count) }, circumstances)).toBeInstanceOf(
      GatewayError,
    );
  });
});
