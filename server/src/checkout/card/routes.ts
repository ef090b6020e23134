import type { FastifyReply } from 'fastify';
import { type CardAttempt, findAttempt, latestAttempt } from '../../charges/cards/attempts.ts';
import { tracesOf, waitUntil } from '../../charges/cards/defence.ts';
import { abandonChallenge, type CardOutcome, finishChallenge, payByCard } from '../../charges/cards/pay.ts';
import type { ChargeDeps } from '../../charges/deps.ts';
import { type Form, formOf, readFormId } from '../../html/form.ts';
import type { Html } from '../../html/html.ts';
import { goTo, sendPage } from '../../html/page.ts';
import type { App } from '../../http/app-type.ts';
import { GatewayError } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Paying, payPath } from '../pay-page.ts';
import { isPaid, payingOf, receiptPath } from '../pay-routes.ts';
import { cardErrorsIn, readCard } from './form.ts';
import { cardPage, challengePage } from './page.ts';
import { waitQuery } from './wait.ts';

const hide = { schema: { hide: true } };

export function cardRoutes(app: App, deps: ChargeDeps): void {
  app.post('/pay/:token/card', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const result = await pay(deps, paying, formOf(request), request.ip);
    if (typeof result === 'string') return goAfter(reply, paying, result);
    if (result instanceof Date) {
      return goTo(reply, paying.page, payPath(paying.charge), waitQuery(result));
    }
    return sendPage(reply, result, 400);
  });
  app.get('/pay/:token/challenge', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const attempt = await latestAttempt(deps.db, paying.charge);
    if (attempt?.status !== 'challenge') return goTo(reply, paying.page, payPath(paying.charge));
    const page = { ...paying.page, path: `${payPath(paying.charge)}/challenge` };
    return sendPage(reply, challengePage({ ...paying, page }, attempt));
  });
  app.post('/pay/:token/challenge', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    return goAfter(reply, paying, await answerChallenge(deps, paying, formOf(request)));
  });
}

type Outcome = CardOutcome | 'moved';

function goAfter(reply: FastifyReply, { page, charge }: Paying, outcome: Outcome): FastifyReply {
  switch (outcome) {
    case 'approved':
      return goTo(reply, page, receiptPath(charge));
    case 'refused':
      return goTo(reply, page, payPath(charge), { refused: '1' });
    case 'challenge':
      return goTo(reply, page, `${payPath(charge)}/challenge`);
    case 'wait':
    case 'unknown':
    case 'moved':
      return goTo(reply, page, payPath(charge));
  }
}

/** The outcome of the payment, the time until which cards are blocked, or the form again with its errors. */
async function pay(
  deps: ChargeDeps,
  paying: Paying,
  typed: Form,
  from: string,
): Promise<Outcome | Date | Html> {
  const { page, charge } = paying;
  if (isPaid(charge)) return 'approved';
  const attemptId = readFormId(deps, charge.id, typed('attempt_id'));
  if (!attemptId) return cardPage(deps, paying, { typed, problem: page.texts.formExpired });
  const earlier = await findAttempt(deps.db, charge.accountId, attemptId);
  if (earlier) return outcomeOf(earlier);
  const { payment, errors } = readCard(typed, charge, !page.sandbox);
  if (errors.size > 0) return cardPage(deps, paying, { typed, errors });
  try {
    const outcome = await payByCard(deps, charge, { attemptId, ...payment, address: from });
    if (outcome !== 'wait') return outcome;
    const traces = tracesOf(deps, charge, { cardNumber: payment.card.number, address: from });
    return (await waitUntil(deps.db, traces, paying.now)) ?? outcome;
  } catch (error) {
    const wrong = cardErrorsIn(error);
    if (wrong) return cardPage(deps, paying, { typed, errors: wrong });
    if (error instanceof GatewayError && error.code === 'CHARGE_NOT_PAYABLE') return 'moved';
    throw error;
  }
}

/** A form submitted twice is one payment: the second gets the outcome of the first, and no card is charged again. */
function outcomeOf({ status }: CardAttempt): Outcome {
  return status === 'running' ? 'unknown' : status;
}

async function answerChallenge(
  deps: ChargeDeps,
  { charge, isSelling }: Paying,
  answer: Form,
): Promise<Outcome> {
  const id = answer('attempt_id');
  const attempt = isId(id) ? await findAttempt(deps.db, charge.accountId, id) : null;
  if (attempt?.chargeId !== charge.id) return 'moved';
  if (attempt.status !== 'challenge') return outcomeOf(attempt);
  if (isSelling && answer('answer') === 'confirm') return finishChallenge(deps, charge, attempt);
  await abandonChallenge(deps, attempt);
  return 'refused';
}
