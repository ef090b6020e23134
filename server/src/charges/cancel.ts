import { type Actor, recordAction, systemActor } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { fail, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { reaisFromCents } from '../kit/money.ts';
import { hasOpenAttempt } from './cards/attempts.ts';
import type { Charge } from './charge.ts';
import { findCharge } from './find.ts';
import { lookAtCode } from './pix/look.ts';
import { lockCharge } from './store.ts';
import { change, mayMove } from './transition.ts';

export async function cancelCharge(
  deps: Deps,
  accountId: string,
  id: string,
  by: Actor = systemActor(accountId),
): Promise<Charge> {
  if (!isId(id)) throw notFound('Charge');
  await hearOfPayment(deps, accountId, id);
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, accountId, id);
    if (!charge) throw notFound('Charge');
    if (!mayMove(charge.status, 'CANCELLED')) fail('CHARGE_NOT_CANCELLABLE');
    // A card may be approved at this very moment: cancelling now could take the payer's money for nothing.
    if (await hasOpenAttempt(tx, charge)) {
      fail('CHARGE_NOT_CANCELLABLE', 'A card payment is under way; try again when it has ended');
    }
    const [after] = await change(
      tx,
      deps,
      [{ charge, to: 'CANCELLED', event: 'charge.cancelled', set: { dueAt: null }, cause: 'cancelled' }],
      at,
    );
    const target = { kind: 'charge', id };
    const details = { value: reaisFromCents(charge.valueCents) };
    await recordAction(tx, { actor: by, accountId, action: 'charge.cancelled', target, details });
    return after as Charge;
  });
}

/** What was paid at a PSP and not told yet is taken before it is too late for it. No answer is no reason to wait. */
async function hearOfPayment(deps: Deps, accountId: string, id: string): Promise<void> {
  const charge = await findCharge(deps.db, accountId, id);
  if (!charge || !mayMove(charge.status, 'CANCELLED')) return;
  if ((await lookAtCode(deps, charge)) === 'paid') {
    fail('CHARGE_NOT_CANCELLABLE', 'Its PIX code is paid; the payment has yet to be read');
  }
}
