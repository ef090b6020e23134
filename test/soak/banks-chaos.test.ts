import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apart, astray, readOurBooks, readTheirBooks } from '../support/banks-books.ts';
import { type BankChaos, badDays, goodDays, startBankChaos } from '../support/banks-chaos.ts';
import { requireProgram } from '../support/processes.ts';
import { until } from '../support/until.ts';

/** So many boletos, at three banks, and so many payouts, at two. `npm run chaos:banks` makes a thousand and tells its figures. */
const COUNT = Number(process.env.GUICHE_CHAOS_COUNT ?? 60);
const KILLS = 10;
const DRAINED_WITHIN_MS = Math.max(600_000, COUNT * 1_500);

let chaos: BankChaos;
beforeAll(async () => {
  await requireProgram();
  chaos = await startBankChaos(COUNT);
}, 240_000);
afterAll(() => chaos?.stop());

/** What waits for its time has its time now; a call that the dead gateway made counts as old. */
async function hurry(): Promise<void> {
  const { db } = chaos;
  await db.query(`update jobs set run_at = now() where run_at > now() and kind <> 'payer_refund.expire'`);
  await db.query(
    `update withdrawals set payout_called_at = payout_called_at - interval '6 minutes' where status = 'pending'`,
  );
}

const unfinished = () =>
  chaos.db.query<{ what: string; count: number }>(
    `select what, count(*)::integer as count
     from (
       select 'job ' || kind as what from jobs where kind <> 'payer_refund.expire'
       union all
       select 'withdrawal' from withdrawals where status = 'pending'
       union all
       select 'refund of a payer' from payer_refunds where status in ('waiting', 'sending')
       union all
       select 'refund' from refunds where status = 'pending'
       union all
       select 'payment that goes back' from stray_receipts where status <> 'returned'
     ) left_over
     group by what`,
  );

/** The banks are well again: all that was begun comes to its end. */
async function drain(): Promise<void> {
  await goodDays(chaos);
  await chaos.beginAnew();
  const isDrained = async () => {
    await chaos.world.turnOnce({ isGoodDay: true });
    await hurry();
    await pause(250);
    return (await unfinished()).length === 0 && (await chaos.carrier.isIdle());
  };
  await until('everything came to its end', isDrained, DRAINED_WITHIN_MS).catch(async (error: Error) => {
    throw new Error(`${error.message} ${JSON.stringify(await unfinished())}`);
  });
}

type Day = {
  id: string;
  provider: string;
  kind: string;
  day: string;
  state: string;
  totals: Record<string, { count: number }> | null;
};

/** Every day of the run, compared with the lists of the banks after all has ended. */
async function reconciled(): Promise<Day[]> {
  const since = new Date();
  await chaos.world.compare();
  const isCompared = async () => {
    const [left] = await chaos.db.query<{ count: number }>(
      `select (
         (select count(*) from reconciliation_days where compared_at is null or compared_at < $1 or state <> 'complete')
         + (select count(*) from boleto_comparisons where compared_at < $1 or days_compared_at < $1 - interval '7 minutes')
       )::integer as count`,
      [since],
    );
    return left?.count === 0;
  };
  await until('every day is compared', isCompared, DRAINED_WITHIN_MS);
  return chaos.db.query<Day>('select id, provider, kind, day, state, totals from reconciliation_days');
}

const differencesOf = () =>
  chaos.db.query(
    `select provider, kind, verdict, reference, listed_cents, booked_cents
     from reconciliation_differences
     where state = 'open'`,
  );

/** A booked payment that is not listed waits for three days: here the banks list at once. */
const waitingIn = (days: readonly Day[]) =>
  days
    .filter(({ totals }) => (totals?.waiting?.count ?? 0) > 0)
    .map(({ provider, kind }) => `${provider} ${kind}`);

describe('a gateway that is killed again and again, at banks that lose answers and notices', () => {
  it('makes each boleto and each payout once, takes each payment once, and leaves nothing unknown', {
    timeout: 3_600_000,
  }, async () => {
    await badDays(chaos);
    await chaos.run(KILLS);
    await drain();
    const days = await reconciled();
    await drain();

    const ours = await readOurBooks(chaos.db);
    const theirs = await readTheirBooks(chaos, ours);
    const { boletos, payouts, world } = chaos;
    await tell(days);
    expect(astray(boletos, payouts, ours)).toEqual([]);
    expect(apart(boletos, ours, theirs, world.paid)).toEqual([]);
    expect((await chaos.operator.call('GET', '/ledger/audit')).body.differences).toEqual([]);
    expect(await differencesOf()).toEqual([]);
    expect(waitingIn(days)).toEqual([]);
    expect(await unfinished()).toEqual([]);
    await expectABadDay();
  });

  async function tell(days: readonly Day[]): Promise<void> {
    if (!process.env.GUICHE_CHAOS_COUNT) return;
    const { tally, world, carrier, efi, inter } = chaos;
    const [ofEfi, ofInter] = [await efi.state(), await inter.state()];
    const requests = Object.values(ofInter.requests).reduce((total, count) => total + count, 0);
    const figures = {
      ...{ tally, world: world.tally, files: carrier.tally },
      efi: { requests: ofEfi.seen.length, faults: ofEfi.faults, notices: ofEfi.notices },
      inter: { requests, faults: ofInter.faults, notices: ofInter.notices },
      days: days.map(({ provider, kind, totals }) => [
        `${provider} ${kind}`,
        Object.fromEntries(Object.entries(totals ?? {}).map(([verdict, { count }]) => [verdict, count])),
      ]),
    };
    process.stderr.write(`${JSON.stringify(figures)}\n`);
  }

  /** A quiet run would show nothing. */
  async function expectABadDay(): Promise<void> {
    const { tally, world, carrier } = chaos;
    const [efi, inter] = [await chaos.efi.state(), await chaos.inter.state()];
    expect(tally.kills).toBe(KILLS);
    expect(tally.broken).toBeGreaterThan(0);
    expect(efi.faults['drop after']).toBeGreaterThan(COUNT / 10);
    expect(inter.faults.dropAfterActing).toBeGreaterThan(COUNT / 10);
    expect(efi.faults['fail before'] + efi.faults['fail after']).toBeGreaterThan(COUNT / 20);
    expect(inter.faults.fails).toBeGreaterThan(COUNT / 20);
    expect(efi.notices.lost + efi.notices.failed).toBeGreaterThan(COUNT / 20);
    expect(inter.notices.lost + inter.notices.failed).toBeGreaterThan(COUNT / 20);
    expect(carrier.tally.repeated).toBeGreaterThan(0);
    expect(world.tally.wrongKeys).toBeGreaterThan(0);
    expect([...efi.violations, ...efi.ownViolations]).toEqual([]);
  }
});
