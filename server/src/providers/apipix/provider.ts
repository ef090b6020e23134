import {
  type Clock,
  DAY_MS,
  MINUTE_MS,
  MovableClock,
  monotonicMs,
  SECOND_MS,
  systemMs,
} from '../../kit/clock.ts';
import { randomBase62 } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { Breaker, type BreakerState } from '../../net/breaker.ts';
import type {
  Answer,
  PixAtProvider,
  PixName,
  PixProvider,
  ProviderHealth,
  ReceivedPeriod,
  ReceivedPix,
  RemotePix,
} from '../provider.ts';
import { calling, createPix, findCharge, type Psp, removePix } from './charges.ts';
import { CALL_DEADLINE_MS, type ObservedCall, type Operation, type Outcome, PspClient } from './client.ts';
import type { PspConfig } from './config.ts';
import { refund } from './refunds.ts';
import { readNotice, readPage, type Unreadable } from './translate.ts';
import { failureOf, notOk, observedOutcome, unavailable, verdictOn } from './verdict.ts';
import { registerWebhook, webhookUrl } from './webhook.ts';

export type ApipixOptions = {
  readonly log: Log;
  /** For the expiry of the certificate and for health; default: the machine's clock. */
  readonly clock?: Clock;
  /** Called at the end of each call to the PSP: for metrics. */
  readonly observe?: (call: ObservedCall) => void;
};

export type ApipixProvider = PixProvider & {
  readonly remote: RemotePix;
  readonly psp: Psp;
  close(): Promise<void>;
};

const TXID_LENGTH = 32;
const PAGE_SIZE = 100;

const BREAKER = {
  windowMs: MINUTE_MS,
  maxCalls: 200,
  minCalls: 10,
  maxInARow: 6,
  failureRatio: 0.7,
  slowRatio: 0.5,
  slowMs: 4 * SECOND_MS,
  openForMs: 15 * SECOND_MS,
  probeMs: 3 * CALL_DEADLINE_MS,
};

/** Calls that the circuit breaker counts. Lists and webhooks fail for other reasons. */
const COUNTED: readonly Operation[] = ['token', 'createPix', 'findPix', 'removePix', 'refund', 'findRefund'];

/**
 * Many calls that wait for one token fail together: that is one failure, the token's. Once the
 * breaker is open, only a new charge shows whether new charges can be made.
 */
function countsForBreaker(operation: Operation, outcome: Outcome, state: BreakerState): boolean {
  if (state !== 'closed') return operation === 'createPix';
  const isTheTokens = outcome.kind === 'unsent' && outcome.lacksToken && operation !== 'token';
  return COUNTED.includes(operation) && !isTheTokens;
}

/** A PSP with the central bank's API Pix. Throws when its certificate cannot be used. */
export function apipixProvider(config: PspConfig, options: ApipixOptions): ApipixProvider {
  const { log, observe } = options;
  const clock = options.clock ?? new MovableClock();
  const breaker = new Breaker({ ...BREAKER, monotonicMs });

  function onCall({ operation }: { operation: Operation }, outcome: Outcome, latencyMs: number): void {
    observe?.({ operation, outcome: observedOutcome(operation, outcome), latencyMs });
    const failure = failureOf(outcome);
    if (failure !== null) log.warn({ psp: config.name, operation, failure, latencyMs }, 'a PSP call failed');
    const counts = countsForBreaker(operation, outcome, breaker.state);
    if (counts) breaker.record({ failure, latencyMs });
  }

  const client = new PspClient(config, { log, now: () => clock.now(), onCall });
  const psp: Psp = { config, client };
  return {
    name: config.name,
    psp,
    newTxid: () => randomBase62(TXID_LENGTH),
    createPix: (request) => createPix(psp, request),
    refundsAtOnce: false,
    refund: (request) => refund(psp, request),
    remote: remoteOf(psp, breaker, clock, log),
    close: () => client.close(),
  };
}

