import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { requireCharge } from '../charges/details.ts';
import { checkCode } from '../charges/pix/look.ts';
import { writeOffAt } from '../charges/rules/boleto-terms.ts';
import { lockCharge } from '../charges/store.ts';
import { type Change, type Context, changed, mayMove } from '../charges/transition.ts';
import { assert, fail, GatewayError } from '../kit/errors.ts';
import { remotePixNamed } from '../providers/rails.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done } from '../write/effects.ts';

export type SandboxMove = 'refuse' | 'expire' | 'overdue';
export const SANDBOX_MOVES: readonly SandboxMove[] = ['refuse', 'expire', 'overdue'];

/** Simulates now what a provider or time would do to a charge, through the same guarded transition. */
export async function pushCharge(
  deps: ChargeDeps,
  accountId: string,
  id: string,
  move: SandboxMove,
  answer?: Answer<Charge>,
): Promise<Charge> {
  const state = await checkCode(deps, await requireCharge(deps, accountId, id));
  if (state === 'paid') fail('INVALID_STATE', 'The PIX code is paid; the payment has not been read yet');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: async (tx) => {
        const charge = await lockCharge(tx, accountId, id);
        assert(charge, 'charges are never deleted');
        return charge;
      },
      decide: (charge) => decidePush(charge, move, context),
    },
    answer,
  );
}

export function decidePush(charge: Charge, move: SandboxMove, context: Context): Decision<Charge> {
  const change = CHANGES[move](charge, context.now);
  if (change instanceof GatewayError) return change;
  if (!mayMove(charge.status, change.to))
    return new GatewayError('INVALID_STATE', `The charge is ${charge.status}`);
  const { after, effects } = changed(change, context);
  return done(after, effects);
}

const CHANGES: Record<SandboxMove, (charge: Charge, now: Date) => Change | GatewayError> = {
  refuse: (charge) =>
    charge.billingType === 'CREDIT_CARD'
      ? { charge, to: 'REFUSED', event: 'charge.refused', set: { dueAt: null }, cause: 'issuer_refused' }
      : new GatewayError('INVALID_STATE', 'Only a card charge can be refused'),
  expire: (charge, now) => {
    if (charge.billingType === 'CREDIT_CARD')
      return new GatewayError('INVALID_STATE', 'A card charge does not expire');
    const set = { dueAt: null, pixExpiresAt: charge.pixExpiresAt && now };
    return { charge, to: 'CANCELLED', event: 'charge.cancelled', set, cause: 'expired' };
  },
  overdue: (charge) =>
    charge.boleto && charge.billingType === 'BOLETO'
      ? { charge, to: 'OVERDUE', event: 'charge.overdue', set: { dueAt: writeOffAt(charge.boleto) } }
      : new GatewayError('INVALID_STATE', 'Only a boleto falls overdue'),
};

/** How each kind of payment can be disputed: a MED is of PIX, a chargeback of cards; a boleto has neither. */
const DISPUTED = { med: 'PIX', chargeback: 'CREDIT_CARD' } as const;

/** A payment that a real PSP received is disputed there. */
export async function requireSandboxPayment(
  deps: ChargeDeps,
  accountId: string,
  id: string,
  kind: keyof typeof DISPUTED,
): Promise<void> {
  const { paymentProvider, billingType } = await requireCharge(deps, accountId, id);
  if (paymentProvider !== null && billingType !== DISPUTED[kind]) {
    fail(
      'INVALID_STATE',
      `A ${kind} disputes a payment by ${DISPUTED[kind]}; this one came by ${billingType}`,
    );
  }
  if (paymentProvider !== null && remotePixNamed(deps.rails, paymentProvider)) {
    fail('INVALID_STATE', `The payment is at ${paymentProvider}: dispute it there`);
  }
}
