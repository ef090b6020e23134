import type { Clock } from '../../kit/clock.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { instantOfId } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import type { Cents } from '../../kit/money.ts';
import {
  type Capture,
  type CaptureAnswer,
  type CardAnswer,
  type CardRequest,
  type FoundCard,
  type HeldAtAcquirer,
  NOT_PROCESSED,
} from '../card.ts';
import type { Outcome } from '../http/outcome.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import { readChange, readErrors, readOrder, readSale, type Sale, STATUS } from './answers.ts';
import { type Calling, type CieloClient, calling, MAY_APPEAR_FOR_MS } from './client.ts';
import type { CieloConfig } from './config.ts';
import { hiddenIn, orderOf, saleBody } from './requests.ts';
import { refusalOf, refusalOfRequest } from './return-codes.ts';
import { voidOutcome, voidReason } from './void-codes.ts';

export type Sales = {
  readonly config: CieloConfig;
  readonly client: CieloClient;
  readonly clock: Clock;
  readonly log: Log;
};

/** An order of ours has one payment; more are a mistake, and are all looked at. */
const MAX_PAYMENTS = 20;
const DUPLICATED_ORDER = '302';

export const callingSales = ({ client, config }: Sales): Calling => calling(client, config);

/** Sends once: Cielo does not recognise a request that it has seen. */
export async function authorise(sales: Sales, request: CardRequest): Promise<CardAnswer> {
  const body = saleBody(request, sales.config);
  if (!body) return { outcome: 'refused', reason: 'invalid_data', code: null, retry: 'now' };
  const call = callingSales(sales);
  const outcome = await call({
    ...{ operation: 'authorise', method: 'POST', path: ['sales', ''], body, hidden: hiddenIn(request) },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'done' && outcome.kind === 'answered') {
    const sale = readSale(outcome.body);
    return sale ? ended(sales, call, sale) : { outcome: 'unknown' };
  }
  if (verdict === 'unknown') return { outcome: 'unknown' };
  const errors = outcome.kind === 'answered' ? readErrors(outcome.body) : [];
  // An earlier request was taken: only looking tells how it ended.
  if (errors.includes(DUPLICATED_ORDER)) return { outcome: 'unknown' };
  const reason = reasonOf(outcome);
  sales.log.warn({ provider: sales.config.name, errors, reason }, 'a card payment was not taken');
  if (verdict !== 'refused') return { outcome: 'refused', ...NOT_PROCESSED };
  return { outcome: 'refused', ...refusalOfRequest(errors) };
}

/** A sale that was to be captured at once and is only held is captured now. */
async function ended(sales: Sales, call: Calling, sale: Sale): Promise<CardAnswer> {
  if (sale.status !== STATUS.authorised || !sale.capturesAtOnce) return answerOf(sales, sale);
  const captured = await captureAt(sales, call, sale.paymentId, sale.amountCents);
  if (captured.outcome === 'captured') return { outcome: 'approved', providerReference: sale.paymentId };
  return { outcome: 'unknown' };
}

function answerOf({ clock }: Sales, sale: Sale): CardAnswer {
  const { paymentId: providerReference } = sale;
  switch (sale.status) {
    case STATUS.authorised:
      return { outcome: 'authorised', providerReference };
    case STATUS.confirmed:
      return { outcome: 'approved', providerReference };
    case STATUS.denied:
      return { outcome: 'refused', ...refusalOf(sale, clock.now()) };
    case STATUS.aborted:
    case STATUS.voided:
    case STATUS.refunded:
      // Nothing is charged any more.
      return { outcome: 'refused', ...NOT_PROCESSED };
    default:
      return { outcome: 'unknown' };
  }
}

/**
 * Every payment of the order. One that took money decides; should there be several, one is kept, the others are given back,
 * and the log says so. While one has no end, and may still get one, nothing is decided.
 */
export async function findCard(sales: Sales, reference: string): Promise<FoundCard> {
  const call = callingSales(sales);
  const found = await salesOf(call, reference);
  if (!found.ok) return { outcome: 'unknown' };
  const [first] = found.sales;
  if (!first) return { outcome: 'not_found' };
  const taken = found.sales.filter(tookMoney);
  const undecided = found.sales.filter((sale) => answerOf(sales, sale).outcome === 'unknown');
  if (undecided.length > 0 && (taken.length === 0 || mayStillAppear(sales, reference))) {
    return { outcome: 'unknown' };
  }
  const [kept, ...others] = [...taken].sort(byTime);
  if (!kept) return ended(sales, call, [...found.sales].sort(byTime).at(-1) ?? first);
  if (undecided.length > 0) report(sales, reference, undecided, 'a second payment of an order has no end');
  if (others.length > 0 && !(await giveBackOthers(sales, call, reference, others))) {
    return { outcome: 'unknown' };
  }
  return ended(sales, call, kept);
}

/** One may have been approved after another had decided the attempt, which is not looked at again. */
export async function reportDoubles(sales: Sales, call: Calling, reference: string): Promise<void> {
  const found = await salesOf(call, reference);
  const taken = found.ok ? found.sales.filter(tookMoney) : [];
  if (taken.length > 1) report(sales, reference, taken, 'one order has several payments');
}

function tookMoney({ status }: Sale): boolean {
  return status === STATUS.authorised || status === STATUS.confirmed;
}

/** The same order whenever it is asked: the first to be received is kept. */
function byTime(one: Sale, other: Sale): number {
  return `${one.receivedAt} ${one.paymentId}` < `${other.receivedAt} ${other.paymentId}` ? -1 : 1;
}

/** Our references begin with their time. */
function mayStillAppear({ clock }: Sales, reference: string): boolean {
  return clock.now().getTime() - instantOfId(reference).getTime() < MAY_APPEAR_FOR_MS;
}

function report({ log, config }: Sales, reference: string, payments: readonly Sale[], message: string): void {
  const paymentIds = payments.map(({ paymentId }) => paymentId);
  log.error({ provider: config.name, attempt: reference, payments: paymentIds }, message);
}

/** False: it is not known yet whether the payer has that money back. */
async function giveBackOthers(
  sales: Sales,
  call: Calling,
  reference: string,
  others: readonly Sale[],
): Promise<boolean> {
  report(
    sales,
    reference,
    others,
    'the payer was charged twice for one order: what is too much is cancelled',
  );
  for (const { paymentId } of others) {
    const cancelled = await cancelAt(call, paymentId, null);
    if (cancelled.outcome === 'done') continue;
    const facts = { provider: sales.config.name, payment: paymentId, reason: cancelled.reason };
    sales.log.error(facts, 'a second payment of one order was not cancelled');
    if (cancelled.outcome !== 'refused') return false;
  }
  return true;
}

type Found = Answer<{ sales: Sale[] }>;

async function salesOf(call: Calling, reference: string): Promise<Found> {
  const order = orderOf(reference);
  const outcome = await call({
    ...{ operation: 'findOrder', method: 'GET', path: ['sales'], query: { merchantOrderId: order } },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, sales: [] };
  if (verdict !== 'done' || outcome.kind !== 'answered') return unavailable(reasonOf(outcome));
  const ids = readOrder(outcome.body);
  if (!ids) return unavailable('an answer that cannot be read');
  if (ids.length > MAX_PAYMENTS) return unavailable('more payments of one order than can be looked at');
  const found: Sale[] = [];
  for (const id of ids) {
    const sale = await findSale(call, id);
    if (!sale.ok) return sale;
    // It is in the list, and not to be seen yet.
    if (!sale.sale) return unavailable('a payment of the order cannot be read yet');
    found.push(sale.sale);
  }
  return { ok: true, sales: found };
}

/** Null: the query host does not have it. It forgets what is older than three months. */
export async function findSale(call: Calling, paymentId: string): Promise<Answer<{ sale: Sale | null }>> {
  const outcome = await call({ operation: 'findPayment', method: 'GET', path: ['sales', paymentId] });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, sale: null };
  if (verdict !== 'done' || outcome.kind !== 'answered') return notOk(outcome);
  const sale = readSale(outcome.body);
  return sale ? { ok: true, sale } : unavailable('an answer that cannot be read');
}

/** Looked up first: what is captured can not be captured again, and a part of it is all that will ever be. */
export async function capture(sales: Sales, request: Capture): Promise<CaptureAnswer> {
  const { providerReference, amountCents } = request;
  const call = callingSales(sales);
  const known = await capturedBefore(call, providerReference, amountCents);
  if (known) return known;
  return captureAt(sales, call, providerReference, amountCents);
}

/** Null: it is held, as far as the query host knows. */
async function capturedBefore(
  call: Calling,
  paymentId: string,
  amountCents: Cents,
): Promise<CaptureAnswer | null> {
  const found = await findSale(call, paymentId);
  if (!found.ok || !found.sale) return { outcome: 'unknown' };
  const { sale } = found;
  if (sale.status === STATUS.authorised) return null;
  if (sale.status !== STATUS.confirmed) return { outcome: 'refused', ...NOT_PROCESSED };
  const isSame = (sale.capturedCents ?? sale.amountCents) === amountCents;
  return isSame ? { outcome: 'captured' } : { outcome: 'refused', ...NOT_PROCESSED };
}

async function captureAt(
  sales: Sales,
  call: Calling,
  paymentId: string,
  amountCents: Cents,
): Promise<CaptureAnswer> {
  const outcome = await call({
    ...{ operation: 'capture', method: 'PUT', path: ['sales', paymentId, 'capture'] },
    query: { amount: String(amountCents) },
  });
  const change = changeIn(outcome);
  if (change?.status === STATUS.confirmed) return { outcome: 'captured' };
  if (change?.code && isDefinite(change.code)) {
    const refusal = refusalOf({ brand: null, code: change.code, advice: null }, sales.clock.now());
    return { outcome: 'refused', ...refusal };
  }
  // "Not available to capture" is also said of what an earlier call has captured.
  const known = await capturedBefore(call, paymentId, amountCents);
  return known ?? { outcome: 'unknown' };
}

/** BP 900 and the like: Cielo's own failure, of which only looking tells the outcome. */
function isDefinite(code: string): boolean {
  return !code.startsWith('BP');
}

function changeIn(outcome: Outcome) {
  return verdictOn(outcome) === 'done' && outcome.kind === 'answered' ? readChange(outcome.body) : null;
}

/** The call that lets go also gives back: it is looked at first, so that no captured payment is cancelled by it. */
export async function voidAuthorisation(sales: Sales, held: HeldAtAcquirer): Promise<Answer<unknown>> {
  const call = callingSales(sales);
  const found = await heldSale(call, held);
  if (!found.ok) return found;
  const { sale } = found;
  if (!sale) return unavailable('the payment cannot be found yet');
  if (sale.status === STATUS.confirmed) return refused('it is captured');
  if (sale.status === STATUS.authorised) {
    return letGo(call, sale.paymentId);
  }
  return answerOf(sales, sale).outcome === 'unknown' ? unavailable('it has no end yet') : { ok: true };
}

async function letGo(call: Calling, paymentId: string): Promise<Answer<unknown>> {
  const cancelled = await cancelAt(call, paymentId, null);
  if (cancelled.outcome === 'done') return { ok: true };
  if (cancelled.outcome !== 'refused') return unavailable(cancelled.reason);
  // Also said of what an earlier call has let go.
  const found = await findSale(call, paymentId);
  const status = found.ok ? found.sale?.status : undefined;
  const isOver = status === STATUS.voided || status === STATUS.refunded;
  return isOver ? { ok: true } : refused(cancelled.reason);
}

async function heldSale(
  call: Calling,
  { reference, providerReference }: HeldAtAcquirer,
): Promise<Answer<{ sale: Sale | null }>> {
  if (providerReference !== '') return findSale(call, providerReference);
  const found = await salesOf(call, reference);
  if (!found.ok) return found;
  const [first] = found.sales.filter(tookMoney).sort(byTime);
  return { ok: true, sale: first ?? found.sales[0] ?? null };
}

/** `unknown`: it may have been done. */
export type Cancelled =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'pending' | 'later' | 'refused' | 'unknown'; readonly reason: string };

