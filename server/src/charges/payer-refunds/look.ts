import { raised } from '../../alerts/alert.ts';
import { LOOK_AFTER_DAYS } from '../../balance/payouts/outcome.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { maskedText } from '../../kit/masked-text.ts';
import { type Cents, cents, sum } from '../../kit/money.ts';
import type { PayoutAtBank } from '../../providers/payout.ts';
import { done, type Effects } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { lookJob } from './decide.ts';
import { findPayerRefund, type PayerRefund, payoutReference } from './store.ts';

/** The bank does not answer: after this the later looks go on. */
const MAX_LOOKS = 12;

/**
 * Reads at the bank whether the Pix to a payer came back. The refund stays done, because the money has left the seller's
 * books: an operator pays it in another way.
 */
export async function lookAtPayerRefund(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { id, step } = job.payload as { id: string; step: number };
  const refund = await findPayerRefund(deps.db, job.account_id, id);
  assert(refund, 'a refund that is looked at was recorded');
  const remote = deps.rails.payout.find(({ name }) => name === refund.provider)?.remote;
  if (!remote) return { done: true };
  const found = await remote.findPayout({ reference: payoutReference(refund), bankReference: null });
  if (!found.ok && job.attempts < MAX_LOOKS) return { done: false, reason: found.reason };
  const now = deps.clock.now();
  const effects: Effects = {
    rows: found.ok && found.payout ? alertsOf(refund, found.payout, now) : [],
    jobs: nextLook(refund, step, now),
  };
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, effects) });
  return { done: true };
}

function nextLook(refund: PayerRefund, step: number, now: Date) {
  const [days, next] = LOOK_AFTER_DAYS.slice(step, step + 2);
  if (days === undefined || next === undefined) return [];
  return [lookJob(refund, step + 1, new Date(now.getTime() + (next - days) * DAY_MS))];
}

/** One for each amount that has come back: a second part is another fact. */
function alertsOf(refund: PayerRefund, { state, returns, reason }: PayoutAtBank, at: Date) {
  const { accountId, id, chargeId, provider } = refund;
  const back: Cents =
    state === 'failed' ? refund.amountCents : cents(sum(returns.map(({ amountCents }) => amountCents)));
  if (back === 0n) return [];
  const detail = reason ?? returns.at(-1)?.reason ?? null;
  return [
    raised({
      ...{ kind: 'payer_refund_returned', source: `payer_refund_returned:${id}:${back}` },
      ...{ accountId, chargeId, provider, amountCents: back, at, detail: detail && maskedText(detail) },
    }),
  ];
}
