import { over, raised } from '../../alerts/alert.ts';
import { systemActor } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, cents, reaisFromCents } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import type { Answer, RefundOutcome } from '../../providers/provider.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import { type BillingType, type Charge, refundable } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import type { Receivable } from '../receivables/receivable.ts';
import { receivablesOf, savesOf } from '../receivables/store.ts';
import { type Claim, refundClaim, undoClaim } from '../rules/claims.ts';
import { lockCharge } from '../store.ts';
import { type Context, changed } from '../transition.ts';
import { type GivenBack, loadGivenBack, partsTakenBack } from './split-reversal.ts';
import { endRefund, findRefund, type Refund } from './store.ts';
import { type Turn, takeTurn } from './turns.ts';
import { wayBack } from './way-back.ts';

/** `before`: the charge as stored; `held`: the same with the amount of the refund held. */
type HeldCharge = { before: Charge; held: Charge };

export function withRefundHeld(charge: Charge, amountCents: Cents, { set }: Claim): Charge {
  return { ...charge, refundingCents: cents(charge.refundingCents + amountCents), ...set };
}

/** The payer has the money: it leaves the ledger, and the charge shows it. */
export function confirmed(
  { before, held }: HeldCharge,
  refund: Refund,
  context: Context,
): { after: Refund; effects: Effects } {
  const { accountId, id, chargeId, amountCents } = refund;
  const isAll = refundable(held) === 0n && held.disputedCents === 0n;
  const isLast = held.refundingCents === amountCents;
  const { effects } = changed(
    {
      charge: before,
      to: isAll && isLast ? 'REFUNDED' : 'RECEIVED',
      event: 'charge.refunded',
      set: {
        refundedCents: cents(held.refundedCents + amountCents),
        refundingCents: cents(held.refundingCents - amountCents),
        reserveHeldCents: held.reserveHeldCents,
        dueAt: held.dueAt,
      },
    },
    context,
  );
  const postings: Posting[] = [
    { accountId, from: 'refunds', to: 'external', amountCents, category: 'refund' },
  ];
  const entries = [{ fact: `refund:${id}:settled`, chargeId, occurredAt: context.now, postings }];
  return { after: { ...refund, status: 'succeeded', failure: null }, effects: { ...effects, entries } };
}

export type OutcomeState = {
  charge: Charge | null;
  refund: Refund | null;
  /** The postings that took the money for the refund, of every account. */
  taken: readonly Posting[];
  given: GivenBack;
  receivables: readonly Receivable[];
};

type KnownRefund = OutcomeState & { charge: Charge; refund: Refund };

/** `does not fit`: the provider refunded more than our ledger has left of the charge; an operator must check. */
export type Conclusion = 'done' | 'does not fit';

/** Records the outcome of a refund, from an answer or from a comparison. Safe to repeat. */
export function decideRefundOutcome(
  state: OutcomeState,
  outcome: RefundOutcome,
  context: Context,
): Decision<Conclusion> {
  const { charge, refund } = state;
  assert(charge && refund, 'a refund belongs to a charge');
  const isKnown = refund.status === 'succeeded' || refund.status === outcome.status;
  if (outcome.status === 'pending' || isKnown) return done('done');
  if (outcome.status === 'failed') {
    const reason = outcome.reason ?? 'the provider could not give it back';
    return done('done', failed({ ...state, charge, refund }, reason, context));
  }
  const again = refund.status === 'failed' ? takenAgain({ ...state, charge, refund }, context) : null;
  const source = `refund_made_after_failure:${refund.id}`;
  if (refund.status === 'failed' && !again) {
    const { accountId, chargeId, amountCents } = refund;
    const alert = raised({
      ...{ kind: 'refund_made_after_failure', source, accountId, chargeId, amountCents, at: context.now },
      provider: charge.paymentProvider,
    });
    return done('does not fit', { rows: [alert] });
  }
  const held = again?.held ?? charge;
  const { after, effects } = confirmed({ before: charge, held }, refund, context);
  const fits = again ? [...again.rows, over(source, context.now)] : [];
  const ended = { rows: [rowWrite(endRefund, { before: refund, after }), ...fits] };
  return done('done', together([{ entries: again?.entries ?? [] }, effects, ended]));
}

/** The refund failed: exactly what was taken for it goes back to the accounts it was taken from. */
function failed(
  { charge, refund, taken, receivables }: KnownRefund,
  reason: string,
  context: Context,
): Effects {
  const { accountId, id, chargeId, amountCents } = refund;
  const undone = undoClaim(charge, receivables, taken, context.now);
  const set = { refundingCents: cents(charge.refundingCents - amountCents), ...undone.set };
  const { effects } = changed(
    { charge, to: charge.status, event: 'payment.refund_failed', set, cause: reason },
    context,
  );
  const after: Refund = { ...refund, status: 'failed', failure: reason };
  return together([
    effects,
    {
      rows: [rowWrite(endRefund, { before: refund, after }), ...savesOf(undone.rows)],
      entries: [
        { fact: `refund:${id}:failed`, chargeId, occurredAt: context.now, postings: undone.postings },
      ],
      audit: [
        {
          actor: systemActor(accountId),
          accountId,
          action: 'refund.failed',
          target: { kind: 'refund', id },
          details: { charge_id: chargeId, amount: reaisFromCents(amountCents), reason },
        },
      ],
    },
  ]);
}

