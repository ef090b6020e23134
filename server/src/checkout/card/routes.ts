import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CardAttempt, findAttempt, isAtBank, latestAttempt } from '../../charges/cards/attempts.ts';
import type { CardOutcome } from '../../charges/cards/conclude.ts';
import type { Hold } from '../../charges/cards/defence.ts';
import { abandonChallenge, finishChallenge, payByCard } from '../../charges/cards/pay.ts';
import { workBitsOf } from '../../charges/cards/work.ts';
import type { Charge } from '../../charges/charge.ts';
import type { ChargeDeps } from '../../charges/deps.ts';
import { findChargeByToken } from '../../charges/find.ts';
import type { Keeping } from '../../charges/stored-cards/keep.ts';
import { type Form, formOf, readFormId } from '../../html/form.ts';
import { goTo, sendPage } from '../../html/page.ts';
import { allowFormTo } from '../../html/public-pages.ts';
import type { App } from '../../http/app-type.ts';
import { assert, GatewayError } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { pageFor, payableOf } from '../charge-page.ts';
import { couponGone, type Paying, payPath } from '../pay-page.ts';
import { isPaid, payingFor, payingOf, receiptPath } from '../paying.ts';
import { paymentPage } from '../payment-page.ts';
import { deviceOf } from './device.ts';
import { cardEntryOf, keepsCards } from './entry.ts';
import { cardErrorsIn, readCard } from './form.ts';
import { type CardState, challengePage, secondsUntil } from './page.ts';

const hide = { schema: { hide: true } };

export function cardRoutes(app: App, deps: ChargeDeps): void {
  app.get('/pay/:token/challenge', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const attempt = await latestAttempt(deps.db, paying.charge);
    if (attempt?.status !== 'challenge') return goTo(reply, paying.page, payPath(paying.charge));
    const page = { ...paying.page, path: `${payPath(paying.charge)}/challenge` };
    const step = attempt.challenge;
    if (step?.kind === 'form') allowFormTo(reply, step.url);
    return sendPage(reply, challengePage({ ...paying, page }, attempt));
  });
  // The bank sends the payer back, by a link or by a form of its own. What it says with it is not believed.
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      ...{ method, url: '/pay/:token/challenge/return', ...hide },
      handler: async (request, reply) => {
        const paying = await payingOf(deps, request);
        return goAfter(reply, paying, await comeBack(deps, paying));
      },
    });
  }
  app.post('/pay/:token/challenge', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    return goAfter(reply, paying, await answerChallenge(deps, paying, formOf(request)));
  });
}

export type SentCard = {
  request: FastifyRequest;
  reply: FastifyReply;
  paying: Paying;
  typed: Form;
  /** Of a charge that this form has just made; else the form's own id. */
  attemptId?: string;
};

/** The card form was sent: its outcome, or the form again with what is wrong in it. */
export async function payOnForm(deps: ChargeDeps, sent: SentCard): Promise<FastifyReply> {
  const { request, reply, paying, typed } = sent;
  const result = await pay(deps, sent);
  if (typeof result !== 'string') {
    const page = paymentPage(deps, await payableOf(deps, paying), { typed, ...workAsked(typed), ...result });
    return sendPage(reply, page, 400);
  }
  if (result !== 'refused') return goAfter(reply, paying, result);
  // Not a redirect: what was typed is kept, and a page that is loaded again sends the attempt that was refused already.
  const after = await payingFor(deps, request, await reloaded(deps, paying));
  const attempt = await latestAttempt(deps.db, after.charge);
  return sendPage(reply, await pageFor(deps, after, request, { attempt, isRefused: true, typed }));
}

async function reloaded({ db }: ChargeDeps, { charge }: Paying): Promise<Charge> {
  const found = await findChargeByToken(db, charge.token);
  assert(found, 'a charge is never deleted');
  return found;
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
    case 'authorised':
    case 'unknown':
    case 'moved':
      return goTo(reply, page, payPath(charge));
  }
}

