import type { Action, Actor } from '../../audit/record.ts';
import type { Tx } from '../../db/transaction.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Cents, cents, reaisFromCents } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import type { Answer } from '../../write/answer.ts';
import {
  type Decision,
  done,
  type NewEventEffect,
  type NewJobEffect,
  type RowWrite,
  rowWrite,
} from '../../write/effects.ts';
import { type Charge, refundable } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import type { Receivable } from '../receivables/receivable.ts';
import { receivablesOf, savesOf } from '../receivables/store.ts';
import { disputeClaim, undoClaim } from '../rules/claims.ts';
import { lockCharge } from '../store.ts';
import { type Context, saved } from '../transition.ts';
import { answerByOf } from './deadline.ts';
import type { Dispute } from './dispute.ts';
import { endDispute, findDispute, insertDispute, saveAnswer } from './store.ts';

export const DEADLINE_JOB = 'dispute.deadline';
const REMINDED_BEFORE_MS = 2 * DAY_MS;

export type OpenDispute = Pick<Dispute, 'accountId' | 'id' | 'chargeId' | 'kind' | 'reason' | 'provider'> & {
  amountCents: Cents | null;
  /** As the provider says; absent: the usual number of days. */
  answerBy?: Date;
};

/** The bank takes the money at once: reserve first, then available, which may go below zero. */
export async function openDispute(
  deps: ChargeDeps,
  request: OpenDispute,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  const { accountId, chargeId, id } = request;
  if (!isId(chargeId)) throw notFound('Charge');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: async (tx): Promise<OpeningState> => {
        const charge = await lockCharge(tx, accountId, chargeId);
        const earlier = charge && (await findDispute(tx, accountId, id));
        return { charge, earlier, receivables: await receivablesOf(tx, charge) };
      },
      decide: (state) => decideOpening(state, request, context),
    },
    answer,
  );
}

export type OpeningState = {
  charge: Charge | null;
  earlier: Dispute | null;
  receivables: readonly Receivable[];
};

export function decideOpening(
  { charge, earlier, receivables }: OpeningState,
  request: OpenDispute,
  { now }: Context,
): Decision<Dispute> {
  if (!charge) return notFound('Charge');
  if (earlier) return done(earlier);
  const dispute = newDispute(charge, request, now);
  if (dispute instanceof GatewayError) return dispute;
  const { amountCents } = dispute;
  const disputedCents = cents(charge.disputedCents + amountCents);
  const claim = disputeClaim(charge, receivables, amountCents);
  const after = { ...charge, disputedCents, ...claim.set };
  return done(dispute, {
    rows: [...(saved(charge, after).rows ?? []), rowWrite(insertDispute, dispute), ...savesOf(claim.rows)],
    events: [disputeEvent(dispute, 'dispute.opened', now)],
    jobs: deadlineJobs(dispute, now),
    entries: [
      {
        fact: openedFact(dispute.id),
        chargeId: charge.id,
        occurredAt: now,
        postings: claim.postings,
      },
    ],
  });
}

/** Two days before the end the seller is reminded, unless it comes sooner than that. */
function deadlineJobs({ accountId, id, answerBy }: Dispute, now: Date): NewJobEffect[] {
  const runAt = new Date(answerBy.getTime() - REMINDED_BEFORE_MS);
  return runAt > now ? [{ accountId, kind: DEADLINE_JOB, payload: { dispute_id: id }, runAt }] : [];
}

function newDispute(charge: Charge, request: OpenDispute, at: Date): Dispute | GatewayError {
  if (charge.status !== 'RECEIVED')
    return new GatewayError('INVALID_STATE', 'Only a received charge can be disputed');
  const left = refundable(charge);
  const amountCents = request.amountCents ?? left;
  if (left === 0n) return new GatewayError('INVALID_STATE', 'Nothing is left of the charge to dispute');
  if (amountCents > left) return invalidField('amount', 'exceeds what is left of the charge');
  const answerBy = request.answerBy ?? answerByOf(request.kind, at);
  const unanswered = {
    ...{ answer: null, answerDocuments: null, answeredAt: null, answeredBy: null },
    acceptedAt: null,
  };
  return { ...request, amountCents, answerBy, ...unanswered, status: 'open', createdAt: at, closedAt: null };
}

export type CloseDispute = {
  accountId: string;
  id: string;
  outcome: 'won' | 'lost';
  by: Actor;
  /** The provider that decided; null: an operator or the sandbox. */
  provider: string | null;
};

/** Won: the money goes back to where it was taken from. Lost: it leaves the books. */
export async function closeDispute(
  deps: ChargeDeps,
  command: CloseDispute,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  const { accountId, id } = command;
  if (!isId(id)) throw notFound('Dispute');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: (tx) => loadClosing(tx, accountId, id),
      decide: (state) => decideClosing(state, command, context),
    },
    answer,
  );
}

export type ClosingState = {
  charge: Charge | null;
  dispute: Dispute | null;
  taken: readonly Posting[];
  receivables: readonly Receivable[];
};

