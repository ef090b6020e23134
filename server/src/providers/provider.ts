import type { CivilDate } from '../brazil/calendar.ts';
import type { Cents } from '../kit/money.ts';

/**
 * The ports to the providers that move real money. Every call is keyed by our own id: asking again after an unknown outcome gives
 * the first call's answer and never a second effect. What the outside world does is a returned value, not an exception.
 * No function takes a transaction: nothing here may run while one is open.
 */
export type Rails = {
  /** Where PIX may be received, in the installation's order; an account may have its own. Never empty. */
  readonly pix: readonly [PixProvider, ...PixProvider[]];
  /** Null: this installation has no provider for it, so it is not offered. */
  readonly boleto: BoletoProvider | null;
  readonly card: CardProvider | null;
  readonly payout: PayoutProvider | null;
};

/** `unavailable`: it may or may not have happened; ask again with the same reference. */
export type Answer<T> = ({ ok: true } & T) | { ok: false; kind: 'refused' | 'unavailable'; reason: string };

/** Only the provider that received a payment can refund it. */
export type Refunder = {
  readonly name: string;
  /** True when it is done here and immediately: then it is recorded in one transaction. */
  readonly refundsAtOnce: boolean;
  refund(request: RefundRequest): Promise<Answer<RefundOutcome>>;
};

export type PixProvider = Refunder & {
  newTxid(): string;
  createPix(request: PixRequest): Promise<Answer<PixMeans>>;
  /** Null when codes are computed here, with no network: then a charge is created in one transaction. */
  readonly remote: RemotePix | null;
};

/** What only a remote provider has: a record of its own, and times when it does not answer. */
export type RemotePix = {
  /** The charge as the provider has it, with everything it received; null when it has none by this name. */
  findPix(charge: PixName): Promise<Answer<{ charge: PixAtProvider | null }>>;
  /** It cannot be paid from then on. One that is paid, gone or was never there need not be removed: that is ok too. */
  removePix(charge: PixName): Promise<Answer<unknown>>;
  /** One page of what was received in a period; `nextPage` null: that was all. */
  receivedPix(period: ReceivedPeriod): Promise<Answer<{ payments: ReceivedPix[]; nextPage: number | null }>>;
  /** Notifications of payments go to this address, which ends without a slash; the provider adds its own path. */
  registerWebhook(url: string): Promise<Answer<unknown>>;
  webhookUrl(): Promise<Answer<{ url: string | null }>>;
  /** What a notification names: each is only a hint to read the charge again. Null: it says nothing we understand. */
  readNotice(body: unknown): PixHint[] | null;
  /** Whether new charges may go there now. */
  accepts(): boolean;
  health(): ProviderHealth;
};

export type PixName = { txid: string; isDueCharge: boolean };
export type PixHint = { txid: string; endToEndId: string | null };
export type ReceivedPeriod = { from: Date; until: Date; page: number; onlyRefunded: boolean };

export type ProviderHealth = {
  /** open: new charges go elsewhere; probing: one at a time tests whether it has recovered. */
  state: 'closed' | 'open' | 'probing';
  since: Date;
  calls: number;
  failures: number;
  /** Of the calls counted above; null when there were none. */
  averageLatencyMs: number | null;
  lastFailure: { at: Date; reason: string } | null;
};

export type Payer = { name: string; document: string };

export type PixRequest = {
  txid: string;
  amountCents: Cents;
  merchantName: string;
  description: string | null;
  /** Counted from now: how long it can be paid. A charge with a due date goes by its terms instead. */
  expiresInSeconds: number;
  payer: Payer | null;
  due: PixDueTerms | null;
};

/** The terms of a boleto for the PIX code that it carries: the provider calculates what is due on the day of payment. */
export type PixDueTerms = {
  dueDate: CivilDate;
  payableDaysAfterDue: number;
  fineBasisPoints: number;
  interestMonthlyBasisPoints: number;
  discount: { until: CivilDate; basisPoints: number } | { until: CivilDate; amountCents: Cents } | null;
};
export type PixMeans = { copyPaste: string };

export type PixAtProvider = {
  status: 'active' | 'paid' | 'removed';
  amountCents: Cents;
  copyPaste: string;
  /** Everything it received; empty although it is paid: the provider does not list them in a form that could be read. */
  payments: ReceivedPix[];
};

export type ReceivedPix = {
  endToEndId: string;
  /** Null: the payer used a code that is not one of ours. */
  txid: string | null;
  amountCents: Cents;
  paidAt: Date;
  refunds: PixRefund[];
};

export type PixRefund = {
  /** Ours when we asked for it; else the provider's. */
  id: string;
  amountCents: Cents;
  status: RefundOutcome['status'];
  /** It came from the payer's bank (MED), not from anyone here. */
  isDispute: boolean;
  reason: string | null;
};

export type RefundRequest = {
  /** Letters and digits, at most 35; one reference is one refund, also when it failed. */
  reference: string;
  paymentReference: string;
  amountCents: Cents;
};
export type RefundOutcome = { status: 'succeeded' | 'pending' | 'failed'; reason?: string };

export type BoletoProvider = Refunder & {
  registerBoleto(request: BoletoRequest): Promise<Answer<BoletoMeans>>;
};

export type BoletoRequest = {
  reference: string;
  ourNumber: string;
  amountCents: Cents;
  dueDate: CivilDate;
  merchantName: string;
  payer: Payer;
};
export type BoletoMeans = { barcode: string; digitableLine: string; ourNumber: string };

export type CardProvider = Refunder & {
  chargeCard(request: CardRequest): Promise<CardAnswer>;
  /**
   * Asks again about a card request whose outcome is not known, or after a challenge was answered. A request the
   * provider never saw is `refused`: nothing was taken.
   */
  findCard(reference: string): Promise<CardAnswer>;
};

export type CardRequest = {
  reference: string;
  amountCents: Cents;
  installments: number;
  /** `document`: the holder's CPF or CNPJ; null when it was not given. */
  card: { number: string; holder: string; document: string | null; month: number; year: number; cvv: string };
};

export const REFUSAL_REASONS = [
  'insufficient_funds',
  'invalid_data',
  'expired_card',
  'issuer_refused',
  'suspected_fraud',
  'authentication_failed',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export type CardAnswer =
  | { outcome: 'approved'; providerReference: string }
  | { outcome: 'refused'; reason: RefusalReason }
  | { outcome: 'challenge' }
  | { outcome: 'unknown' };

export type PayoutProvider = {
  readonly name: string;
  /** True when it is done here and immediately. */
  readonly local: boolean;
  payout(request: PayoutRequest): Promise<Answer<PayoutOutcome>>;
};
export type PayoutRequest = { reference: string; amountCents: Cents; pixKey: string };
export type PayoutOutcome = { status: 'succeeded' | 'pending' | 'failed'; reason?: string };

/** A payment that a provider reports, translated. */
export type PaymentNotice = {
  /** The provider that received it. */
  provider: string;
  /** The provider's name for this payment (e2eid, authorisation, bank receipt): the same payment, the same reference. */
  paymentReference: string;
  /** What was paid: the charge's own provider reference (txid, our number, card attempt). */
  chargeReference: string;
  method: 'PIX' | 'CREDIT_CARD' | 'BOLETO';
  amountCents: Cents;
  paidAt: Date;
};
