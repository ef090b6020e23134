import { Type } from 'typebox';
import { exactObject, instantShape as instant, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { reaisFromCents } from '../../kit/money.ts';
import { REFUSAL_REASONS, RETRIES } from '../../providers/card.ts';
import type { Charge } from '../charge.ts';
import type { AttemptStatus, CardAttempt } from './attempts.ts';
import { amountOf } from './conclude.ts';

const STATUSES = ['authorized', 'capturing', 'captured', 'voiding', 'voided'] as const;

const SHOWN: Partial<Record<AttemptStatus, (typeof STATUSES)[number]>> = {
  authorised: 'authorized',
  capturing: 'capturing',
  approved: 'captured',
  voiding: 'voiding',
  voided: 'voided',
};

/** What is or was held on the card of a charge that is captured later. */
export const authorizationShape = namedObject('CardAuthorization', {
  status: namedEnum('CardAuthorizationStatus', STATUSES, {
    description:
      'authorized: held on the card; capturing, voiding: the acquirer has not answered yet; voided: let go',
  }),
  value: Type.Number({ description: 'What is or was held, interest paid by the payer included' }),
  captured_value: Type.Optional(Type.Number()),
  installments: Type.Integer(),
  card: namedObject('ChargeCard', { brand: Type.String(), last_four: Type.String() }),
  capture_until: instant,
  created_at: instant,
});

export function presentAuthorization(charge: Charge, attempt: CardAttempt) {
  const status = SHOWN[attempt.status];
  if (!status || !attempt.captureUntil) return undefined;
  const { brand, lastFour, captureCents, installments } = attempt;
  return {
    status,
    value: reaisFromCents(amountOf(charge, attempt)),
    captured_value: status === 'captured' && captureCents !== null ? reaisFromCents(captureCents) : undefined,
    installments,
    card: { brand, last_four: lastFour },
    capture_until: attempt.captureUntil.toISOString(),
    created_at: attempt.createdAt.toISOString(),
  };
}

const PAYMENT_STATUSES = ['processing', 'challenge', 'approved', 'authorized', 'refused', 'voided'] as const;

const SHOWN_PAYMENT: Readonly<Record<AttemptStatus, (typeof PAYMENT_STATUSES)[number]>> = {
  running: 'processing',
  challenge: 'challenge',
  approved: 'approved',
  refused: 'refused',
  authorised: 'authorized',
  capturing: 'authorized',
  voiding: 'voided',
  voided: 'voided',
};

/** What became of the card that a request has tried. */
export const cardPaymentShape = namedObject('CardPayment', {
  id: Type.String(),
  status: namedEnum('CardPaymentStatus', PAYMENT_STATUSES, {
    description:
      'processing: the acquirer has not answered yet, and events say how it ends; challenge: the payer confirms at the bank first',
  }),
  card: namedObject('ChargeCard', { brand: Type.String(), last_four: Type.String() }),
  installments: Type.Integer(),
  refusal: Type.Optional(
    namedObject('CardRefusal', {
      reason: namedEnum('CardRefusalReason', REFUSAL_REASONS),
      code: Type.Union([Type.String(), Type.Null()], { description: "The issuer's or acquirer's own" }),
      retry: namedEnum('CardRetry', RETRIES, {
        description: 'never: this card is not sent again for this charge',
      }),
    }),
  ),
  challenge_url: Type.Optional(
    Type.String({ description: 'Lead the payer there: the page goes on to the bank, and comes back' }),
  ),
});

export function presentCardPayment(attempt: CardAttempt, chargePage: string) {
  const { id, status, brand, lastFour, installments, reason, code, retry } = attempt;
  const known = REFUSAL_REASONS.find((each) => each === reason);
  return {
    id,
    status: SHOWN_PAYMENT[status],
    card: { brand, last_four: lastFour },
    installments,
    refusal:
      status === 'refused'
        ? { reason: known ?? ('issuer_refused' as const), code, retry: retry ?? ('later' as const) }
        : undefined,
    challenge_url: status === 'challenge' ? `${chargePage}/challenge` : undefined,
  };
}

export const captureBody = Type.Optional(
  nullable(
    exactObject('CaptureCharge', {
      amount: Type.Optional(
        nullable(Type.Number({ description: 'At most what is held; absent: all of it. The rest is let go' })),
      ),
    }),
  ),
);
