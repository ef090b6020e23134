import { measureCoverage } from '../../server/src/balance/payouts/coverage.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import type { Seller, TestGateway } from './gateway.ts';

/** All but the last are approved. */
const KEYS = ['returned', 'paid', 'failed', 'approval', 'slow'].map((name) => `${name}@bank.test`);
const AMOUNT = 12.5;

/** Withdrawals at a bank in every state, a schedule of them, and two days of coverage of which one is short. */
export async function fillPayouts(gateway: TestGateway, seller: Seller, operator: Seller): Promise<void> {
  const ask = async (who: Seller, method: string, path: string, body?: object) => {
    const answer = await who.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.raw}`);
    return answer.body;
  };
  await ask(seller, 'PATCH', '/api/v1/account', { payout_pix_key: 'maria@example.com' });
  const schedule = { frequency: 'weekly', weekday: 'friday', keep_amount: 100 };
  await ask(seller, 'PUT', '/api/v1/account/automatic-withdrawals', schedule);
  const ids: string[] = [];
  for (const key of KEYS) {
    ids.push((await ask(seller, 'POST', '/api/v1/withdrawals', { amount: AMOUNT, pix_key: key })).id);
  }
  for (const id of ids.slice(0, -1)) await ask(operator, 'POST', `/api/v1/admin/withdrawals/${id}/approve`);
  await gateway.advance(2 * MINUTE_MS);
  await ask(seller, 'POST', `/api/v1/sandbox/withdrawals/${ids[0]}/return`);
  await gateway.runDue();
  await measureCoverage(gateway.deps);
  await gateway.db.query(`
    insert into payout_coverage
    select day - 1, measured_at - interval '1 day', available_cents, withdrawals_cents, sending_cents, reserved_cents,
      '[{"provider": "bank", "availableCents": "4200", "reason": null, "readAt": "2026-01-01T12:00:00Z"}]', false
    from payout_coverage`);
}
