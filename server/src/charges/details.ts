import { snapshot, type Tx } from '../db/transaction.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';
import { isLocalProvider } from '../providers/rails.ts';
import { authorisationOf, type CardAttempt } from './cards/attempts.ts';
import type { Charge } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { findCharge, findChargeIn } from './find.ts';
import { type Refund, refundsOf } from './refunds/store.ts';

export type ShownStray = {
  accountId: string;
  id: string;
  /** The payer says a PIX key on a page. */
  asksPayer: boolean;
  reference: string;
  amountCents: Cents;
  reason: string;
  status: string;
  createdAt: Date;
};

export async function requireCharge(deps: ChargeDeps, accountId: string, id: string): Promise<Charge> {
  const charge = isId(id) ? await findCharge(deps, accountId, id) : null;
  if (!charge) throw notFound('Charge');
  return charge;
}

export type DetailedCharge = {
  charge: Charge;
  refunds: Refund[];
  strays: ShownStray[];
  /** Null: no dispute holds or took anything. */
  disputeStatus: 'open' | 'lost' | null;
  /** Null: nothing is or was held on a card. */
  authorisation: CardAttempt | null;
};

/**
 * A charge with its refunds, returned payments and disputes, read in one snapshot so that the amounts agree. Most charges have
 * none and are read in one round trip.
 */
export async function chargeWithDetails(
  deps: ChargeDeps,
  accountId: string,
  id: string,
): Promise<DetailedCharge> {
  const charge = await requireCharge(deps, accountId, id);
  const { capturesLater } = charge;
  if (
    !mayHaveRefunds(charge) &&
    !capturesLater &&
    charge.returnedCount === 0 &&
    charge.disputedCents === 0n
  ) {
    return { charge, refunds: [], strays: [], disputeStatus: null, authorisation: null };
  }
  return snapshot(deps.db, async (tx) => {
    const read = (await findChargeIn(tx, accountId, id)) ?? charge;
    return {
      charge: read,
      refunds: await refundsOf(tx, accountId, id),
      strays: await straysOf(tx, accountId, id),
      disputeStatus: await disputeStatusOf(tx, read),
      authorisation: capturesLater ? await authorisationOf(tx, read) : null,
    };
  });
}

async function disputeStatusOf(tx: Tx, { accountId, id, disputedCents }: Charge) {
  if (disputedCents === 0n) return null;
  const open = await tx.query(
    `select id from disputes where account_id = $1 and charge_id = $2 and status = 'open' limit 1`,
    [accountId, id],
  );
  return open.length > 0 ? 'open' : 'lost';
}

async function straysOf(tx: Tx, accountId: string, chargeId: string): Promise<ShownStray[]> {
  return tx.query<ShownStray>(
    `select account_id as "accountId", id, reference, amount_cents as "amountCents", reason, status,
       created_at as "createdAt",
       exists (
         select 1
         from payer_refunds p
         where p.account_id = stray_receipts.account_id
           and p.id = stray_receipts.id
       ) as "asksPayer"
     from stray_receipts
     where account_id = $1
       and charge_id = $2
     order by id`,
    [accountId, chargeId],
  );
}

/** Where a provider confirms refunds later, some may be pending or failed; the charge's own columns do not show it. */
function mayHaveRefunds({ refundedCents, paidCents, paymentProvider }: Charge): boolean {
  return refundedCents > 0n || (paidCents !== null && !isLocalProvider(paymentProvider));
}