/** Locks the charge first: the dispute is read for the charge's id, and again under the lock. */
export async function loadClosing(tx: Tx, accountId: string, id: string): Promise<ClosingState> {
  const known = await findDispute(tx, accountId, id);
  if (!known) return { charge: null, dispute: null, taken: [], receivables: [] };
  const charge = await lockCharge(tx, accountId, known.chargeId);
  return {
    charge,
    dispute: await findDispute(tx, accountId, id),
    taken: await postingsOf(tx, [accountId], known.chargeId, openedFact(id)),
    receivables: await receivablesOf(tx, charge),
  };
}

export function decideClosing(
  { charge, dispute, taken, receivables }: ClosingState,
  { outcome, by, provider }: CloseDispute,
  { now }: Context,
): Decision<Dispute> {
  if (!dispute || !charge) return notFound('Dispute');
  if (dispute.provider !== provider)
    return new GatewayError('INVALID_STATE', `The dispute is decided by ${dispute.provider}`);
  if (dispute.status !== 'open') return new GatewayError('INVALID_STATE', 'The dispute is closed already');
  const after: Dispute = { ...dispute, status: outcome, closedAt: now };
  const money = outcome === 'won' ? givenBack({ charge, dispute, taken, receivables }, now) : lost(dispute);
  return done(after, { ...closed(after, money, now), audit: [disputeAction(by, after, 'dispute.closed')] });
}

/** The seller gives the money up: what an operator decides is lost at once, the rest when the provider says so. */
export function decideAccepting(
  { charge, dispute }: ClosingState,
  by: Actor,
  { now }: Context,
): Decision<Dispute> {
  if (!dispute || !charge) return notFound('Dispute');
  const refusal = refusalToAnswer(dispute, now);
  if (refusal) return refusal;
  const accepted: Dispute = { ...dispute, acceptedAt: now };
  const audit = [disputeAction(by, accepted, 'dispute.accepted')];
  if (dispute.provider !== null) return done(accepted, { rows: [rowWrite(saveAnswer, accepted)], audit });
  const after: Dispute = { ...accepted, status: 'lost', closedAt: now };
  const effects = closed(after, lost(dispute), now);
  return done(after, { ...effects, rows: [rowWrite(saveAnswer, accepted), ...effects.rows], audit });
}

/** Null: the seller may still answer. */
export function refusalToAnswer(dispute: Dispute, now: Date): GatewayError | null {
  const refused = (why: string) => new GatewayError('INVALID_STATE', `The dispute ${why}`);
  if (dispute.status !== 'open') return refused('is closed already');
  if (dispute.acceptedAt) return refused('was accepted already');
  if (dispute.answeredAt) return refused('was answered already');
  if (now > dispute.answerBy) return refused(`could be answered until ${dispute.answerBy.toISOString()}`);
  return null;
}

function closed(after: Dispute, money: Money, at: Date) {
  const { id, chargeId } = after;
  return {
    rows: [...money.rows, rowWrite(endDispute, after)],
    events: [disputeEvent(after, 'dispute.closed', at)],
    entries: [{ fact: `dispute:${id}:closed`, chargeId, occurredAt: at, postings: money.postings }],
  };
}

type KnownDispute = ClosingState & { charge: Charge; dispute: Dispute };
type Money = { rows: readonly RowWrite[]; postings: Posting[] };

function givenBack({ charge, dispute, taken, receivables }: KnownDispute, at: Date): Money {
  const undone = undoClaim(charge, receivables, taken, at);
  const disputedCents = cents(charge.disputedCents - dispute.amountCents);
  const after = { ...charge, disputedCents, ...undone.set };
  return {
    rows: [...(saved(charge, after).rows ?? []), ...savesOf(undone.rows)],
    postings: undone.postings,
  };
}

function lost({ accountId, amountCents }: Dispute): Money {
  const posting: Posting = {
    accountId,
    from: 'disputes',
    to: 'external',
    amountCents,
    category: 'chargeback',
  };
  return { rows: [], postings: [posting] };
}

export function disputeAction(actor: Actor, dispute: Dispute, action: string): Action {
  const { accountId, id, chargeId, amountCents, status } = dispute;
  const isClosing = action === 'dispute.closed';
  const details = {
    charge_id: chargeId,
    amount: reaisFromCents(amountCents),
    ...(isClosing && { outcome: status }),
  };
  return { actor, accountId, action, target: { kind: 'dispute', id }, details };
}

function openedFact(disputeId: string): string {
  return `dispute:${disputeId}:opened`;
}

function disputeEvent(dispute: Dispute, type: 'dispute.opened' | 'dispute.closed', at: Date): NewEventEffect {
  const isClosing = type === 'dispute.closed';
  return {
    accountId: dispute.accountId,
    type,
    disputeId: dispute.id,
    sequence: isClosing ? 2 : 1,
    audience: 'owner',
    status: dispute.status,
    previousStatus: isClosing ? 'open' : null,
    data: {
      dispute_id: dispute.id,
      charge_id: dispute.chargeId,
      kind: dispute.kind,
      amount: reaisFromCents(dispute.amountCents),
      status: dispute.status,
      reason: dispute.reason,
      answer_by: dispute.answerBy.toISOString(),
    },
    createdAt: at,
  };
}
