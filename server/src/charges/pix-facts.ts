import type { Deps } from '../http/deps.ts';
import { GatewayError } from '../kit/errors.ts';
import { derivedId } from '../kit/ids.ts';
import type { PixRefund, ReceivedPix } from '../providers/provider.ts';
import type { RemoteProvider } from '../providers/rails.ts';
import type { Charge } from './charge.ts';
import { closeDispute, openDispute } from './disputes.ts';
import { receivePaymentOf } from './notifications.ts';
import { concludeRefund } from './refund-outcome.ts';
import { isRefundOf } from './refund-store.ts';
import { hearOfReturn } from './strays.ts';

/**
 * Takes over what the provider's own books say about one charge: payments, refunds, and what the payer's bank took back.
 * Everything may be told any number of times, in any order.
 */
export async function applyPix(
  deps: Deps,
  { name: provider }: RemoteProvider,
  charge: Charge,
  payments: readonly ReceivedPix[],
): Promise<void> {
  for (const payment of payments) {
    if (charge.paymentReference !== payment.endToEndId) {
      await receivePaymentOf(deps, charge, {
        provider,
        paymentReference: payment.endToEndId,
        chargeReference: payment.txid ?? charge.pixTxid ?? '',
        method: 'PIX',
        amountCents: payment.amountCents,
        paidAt: payment.paidAt,
      });
    }
    for (const refund of payment.refunds) await applyRefund(deps, provider, charge, payment, refund);
  }
}

async function applyRefund(
  deps: Deps,
  provider: string,
  { accountId, id: chargeId }: Charge,
  payment: ReceivedPix,
  refund: PixRefund,
): Promise<void> {
  const id = idIn(refund.id);
  const outcome = { status: refund.status, ...(refund.reason ? { reason: refund.reason } : {}) };
  if (id && (await isRefundOf(deps.db, accountId, chargeId, id))) {
    return concludeRefund(deps, { accountId, chargeId, id }, outcome);
  }
  if (id && (await hearOfReturn(deps, accountId, { id, reference: refund.id }, outcome))) return;
  await applyForeignRefund(deps, { accountId, chargeId, provider, payment, refund });
}

/** Our own names at a provider begin with the refund's id, without its hyphens. */
function idIn(reference: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\d{0,3}$/.exec(reference);
  return parts ? parts.slice(1).join('-') : null;
}

type ForeignRefund = {
  accountId: string;
  chargeId: string;
  provider: string;
  payment: ReceivedPix;
  refund: PixRefund;
};

/** Nobody here asked for it: the payer's bank (MED), or somebody at the provider's own counter. Either is a dispute. */
async function applyForeignRefund(deps: Deps, foreign: ForeignRefund): Promise<void> {
  const { accountId, chargeId, provider, payment, refund } = foreign;
  const id = derivedId('foreign-refund', `${payment.endToEndId} ${refund.id}`);
  try {
    const dispute = await openDispute(deps, {
      accountId,
      id,
      chargeId,
      kind: 'med',
      provider,
      amountCents: refund.amountCents,
      reason: refund.reason ?? (refund.isDispute ? 'MED' : 'A refund that was not asked for here'),
    });
    if (dispute.status !== 'open' || refund.status === 'pending') return;
    await closeDispute(deps, accountId, id, refund.status === 'succeeded' ? 'lost' : 'won', { provider });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const facts = { charge: chargeId, endToEndId: payment.endToEndId, refund: refund.id };
    deps.log.error({ ...facts, reason: error.message }, 'a refund at the provider does not fit our books');
  }
}
