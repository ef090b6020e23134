import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { listingBoletoBank, listingPayoutBank } from '../../../test/support/listing-banks.ts';
import { approveWithdrawal } from '../balance/decide-withdrawal.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import { receiveOrLog } from '../charges/boletos/comparison.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { sendPayerRefund, takeKey } from '../charges/payer-refunds/send.ts';
import type { Job } from '../jobs/queue.ts';
import { DAY_MS, HOUR_MS } from '../kit/clock.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { BoletoPayment } from '../providers/boleto.ts';
import type { PayoutAtBank } from '../providers/payout.ts';
import { reconcileDue } from './due.ts';
import { endOfCivilDate } from './schedule.ts';

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;
const logged: { level: number; msg: string; [fact: string]: unknown }[] = [];
const ERROR = 50;

beforeAll(async () => {
  const sink = new Writable({
    write(line, _, next) {
      logged.push(JSON.parse(String(line)));
      next();
    },
  });
  gateway = await startGateway({ log: pino({ level: 'info' }, sink) });
  seller = await gateway.seller();
  operator = await gateway.operator();
});
afterAll(() => gateway.stop());
afterEach(async () => {
  expect(await gateway.audit()).toEqual([]);
});

const PAID_AT = new Date();
const DAY = civilDateOf(PAID_AT);
const afterDay = (ms: number) => new Date(endOfCivilDate(DAY).getTime() + ms);
/** The first comparison, and one when no bank has an excuse any more. */
const FIRST = afterDay(HOUR_MS);
const LATE = afterDay(8 * DAY_MS);

const customer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };
async function boleto(value: number): Promise<{ id: string; ourNumber: string }> {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'BOLETO', value, customer });
  return { id: body.id, ourNumber: body.boleto.our_number };
}
const statusOf = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body.status;

type Paid = Partial<BoletoPayment> & { ourNumber: string | null; reais: number };
let made = 0;
function payment({ reais, ...set }: Paid): BoletoPayment {
  made += 1;
  return {
    paymentReference: `B${made}`,
    reference: null,
    bankReference: null,
    by: 'boleto',
    amountCents: cents(BigInt(reais * 100)),
    bankFeeCents: null,
    paidAt: PAID_AT,
    ...set,
  };
}

function withRails(rails: Partial<ChargeDeps['rails']>): ChargeDeps {
  return { ...gateway.deps, rails: { ...gateway.deps.rails, ...rails } };
}
async function reconcileAll(deps: ChargeDeps, now: Date): Promise<void> {
  while ((await reconcileDue(deps, now)) > 0);
}
const PATH = '/api/v1/admin/reconciliation';
async function dayOf(provider: string) {
  const { body } = await operator.call('GET', `${PATH}?provider=${provider}`);
  return body.data.find(({ day }: { day: string }) => day === DAY);
}
const differencesOf = async (id: string, query = '') =>
  (await operator.call('GET', `${PATH}/${id}/differences${query}`)).body.data;
const counts = (totals: Record<string, { count: number }>) =>
  Object.entries(totals).flatMap(([verdict, { count }]) => (count === 0 ? [] : [`${verdict} ${count}`]));

