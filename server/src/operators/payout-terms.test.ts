import { describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';

const terms = (id: string) => `/api/v1/admin/accounts/${id}/payout-terms`;

describe('the terms of an account for payouts', () => {
  it('are those of the gateway until an operator sets others, on record', async ({ gateway }) => {
    const [seller, operator] = [await gateway.seller(), await gateway.operator()];
    const usual = {
      ...{ payout_providers: null, payout_to: 'own', automatic_up_to: null, automatic_per_day: null },
    };
    expect((await operator.call('GET', terms(seller.id))).body).toEqual({
      ...{ object: 'payout_terms', account_id: seller.id, ...usual, payout_to: null, in_force: usual },
    });
    const set = { payout_to: 'any', automatic_up_to: 50, automatic_per_day: 200.5 };
    const { status, body } = await operator.call('PUT', terms(seller.id), set);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...set, payout_providers: null, in_force: set });
    // Absent is unchanged, null is the gateway's again.
    const { body: less } = await operator.call('PUT', terms(seller.id), { automatic_up_to: null });
    expect(less).toMatchObject({ payout_to: 'any', automatic_up_to: null, automatic_per_day: 200.5 });
    const { body: log } = await operator.call('GET', `/api/v1/admin/audit-log?account_id=${seller.id}`);
    const actions = (log.data as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action === 'account.payout_terms_changed')).toHaveLength(2);
  });

  it('refuse what is wrong, and name it', async ({ gateway }) => {
    const [seller, operator] = [await gateway.seller(), await gateway.operator()];
    const wrong = [
      [{ automatic_up_to: -1 }, 'automatic_up_to'],
      [{ automatic_per_day: 1.001 }, 'automatic_per_day'],
      [{ payout_to: 'all' }, 'payout_to'],
      [{ payout_providers: ['other'] }, 'payout_providers'],
    ] as const;
    for (const [body, field] of wrong) {
      const refused = await operator.call('PUT', terms(seller.id), body);
      expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
      expect(refused.body.details).toHaveProperty(field);
    }
    const late = { payout_to: 'any', expected: { payout_to: 'any' } };
    expect(await operator.call('PUT', terms(seller.id), late)).toMatchObject({
      body: { code: 'CHANGED_MEANWHILE' },
    });
  });

  it('are for operators, and of accounts that exist', async ({ gateway }) => {
    const [seller, operator] = [await gateway.seller(), await gateway.operator()];
    expect(await seller.call('GET', terms(seller.id))).toMatchObject({ status: 403 });
    expect(await operator.call('GET', terms('x'))).toMatchObject({ status: 404 });
    expect(await operator.call('PUT', terms(gateway.deps.ids.next()), {})).toMatchObject({ status: 404 });
  });
});

describe('coverage', () => {
  it('is measured on demand, listed by day, and a figure for alarms', async ({ gateway }) => {
    const operator = await gateway.operator();
    const { body } = await operator.call('POST', '/api/v1/admin/coverage');
    expect(body).toMatchObject({
      ...{ object: 'coverage_day', covered: true },
      banks: [{ provider: 'sandbox-bank', available: 100_000_000, unread_for_a_day: false }],
    });
    expect(body.owed).toBe(body.available + body.in_withdrawals - body.sending);
    expect((await operator.call('GET', '/api/v1/admin/coverage')).body.data).toEqual([body]);
    const { raw } = await gateway.call('GET', '/metrics');
    expect(raw).toMatch(/^guiche_payouts_covered 1$/m);
    expect(raw).toMatch(/^guiche_payout_coverage_cents\{of="bank"\} 10000000000$/m);
    expect(await (await gateway.seller()).call('GET', '/api/v1/admin/coverage')).toMatchObject({
      status: 403,
    });
  });
});
