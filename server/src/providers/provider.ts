import type { CivilDate } from '../kit/calendar.ts';
import type { Cents } from '../kit/money.ts';

/**
 * The port to whoever moves real money. Every call is keyed by our own id: asking again after an unknown outcome gives
 * the first call's answer and never a second effect. What the outside world does is a returned value, not an exception.
 * No function takes a transaction: nothing here may run while one is open.
 */
export type Provider = {
  readonly name: string;
  /** True when calls are computed here, with no network: then a charge is created in one transaction. */
  readonly local: boolean;
  createPix(request: PixRequest): Promise<Answer<PixMeans>>;
  registerBoleto(request: BoletoRequest): Promise<Answer<BoletoMeans>>;
  chargeCard(request: CardRequest): Promise<CardAnswer>;
  /**
   * Asks again about a card request whose outcome is not known, or after a challenge was answered. A request the
   * provider never saw is `refused`: nothing was taken.
   */
  findCard(reference: string): Promise<CardAnswer>;
  refund(request: RefundRequest): Promise<Answer<{ status: 'succeeded' | 'pending' | 'failed' }>>;
  payout(
    request: PayoutRequest,
  ): Promise<Answer<{ status: 'succeeded' | 'pending' | 'failed'; reason?: string }>>;
};

/** `unavailable`: it may or may not have happened; ask again with the same reference. */
export type Answer<T> = ({ ok: true } & T) | { ok: false; kind: 'refused' | 'unavailable'; reason: string };

export type Payer = { name: string; document: string };

export type PixRequest = {
  reference: string;
  txid: string;
  amountCents: Cents;
  merchantName: string;
  description: string | null;
  expiresAt: Date;
  payer: Payer | null;
};
export type PixMeans = { txid: string; copyPaste: string };

export type BoletoRequest = {
  reference: string;
  ourNumber: string;
  amountCents: Cents;
  dueDate: CivilDate;
  merchantName: string;
  payer: Payer;
};
export type BoletoMeans = { barcode: string; digitableLine: string; ourNumber: string };

export type CardRequest = {
  reference: string;
  amountCents: Cents;
  installments: number;
  /** `document`: the holder's CPF or CNPJ; null when nobody gave it. */
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

export type RefundRequest = {
  reference: string;
  paymentReference: string;
  amountCents: Cents;
};
export type PayoutRequest = { reference: string; amountCents: Cents; pixKey: string };

/** What a provider's notification says, translated: somebody paid. */
export type PaymentNotice = {
  /** The provider's name for this payment (e2eid, authorisation, bank receipt): the same payment, the same reference. */
  paymentReference: string;
  /** What was paid: the charge's own provider reference (txid, our number, card attempt). */
  chargeReference: string;
  method: 'PIX' | 'CREDIT_CARD' | 'BOLETO';
  amountCents: Cents;
  paidAt: Date;
};