describe('boletos of a bank', () => {
  const { bank, provider } = listingBoletoBank('paper');
  const deps = () => withRails({ boleto: [provider] });
  const list = (...payments: BoletoPayment[]) =>
    bank.paid.push(...payments.map((each) => ({ day: DAY, payment: each })));
  let lost: { id: string; ourNumber: string };
  let vanished: BoletoPayment;
  beforeAll(() => {
    Object.assign(gateway.deps.rails, { boleto: [provider] });
  });

  it('stay incomplete while the bank does not answer, which says why', async () => {
    bank.isSilent = true;
    await reconcileAll(deps(), FIRST);
    expect(await dayOf('paper')).toMatchObject({
      ...{ kind: 'boleto', state: 'incomplete', reason: 'no answer', totals: null, listed: null, runs: 1 },
      next_at: new Date(FIRST.getTime() + HOUR_MS / 2).toISOString(),
    });
    bank.isSilent = false;
  });

  it('are matched, and what is missing here is booked as its notice would have been', async () => {
    const [known, differs, gone] = [await boleto(100), await boleto(50), await boleto(30)];
    lost = await boleto(70);
    const told = payment({ reais: 100, ourNumber: known.ourNumber });
    const other = payment({ reais: 50, ourNumber: differs.ourNumber });
    vanished = payment({ reais: 30, ourNumber: gone.ourNumber });
    for (const each of [told, other, vanished]) await receiveOrLog(deps(), 'paper', each);
    const amountCents = cents(4_900n) as Cents;
    list(told, told, payment({ reais: 70, ourNumber: lost.ourNumber }), { ...other, amountCents });
    list(payment({ reais: 9, ourNumber: 'of another system' }));

    await reconcileAll(deps(), new Date(FIRST.getTime() + HOUR_MS / 2));
    expect(await statusOf(lost.id)).toBe('RECEIVED');
    const day = await dayOf('paper');
    expect(day).toMatchObject({ state: 'complete', reason: null, runs: 2, open_differences: 2 });
    expect(counts(day.totals)).toEqual(['matched 2', 'waiting 1', 'amount_differs 1', 'unknown 1']);
    expect([day.listed, day.booked]).toEqual([228, 250]);
    expect(day.totals.matched).toEqual({ count: 2, listed: 170, booked: 170 });
  });

  it('that the bank never lists are missing there when its time is over, and logged as an error', async () => {
    await reconcileAll(deps(), LATE);
    const day = await dayOf('paper');
    expect(counts(day.totals)).toEqual(['matched 2', 'missing_there 1', 'amount_differs 1', 'unknown 1']);
    expect(await differencesOf(day.id, '?state=open')).toHaveLength(3);
    const found = (await differencesOf(day.id)).find(
      ({ verdict }: { verdict: string }) => verdict === 'missing_there',
    );
    expect(found).toMatchObject({ listed: null, booked: 30, account_id: seller.id, withdrawal_id: null });
    expect(found.charge_id).toEqual(expect.any(String));
    const errors = logged.filter(({ level }) => level === ERROR);
    expect(errors).toMatchObject([
      {
        provider: 'paper',
        kind: 'boleto',
        day: DAY,
        count: 1,
        cents: '3000',
        msg: expect.stringMatching(/^money is/),
      },
    ]);
  });

  it('that an operator resolved stay resolved, and the rest is open until it matches', async () => {
    const { id } = await dayOf('paper');
    const all = await differencesOf(id);
    const named = (verdict: string) => all.find((each: { verdict: string }) => each.verdict === verdict);
    const path = `${PATH}/differences/${named('unknown').id}/resolve`;
    expect(await seller.call('POST', path, { note: 'mine' })).toMatchObject({ status: 403 });
    expect((await operator.call('POST', path, { note: ' ' })).body.details).toHaveProperty('note');
    const resolved = await operator.call('POST', path, { note: 'The shop’s own sale' });
    expect(resolved).toMatchObject({
      status: 200,
      body: {
        state: 'resolved',
        resolved_by: 'operator',
        note: 'The shop’s own sale',
        resolver_email: operator.email,
      },
    });
    expect(await operator.call('POST', path, { note: 'again' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_STATE' },
    });

    list(vanished);
    const again = await operator.call('POST', `${PATH}/${id}/run`);
    expect(again).toMatchObject({ status: 200, body: { id, next_at: expect.any(String) } });
    await reconcileAll(deps(), LATE);
    const after = await differencesOf(id);
    const states = after.map((each: { verdict: string; state: string; resolved_by: string }) =>
      [each.verdict, each.state, each.resolved_by].join(' '),
    );
    expect(states.sort()).toEqual([
      'amount_differs open ',
      'missing_there resolved comparison',
      'unknown resolved operator',
    ]);
    expect(await dayOf('paper')).toMatchObject({ open_differences: 1, runs: 4 });
    const log = await operator.call('GET', '/api/v1/admin/audit-log?limit=10');
    const actions = log.body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['reconciliation.resolved', 'reconciliation.repeated']));
  });

  it('are found by filters, and open differences are a figure', async () => {
    expect((await operator.call('GET', `${PATH}?kind=payout`)).body).toMatchObject({ data: [], total: 0 });
    const open = (await operator.call('GET', `${PATH}?open=true`)).body;
    expect(open.data.map(({ provider: name }: { provider: string }) => name)).toEqual(['paper']);
    expect(await seller.call('GET', PATH)).toMatchObject({ status: 403 });
    expect((await operator.call('GET', `${PATH}/${seller.id}`)).status).toBe(404);
    const { payload } = await gateway.app.inject('/metrics');
    expect(payload).toContain(
      'guiche_reconciliation_open_differences{provider="paper",kind="boleto",verdict="amount_differs"} 1',
    );
  });

  it('are compared by one worker at a time', async () => {
    const { id } = await dayOf('paper');
    await operator.call('POST', `${PATH}/${id}/run`);
    await gateway.db.query(`update reconciliation_days set leased_until = now() + interval '1 minute'`);
    expect(await reconcileDue(deps(), LATE)).toBe(0);
    await gateway.db.query('update reconciliation_days set leased_until = null');
    const asked = bank.asked;
    const both = await Promise.all([reconcileDue(deps(), LATE), reconcileDue(deps(), LATE)]);
    expect(both.sort()).toEqual([0, 1]);
    expect(bank.asked).toBeGreaterThan(asked);
  });
});