/**
 * A refund recorded as failed that the provider made after all: the provider is right, even if the seller has spent the
 * money since. Null: our ledger has less than that left of the charge; a refund or dispute that holds it may end.
 */
function takenAgain({ charge, refund, given, receivables }: KnownRefund, { now }: Context) {
  const { id, amountCents } = refund;
  if (charge.status !== 'RECEIVED' || refundable(charge) < amountCents) return null;
  const takenBack = partsTakenBack(charge, refund, given);
  const again = refundClaim(charge, receivables, amountCents, takenBack);
  return {
    held: withRefundHeld(charge, amountCents, again),
    rows: savesOf(again.rows),
    entries: [{ fact: `refund:${id}:again`, chargeId: charge.id, occurredAt: now, postings: again.postings }],
  };
}

type RefundKey = Pick<Refund, 'accountId' | 'chargeId' | 'id'>;

export async function concludeRefund(
  deps: ChargeDeps,
  key: RefundKey,
  outcome: RefundOutcome,
): Promise<void> {
  if (outcome.status === 'pending') return;
  const context = { now: deps.clock.now(), rails: deps.rails };
  const conclusion = await deps.writer.commit({
    load: (tx) => loadOutcome(tx, key),
    decide: (state) => decideRefundOutcome(state, outcome, context),
  });
  if (conclusion === 'does not fit') {
    const { chargeId, id } = key;
    deps.log.error(
      { charge: chargeId, refund: id },
      'a refund recorded as failed was made; the ledger has too little left of the charge',
    );
  }
}

async function loadOutcome(tx: Tx, { accountId, chargeId, id }: RefundKey): Promise<OutcomeState> {
  const charge = await lockCharge(tx, accountId, chargeId);
  const refund = await findRefund(tx, accountId, id);
  const accounts = [accountId, ...(charge?.split ?? []).map((item) => item.recipientId)];
  return {
    charge,
    refund,
    taken: await postingsOf(tx, accounts, chargeId, `refund:${id}`),
    given: await loadGivenBack(tx, charge, refund),
    receivables: await receivablesOf(tx, charge),
  };
}

/** The reference of a refund at a provider: letters and digits only. */
export function refundReference(id: string): string {
  return id.replaceAll('-', '');
}

/** Requests the refund from the provider that received the payment, keyed by its id, until the outcome is known. */
export async function sendRefund(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const [row] = await deps.db.query<RefundToSend>(
    `select r.account_id as "accountId", r.id, r.charge_id as "chargeId", r.amount_cents as "amountCents", r.status,
       c.payment_reference as "paymentReference", c.payment_provider as "paymentProvider", c.billing_type as "billingType"
     from refunds r
     join charges c on c.account_id = r.account_id and c.id = r.charge_id
     where r.account_id = $1
       and r.id = $2`,
    [job.account_id, job.id],
  );
  if (row?.status !== 'pending') return { done: true };
  const { paymentProvider: provider, billingType: method, paymentReference: reference } = row;
  const way = wayBack(deps.rails, { provider, method, reference });
  if (way.by !== 'provider') return { done: false, reason: `no provider named ${provider} gives it back` };
  const { refunder } = way;
  const turn: Turn = refunder.refundsBySum
    ? await takeTurn(deps, row, refunder.refundsBySum)
    : { ok: true, inTurn: {} };
  if (!turn.ok) return { done: false, reason: turn.reason };
  const outcome = outcomeOf(
    await refunder.refund({
      reference: refundReference(row.id),
      paymentReference: row.paymentReference,
      amountCents: row.amountCents,
      ...turn.inTurn,
    }),
  );
  if (outcome.status === 'pending') return { done: false, reason: outcome.reason ?? 'the refund is pending' };
  await concludeRefund(deps, row, outcome);
  return { done: true };
}

type RefundToSend = Pick<Refund, 'accountId' | 'id' | 'chargeId' | 'amountCents' | 'status'> & {
  paymentReference: string;
  paymentProvider: string | null;
  billingType: BillingType;
};

/** Without an answer the refund is pending: the provider is asked again with the same reference. */
export function outcomeOf(answer: Answer<RefundOutcome>): RefundOutcome {
  if (answer.ok) return answer;
  return { status: answer.kind === 'refused' ? 'failed' : 'pending', reason: answer.reason };
}
