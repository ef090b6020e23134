import { SECOND_MS } from '../../kit/clock.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import { unavailable } from '../http/verdict.ts';
import type { Answer, RefundOutcome, RefundRequest } from '../provider.ts';
import { type Sale, STATUS } from './answers.ts';
import { type Calling, MAY_APPEAR_FOR_MS } from './client.ts';
import { callingSales, cancelAt, findSale, type Sales } from './sales.ts';

/** Cielo takes one cancellation of a payment in five seconds, so that it can tell them apart. */
export const BY_SUM = { apartMs: 5 * SECOND_MS, seenAfterMs: MAY_APPEAR_FOR_MS };

/**
 * Compares what was given back before with what should have been: Cielo knows only the sum of all refunds of a payment. The
 * caller lets refunds of one payment take turns, and says when one must only be looked for.
 */
export async function refund(sales: Sales, request: RefundRequest): Promise<Answer<RefundOutcome>> {
  const { paymentReference: paymentId } = request;
  const call = callingSales(sales);
  const state = await stateOf(sales, call, request);
  if (state !== 'due') return state === 'made' ? succeeded : state;
  if (request.looksOnly) return { ok: true, status: 'pending', reason: 'Cielo does not show it yet' };
  const cancelled = await cancelAt(call, paymentId, request.amountCents);
  switch (cancelled.outcome) {
    case 'done':
      return succeeded;
    case 'unknown':
      return unavailable(cancelled.reason);
    case 'pending':
    case 'later':
      return { ok: true, status: 'pending', reason: cancelled.reason };
    case 'refused': {
      const after = await stateOf(sales, call, request);
      if (after === 'made') return succeeded;
      return after === 'due' ? { ok: true, status: 'failed', reason: cancelled.reason } : after;
    }
  }
}

const succeeded: Answer<RefundOutcome> = { ok: true, status: 'succeeded' };

type State = 'due' | 'made' | Extract<Answer<unknown>, { ok: false }>;

async function stateOf(sales: Sales, call: Calling, request: RefundRequest): Promise<State> {
  const found = await findSale(call, request.paymentReference);
  if (!found.ok) return unavailable(found.reason);
  if (!found.sale) {
    return unavailable(
      'the payment is not found; after three months Cielo shows it no longer, and it is given back on its site',
    );
  }
  const state = compared(found.sale, request);
  if (typeof state === 'string') return state;
  const facts = { provider: sales.config.name, payment: found.sale.paymentId, ...state };
  sales.log.error(facts, 'a refund can not be compared');
  return unavailable(state.reason);
}

/**
 * Cielo's manual does not say whether the sum contains what a capture in part has let go: both readings are taken, and where
 * they contradict each other an operator must look.
 */
function compared(
  sale: Sale,
  { amountCents, earlierCents = ZERO }: Pick<RefundRequest, 'amountCents' | 'earlierCents'>,
): 'due' | 'made' | { reason: string } {
  const sum = givenBack(sale);
  const letGo = cents(sale.amountCents - (sale.capturedCents ?? sale.amountCents));
  const bases = [ZERO, letGo].map((base) => base + earlierCents);
  const isDue = bases.includes(sum);
  const isMade = bases.some((base) => base + amountCents === sum);
  if (isDue && isMade) {
    return { reason: 'what was let go and what is given back are the same amount: look at Cielo' };
  }
  if (isMade) return 'made';
  if (isDue) return 'due';
  const reason =
    sum < earlierCents
      ? 'less was given back at Cielo than is recorded here: a refund was denied'
      : 'another amount was given back at Cielo than is recorded here';
  return { reason };
}

/** Of what is cancelled as a whole, some answers leave out the sum. */
export function givenBack({ status, voidedCents, capturedCents, amountCents }: Sale): Cents {
  const isOver = status === STATUS.voided || status === STATUS.refunded;
  return isOver && voidedCents === ZERO ? (capturedCents ?? amountCents) : voidedCents;
}
