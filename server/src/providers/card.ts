import type { Cents } from '../kit/money.ts';
import type { Answer, Refunder } from './provider.ts';

export type CardProvider = Refunder & {
  /**
   * Whether a request that is sent again with its reference is recognised. An acquirer that does not would charge twice:
   * it is asked by `findCard` instead.
   */
  readonly recognisesRepeats: boolean;
  /** Counted from the first request: for so long `not_found` may still become a payment. */
  readonly mayAppearForMs: number;
  /** Counted from the first request: for so long what is held can be captured. */
  readonly holdsForMs: number;
  /** Takes the money, or with `captures: 'later'` only holds it on the card. */
  authorise(request: CardRequest): Promise<CardAnswer>;
  /** Looks up a request whose outcome is unknown, or whose challenge was answered. */
  findCard(reference: string): Promise<FoundCard>;
  /** Takes all or a part of what is held, once; the rest is let go. The same again answers as before. */
  capture(capture: Capture): Promise<CaptureAnswer>;
  /** Lets go of what is held. Also ok for what was let go before; refused: it was captured. */
  voidAuthorisation(held: HeldAtAcquirer): Promise<Answer<unknown>>;
};

export type CardRequest = {
  reference: string;
  amountCents: Cents;
  installments: number;
  captures: 'at once' | 'later';
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

/** Our reference of the request, and the acquirer's own of what it holds. */
export type HeldAtAcquirer = { reference: string; providerReference: string };
export type Capture = HeldAtAcquirer & { amountCents: Cents };

export type CardAnswer =
  | { outcome: 'approved'; providerReference: string }
  /** Held on the card, and not captured yet. */
  | { outcome: 'authorised'; providerReference: string }
  | ({ outcome: 'refused' } & Refusal)
  | { outcome: 'challenge' }
  | { outcome: 'unknown' };

export type FoundCard = CardAnswer | { outcome: 'not_found' };

export type CaptureAnswer =
  | { outcome: 'captured' }
  /** It can not be captured any more. */
  | ({ outcome: 'refused' } & Refusal)
  | { outcome: 'unknown' };
