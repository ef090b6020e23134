import { type Actor, systemActor } from '../../audit/record.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Cents, reaisFromCents } from '../../kit/money.ts';
import type { Rails } from '../../providers/rails.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import { type Charge, refundable } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { askPayer } from '../payer-refunds/decide.ts';
import type { Receivable } from '../receivables/receivable.ts';
import { receivablesOf, savesOf } from '../receivables/store.ts';
import { type Claim, refundClaim } from '../rules/claims.ts';
import type { SplitPart } from '../rules/split.ts';
import { lockCharge } from '../store.ts';
import { type Context, saved } from '../transition.ts';
import { confirmed, withRefundHeld } from './outcome.ts';
import { type GivenBack, loadGivenBack, partsTakenBack } from './split-reversal.ts';
import { findRefund, insertRefund, type Refund } from './store.ts';
import { type WayBack, wayBack } from './way-back.ts';

export type RefundRequest = {
  accountId: string;
  id: string;
  chargeId: string;
  /** Null: the rest of the charge. */
  amountCents: Cents | null;
  reason: string | null;
  reverseSplit: boolean;
};

export type RefundState = {
  charge: Charge | null;
  earlier: Refund | null;
  given: GivenBack;
  receivables: readonly Receivable[];
};

/**
 * Takes the money from the seller and records the refund in one transaction. If the provider refunds immediately, the
 * outcome is recorded in the same one. Otherwise the money is held, a job calls the provider until it has confirmed or
 * refused, and only then is the charge refunded.
 */
export async function refundCharge(
  deps: ChargeDeps,
  request: RefundRequest,
  by: Actor = systemActor(request.accountId),
  answer?: Answer<Refund>,
): Promise<Refund> {
  const { accountId, chargeId, id } = request;
  if (!isId(chargeId)) throw notFound('Charge');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: async (tx): Promise<RefundState> => {
        const charge = await lockCharge(tx, accountId, chargeId);
        const earlier = charge && (await findRefund(tx, accountId, id));
        const given = await loadGivenBack(tx, charge, request);
        return { charge, earlier, given, receivables: await receivablesOf(tx, charge) };
      },
      decide: (state) => decideRefund(state, request, by, context),
      ifBalanceTooLow: (_, shortAccountId) => balanceTooLow(accountId, shortAccountId),
    },
    answer,
  );
}

export function decideRefund(
  { charge, earlier, given, receivables }: RefundState,
  request: RefundRequest,
  by: Actor,
  context: Context,
): Decision<Refund> {
  if (!charge) return notFound('Charge');
  if (earlier) return done(earlier);
  const refund = newRefund(charge, request, context.now);
  if (refund instanceof GatewayError) return refund;
  const takenBack = partsTakenBack(charge, refund, given);
  const claim = refundClaim(charge, receivables, refund.amountCents, takenBack);
  const held = withRefundHeld(charge, refund.amountCents, claim);
  const requested = requestEffects(refund, claim, takenBack, by);
  const way = wayBackOf(context.rails, charge);
  if (way.by === 'payer') {
    const asking: Refund = { ...refund, asksPayer: true };
    const rows = { rows: [rowWrite(insertRefund, asking)] };
    const asked = askPayer({ ...asking, kind: 'refund' }, context.now);
    return done(asking, together([requested, saved(charge, held), rows, asked]));
  }
  if (way.by === 'provider' && way.refunder.refundsAtOnce) {
    const { after, effects } = confirmed({ before: charge, held }, refund, context);
    return done(after, together([requested, effects, { rows: [rowWrite(insertRefund, after)] }]));
  }
  const jobs = [
    { accountId: refund.accountId, id: refund.id, kind: 'refund.send', payload: {}, runAt: context.now },
  ];
  return done(
    refund,
    together([requested, saved(charge, held), { rows: [rowWrite(insertRefund, refund)], jobs }]),
  );
}

function wayBackOf(
  rails: Rails,
  { paymentProvider: provider, billingType, paymentReference }: Charge,
): WayBack {
  return wayBack(rails, { provider, method: billingType, reference: paymentReference ?? '' });
}

function newRefund(charge: Charge, request: RefundRequest, at: Date): Refund | GatewayError {
  if (charge.status !== 'RECEIVED') return new GatewayError('CHARGE_NOT_REFUNDABLE');
  const left = refundable(charge);
  const amountCents = request.amountCents ?? left;
  if (left === 0n) return new GatewayError('REFUND_EXCEEDS_VALUE', 'Nothing is left of the charge to refund');
  if (amountCents > left) {
    return new GatewayError('REFUND_EXCEEDS_VALUE', undefined, {
      amount: 'exceeds what is left of the charge',
    });
  }
  return { ...request, amountCents, status: 'pending', failure: null, createdAt: at };
}

/** The posting that takes the seller's money comes before the outcome. */
function requestEffects(
  refund: Refund,
  claim: Claim,
  takenBack: readonly SplitPart[],
  actor: Actor,
): Effects {
  const { accountId, id, chargeId, reason, reverseSplit } = refund;
  const amount = reaisFromCents(refund.amountCents);
  const details = { charge_id: chargeId, amount, reason, ...(reverseSplit && { reverse_split: true }) };
  return {
    rows: savesOf(claim.rows),
    audit: [{ actor, accountId, action: 'refund.requested', target: { kind: 'refund', id }, details }],
    entries: [
      {
        fact: `refund:${id}`,
        chargeId,
        occurredAt: refund.createdAt,
        postings: claim.postings,
        mustCover: [accountId, ...takenBack.map((part) => part.recipientId)],
        mayNet: true,
      },
    ],
  };
}

function balanceTooLow(ownerId: string, accountId: string): GatewayError {
  if (accountId === ownerId) return new GatewayError('INSUFFICIENT_BALANCE');
  const message = `recipient ${accountId} does not have its part any more; without it the owner pays all`;
  return new GatewayError('INSUFFICIENT_BALANCE', `reverse_split: ${message}`, { reverse_split: message });
}
