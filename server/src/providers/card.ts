import type { Cents } from '../kit/money.ts';
import type { Refunder } from './provider.ts';

export type CardProvider = Refunder & {
  /**
   * Whether a request that is sent again with its reference is recognised. An acquirer that does not would charge twice:
   * it is asked by `findCard` instead.
   */
  readonly recognisesRepeats: boolean;
  /** Counted from the first request: for so long `not_found` may still become a payment. */
  readonly mayAppearForMs: number;
  chargeCard(request: CardRequest): Promise<CardAnswer>;
  /** Looks up a request whose outcome is unknown, or whose challenge was answered. */
  findCard(reference: string): Promise<FoundCard>;
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
  'not_processed',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Whether the same card may be tried again for the same purchase. Brands fine those who try a hard refusal again. */
export const RETRIES = ['now', 'later', 'never'] as const;
export type Retry = (typeof RETRIES)[number];

export type Refusal = {
  reason: RefusalReason;
  /** As issuer or acquirer sent it; null: there was none. */
  code: string | null;
  retry: Retry;
};

/** Nothing was charged: the acquirer has no such request. The payer may try again at once. */
export const NOT_PROCESSED: Refusal = { reason: 'not_processed', code: null, retry: 'now' };
/** The payer did not confirm at the bank. */
export const NOT_CONFIRMED: Refusal = { reason: 'authentication_failed', code: null, retry: 'now' };

export type CardAnswer =
  | { outcome: 'approved'; providerReference: string }
  | ({ outcome: 'refused' } & Refusal)
  | { outcome: 'challenge' }
  | { outcome: 'unknown' };

export type FoundCard = CardAnswer | { outcome: 'not_found' };
