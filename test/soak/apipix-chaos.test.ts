import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apart, astray, readOurBooks } from '../support/apipix-books.ts';
import { badDays, type Chaos, drawOrders, goodDays, startChaos } from '../support/apipix-chaos.ts';
import { registerSeller, requireProgram } from '../support/processes.ts';
import { until } from '../support/until.ts';

/** `npm run chaos:pix` does so with a thousand, and tells the figures of the run. */
const CHARGES = Number(process.env.GUICHE_CHAOS_CHARGES ?? 60);
const KILLS = 6;
const DRAINED_WITHIN_MS = 90_000;

let chaos: Chaos;
beforeAll(async () => {
  await requireProgram();
  chaos = await startChaos();
}, 120_000);
afterAll(() => chaos?.stop());

/** What waits for its time has its time now; what nobody came back for counts as old. */
async function hurry(): Promise<void> {
  await chaos.db.query('update jobs set run_at = now() where run_at > now()');
  await chaos.db.query(`update pix_intents set touched_at = now() - interval '11 minutes'`);
}

/** The PSP is well again: its books are compared once more, and all that was begun comes to its end. */
async function drain(): Promise<void> {
  await goodDays(chaos);
  const isDrained = async () => {
    await hurry();
    await pause(100);
    const [left] = await chaos.db.query<{ waiting: number; compared: boolean }>(
      `select ((select count(*) from jobs) + (select count(*) from pix_intents))::integer as waiting,
         exists (select 1 from pix_comparisons where compared_until > $1) as compared`,
      [wellSince],
    );
    return left?.waiting === 0 && left.compared;
  };
  const wellSince = new Date();
  await until('everything came to its end', isDrained, DRAINED_WITHIN_MS);
}

async function auditAsOperator(): Promise<unknown> {
  const { token } = await registerSeller(chaos.server());
  await chaos.db.query(`update users set role = 'operator'`);
  const audit = () => chaos.server().call('GET', '/api/v1/admin/ledger/audit', { token });
  await until('the operator is one', async () => (await audit()).status === 200);
  return (await audit()).body.differences;
}

describe('a gateway that is killed again and again, at a PSP that loses answers and notices', () => {
  it('makes each charge once, takes each payment once, and leaves nothing paid that waits', {
    timeout: 900_000,
  }, async () => {
    const orders = drawOrders(CHARGES, chaos.sellers);
    await badDays(chaos);
    await chaos.run(orders, KILLS);
    await drain();

    const [ours, theirs] = [await readOurBooks(chaos.db), await chaos.psp.state()];
    expect(ours.charges).toHaveLength(CHARGES);
    expect(astray(orders, ours)).toEqual([]);
    expect(apart(ours, theirs)).toEqual([]);
    expect(await auditAsOperator()).toEqual([]);
    expect(theirs.violations).toEqual([]);
    expect(await unfinished()).toEqual([]);
    expectABadDay(theirs);
  });

  const unfinished = () =>
    chaos.db.query(
      `select r.id, r.status from refunds r where r.status <> 'succeeded'
       union all
       select s.id, s.status from stray_receipts s where s.status <> 'returned'`,
    );

  /** A quiet run would show nothing. */
  function expectABadDay({ faults, callbacks, requests }: Awaited<ReturnType<Chaos['psp']['state']>>): void {
    const { tally } = chaos;
    const asked = Object.values(requests).reduce((total, count) => total + count, 0);
    if (process.env.GUICHE_CHAOS_CHARGES) {
      process.stderr.write(`${JSON.stringify({ tally, asked, faults, callbacks })}\n`);
    }
    expect(tally.kills).toBe(KILLS);
    expect(tally.caught.filter((count) => count > 0).length).toBeGreaterThan(KILLS / 2);
    expect(tally.broken).toBeGreaterThan(0);
    expect(faults.dropAfterActing).toBeGreaterThan(CHARGES / 10);
    expect(faults.status5xx).toBeGreaterThan(CHARGES / 20);
    expect(callbacks.lost + callbacks.failed).toBeGreaterThan(CHARGES / 10);
  }
});
