import { raised } from '../../alerts/alert.ts';
import { systemActor } from '../../audit/record.ts';
import { GatewayError } from '../../kit/errors.ts';
import { derivedId } from '../../kit/ids.ts';
import type { PixRefund, ReceivedPix } from '../../providers/provider.ts';
import type { RemoteProvider } from '../../providers/rails.ts';
import { done } from '../../write/effects.ts';
import { bankOf } from '../boletos/at-bank.ts';
import { isPaidAtBank } from '../boletos/cancel.ts';
import { lookSoon } from '../boletos/look.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { closeDispute, openDispute } from '../disputes/disputes.ts';
import { receivePaymentOf } from '../payments/receive.ts';
import { recordForeignReturn, recordReturn } from '../payments/strays.ts';
import { concludeRefund } from '../refunds/outcome.ts';
import { isRefundOf } from '../refunds/store.ts';

/**
 * Applies what the provider reports about one charge: payments, refunds, and disputes of the payer's bank. Each may
 * arrive any number of times, in any order.
 */
export async function applyPix(
  deps: ChargeDeps,
  { name: provider }: RemoteProvider,
  charge: Charge,
  payments: readonly ReceivedPix[],
): Promise<void> {
  for (const payment of payments) {
    const received = isOfBoleto(charge, payment)
      ? await readBoleto(deps, charge, payment)
      : await receive(deps, provider, charge, payment);
    for (const refund of payment.refunds) await applyRefund(deps, provider, received, payment, refund);
  }
}

function isOfBoleto(charge: Charge, { txid }: ReceivedPix): boolean {
  return txid !== null && bankOf(charge)?.pixTxid === txid;
}

/**
 * The code is that of a boleto at the same bank: only the boleto says what was paid, because the bank may call one payment
 * by another reference there, and it would be taken twice.
 */
async function readBoleto(deps: ChargeDeps, charge: Charge, { endToEndId }: ReceivedPix): Promise<Charge> {
  const isTaken = charge.paymentReference === endToEndId || isPaidAtBank(charge);
  if (!isTaken) await lookSoon(deps, [charge]);
  return charge;
}

/** The charge after this payment: it may have been settled since it was read, by this payment or another. */
async function receive(
  deps: ChargeDeps,
  provider: string,
  charge: Charge,
  payment: ReceivedPix,
): Promise<Charge> {
  if (charge.paymentReference === payment.endToEndId) return charge;
  const receipt = await receivePaymentOf(deps, charge, {
    provider,
    paymentReference: payment.endToEndId,
    chargeReference: payment.txid ?? charge.pixTxid ?? '',
    method: 'PIX',
    amountCents: payment.amountCents,
    paidAt: payment.paidAt,
  });
  return receipt.charge;
}

async function applyRefund(
  deps: ChargeDeps,
  provider: string,
  received: Charge,
  payment: ReceivedPix,
  refund: PixRefund,
): Promise<void> {
  const { accountId, id: chargeId, paymentReference } = received;
  const id = idIn(refund.id);
  const outcome = { status: refund.status, ...(refund.reason ? { reason: refund.reason } : {}) };
  if (id && (await isRefundOf(deps.db, accountId, chargeId, id))) {
    return concludeRefund(deps, { accountId, chargeId, id }, outcome);
  }
  if (id && (await recordReturn(deps, accountId, { id, reference: refund.id }, outcome))) return;
  const foreign = { accountId, chargeId, provider, payment, refund };
  if (paymentReference === payment.endToEndId) return openForeignDispute(deps, foreign);
  if (isOfBoleto(received, payment)) {
    const facts = { charge: chargeId, provider, refund: refund.id };
    return deps.log.error(facts, 'a refund of a payment by the code of a boleto, which has not been taken');
  }
  // The seller never had this payment: it was already being returned, so nothing of the charge is disputed.
  if (refund.status === 'succeeded') {
    await recordForeignReturn(deps, accountId, payment.endToEndId, {
      id: foreignId(foreign),
      amountCents: refund.amountCents,
    });
  }
}

/** Our references at a provider begin with the refund's id without hyphens. */
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

function foreignId({ payment, refund }: ForeignRefund): string {
  return derivedId('foreign-refund', `${payment.endToEndId} ${refund.id}`);
}

/** A refund not requested here comes from the payer's bank (MED) or was made at the provider. Either is a dispute. */
async function openForeignDispute(deps: ChargeDeps, foreign: ForeignRefund): Promise<void> {
  const { accountId, chargeId, provider, payment, refund } = foreign;
  const id = foreignId(foreign);
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
    const outcome = refund.status === 'succeeded' ? 'lost' : 'won';
    await closeDispute(deps, { accountId, id, outcome, by: systemActor(accountId), provider });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const facts = { charge: chargeId, endToEndId: payment.endToEndId, refund: refund.id };
    deps.log.error({ ...facts, reason: error.message }, 'a refund at the provider does not match the ledger');
    const alert = raised({
      ...{ kind: 'refund_not_in_books', source: `refund_not_in_books:${id}`, accountId, chargeId, provider },
      ...{ amountCents: refund.amountCents, detail: error.message, at: deps.clock.now() },
    });
    await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { rows: [alert] }) });
  }
}