describe('payouts of a bank', () => {
  const { sent, provider } = listingPayoutBank('house');
  const succeeded: PayoutAtBank = {
    ...{ state: 'succeeded', reason: null, bankReference: null, endToEndId: null, returns: [] },
  };

  async function withdrawn(reais: number): Promise<string> {
    const asked = { amount: reais, pix_key: 'ana@example.com' };
    const { body } = await seller.call('POST', '/api/v1/withdrawals', asked);
    const deps = withRails({ payout: [provider] });
    expect((await approveWithdrawal(deps, seller.id, body.id)).status).toBe('approved');
    return body.id;
  }

  it('are held against the withdrawals they are of', async () => {
    const [first, wrong, unlisted] = [await withdrawn(10), await withdrawn(20), await withdrawn(15)];
    const byHand = await seller.call('POST', '/api/v1/withdrawals', {
      amount: 5,
      pix_key: 'ana@example.com',
    });
    const sentAt = new Date();
    sent.push(
      { ...succeeded, reference: first, amountCents: cents(1_000n), sentAt },
      { ...succeeded, reference: wrong, amountCents: cents(2_100n), sentAt },
      { ...succeeded, reference: null, endToEndId: 'E-OTHER', amountCents: cents(77n), sentAt },
      { ...succeeded, reference: byHand.body.id, amountCents: cents(500n), sentAt },
      { ...succeeded, state: 'failed', reference: unlisted, amountCents: cents(1_500n), sentAt },
    );
    await reconcileAll(withRails({ payout: [provider] }), LATE);
    const day = await dayOf('house');
    expect(day).toMatchObject({ kind: 'payout', state: 'complete' });
    expect(counts(day.totals)).toEqual(['matched 1', 'missing_there 1', 'amount_differs 1', 'unknown 2']);
    const missing = (await differencesOf(day.id)).find(
      ({ verdict }: { verdict: string }) => verdict === 'missing_there',
    );
    expect(missing).toMatchObject({ withdrawal_id: unlisted, charge_id: null, booked: 15 });
  });

  it('that came back are credited once, also where only the list of the bank says so', async () => {
    const [whole, part] = [await withdrawn(12), await withdrawn(8)];
    const at = new Date();
    const back = (id: string, amountCents: bigint) => [
      { id, amountCents: cents(amountCents), at, reason: null },
    ];
    sent.splice(0);
    sent.push(
      {
        ...succeeded,
        reference: whole,
        amountCents: cents(1_200n),
        sentAt: at,
        returns: back('D-WHOLE', 1_200n),
      },
      { ...succeeded, reference: part, amountCents: cents(800n), sentAt: at },
      ...['D-ONE', 'D-TWO'].map((id) => ({
        ...{ ...succeeded, reference: null, bankReference: `house-${part}`, amountCents: cents(800n) },
        ...{ sentAt: at, returns: back(id, 300n), isReturn: true as const },
      })),
    );
    const { available } = (await seller.call('GET', '/api/v1/balance')).body;
    for (let times = 0; times < 2; times += 1) {
      const { id } = await dayOf('house');
      await operator.call('POST', `${PATH}/${id}/run`);
      await reconcileAll(withRails({ payout: [provider] }), LATE);
      expect((await dayOf('house')).totals).toMatchObject({
        matched: { count: 4 },
        amount_differs: { count: 0 },
      });
    }
    expect((await seller.call('GET', '/api/v1/balance')).body.available).toBeCloseTo(available + 18, 2);
    const { body } = await seller.call('GET', '/api/v1/withdrawals');
    const returned = new Map(body.data.map((each: { id: string }) => [each.id, each]));
    expect(returned.get(whole)).toMatchObject({ status: 'approved', returned_amount: 12 });
    expect(returned.get(part)).toMatchObject({ status: 'approved', returned_amount: 6 });
  });

  it('are held against refunds to payers as well, also those that the bank does not list', async () => {
    const { provider: bills } = listingBoletoBank('bills');
    Object.assign(gateway.deps.rails, { boleto: [bills] });
    const deps = withRails({ boleto: [bills], payout: [provider] });
    const refunded = async (reais: number) => {
      const { id, ourNumber } = await boleto(reais);
      await receiveOrLog(deps, 'bills', payment({ reais, ourNumber }));
      const { body } = await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 6 });
      expect(await takeKey(deps, { accountId: seller.id, id: body.id }, customer.cpf_cnpj)).toBe('taken');
      const job = { account_id: seller.id, attempts: 1, payload: { id: body.id, key_number: 1 } };
      expect(await sendPayerRefund(deps, job as unknown as Job)).toEqual({ done: true });
      const [row] = await gateway.db.query<{ reference: string }>(
        'select payout_reference as reference from payer_refunds where id = $1',
        [body.id],
      );
      return { charge: id, reference: String(row?.reference) };
    };
    const [listed, unlisted] = [await refunded(40), await refunded(41)];
    const payout = { ...succeeded, amountCents: cents(600n), sentAt: new Date() };
    sent.push({ ...payout, reference: listed.reference });
    const day = await dayOf('house');
    await operator.call('POST', `${PATH}/${day.id}/run`);
    await reconcileAll(deps, LATE);
    const again = await dayOf('house');
    expect(again.totals.matched.count).toBe(day.totals.matched.count + 1);
    expect(again.totals.missing_there.count).toBe(day.totals.missing_there.count + 1);
    const missing = (await differencesOf(day.id)).find(
      ({ charge_id: id }: { charge_id: string | null }) => id === unlisted.charge,
    );
    expect(missing).toMatchObject({
      ...{ verdict: 'missing_there', booked: 6, listed: null, withdrawal_id: null },
      reference: unlisted.reference,
    });
    sent.push({ ...payout, reference: unlisted.reference });
    await operator.call('POST', `${PATH}/${day.id}/run`);
    await reconcileAll(deps, LATE);
    expect((await dayOf('house')).totals.missing_there.count).toBe(day.totals.missing_there.count);
  });
});

