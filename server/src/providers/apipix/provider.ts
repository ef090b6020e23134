import { type Clock, DAY_MS, MovableClock, systemMs } from '../../kit/clock.ts';
import { randomBase62 } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import type { ObservedCall } from '../http/outcome.ts';
import { watchProvider } from '../http/watch.ts';
import type {
  Answer,
  PixAtProvider,
  PixName,
  PixProvider,
  ReceivedPix,
  RemotePix,
  Watched,
} from '../provider.ts';
import { createPix, findCharge, type Psp, removePix } from './charges.ts';
import { type Operation, PspClient, READS } from './client.ts';
import type { PspConfig } from './config.ts';
import { type ReportUnreadable, receivedPix } from './received.ts';
import { refund } from './refunds.ts';
import { readNotice } from './translate.ts';
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

/** Calls that the circuit breaker counts. Lists and webhooks fail for other reasons. */
const COUNTED: readonly Operation[] = ['createPix', 'findPix', 'removePix', 'refund', 'findRefund'];

/** A PSP with the central bank's API Pix. Throws when its certificate cannot be used. */
export function apipixProvider(config: PspConfig, options: ApipixOptions): ApipixProvider {
  const { log, observe } = options;
  const clock = options.clock ?? new MovableClock();
  const watch = watchProvider<Operation>({
    ...{ name: config.name, log, clock, observe },
    ...{ counted: COUNTED, probe: 'createPix', reads: READS },
  });
  const client = new PspClient(config, { log, now: () => clock.now(), onCall: watch.onCall });
  const psp: Psp = { config, client };
  return {
    name: config.name,
    psp,
    newTxid: () => randomBase62(TXID_LENGTH),
    createPix: (request) => createPix(psp, request),
    refundsAtOnce: false,
    refund: (request) => refund(psp, request),
    remote: remoteOf(psp, watch, log),
    close: () => client.close(),
  };
}

function remoteOf(psp: Psp, watch: Watched, log: Log): RemotePix {
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
    accepts: watch.accepts,
    health: watch.health,
  };
}

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