/** Null: all of it. */
export async function cancelAt(
  call: Calling,
  paymentId: string,
  amountCents: Cents | null,
): Promise<Cancelled> {
  const outcome = await call({
    ...{ operation: 'void', method: 'PUT', path: ['sales', paymentId, 'void'] },
    ...(amountCents === null ? {} : { query: { amount: String(amountCents) } }),
  });
  const change = changeIn(outcome);
  if (change) {
    const isCancelled = change.status === STATUS.voided || change.status === STATUS.refunded;
    if (change.code === null) {
      return isCancelled ? { outcome: 'done' } : { outcome: 'unknown', reason: 'an answer without a code' };
    }
    const said = voidOutcome(change.code);
    return said === 'done' ? { outcome: said } : { outcome: said, reason: voidReason(change.code) };
  }
  const reason = reasonOf(outcome);
  switch (verdictOn(outcome)) {
    case 'unavailable':
      return { outcome: 'later', reason };
    case 'refused':
    case 'absent': {
      const errors = outcome.kind === 'answered' ? readErrors(outcome.body) : [];
      return {
        outcome: 'refused',
        reason: errors.length > 0 ? `not taken: API ${errors.join(', ')}` : reason,
      };
    }
    default:
      return { outcome: 'unknown', reason };
  }
}

export function holdsForMs({ holdsForDays }: CieloConfig): number {
  return holdsForDays * DAY_MS;
}
