import type { Deps } from '../http/deps.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';
import { isMadeHere } from '../providers/rails.ts';
import type { Charge } from './charge.ts';
import { findCharge } from './find.ts';
import { type Refund, refundsOf } from './refund-store.ts';

export type ShownStray = {
  reference: string;
  amountCents: Cents;
  reason: string;
  status: string;
  createdAt: Date;
};

export async function requireCharge(deps: Deps, accountId: string, id: string): Promise<Charge> {
  const charge = isId(id) ? await findCharge(deps.db, accountId, id) : null;
  if (!charge) throw notFound('Charge');
  return charge;
}

/** A charge with what happened to it since. Most charges have nothing more, and are read in one round trip. */
export async function chargeWithDetails(
  deps: Deps,
  accountId: string,
  id: string,
): Promise<{ charge: Charge; refunds: Refund[]; strays: ShownStray[] }> {
  const charge = await requireCharge(deps, accountId, id);
  const [refunds, strays] = await Promise.all([
    mayHaveRefunds(charge) ? refundsOf(deps, accountId, id) : [],
    charge.returnedCount > 0 ? straysOf(deps, charge) : [],
  ]);
  return { charge, refunds, strays };
}

async function straysOf(deps: Deps, { accountId, id }: Charge): Promise<ShownStray[]> {
  return deps.db.query<ShownStray>(
    `select reference, amount_cents as "amountCents", reason, status, created_at as "createdAt"
     from stray_receipts
     where account_id = $1
       and charge_id = $2
     order by id`,
    [accountId, id],
  );
}

/** Where refunds are confirmed later there may be some that are pending or failed; the charge itself does not tell. */
function mayHaveRefunds({ refundedCents, paidCents, paymentProvider }: Charge): boolean {
  return refundedCents > 0n || (paidCents !== null && !isMadeHere(paymentProvider));
}
