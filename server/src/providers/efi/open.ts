import { type Clock, MovableClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { BoletoProvider, RemoteBoleto } from '../boleto.ts';
import type { ObservedCall } from '../http/outcome.ts';
import { type ProviderWatch, watchProvider } from '../http/watch.ts';
import type { PayoutProvider, RemotePayout } from '../payout.ts';
import { efiLimits } from './boleto-requests.ts';
import {
  type Charges,
  cancelBoleto,
  changeDueDate,
  findBoleto,
  paidBoletos,
  readNotice,
  registerBoleto,
} from './boletos.ts';
import { type Operation, openCharges, openSending } from './client.ts';
import type { EfiConfig, EfiSending } from './config.ts';
import { readPayoutNotice } from './payout-answers.ts';
import { bankBalance, findPayout, payout, type Sending, sentPayouts } from './payouts.ts';

export type EfiOptions = {
  readonly log: Log;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Called at the end of each call: for metrics. */
  readonly observe?: ((call: ObservedCall) => void) | undefined;
  /** Where Efí sends notices of boletos; null: nowhere, payments are found by the list alone. */
  readonly noticeUrl: string | null;
};

export type EfiBoletos = BoletoProvider & {
  readonly remote: RemoteBoleto;
  readonly charges: Charges;
  close(): Promise<void>;
};
export type EfiPayouts = PayoutProvider & {
  readonly remote: RemotePayout;
  readonly sending: Sending;
  close(): Promise<void>;
};

const READS: readonly Operation[] = [
  'findBoleto',
  'listBoletos',
  'readNotice',
  'findPayout',
  'sentPayouts',
  'bankBalance',
  'webhookUrl',
];

/** Boletos of one account at Efí, each with a PIX code of its own. */
export function openEfiBoletos(config: EfiConfig, options: EfiOptions): EfiBoletos {
  const { log, noticeUrl } = options;
  const clock = options.clock ?? new MovableClock();
  // A boleto is looked up before it is registered, so that lists show Efí's health as well.
  const counted: readonly Operation[] = ['registerBoleto', 'findBoleto', 'listBoletos', 'cancelBoleto'];
  const watch = watchOf(config, options, clock, counted, 'registerBoleto');
  const client = openCharges(config, { log, now: () => clock.now(), onCall: watch.onCall });
  const charges: Charges = { config, client, clock, log, noticeUrl };
  return {
    name: config.name,
    needsAddress: false,
    givesPix: true,
    refunder: null,
    limits: efiLimits,
    charges,
    registerBoleto: (request) => registerBoleto(charges, request),
    remote: {
      findBoleto: (name) => findBoleto(charges, name),
      cancelBoleto: (name) => cancelBoleto(charges, name),
      changeDueDate: (name, dueDate) => changeDueDate(charges, name, dueDate),
      paidBoletos: (period) => paidBoletos(charges, period),
      readNotice: (notice) => readNotice(charges, notice),
      accepts: watch.accepts,
      health: watch.health,
    },
    close: () => client.close(),
  };
}

/** Payouts from one PIX key. Throws when the certificate cannot be used. */
export function openEfiPayouts(config: EfiConfig, own: EfiSending, options: EfiOptions): EfiPayouts {
  const { log } = options;
  const clock = options.clock ?? new MovableClock();
  const watch = watchOf(config, options, clock, ['sendPayout', 'findPayout'], 'sendPayout');
  const client = openSending(config, own, { log, now: () => clock.now(), onCall: watch.onCall });
  const sending: Sending = { config, sending: own, client, log };
  return {
    name: config.name,
    sending,
    verifiesOwner: true,
    payout: (request) => payout(sending, request),
    remote: {
      findPayout: (name) => findPayout(sending, name),
      sentPayouts: (period) => sentPayouts(sending, period),
      bankBalance: () => bankBalance(sending),
      readNotice: async ({ body }) => readPayoutNotice(body),
      accepts: watch.accepts,
      health: watch.health,
    },
    close: () => client.close(),
  };
}

function watchOf(
  { name }: EfiConfig,
  { log, observe }: EfiOptions,
  clock: Clock,
  counted: readonly Operation[],
  probe: Operation,
): ProviderWatch<Operation> {
  return watchProvider<Operation>({ name, log, clock, observe, counted, probe, reads: READS });
}
