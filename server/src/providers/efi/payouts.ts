import { SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Cents } from '../../kit/money.ts';
import type { Outcome } from '../http/outcome.ts';
import { findThing, putOnce } from '../http/put-once.ts';
import { asRecord, asText } from '../http/tolerant.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { PayoutAtBank, PayoutName, PayoutRequest, SentPayout, SentPeriod } from '../payout.ts';
import type { Answer } from '../provider.ts';
import { type Calling, calling, type EfiClient } from './client.ts';
import type { EfiConfig, EfiSending } from './config.ts';
import { type EfiPayout, readBalance, readPayout, readSentPage } from './payout-answers.ts';
import { payoutBody, sendingId } from './payout-requests.ts';

export type Sending = {
  readonly config: EfiConfig;
  readonly sending: EfiSending;
  readonly client: EfiClient;
  readonly log: Log;
};

const PAGE_SIZE = 100;
const TAKEN = 409;

function callingSending({ client, sending, config }: Sending): Calling {
  return calling(client, sending.pixUrl, config);
}

/**
 * Sends under our own id, which Efí takes once. The id is looked up before it is sent: this may be a second request, and
 * paying twice must not depend on the bank alone.
 */
export async function payout(
  sending: Sending,
  request: PayoutRequest,
): Promise<Answer<{ payout: PayoutAtBank }>> {
  const id = sendingId(request.reference);
  if (id === null) return refused('the reference is not a UUID');
  const written = payoutBody(request, sending.sending.pixKey);
  if (!written.ok) return refused(written.reason);
  const call = callingSending(sending);
  const { pixKey } = sending.sending;
  const hidden = [request.pixKey, pixKey, ...(request.ownerDocument ? [request.ownerDocument] : [])];
  const path = ['v3', 'gn', 'pix', id];
  const send = { operation: 'sendPayout', method: 'PUT', path, body: written.body, hidden } as const;
  const steps = {
    put: async () => sentOrNot(await call(send)),
    get: () => find(call, id),
    read: readPayout,
    judge: (found: EfiPayout) => judged(sending, found, request.amountCents),
    hidden,
  };
  const earlier = await findThing(steps);
  if (!earlier.ok) return unavailable(earlier.reason);
  if (earlier.thing) return steps.judge(earlier.thing);
  return putOnce(steps);
}

/** Of the account: it sends nothing before a webhook is registered. */
const NO_WEBHOOK = /^webhook_/;

/**
 * What is no refusal of this payout: its id is in use, because an earlier request was taken that cannot be found yet; or the
 * account sends nothing at all yet, which an operator can mend.
 */
function sentOrNot(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answered') return outcome;
  if (outcome.status === TAKEN) {
    return { kind: 'unknown', reason: 'Efí knows this id and does not find it yet' };
  }
  return NO_WEBHOOK.test(asText(asRecord(outcome.body).nome) ?? '')
    ? { kind: 'unknown', reason: `no webhook is registered at Efí: ${reasonOf(outcome)}` }
    : outcome;
}

function find(call: Calling, id: string): Promise<Outcome> {
  const path = ['v2', 'gn', 'pix', 'enviados', 'id-envio', id];
  return call({ operation: 'findPayout', method: 'GET', path });
}

/** With another amount nothing is certain: an operator must look, and nothing is given back meanwhile. */
function judged(sending: Sending, found: EfiPayout, amountCents: Cents): Answer<{ payout: PayoutAtBank }> {
  report(sending, found.unreadableReturns);
  return found.amountCents === amountCents
    ? { ok: true, payout: found.payout }
    : unavailable('the payout has another amount at Efí');
}

export async function findPayout(
  sending: Sending,
  { reference }: PayoutName,
): Promise<Answer<{ payout: PayoutAtBank | null }>> {
  const id = sendingId(reference);
  if (id === null) return { ok: true, payout: null };
  const call = callingSending(sending);
  const found = await findThing({ get: () => find(call, id), read: readPayout });
  if (!found.ok) return unavailable(found.reason);
  report(sending, found.thing?.unreadableReturns ?? 0);
  return { ok: true, payout: found.thing?.payout ?? null };
}

function report({ log, config }: Sending, unreadable: number): void {
  if (unreadable > 0) {
    log.error({ provider: config.name, unreadable }, 'payouts or their returns in no known form');
  }
}

export async function sentPayouts(
  sending: Sending,
  { from, until, page }: SentPeriod,
): Promise<Answer<{ payouts: SentPayout[]; nextPage: number | null }>> {
  const outcome = await callingSending(sending)({
    operation: 'sentPayouts',
    method: 'GET',
    path: ['v2', 'gn', 'pix', 'enviados'],
    query: {
      inicio: wholeSecond(Math.floor(from.getTime() / SECOND_MS)),
      fim: wholeSecond(Math.ceil(until.getTime() / SECOND_MS)),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE_SIZE),
    },
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return notOk(outcome);
  const read = readSentPage(outcome.body, page, PAGE_SIZE);
  if (!read) return unavailable('an answer that cannot be read');
  report(sending, read.unreadable);
  return { ok: true, payouts: read.payouts, nextPage: read.nextPage };
}

/** RFC 3339 without fractions. */
function wholeSecond(seconds: number): string {
  return new Date(seconds * SECOND_MS).toISOString().replace('.000Z', 'Z');
}

export async function bankBalance(sending: Sending): Promise<Answer<{ availableCents: Cents }>> {
  const outcome = await callingSending(sending)({
    operation: 'bankBalance',
    method: 'GET',
    path: ['v2', 'gn', 'saldo'],
    query: { bloqueios: 'true' },
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return notOk(outcome);
  const availableCents = readBalance(outcome.body);
  return availableCents === null
    ? unavailable('an answer that cannot be read')
    : { ok: true, availableCents };
}

/** One address for each PIX key; without one Efí sends nothing from the key. Efí adds `/pix` to it. */
export async function registerWebhook(sending: Sending, url: string): Promise<Answer<unknown>> {
  const { pixKey, skipsMtlsCheck } = sending.sending;
  const outcome = await callingSending(sending)({
    operation: 'registerWebhook',
    method: 'PUT',
    path: ['v2', 'webhook', pixKey],
    body: { webhookUrl: url },
    ...(skipsMtlsCheck ? { headers: { 'x-skip-mtls-checking': 'true' } } : {}),
  });
  return verdictOn(outcome) === 'done' ? { ok: true } : notOk(outcome, [pixKey]);
}

export async function webhookUrl(sending: Sending): Promise<Answer<{ url: string | null }>> {
  const { pixKey } = sending.sending;
  const outcome = await callingSending(sending)({
    operation: 'webhookUrl',
    method: 'GET',
    path: ['v2', 'webhook', pixKey],
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, url: null };
  if (verdict !== 'done' || outcome.kind !== 'answered') return notOk(outcome, [pixKey]);
  const { webhookUrl: url } = (outcome.body ?? {}) as { webhookUrl?: unknown };
  return { ok: true, url: typeof url === 'string' ? url : null };
}
