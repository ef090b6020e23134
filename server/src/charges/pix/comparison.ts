import { type Db, statement } from '../../db/pool.ts';
import type { Task } from '../../jobs/loop.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, systemMs } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import type { ReceivedPeriod, ReceivedPix } from '../../providers/provider.ts';
import { isRemote, type RemoteProvider } from '../../providers/rails.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { findCharge, findChargeByReference } from '../find.ts';
import { outcomeOf, refundReference } from '../refunds/outcome.ts';
import { applyPix } from './facts.ts';
import { abandonIntents, deleteIntent, type PixIntent, putBackIntent } from './intents.ts';

/** Each comparison starts this much before the end of the last one: a provider may list payments late. */
const OVERLAP_MS = 10 * MINUTE_MS;
const DAY_EVERY_MS = HOUR_MS;
/** Longest period per request: providers refuse longer ones. */
const WINDOW_MS = DAY_MS;
/** Providers need not keep what is older. */
const MAX_STOP_MS = 90 * DAY_MS;
/** The bank of a payer may take a payment back for this long. */
const REFUND_DAYS = 90;
/** In this time each of those days is compared once. */
const REFUNDS_EVERY_MS = 6 * HOUR_MS;
const REFUND_DAY_EVERY_MS = REFUNDS_EVERY_MS / REFUND_DAYS;
/** After a stop, this many days per comparison more than fall due in its interval: a provider limits requests. */
const MAX_REFUND_DAYS_BEHIND = 4;
/** Longer than one call. The worker renews it after each call, so that the lease of a dead worker ends soon. */
const LEASE = '30 seconds';
const INTENTS_PER_ROUND = 50;
/** A provider that does not remove codes is not kept busy with the others: receipts wait. */
const MAX_FAILED_REMOVALS = 3;

type Comparison = {
  comparedUntil: Date;
  dayComparedAt: Date;
  /** Says which day is compared next for refunds. */
  refundsComparedAt: Date;
};

const takeLease = statement(
  'pix_comparisons.lease',
  `insert into pix_comparisons as c (provider, compared_until, day_compared_at, refunds_compared_at, leased_until)
   values ($1, now() - interval '1 day', to_timestamp(0), to_timestamp(0), now() + interval '${LEASE}')
   on conflict (provider) do update
   set leased_until = now() + interval '${LEASE}'
   where (c.leased_until is null or c.leased_until < now())
   returning compared_until as "comparedUntil", day_compared_at as "dayComparedAt",
     refunds_compared_at as "refundsComparedAt"`,
);

const keepProgress = statement(
  'pix_comparisons.keep',
  `update pix_comparisons
   set compared_until = $2,
       day_compared_at = $3,
       refunds_compared_at = $4,
       leased_until = case when $5 then now() + interval '${LEASE}' end
   where provider = $1`,
);

async function keep(
  db: Db,
  provider: string,
  { comparedUntil, dayComparedAt, refundsComparedAt }: Comparison,
  isGoingOn: boolean,
): Promise<void> {
  await db.query(keepProgress, [provider, comparedUntil, dayComparedAt, refundsComparedAt, isGoingOn]);
}

const firstAccount = statement(
  'pix_comparisons.first_account',
  'select created_at as "createdAt" from accounts order by id limit 1',
);

/** Since when the installation has an account; now when it has none. */
export async function firstAccountAt(db: Db, now: Date): Promise<Date> {
  const [account] = await db.query<{ createdAt: Date }>(firstAccount);
  return new Date(Math.min(account?.createdAt.getTime() ?? now.getTime(), now.getTime()));
}

/** Nothing that was paid before the installation had an account is for it. Clocks may differ by the overlap. */
export async function beginning(db: Db, now: Date): Promise<number> {
  return (await firstAccountAt(db, now)).getTime() - OVERLAP_MS;
}

function idleMsOf({ config }: ChargeDeps): number {
  return config.GUICHE_COMPARE_SECONDS * SECOND_MS;
}

