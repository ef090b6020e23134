import { type Db, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { Task } from '../jobs/loop.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, systemMs } from '../kit/clock.ts';
import { derivedId } from '../kit/ids.ts';
import type { ReceivedPeriod, ReceivedPix } from '../providers/provider.ts';
import { isRemote, type RemoteProvider } from '../providers/rails.ts';
import { findCharge, findChargeByReference } from './find.ts';
import { applyPix } from './pix-facts.ts';
import { abandonIntents, forgetIntent, type PixIntent } from './pix-intents.ts';
import { outcomeOf, refundReference } from './refund-outcome.ts';

/** How far back each look goes again: a provider may be late with what it lists. */
const OVERLAP_MS = 10 * MINUTE_MS;
const DAY_EVERY_MS = HOUR_MS;
const REFUNDS_EVERY_MS = 6 * HOUR_MS;
/** The bank of a payer may take a payment back for this long. */
const REFUNDS_BACK_MS = 90 * DAY_MS;
/** Longer than one call; whoever compares renews it after each, so that a dead worker's is soon over. */
const LEASE = '30 seconds';
const INTENTS_A_ROUND = 50;

type Comparison = { comparedUntil: Date; dayComparedAt: Date; refundsComparedAt: Date };

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

const giveBack = statement(
  'pix_comparisons.give_back',
  `update pix_comparisons
   set compared_until = $2,
       day_compared_at = $3,
       refunds_compared_at = $4,
       leased_until = null
   where provider = $1`,
);

/** What providers received is compared with what we know, each by one worker at a time. */
export function comparisonTasks(deps: Deps): Task[] {
  const idleMs = deps.config.GUICHE_COMPARE_SECONDS * SECOND_MS;
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
 * A notice may be lost; the provider's books are not. Three looks: what came since the last one, once an hour the whole
 * last day, and now and then every payment of ninety days that was taken back. Times are real ones, the provider's.
 * Returns false when another worker is at it, or the provider did not answer: the next look begins where this one did.
 */
export async function comparePix(deps: Deps, provider: RemoteProvider): Promise<boolean> {
  const [last] = await deps.db.query<Comparison>(takeLease, [provider.name]);
  if (!last) return false;
  const now = new Date(systemMs());
  const next = { ...last };
  try {
    await clearIntents(deps, provider);
    const since = new Date(Math.min(last.comparedUntil.getTime(), now.getTime()) - OVERLAP_MS);
    if (!(await comparePeriod(deps, provider, { from: since, until: now, onlyRefunded: false })))
      return false;
    next.comparedUntil = now;
    if (isOlder(last.dayComparedAt, now, DAY_EVERY_MS)) {
      const from = new Date(now.getTime() - DAY_MS);
      if (await comparePeriod(deps, provider, { from, until: now, onlyRefunded: false }))
        next.dayComparedAt = now;
    }
    if (isOlder(last.refundsComparedAt, now, REFUNDS_EVERY_MS)) {
      const from = new Date(now.getTime() - REFUNDS_BACK_MS);
      if (await comparePeriod(deps, provider, { from, until: now, onlyRefunded: true }))
        next.refundsComparedAt = now;
    }
    return true;
  } finally {
    const { comparedUntil, dayComparedAt, refundsComparedAt } = next;
    await deps.db.query(giveBack, [provider.name, comparedUntil, dayComparedAt, refundsComparedAt]);
  }
}

function isOlder(than: Date, now: Date, ms: number): boolean {
  return now.getTime() - than.getTime() >= ms;
}

async function comparePeriod(
  deps: Deps,
  provider: RemoteProvider,
  period: Omit<ReceivedPeriod, 'page'>,
): Promise<boolean> {
  let page: number | null = 0;
  while (page !== null) {
    const answer = await provider.remote.receivedPix({ ...period, page });
    if (!answer.ok) {
      deps.log.warn({ provider: provider.name, reason: answer.reason }, 'receipts could not be compared');
      return false;
    }
    await applyReceived(deps, provider, answer.payments);
    await holdLease(deps.db, provider.name);
    page = answer.nextPage;
  }
  return true;
}

/** Charges of a page are read together; only what is news to one of them is applied. */
async function applyReceived(
  deps: Deps,
  provider: RemoteProvider,
  payments: readonly ReceivedPix[],
): Promise<void> {
  const charges = await Promise.all(
    payments.map(({ txid }) => (txid === null ? null : findChargeByReference(deps.db, txid))),
  );
  for (const [at, payment] of payments.entries()) {
    const charge = charges[at];
    const isKnown = charge?.paymentReference === payment.endToEndId && payment.refunds.length === 0;
    if (charge && !isKnown) await applyPix(deps, provider, charge, [payment]);
  }
}

async function holdLease(db: Db, provider: string): Promise<void> {
  await db.query(
    `update pix_comparisons set leased_until = now() + interval '${LEASE}' where provider = $1`,
    [provider],
  );
}

/** Codes that may have been made for requests nobody came back for. No payer ever saw them. */
async function clearIntents(deps: Deps, provider: RemoteProvider): Promise<void> {
  const intents = await abandonIntents(deps.db, provider.name, INTENTS_A_ROUND);
  for (const intent of intents) {
    await clearIntent(deps, provider, intent);
    await holdLease(deps.db, provider.name);
  }
}

async function clearIntent(deps: Deps, provider: RemoteProvider, intent: PixIntent): Promise<void> {
  const charge = await findCharge(deps.db, intent.accountId, intent.chargeId);
  const isInUse = charge?.pixTxid === intent.txid;
  const { txid, isDueCharge } = intent;
  const isGone = isInUse || (await provider.remote.removePix({ txid, isDueCharge })).ok;
  if (isGone && (isInUse || (await giveBackPayments(deps, provider, intent)))) {
    await forgetIntent(deps.db, intent);
  }
}

/** Nobody was shown the code; should somebody have paid it all the same, it is nobody's sale and goes back. */
async function giveBackPayments(
  deps: Deps,
  { name, remote, refund }: RemoteProvider,
  { txid, isDueCharge }: PixIntent,
): Promise<boolean> {
  const found = await remote.findPix({ txid, isDueCharge });
  if (!found.ok) return false;
  for (const { endToEndId, amountCents } of found.charge?.payments ?? []) {
    deps.log.error(
      { provider: name, txid, endToEndId },
      'a code that nobody was shown was paid; it goes back',
    );
    const reference = refundReference(derivedId('unshown', endToEndId));
    const answer = await refund({ reference, paymentReference: endToEndId, amountCents });
    if (outcomeOf(answer).status !== 'succeeded') return false;
  }
  return true;
}

/** How far each provider's receipts were compared. */
export async function comparedUntil(db: Db): Promise<Map<string, Date>> {
  const rows = await db.query<{ provider: string; until: Date }>(
    'select provider, compared_until as until from pix_comparisons',
  );
  return new Map(rows.map(({ provider, until }) => [provider, until]));
}
