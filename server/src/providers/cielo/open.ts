import { type Clock, MovableClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { CardProvider, RemoteCards } from '../card.ts';
import type { ObservedCall } from '../http/outcome.ts';
import { watchProvider } from '../http/watch.ts';
import { MAY_APPEAR_FOR_MS, type Operation, openAuthentication, openPages, openPayments } from './client.ts';
import type { CieloConfig } from './config.ts';
import { cardEntry } from './entry.ts';
import { readNotice } from './notices.ts';
import { BY_SUM, refund } from './refunds.ts';
import { authorise, capture, findCard, holdsForMs, type Sales, voidAuthorisation } from './sales.ts';
import { cardVault } from './vault.ts';

export type CieloOptions = {
  readonly log: Log;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Called at the end of each call: for metrics. */
  readonly observe?: ((call: ObservedCall) => void) | undefined;
};

export type CieloCards = CardProvider & {
  readonly remote: RemoteCards;
  readonly sales: Sales;
  close(): Promise<void>;
};

const READS: readonly Operation[] = ['findPayment', 'findOrder', 'findStored'];
const COUNTED: readonly Operation[] = ['authorise', 'capture', 'void', 'findPayment', 'findOrder'];

/** Cards at Cielo, or by Braspag at the acquirer of the settings. */
export function openCielo(config: CieloConfig, { log, clock: given, observe }: CieloOptions): CieloCards {
  const clock = given ?? new MovableClock();
  const { name } = config;
  const now = () => clock.now();
  const around = { name, log, clock, observe, reads: READS };
  const watch = watchProvider<Operation>({ ...around, counted: COUNTED, probe: 'authorise' });
  // The page's hosts are others: what fails there says nothing about payments.
  const pageWatch = watchProvider<Operation>({ ...around, counted: [], probe: 'openPage' });
  const client = openPayments(config, { log, now, onCall: watch.onCall });
  const pages = openPages(config, { log, now, onCall: pageWatch.onCall });
  const authentication = openAuthentication(config, { log, now, onCall: pageWatch.onCall });
  const sales: Sales = { config, client, clock, log };
  return {
    ...{ name, sales },
    takes: ['token', 'stored'],
    recognisesRepeats: false,
    mayAppearForMs: MAY_APPEAR_FOR_MS,
    holdsForMs: holdsForMs(config),
    refundsAtOnce: false,
    refundsBySum: BY_SUM,
    authorise: (request) => authorise(sales, request),
    findCard: (reference) => findCard(sales, reference),
    capture: (request) => capture(sales, request),
    voidAuthorisation: (held) => voidAuthorisation(sales, held),
    refund: (request) => refund(sales, request),
    // Braspag keeps cards at another service of its own.
    vault: config.dialect === 'cielo' ? cardVault(sales) : null,
    remote: {
      entry: cardEntry(config, pages, authentication),
      settlements: null,
      disputes: null,
      readNotice: (notice) => readNotice(sales, notice),
      accepts: watch.accepts,
      health: watch.health,
    },
    async close() {
      await Promise.all([client.close(), pages.close(), authentication?.close()]);
    },
  };
}
