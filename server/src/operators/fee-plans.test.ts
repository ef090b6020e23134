import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

const START = { name: 'Início', percent: 4.99, fixed: 1, reserve_percent: 5, reserve_days: 30 };
const terms = ({ name: _, ...rest }: typeof START) => rest;

let gateway: TestGateway;
let operator: Seller;
let sellers: [Seller, Seller, Seller];
beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  sellers = [await gateway.seller('A'), await gateway.seller('B'), await gateway.seller('C')];
});
afterAll(() => gateway.stop());

const made = async (plan: object) => {
  const { status, body, raw } = await operator.call('POST', '/api/v1/admin/fee-plans', plan);
  expect(status, raw).toBe(201);
  return body;
};
const assign = (seller: Seller, id: string | null) =>
  operator.call('PUT', `/api/v1/admin/accounts/${seller.id}/named-fee-plan`, { fee_plan_id: id });
const change = (id: string, body: object) => operator.call('PUT', `/api/v1/admin/fee-plans/${id}`, body);
const feeOf = async (seller: Seller) =>
  (await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 })).body.platform_fee;
const planOf = async (seller: Seller) => (await seller.call('GET', '/api/v1/account')).body.fee_plan_name;

describe('a named fee plan', () => {
  it('gives its accounts their terms, changes them for the next charge, and passes by fees of their own', async () => {
    const [first, second, third] = sellers;
    const plan = await made(START);
    expect(plan).toMatchObject({ object: 'fee_plan', ...START });
    for (const seller of sellers) {
      const { body } = await assign(seller, plan.id);
      expect(body).toMatchObject({
        fee_plan: terms(START),
        named_fee_plan: { id: plan.id, name: 'Início', has_own_fees: false },
      });
    }
    expect(await feeOf(first)).toBe(5.99);
    expect(await planOf(first)).toBe('Início');
    const early = (await first.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 })).body;

    const own = { ...terms(START), percent: 1, fixed: 0 };
    const overridden = await operator.call('PUT', `/api/v1/admin/accounts/${third.id}/fee-plan`, own);
    expect(overridden.body).toMatchObject({ fee_plan: own, named_fee_plan: { has_own_fees: true } });
    expect(await planOf(third)).toBeNull();

    const changed = await change(plan.id, { ...START, percent: 3, expected: START });
    expect(changed.body).toMatchObject({ ...START, percent: 3 });
    expect([await feeOf(first), await feeOf(second), await feeOf(third)]).toEqual([4, 4, 1]);

    // A charge keeps the terms of its creation.
    await first.call('POST', `/api/v1/sandbox/charges/${early.id}/pay`);
    expect((await first.call('GET', `/api/v1/charges/${early.id}`)).body.platform_fee).toBe(5.99);

    const { body } = await operator.call('GET', '/api/v1/admin/fee-plans');
    expect(body).toMatchObject({ total: 1, data: [{ id: plan.id, accounts_count: 3, own_fees_count: 1 }] });

    // Back to the plan, and out of it.
    expect((await assign(third, plan.id)).body.fee_plan.percent).toBe(3);
    expect((await assign(third, null)).body).toMatchObject({
      fee_plan: { percent: 3 },
      named_fee_plan: null,
    });
    await change(plan.id, { ...START, percent: 2 });
    expect([await feeOf(second), await feeOf(third)]).toEqual([3, 4]);
  });

  it('is on record with the values before and after, in the log of operator and seller', async () => {
    const log = async (action: string) =>
      (await operator.call('GET', `/api/v1/admin/audit-log?action=${action}`)).body.data[0];
    expect(await log('fee_plan.changed')).toMatchObject({
      actor: { email: operator.email },
      target: { kind: 'fee_plan' },
      details: { before: { name: 'Início', percent: 3 }, after: { name: 'Início', percent: 2 }, accounts: 2 },
    });
    expect(await log('fee_plan.created')).toMatchObject({ details: { after: START } });
    const own = await sellers[2].call('GET', '/api/v1/audit-log?action=account.fee_plan_changed');
    expect(own.body.data.map((line: { details: object }) => line.details)).toMatchObject([
      { before: { percent: 3, fee_plan: 'Início' }, after: { percent: 3 } },
      { before: { percent: 1, has_own_fees: true }, after: { percent: 3, has_own_fees: false } },
      { before: { percent: 4.99, has_own_fees: false }, after: { percent: 1, has_own_fees: true } },
      { before: { percent: 5.99 }, after: { percent: 4.99, fee_plan: 'Início' } },
    ]);
  });

  it('is refused with a name that is taken, terms out of bounds, or values that have changed', async () => {
    const other = await made({ ...START, name: 'Volume' });
    const refused = async (answer: Promise<{ status: number; body: { details: object; code: string } }>) => {
      const { status, body } = await answer;
      return [status, body.code, Object.keys(body.details)];
    };
    const bad = (fields: object) =>
      refused(operator.call('POST', '/api/v1/admin/fee-plans', { ...START, name: 'Novo', ...fields }));
    expect(await bad({ name: 'INÍCIO' })).toEqual([400, 'VALIDATION_ERROR', ['name']]);
    expect(await bad({ percent: 100.01 })).toEqual([400, 'VALIDATION_ERROR', ['percent']]);
    expect(await bad({ fixed: -1 })).toEqual([400, 'VALIDATION_ERROR', ['fixed']]);
    expect(await bad({ reserve_days: 3651 })).toEqual([400, 'VALIDATION_ERROR', ['reserve_days']]);
    expect(await refused(change(other.id, { ...START, name: 'início' }))).toEqual([
      ...[400, 'VALIDATION_ERROR'],
      ['name'],
    ]);
    const late = { ...START, name: 'Volume', expected: { percent: 1 } };
    expect((await change(other.id, late)).body.code).toBe('CHANGED_MEANWHILE');
    const nothing = gateway.deps.ids.next();
    expect((await change(nothing, { ...START, name: 'X' })).status).toBe(404);
    expect((await change('x', { ...START, name: 'X' })).status).toBe(404);
    for (const id of [nothing, 'x']) {
      expect(await refused(assign(sellers[0], id))).toEqual([400, 'VALIDATION_ERROR', ['fee_plan_id']]);
    }
  });

  it('reaches an account that is given it while it changes', async () => {
    const plan = await made({ ...START, name: 'Corrida' });
    for (let round = 1; round <= 5; round += 1) {
      await Promise.all([
        change(plan.id, { ...START, name: 'Corrida', percent: round }),
        assign(sellers[0], plan.id),
        assign(sellers[1], plan.id),
      ]);
      const { body } = await operator.call('GET', `/api/v1/admin/accounts/${sellers[0].id}`);
      expect(body.fee_plan.percent).toBe(round);
    }
  });
});