function remoteOf(psp: Psp, breaker: Breaker, clock: Clock, log: Log): RemotePix {
  const report: ReportUnreadable = (unreadable) => {
    if (unreadable.length > 0)
      log.error({ psp: psp.config.name, unreadable }, 'a PSP reported payments or refunds in no known form');
  };
  return {
    findPix: (name) => findPix(psp, name, report),
    removePix: (name) => removePix(psp, name),
    receivedPix: (period) => receivedPix(psp, period, report),
    registerWebhook: (url) => registerWebhook(psp, url),
    webhookUrl: () => webhookUrl(psp),
    readNotice,
    accepts: () => breaker.accepts(),
    health: () => healthOf(breaker, clock),
  };
}

type ReportUnreadable = (unreadable: readonly Unreadable[]) => void;

async function findPix(
  psp: Psp,
  name: PixName,
  report: ReportUnreadable,
): Promise<Answer<{ charge: PixAtProvider | null }>> {
  const found = await findCharge(psp, name);
  if (!found.ok) return found;
  if (!found.thing) return { ok: true, charge: null };
  const { unreadable, copyPaste, createdAt, ...charge } = found.thing;
  report(unreadable);
  const isUnlisted = charge.status === 'paid' && charge.payments.length === 0;
  const payments = isUnlisted ? await paymentsOf(psp, name, createdAt, report) : charge.payments;
  return { ok: true, charge: { ...charge, payments, copyPaste: copyPaste ?? '' } };
}

/** Some PSPs leave the payments out of a charge: they are read from the list of all payments. Empty: not found. */
async function paymentsOf(
  psp: Psp,
  { txid }: PixName,
  createdAt: Date | null,
  report: ReportUnreadable,
): Promise<ReceivedPix[]> {
  const until = new Date(systemMs());
  const from = createdAt ?? new Date(until.getTime() - DAY_MS);
  const answer = await receivedPix(psp, { from, until, txid, page: 0, onlyRefunded: false }, report);
  return answer.ok ? answer.payments.filter((payment) => payment.txid === txid) : [];
}

async function receivedPix(
  psp: Psp,
  { from, until, page, onlyRefunded, txid }: ReceivedPeriod & { txid?: string },
  report: ReportUnreadable,
): Promise<Answer<{ payments: ReceivedPix[]; nextPage: number | null }>> {
  const outcome = await calling(psp)({
    operation: 'receivedPix',
    method: 'GET',
    resource: 'pix',
    path: [],
    query: {
      inicio: wholeSecond(Math.floor(from.getTime() / SECOND_MS)),
      fim: wholeSecond(Math.ceil(until.getTime() / SECOND_MS)),
      ...(txid === undefined ? {} : { txid }),
      ...(onlyRefunded ? { devolucaoPresente: 'true' } : {}),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE_SIZE),
    },
  });
  const received =
    verdictOn(outcome) === 'done' && outcome.kind === 'answered'
      ? readPage(outcome.body, page, PAGE_SIZE)
      : null;
  if (received) {
    report(received.unreadable);
    return { ok: true, payments: received.payments, nextPage: received.nextPage };
  }
  return verdictOn(outcome) === 'done' ? unavailable('an answer that cannot be read') : notOk(outcome);
}

/** RFC 3339 without fractions, which some PSPs cannot read. */
function wholeSecond(seconds: number): string {
  return new Date(seconds * SECOND_MS).toISOString().replace('.000Z', 'Z');
}

function healthOf(breaker: Breaker, clock: Clock): ProviderHealth {
  const { sinceMs, lastFailure, ...figures } = breaker.figures();
  const at = (ms: number) => new Date(clock.now().getTime() - (monotonicMs() - ms));
  return {
    ...figures,
    since: at(sinceMs),
    lastFailure: lastFailure && { at: at(lastFailure.atMs), reason: lastFailure.reason },
  };
}
