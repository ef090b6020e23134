import type { CivilDate } from '../brazil/calendar.ts';
import type { Cents } from '../kit/money.ts';

/**
 * What the interfaces of providers share, and the one for PIX; the others: `card.ts`, `boleto.ts`, `payout.ts`.
 * Every call is keyed by our own id: repeating it after an unknown outcome returns the first answer and never has a
 * second effect. Failures are returned values, not exceptions. No function takes a transaction: nothing here may run
 * while one is open.
 */

/** `unavailable`: it may or may not have happened; ask again with the same reference. */
export type Answer<T> = ({ ok: true } & T) | { ok: false; kind: 'refused' | 'unavailable'; reason: string };

/** Only the provider that received a payment can refund it. */
export type Refunder = {
  readonly name: string;
  /** True for a local, immediate refund: then it is recorded in one transaction. */
  readonly refundsAtOnce: boolean;
  /**
   * It knows the sum of a payment's refunds, and no single one: they take turns. `apartMs`: between two of them;
   * `seenAfterMs`: after an answer that was lost, what became of it is certain to be seen. Absent: it knows each by its
   * reference.
   */
  readonly refundsBySum?: { readonly apartMs: number; readonly seenAfterMs: number };
  refund(request: RefundRequest): Promise<Answer<RefundOutcome>>;
};

export type PixProvider = Refunder & {
  newTxid(): string;
  createPix(request: PixRequest): Promise<Answer<PixMeans>>;
  /** Null when codes are computed locally, without network: then a charge is created in one transaction. */
  readonly remote: RemotePix | null;
};

/** The functions of a remote provider, which has its own records and may not answer. */
export type RemotePix = {
  /** The charge at the provider, with its payments; null when it has no such charge. */
  findPix(charge: PixName): Promise<Answer<{ charge: PixAtProvider | null }>>;
  /** The charge cannot be paid afterwards. Also ok for one that is paid, removed or unknown. */
  removePix(charge: PixName): Promise<Answer<unknown>>;
  /** One page of the payments of a period; `nextPage` null: the last page. */
  receivedPix(period: ReceivedPeriod): Promise<Answer<{ payments: ReceivedPix[]; nextPage: number | null }>>;
  /** Notifications of payments go to this address, which ends without a slash; the provider adds its own path. */
  registerWebhook(url: string): Promise<Answer<unknown>>;
  webhookUrl(): Promise<Answer<{ url: string | null }>>;
  /** The charges that a notice names: each is only a hint to read the charge. Null: not a valid notice. */
  readNotice(body: unknown): PixHint[] | null;
} & Watched;

export type PixName = { txid: string; isDueCharge: boolean };
export type PixHint = { txid: string; endToEndId: string | null };
export type ReceivedPeriod = { from: Date; until: Date; page: number; onlyRefunded: boolean };

/** A request that a provider sent to the gateway. `rawBody`: as received, for signatures. */
export type ProviderNotice = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Buffer;
  body: unknown;
};

/** A remote provider is watched by a circuit breaker. */
export type Watched = {
  /** Whether new work may be sent to it now. */
  accepts(): boolean;
  health(): ProviderHealth;
};

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
  /** How long it can be paid, from now. A charge with a due date uses its terms instead. */
  expiresInSeconds: number;
  payer: Payer | null;
  due: DueTerms | null;
};

/** The terms of a boleto and of its PIX code: the provider calculates what is due on the day of payment. */
export type DueTerms = {
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
  /** Its payments. Empty although it is paid: the provider's list could not be read. */
  payments: ReceivedPix[];
};

export type ReceivedPix = {
  endToEndId: string;
  /** Null: the payer used a code that we did not issue. */
  txid: string | null;
  amountCents: Cents;
  paidAt: Date;
  refunds: PixRefund[];
};

export type PixRefund = {
  /** Our reference if we requested it; else the provider's. */
  id: string;
  amountCents: Cents;
  status: RefundOutcome['status'];
  /** Requested by the payer's bank (MED), not by the gateway. */
  isDispute: boolean;
  reason: string | null;
};

export type RefundRequest = {
  /** Letters and digits, at most 35; one reference is one refund, also when it failed. */
  reference: string;
  paymentReference: string;
  amountCents: Cents;
  /** The sum of this payment's refunds that have succeeded; absent: there are none. */
  earlierCents?: Cents;
  /** It was asked for a moment ago: only how it ended is looked for. */
  looksOnly?: true;
};
export type RefundOutcome = { status: 'succeeded' | 'pending' | 'failed'; reason?: string };

/** A payment that a provider reports, translated. */
export type PaymentNotice = {
  /** The provider that received it. */
  provider: string;
  /** The provider's reference of this payment (e2eid, authorisation, bank receipt), unique per payment. */
  paymentReference: string;
  /** The reference of the charge at the provider (txid, nosso número, card attempt). */
  chargeReference: string;
  method: 'PIX' | 'CREDIT_CARD' | 'BOLETO';
  amountCents: Cents;
  paidAt: Date;
};