/** Compares what each provider received with our own records, one worker per provider at a time. */
export function comparisonTasks(deps: ChargeDeps): Task[] {
  const idleMs = idleMsOf(deps);
  return deps.rails.pix.filter(isRemote).map((provider) => ({
    name: `what ${provider.name} received`,
    idleMs,
    run: async () => {
      await comparePix(deps, provider);
      return 0;
    },
  }));
}

/**
 * Finds payments whose notice was lost. Compares three periods: since the last comparison; once per hour, the last day;
 * and day by day the last ninety days, for refunds. Times are the provider's, in real time. Returns false when another
 * worker holds the lease or the provider did not answer: the next comparison continues from where this one ended.
 */
export async function comparePix(deps: ChargeDeps, provider: RemoteProvider): Promise<boolean> {
  const [last] = await deps.db.query<Comparison>(takeLease, [provider.name]);
  if (!last) return false;
  const now = new Date(systemMs());
  const progress = { ...last };
  try {
    const beganMs = await beginning(deps.db, now);
    const span = { now, beganMs };
    await clearIntents(deps, provider);
    if (!(await compareSince(deps, provider, progress, span))) return false;
    if (now.getTime() - last.dayComparedAt.getTime() >= DAY_EVERY_MS) {
      const from = new Date(Math.max(now.getTime() - DAY_MS, beganMs));
      const answer = await comparePeriod(deps, provider, { from, until: now, onlyRefunded: false });
      if (answer === 'compared') progress.dayComparedAt = now;
    }
    await compareRefunds(deps, provider, progress, span);
    return true;
  } finally {
    await keep(deps.db, provider.name, progress, false);
  }
}

/** `beganMs`: payments before are not ours. */
type Span = { now: Date; beganMs: number };

/** Window by window: progress is kept when the provider does not answer for a later one. */
async function compareSince(
  deps: ChargeDeps,
  provider: RemoteProvider,
  progress: Comparison,
  { now, beganMs }: Span,
): Promise<boolean> {
  const earliest = Math.max(now.getTime() - MAX_STOP_MS, beganMs);
  let from = Math.max(Math.min(progress.comparedUntil.getTime(), now.getTime()) - OVERLAP_MS, earliest);
  while (from < now.getTime()) {
    const until = new Date(Math.min(from + WINDOW_MS, now.getTime()));
    const period = { from: new Date(from), until, onlyRefunded: false };
    if ((await comparePeriod(deps, provider, period)) !== 'compared') return false;
    progress.comparedUntil = until;
    await keep(deps.db, provider.name, progress, true);
    from = until.getTime();
  }
  return true;
}

/** The days that fell due since the last comparison, after a stop a few at a time. A day that the provider refuses is skipped. */
async function compareRefunds(
  deps: ChargeDeps,
  provider: RemoteProvider,
  progress: Comparison,
  { now, beganMs }: Span,
): Promise<void> {
  const stepOf = (ms: number) => Math.floor(ms / REFUND_DAY_EVERY_MS);
  const lastStep = stepOf(now.getTime());
  const done = Math.max(stepOf(progress.refundsComparedAt.getTime()), lastStep - REFUND_DAYS);
  let left = Math.ceil(idleMsOf(deps) / REFUND_DAY_EVERY_MS) + MAX_REFUND_DAYS_BEHIND;
  for (let step = done + 1; step <= lastStep && left > 0; step += 1) {
    const untilMs = now.getTime() - (step % REFUND_DAYS) * DAY_MS;
    if (untilMs > beganMs) {
      left -= 1;
      const from = new Date(Math.max(untilMs - WINDOW_MS, beganMs));
      const period = { from, until: new Date(untilMs), onlyRefunded: true };
      if ((await comparePeriod(deps, provider, period)) === 'unavailable') return;
    }
    progress.refundsComparedAt = new Date(step * REFUND_DAY_EVERY_MS);
  }
}

