import { type Actor, systemActor } from '../audit/record.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { reaisFromCents } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, together } from '../write/effects.ts';
import { checkBoleto } from './boletos/look.ts';
import { hasOpenAttempt } from './cards/attempts.ts';
import type { Charge } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { findCharge } from './find.ts';
import { checkCode } from './pix/look.ts';
import { lockCharge } from './store.ts';
import { type Context, changed, mayMove } from './transition.ts';

export async function cancelCharge(
  deps: ChargeDeps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
  answer?: Answer<Charge>,
): Promise<Charge> {
  if (!isId(id)) throw notFound('Charge');
  await requireUnpaidAtProvider(deps, accountId, id);
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: async (tx): Promise<CancelState> => {
        const charge = await lockCharge(tx, accountId, id);
        return { charge, isBeingPaid: charge !== null && (await hasOpenAttempt(tx, charge)) };
      },
      decide: (state) => decideCancel(state, by, context),
    },
    answer,
  );
}

export type CancelState = { charge: Charge | null; isBeingPaid: boolean };

export function decideCancel(
  { charge, isBeingPaid }: CancelState,
  actor: Actor,
  context: Context,
): Decision<Charge> {
  if (!charge) return notFound('Charge');
  if (!mayMove(charge.status, 'CANCELLED')) return new GatewayError('CHARGE_NOT_CANCELLABLE');
  // A card payment is in progress and may be approved: cancelling now could take the payer's money for nothing.
  if (isBeingPaid) {
    return new GatewayError(
      'CHARGE_NOT_CANCELLABLE',
      'A card payment is under way; try again when it has ended',
    );
  }
  const { accountId, id } = charge;
  const { after, effects } = changed(
    { charge, to: 'CANCELLED', event: 'charge.cancelled', set: { dueAt: null }, cause: 'cancelled' },
    context,
  );
  const details = { value: reaisFromCents(charge.valueCents) };
  const action = { actor, accountId, action: 'charge.cancelled', target: { kind: 'charge', id }, details };
  return done(after, together([effects, { audit: [action] }]));
}

/** Reads the code at its PSP and the boleto at its bank first, to record a payment that was not reported yet. Without a reply it is cancelled. */
async function requireUnpaidAtProvider(deps: ChargeDeps, accountId: string, id: string): Promise<void> {
  const charge = await findCharge(deps, accountId, id);
  if (!charge || !mayMove(charge.status, 'CANCELLED')) return;
  const states = [await checkCode(deps, charge), (await checkBoleto(deps, charge))?.state];
  if (states.includes('paid')) {
    throw new GatewayError('CHARGE_NOT_CANCELLABLE', 'It is paid; the payment has not been read yet');
  }
}
