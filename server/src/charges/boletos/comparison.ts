import { addDays, type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Task } from '../../jobs/loop.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import type { BoletoPayment } from '../../providers/boleto.ts';
import { type BankOfBoletos, isBank } from '../../providers/rails.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { findChargeByReference } from '../find.ts';
import { beginning } from '../pix/comparison.ts';
import { bankOf, referenceAtBank } from './at-bank.ts';
import { receiveBoleto } from './facts.ts';

/** Banks report what was paid a banking day later, and correct themselves within days. */
const DAYS = 10;
/** Each of those days is compared once in this time, one after the other: a bank limits requests. */
const ROUND_MS = 60 * MINUTE_MS;
const STEP_MS = ROUND_MS / DAYS;
/** After a stop, this many days per comparison more than fall due in its interval. */
const MAX_BEHIND = 2;
/** Longer than one call; renewed after each. The lease of a dead worker ends soon. */
const LEASE = '30 seconds';
const MAX_PAGES = 1_000;

const takeLease = statement(
  'boleto_comparisons.lease',
  `insert into boleto_comparisons as c (provider, compared_at, days_compared_at, leased_until)
   values ($1, to_timestamp(0), to_timestamp(0), now() + interval '${LEASE}')
   on conflict (provider) do update
   set leased_until = now() + interval '${LEASE}'
   where (c.leased_until is null or c.leased_until < now())
   returning days_compared_at as "daysComparedAt"`,
);
const keepProgress = statement(
  'boleto_comparisons.keep',
  `update boleto_comparisons
   set days_compared_at = $2,
       compared_at = greatest(compared_at, $3),
       leased_until = case when $4 then now() + interval '${LEASE}' end
   where provider = $1`,
);

/** Compares what each bank was paid for boletos with our own records, one worker per bank at a time. */
export function boletoComparisonTasks(deps: ChargeDeps): Task[] {
  const idleMs = deps.config.GUICHE_COMPARE_SECONDS * SECOND_MS;
  return deps.rails.boleto.filter(isBank).map((provider) => ({
    name: `boletos paid at ${provider.name}`,
    idleMs,
    run: async () => {
      await compareBoletos(deps, provider);
      return 0;
    },
  }));
}

/**
 * Finds payments whose notice was lost: day by day the last ten, each once per hour. False: another worker holds the lease
 * or the bank did not answer; the next comparison goes on with the same day.
 */
export async function compareBoletos(deps: ChargeDeps, provider: BankOfBoletos): Promise<boolean> {
  const [last] = await deps.db.query<{ daysComparedAt: Date }>(takeLease, [provider.name]);
  if (!last) return false;
  const now = deps.clock.now();
  let { daysComparedAt } = last;
  let comparedAt = new Date(0);
  try {
    const firstDay = civilDateOf(new Date(await beginning(deps.db, now)));
    for (const step of dueSteps(daysComparedAt, now, deps.config.GUICHE_COMPARE_SECONDS * SECOND_MS)) {
      const day = addDays(civilDateOf(now), -(step % DAYS));
      if (day >= firstDay && !(await compareDay(deps, provider, day))) return false;
      daysComparedAt = new Date(step * STEP_MS);
      comparedAt = now;
    }
    return true;
  } finally {
    await deps.db.query(keepProgress, [provider.name, daysComparedAt, comparedAt, false]);
  }
}

/** The numbers of the days that fell due since, the latest of them after a long stop: each stands for one of the last ten. */
function dueSteps(comparedAt: Date, now: Date, intervalMs: number): number[] {
  const stepOf = (at: Date) => Math.floor(at.getTime() / STEP_MS);
  const last = stepOf(now);
  // A sandbox's clock may have been moved back.
  const first = Math.max(Math.min(stepOf(comparedAt), last) + 1, last - DAYS + 1);
  const most = Math.ceil(intervalMs / STEP_MS) + MAX_BEHIND;
  return Array.from({ length: Math.min(last - first + 1, most) }, (_, index) => first + index);
}

async function compareDay(deps: ChargeDeps, provider: BankOfBoletos, day: CivilDate): Promise<boolean> {
  let page: number | null = 0;
  for (let read = 0; page !== null && read < MAX_PAGES; read += 1) {
    const answer: Awaited<ReturnType<BankOfBoletos['remote']['paidBoletos']>> =
      await provider.remote.paidBoletos({ from: day, until: day, page });
    if (!answer.ok) {
      deps.log.warn(
        { provider: provider.name, day, reason: answer.reason },
        'paid boletos could not be compared',
      );
      // A day that the bank refuses is passed over.
      return answer.kind === 'refused';
    }
    for (const payment of answer.payments) await receiveOrLog(deps, provider.name, payment);
    await holdLease(deps.db, provider.name);
    page = answer.nextPage;
  }
  return true;
}

/** A payment that cannot be applied must not block the others: it is logged, and found again within the hour. */
export async function receiveOrLog(
  deps: ChargeDeps,
  provider: string,
  payment: BoletoPayment,
): Promise<void> {
  const { paymentReference, reference, bankReference, ourNumber } = payment;
  const facts = { provider, paymentReference, reference, bankReference, ourNumber };
  try {
    const charge = await chargeOfPayment(deps, provider, payment);
    if (charge) await receiveBoleto(deps, provider, charge, payment);
    else deps.log.warn(facts, 'a bank was paid for a boleto that is not known here');
  } catch (error) {
    deps.log.error({ err: error, ...facts }, 'what a bank was paid could not be applied');
  }
}

/** The charge by whichever name the bank tells; null: none of this bank's. */
export async function chargeOfPayment(
  deps: ChargeDeps,
  provider: string,
  payment: Pick<BoletoPayment, 'reference' | 'bankReference' | 'ourNumber'>,
): Promise<Charge | null> {
  const { reference, bankReference, ourNumber } = payment;
  const names = [
    reference,
    ...[bankReference, ourNumber].map((each) => each && referenceAtBank(provider, each)),
  ];
  for (const name of names) {
    const charge = name ? await findChargeByReference(deps, name) : null;
    if (charge && bankOf(charge)?.provider === provider) return charge;
  }
  return null;
}

async function holdLease(db: Db, provider: string): Promise<void> {
  await db.query(
    `update boleto_comparisons set leased_until = now() + interval '${LEASE}' where provider = $1`,
    [provider],
  );
}

/** When the payments at each bank were compared last. */
export async function boletosComparedAt(db: Db): Promise<Map<string, Date>> {
  const rows = await db.query<{ provider: string; at: Date }>(
    'select provider, compared_at as at from boleto_comparisons',
  );
  return new Map(rows.map(({ provider, at }) => [provider, at]));
}