async function pay(deps: ChargeDeps, sent: SentCard): Promise<Outcome | CardState> {
  const { request, paying, typed } = sent;
  const { page, charge, now } = paying;
  if (isPaid(charge)) return 'approved';
  const formId = typed('form_id');
  const attemptId = sent.attemptId ?? readFormId(deps, charge.id, formId);
  if (!attemptId) return { problem: page.texts.formExpired };
  const earlier = await findAttempt(deps.db, charge.accountId, attemptId);
  if (earlier) return outcomeOf(earlier);
  const byToken = cardEntryOf(deps.rails) !== null;
  const { payment: read, errors } = readCard(typed, charge, { now, isStrict: !page.sandbox, byToken });
  if (errors.size > 0) return { errors };
  const { document, ...payment } = read;
  const origin = {
    address: request.ip,
    device: deviceOf(deps, request),
    document,
    email: charge.customer?.email ?? null,
  };
  const workBits = workBitsOf(formId, typed('work'));
  try {
    const keeping = keepingIn(deps, sent);
    const outcome = await payByCard(deps, charge, { attemptId, ...payment, origin, workBits, keeping });
    return typeof outcome === 'string' ? outcome : heldState(paying, outcome);
  } catch (error) {
    return afterRefusal(paying, error);
  }
}

/** Which words the payer agreed to, should they change. */
const CONSENT_VERSION = '1';

/** The payer has ticked what the page says. */
function keepingIn({ rails, clock }: ChargeDeps, { request, paying, typed }: SentCard): Keeping | null {
  const { page, charge, seller } = paying;
  if (typed('save_card') !== '1' || charge.customerId === null || !keepsCards(rails)) return null;
  const consent = {
    ...{ text: page.texts.keepCard(seller.name), version: CONSENT_VERSION, by: 'payer' as const },
    ...{ ip: request.ip, at: clock.now(), merchantMayCharge: false },
  };
  return { consent, customerId: charge.customerId };
}

function afterRefusal({ page, charge }: Paying, error: unknown): Outcome | CardState {
  const errors = cardErrorsIn(error);
  if (errors) return { errors };
  if (!(error instanceof GatewayError)) throw error;
  if (error.code === 'PAYER_INCOMPLETE') return { problem: page.texts.payerIncomplete };
  if (error.code === 'CARD_NOT_RETRYABLE') return { problem: page.texts.cardForGood };
  if (error.code === 'OUT_OF_STOCK') return { problem: page.texts.linkClosed.soldOut };
  if (error.code === 'COUPON_UNAVAILABLE') return { problem: couponGone(page, charge) };
  if (error.code === 'CHARGE_NOT_PAYABLE') return 'moved';
  throw error;
}

/** A device waits without a form; another card may be tried at once, and work lets the same one through. */
function heldState({ page: { texts }, now }: Paying, hold: Hold): CardState {
  switch (hold.because) {
    case 'device':
      return { waitUntil: hold.until };
    case 'card':
      return { problem: texts.cardHeld };
    case 'work':
      return { problem: texts.workAsked(secondsUntil(hold.until, now)), workBits: hold.bits };
  }
}

/** A form that asked for work asks for it again: the next one has another id. */
export function workAsked(typed: Form): { workBits?: number } {
  const bits = Number(typed('work_bits'));
  return Number.isInteger(bits) && bits > 0 && bits <= MAX_WORK_BITS ? { workBits: bits } : {};
}

/** A form submitted twice is one payment: the second gets the outcome of the first, and no card is charged again. */
function outcomeOf({ status }: CardAttempt): Outcome {
  switch (status) {
    case 'running':
      return 'unknown';
    case 'capturing':
    case 'voiding':
    case 'voided':
      return 'moved';
    default:
      return status;
  }
}

/** The acquirer is asked what became of it. */
async function comeBack(deps: ChargeDeps, { charge }: Paying): Promise<Outcome> {
  const attempt = await latestAttempt(deps.db, charge);
  if (!attempt) return 'moved';
  return isAtBank(attempt) ? finishChallenge(deps, charge, attempt) : outcomeOf(attempt);
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
  // What the payer has confirmed at the bank is paid, whatever became of the seller.
  const mayConfirm = isSelling || isAtBank(attempt);
  if (mayConfirm && answer('answer') === 'confirm') return finishChallenge(deps, charge, attempt);
  await abandonChallenge(deps, attempt);
  return 'refused';
}
