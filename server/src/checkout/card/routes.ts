import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CardAttempt, findAttempt, latestAttempt } from '../../charges/cards/attempts.ts';
import type { Hold } from '../../charges/cards/defence.ts';
import { abandonChallenge, type CardOutcome, finishChallenge, payByCard } from '../../charges/cards/pay.ts';
import { workBitsOf } from '../../charges/cards/work.ts';
import type { ChargeDeps } from '../../charges/deps.ts';
import { type Form, formOf, readFormId } from '../../html/form.ts';
import { goTo, sendPage } from '../../html/page.ts';
import type { App } from '../../http/app-type.ts';
import { GatewayError } from '../../kit/errors.ts';
import type { Html } from '../../kit/html.ts';
import { isId } from '../../kit/ids.ts';
import { type Paying, payPath } from '../pay-page.ts';
import { isPaid, pageFor, payingOf, receiptPath } from '../pay-routes.ts';
import { deviceOf } from './device.ts';
import { cardErrorsIn, readCard } from './form.ts';
import { cardPage, challengePage, secondsUntil } from './page.ts';

const hide = { schema: { hide: true } };

export function cardRoutes(app: App, deps: ChargeDeps): void {
  app.post('/pay/:token/card', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const from = { address: request.ip, device: deviceOf(deps, request) };
    const typed = formOf(request);
    const result = await pay(deps, paying, typed, from);
    if (typeof result !== 'string') return sendPage(reply, result, 400);
    return result === 'refused'
      ? sendPage(reply, await formAgain(deps, request, typed))
      : goAfter(reply, paying, result);
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

/** Not a redirect: what was typed is kept, and a page that is loaded again sends the attempt that was refused already. */
async function formAgain(deps: ChargeDeps, request: FastifyRequest, typed: Form): Promise<Html> {
  const paying = await payingOf(deps, request);
  const attempt = await latestAttempt(deps.db, paying.charge);
  return pageFor(deps, paying, request, { attempt, isRefused: true, typed });
}

type Outcome = CardOutcome | 'moved';
/** Anyone can write a form: no page asks for more than a browser does in seconds. */
const MAX_WORK_BITS = 20;

function goAfter(reply: FastifyReply, { page, charge }: Paying, outcome: Outcome): FastifyReply {
  switch (outcome) {
    case 'approved':
      return goTo(reply, page, receiptPath(charge), { paid: '1' });
    case 'refused':
      return goTo(reply, page, payPath(charge), { refused: '1' });
    case 'challenge':
      return goTo(reply, page, `${payPath(charge)}/challenge`);
    case 'unknown':
    case 'moved':
      return goTo(reply, page, payPath(charge));
  }
}

/** Where a form comes from. */
type From = { address: string; device: string | null };

/** The outcome of the payment, or the form again with what is wrong in it. */
async function pay(deps: ChargeDeps, paying: Paying, typed: Form, from: From): Promise<Outcome | Html> {
  const { page, charge } = paying;
  if (isPaid(charge)) return 'approved';
  if (charge.billingType !== 'CREDIT_CARD' && !paying.methods.includes('CREDIT_CARD')) return 'moved';
  const formId = typed('attempt_id');
  const attemptId = readFormId(deps, charge.id, formId);
  if (!attemptId) return cardPage(deps, paying, { typed, problem: page.texts.formExpired });
  const earlier = await findAttempt(deps.db, charge.accountId, attemptId);
  if (earlier) return outcomeOf(earlier);
  const { payment, errors } = readCard(typed, charge, !page.sandbox);
  if (errors.size > 0) return cardPage(deps, paying, { typed, errors, ...workAsked(typed) });
  const origin = { ...from, document: payment.card.document, email: charge.customer?.email ?? null };
  const workBits = workBitsOf(formId, typed('work'));
  try {
    const outcome = await payByCard(deps, charge, { attemptId, ...payment, origin, workBits });
    return typeof outcome === 'string' ? outcome : heldPage(deps, paying, typed, outcome);
  } catch (error) {
    return afterRefusal(deps, paying, typed, error);
  }
}

function afterRefusal(deps: ChargeDeps, paying: Paying, typed: Form, error: unknown): Outcome | Html {
  const wrong = cardErrorsIn(error);
  if (wrong) return cardPage(deps, paying, { typed, errors: wrong, ...workAsked(typed) });
  if (!(error instanceof GatewayError)) throw error;
  if (error.code === 'OUT_OF_STOCK') {
    return cardPage(deps, paying, { typed, problem: paying.page.texts.linkClosed.soldOut });
  }
  if (error.code === 'CHARGE_NOT_PAYABLE') return 'moved';
  throw error;
}

/** A device waits without a form; another card may be tried at once, and work lets the same one through. */
function heldPage(deps: ChargeDeps, paying: Paying, typed: Form, hold: Hold): Html {
  const { texts } = paying.page;
  switch (hold.because) {
    case 'device':
      return cardPage(deps, paying, { waitUntil: hold.until });
    case 'card':
      return cardPage(deps, paying, { typed, problem: texts.cardHeld });
    case 'work':
      return cardPage(deps, paying, {
        typed,
        problem: texts.workAsked(secondsUntil(hold.until, paying.now)),
        workBits: hold.bits,
      });
  }
}

/** A form that asked for work asks for it again: the next one has another id. */
function workAsked(typed: Form): { workBits?: number } {
  const bits = Number(typed('work_bits'));
  return Number.isInteger(bits) && bits > 0 && bits <= MAX_WORK_BITS ? { workBits: bits } : {};
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
