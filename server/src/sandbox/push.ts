import type { Charge } from '../charges/charge.ts';
import { requireCharge } from '../charges/details.ts';
import { writeOffAt } from '../charges/methods/boleto.ts';
import { lookAtCode } from '../charges/pix/look.ts';
import { lockCharge } from '../charges/store.ts';
import { type Change, change, mayMove } from '../charges/transition.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { assert, fail } from '../kit/errors.ts';
import { remotePixNamed } from '../providers/rails.ts';

type Push = (charge: Charge) => Change;

/** What the outside world or time would do to a charge, done now, through the same guarded move. */
async function push(deps: Deps, accountId: string, id: string, changeFor: Push): Promise<Charge> {
  const looked = await lookAtCode(deps, await requireCharge(deps, accountId, id));
  if (looked === 'paid') fail('INVALID_STATE', 'Its PIX code is paid; the payment has yet to be read');
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, accountId, id);
    assert(charge, 'charges are never deleted');
    const wanted = changeFor(charge);
    if (!mayMove(charge.status, wanted.to)) fail('INVALID_STATE', `The charge is ${charge.status}`);
    const [after] = await change(tx, deps, [wanted], at);
    assert(after, 'a change gives back its charge');
    return after;
  });
}

/** What a real PSP received is its own: nobody here plays its bank. */
export async function requirePlayed(deps: Deps, accountId: string, id: string): Promise<void> {
  const { paymentProvider } = await requireCharge(deps, accountId, id);
  if (paymentProvider !== null && remotePixNamed(deps.rails, paymentProvider)) {
    fail('INVALID_STATE', `The payment is at ${paymentProvider}: dispute it there`);
  }
}

export function refuseSandboxCharge(deps: Deps, accountId: string, id: string): Promise<Charge> {
  return push(deps, accountId, id, (charge) => {
    if (charge.billingType !== 'CREDIT_CARD') fail('INVALID_STATE', 'Only a card charge can be refused');
    return { charge, to: 'REFUSED', event: 'charge.refused', set: {}, cause: 'issuer_refused' };
  });
}

export function endPixEarly(deps: Deps, accountId: string, id: string): Promise<Charge> {
  return push(deps, accountId, id, (charge) => {
    if (charge.billingType === 'CREDIT_CARD') fail('INVALID_STATE', 'A card charge does not expire');
    const set = { dueAt: null, pixExpiresAt: charge.pixExpiresAt && deps.clock.now() };
    return { charge, to: 'CANCELLED', event: 'charge.cancelled', set, cause: 'expired' };
  });
}

export function makeOverdue(deps: Deps, accountId: string, id: string): Promise<Charge> {
  return push(deps, accountId, id, (charge) => {
    if (!charge.boleto || charge.billingType !== 'BOLETO')
      fail('INVALID_STATE', 'Only a boleto falls overdue');
    return { charge, to: 'OVERDUE', event: 'charge.overdue', set: { dueAt: writeOffAt(charge.boleto) } };
  });
}
