import { addDays, type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import type { Db } from '../../db/pool.ts';
import type { Task } from '../../jobs/loop.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import type { BoletoPayment } from '../../providers/boleto.ts';
import { type BankOfBoletos, isBank } from '../../providers/rails.ts';
import type { Charge } from '../charge.ts';
import { readDueDays } from '../day-rounds.ts';
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
const MAX_PAGES = 1_000;

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
 * Finds payments whose notice was lost: day by day the last ten, each once per hour. False: another worker compares, or
 * the bank did not answer.
 */
export async function compareBoletos(deps: ChargeDeps, provider: BankOfBoletos): Promise<boolean> {
  const now = deps.clock.now();
  const today = civilDateOf(now);
  const firstDay = civilDateOf(new Date(await beginning(deps.db, now)));
  const dayOf = (step: number) => {
    const day = addDays(today, -step);
    return day >= firstDay ? day : null;
  };
  return readDueDays(
    deps.db,
    provider.name,
    { table: 'boleto_comparisons', steps: DAYS, stepMs: STEP_MS, dayOf },
    { now, intervalMs: deps.config.GUICHE_COMPARE_SECONDS * SECOND_MS },
    (day, renew) => compareDay(deps, provider, day, renew),
  );
}

async function compareDay(
  deps: ChargeDeps,
  provider: BankOfBoletos,
  day: CivilDate,
  renew: () => Promise<unknown>,
): Promise<boolean> {
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
    await renew();
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

/** When the payments at each bank were compared last. */
export async function boletosComparedAt(db: Db): Promise<Map<string, Date>> {
  const rows = await db.query<{ provider: string; at: Date }>(
    'select provider, compared_at as at from boleto_comparisons',
  );
  return new Map(rows.map(({ provider, at }) => [provider, at]));
}