describe('a payment that goes back to its payer', () => {
  it('is missed when its bank does not list it, and matches when it does', async () => {
    const { bank, provider } = listingBoletoBank('twice');
    Object.assign(gateway.deps.rails, { boleto: [provider] });
    const deps = withRails({ boleto: [provider] });
    const { id, ourNumber } = await boleto(25);
    const [first, second] = [payment({ reais: 25, ourNumber }), payment({ reais: 25, ourNumber })];
    for (const each of [first, second]) await receiveOrLog(deps, 'twice', each);
    bank.paid.push({ day: DAY, payment: first });
    await reconcileAll(deps, LATE);
    const day = await dayOf('twice');
    expect(counts(day.totals)).toEqual(['matched 1', 'missing_there 1']);
    expect(await differencesOf(day.id)).toMatchObject([
      { verdict: 'missing_there', reference: `twice:${second.paymentReference}`, booked: 25, charge_id: id },
    ]);
    bank.paid.push({ day: DAY, payment: second });
    await operator.call('POST', `${PATH}/${day.id}/run`);
    await reconcileAll(deps, LATE);
    expect(counts((await dayOf('twice')).totals)).toEqual(['matched 2']);
    const rows = await gateway.db.query('select paid_at from stray_receipts where charge_id = $1', [id]);
    expect(rows).toEqual([{ paid_at: second.paidAt }]);
  });

  it('is counted once each, also where more were paid in one moment than a page has', async () => {
    const { provider } = listingBoletoBank('many');
    Object.assign(gateway.deps.rails, { boleto: [provider] });
    const deps = withRails({ boleto: [provider] });
    const { id, ourNumber } = await boleto(3);
    await receiveOrLog(deps, 'many', payment({ reais: 3, ourNumber }));
    const count = 1_203;
    await gateway.db.query(
      `insert into stray_receipts (account_id, id, charge_id, reference, amount_cents, reason, provider, method, status,
         created_at, paid_at)
       select $1, gen_random_uuid(), $2, 'many:S' || n, 300, 'paid_twice', 'many', 'BOLETO', 'returned', now(), $3
       from generate_series(1, $4) as n`,
      [seller.id, id, PAID_AT, count],
    );
    await reconcileAll(deps, LATE);
    expect(counts((await dayOf('many')).totals)).toEqual([`missing_there ${count + 1}`]);
    await gateway.db.query(`delete from stray_receipts where provider = 'many'`);
  });
});
