import { Type } from 'typebox';
import { instantShape as instant, namedEnum, namedObject } from '../../http/fields.ts';
import { reaisFromCents } from '../../kit/money.ts';
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