async function comparePeriod(
  deps: ChargeDeps,
  provider: RemoteProvider,
  period: Omit<ReceivedPeriod, 'page'>,
): Promise<'compared' | 'refused' | 'unavailable'> {
  let page: number | null = 0;
  while (page !== null) {
    const answer = await provider.remote.receivedPix({ ...period, page });
    if (!answer.ok) {
      const { from, until } = period;
      const facts = { provider: provider.name, from, until, reason: answer.reason };
      deps.log.warn(facts, 'receipts could not be compared');
      return answer.kind;
    }
    await applyReceived(deps, provider, answer.payments);
    await holdLease(deps.db, provider.name);
    page = answer.nextPage;
  }
  return 'compared';
}

/** Reads the charges of a page together and applies only what is new. */
export async function applyReceived(
  deps: ChargeDeps,
  provider: RemoteProvider,
  payments: readonly ReceivedPix[],
): Promise<void> {
  const charges = await Promise.all(
    payments.map(({ txid }) => (txid === null ? null : findChargeByReference(deps, txid))),
  );
  for (const [at, payment] of payments.entries()) {
    const charge = charges[at];
    const isKnown = charge?.paymentReference === payment.endToEndId && payment.refunds.length === 0;
    if (charge && !isKnown) await applyOrLog(deps, provider, charge, payment);
  }
}

/** A payment that cannot be applied must not block the others: it is logged, and the hourly comparison retries it. */
async function applyOrLog(
  deps: ChargeDeps,
  provider: RemoteProvider,
  charge: Charge,
  payment: ReceivedPix,
): Promise<void> {
  try {
    await applyPix(deps, provider, charge, [payment]);
  } catch (error) {
    const { endToEndId, txid } = payment;
    const facts = { provider: provider.name, charge: charge.id, txid, endToEndId };
    deps.log.error({ err: error, ...facts }, 'what a provider received could not be applied');
  }
}

async function holdLease(db: Db, provider: string): Promise<void> {
  await db.query(
    `update pix_comparisons set leased_until = now() + interval '${LEASE}' where provider = $1`,
    [provider],
  );
}

/** Removes codes that may have been issued for requests that never finished. No payer was shown them. */
async function clearIntents(deps: ChargeDeps, provider: RemoteProvider): Promise<void> {
  const intents = await abandonIntents(deps.db, provider.name, INTENTS_PER_ROUND);
  let failed = 0;
  for (const intent of intents) {
    if (failed === MAX_FAILED_REMOVALS) return;
    if (await isCleared(deps, provider, intent)) await deleteIntent(deps.db, intent);
    else {
      failed += 1;
      await putBackIntent(deps.db, intent);
    }
    await holdLease(deps.db, provider.name);
  }
}

async function isCleared(deps: ChargeDeps, provider: RemoteProvider, intent: PixIntent): Promise<boolean> {
  const charge = await findCharge(deps, intent.accountId, intent.chargeId);
  if (charge?.pixTxid === intent.txid) return true;
  const { txid, isDueCharge } = intent;
  const isGone = (await provider.remote.removePix({ txid, isDueCharge })).ok;
  return isGone && giveBackPayments(deps, provider, intent);
}

/** The code was never shown to a payer. If it was paid all the same, the payment is refunded: it has no charge. */
async function giveBackPayments(
  deps: ChargeDeps,
  { name, remote, refund }: RemoteProvider,
  { txid, isDueCharge }: PixIntent,
): Promise<boolean> {
  const found = await remote.findPix({ txid, isDueCharge });
  if (!found.ok) return false;
  const { status, payments = [] } = found.charge ?? {};
  if (status === 'paid' && payments.length === 0) return false;
  for (const { endToEndId, amountCents } of payments) {
    deps.log.error(
      { provider: name, txid, endToEndId },
      'a code that was never shown was paid; the payment is refunded',
    );
    const reference = refundReference(derivedId('unshown', endToEndId));
    const answer = await refund({ reference, paymentReference: endToEndId, amountCents });
    if (outcomeOf(answer).status !== 'succeeded') return false;
  }
  return true;
}

/** Until when the payments of each provider were compared. */
export async function comparedUntil(db: Db): Promise<Map<string, Date>> {
  const rows = await db.query<{ provider: string; until: Date }>(
    'select provider, compared_until as until from pix_comparisons',
  );
  return new Map(rows.map(({ provider, until }) => [provider, until]));
}
