import { countLinkPayment } from '../catalog/payment-links.ts';
import { takeStock } from '../catalog/products.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { enqueue } from '../jobs/queue.ts';
import { createBatcher } from '../kit/batcher.ts';
import { civilDateOf } from '../kit/calendar.ts';
import { DAY_MS } from '../kit/clock.ts';
import { assert } from '../kit/errors.ts';
import { amountDue } from '../kit/late-payment.ts';
import { type Cents, cents } from '../kit/money.ts';
import { oncePer } from '../kit/once-per.ts';
import type { Entry } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import type { PaymentNotice } from '../providers/provider.ts';
import type { Charge, PaidCard } from './charge.ts';
import { paymentPostings, settle, strayPostings } from './settlement.ts';
import { type ChargeKey, lockCharges, resolveReference } from './store.ts';
import { insertStrays, returnedReferences, type StrayReason, type StrayReceipt } from './strays.ts';
import { type Change, change, mayMove } from './transition.ts';

/** A payment, as a provider tells it, with what only this charge's own flow knows of it. */
export type Payment = PaymentNotice & { installments?: number; card?: PaidCard };

/** `returned`: the money could not be taken for this charge and goes back to the payer. */
export type PaymentOutcome = 'settled' | 'duplicate' | 'returned' | 'unknown_reference';

const MOST_TOGETHER = 64;
type KnownPayment = { payment: Payment; key: ChargeKey };

/**
 * The one way in for money. A seller's payments that arrive together are posted together: its balance row is then
 * locked once for many payments instead of once for each.
 */
export async function receivePayment(deps: Deps, payment: Payment): Promise<PaymentOutcome> {
  const key = await resolveReference(deps.db, payment.chargeReference);
  return key ? receiverFor(deps)({ payment, key }) : 'unknown_reference';
}

const receiverFor = oncePer((deps: Deps) =>
  createBatcher<KnownPayment, PaymentOutcome>({
    mostItems: MOST_TOGETHER,
    keyOf: (item) => item.key.accountId,
    run: (items) => receiveTogether(deps, items),
  }),
);

async function receiveTogether(deps: Deps, items: readonly KnownPayment[]): Promise<PaymentOutcome[]> {
  const accountId = items[0]?.key.accountId ?? '';
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const charges = await lockCharges(
      tx,
      accountId,
      items.map((item) => item.key.id),
    );
    const mayBeReturned = charges.some((charge) => charge.returnedCount > 0);
    const references = items.map((item) => item.payment.paymentReference);
    const returned = mayBeReturned ? await returnedReferences(tx, accountId, references) : new Set<string>();
    const decisions = decide(deps, items, new Map(charges.map((charge) => [charge.id, charge])), returned);
    await applySettlements(tx, deps, decisions, at);
    await applyStrays(tx, decisions, at);
    return decisions.map((decision) => decision.outcome);
  });
}

type Decision =
  | { outcome: 'settled'; change: Change; entry: Entry }
  | { outcome: 'returned'; stray: StrayReceipt }
  | { outcome: 'duplicate' };

/** One payment after the other, each seeing what the ones before it did: of two for one charge only the first settles. */
function decide(
  deps: Deps,
  items: readonly KnownPayment[],
  charges: Map<string, Charge>,
  returned: Set<string>,
): Decision[] {
  const settledHere = new Map<string, string>();
  return items.map(({ payment, key }): Decision => {
    const charge = charges.get(key.id);
    assert(charge, 'a provider reference names an existing charge');
    const settledBy = settledHere.get(charge.id) ?? charge.paymentReference;
    const isKnown = settledBy === payment.paymentReference || returned.has(payment.paymentReference);
    if (isKnown) return { outcome: 'duplicate' };
    const reason = strayReason(charge, payment, settledBy);
    if (reason) return { outcome: 'returned', stray: strayOf(deps, charge, payment, reason) };
    settledHere.set(charge.id, payment.paymentReference);
    return { outcome: 'settled', ...settlementOf(charge, payment) };
  });
}

function strayReason(charge: Charge, payment: Payment, settledBy: string | null): StrayReason | null {
  if (settledBy !== null) return 'paid_twice';
  if (!mayMove(charge.status, 'RECEIVED')) return 'charge_not_payable';
  return payment.amountCents === expectedCents(charge, payment) ? null : 'wrong_amount';
}

/** What the payer owes on the day of payment. Only a boleto's terms change it. */
export function expectedCents(charge: Charge, payment: Pick<Payment, 'paidAt' | 'method'>): Cents {
  if (!charge.boleto || payment.method === 'CREDIT_CARD') return charge.valueCents;
  return boletoAmountDue(charge, payment.paidAt).totalCents;
}

export function boletoAmountDue(charge: Charge, at: Date) {
  const { boleto, valueCents } = charge;
  const discount = boleto?.discount;
  return amountDue(
    {
      valueCents,
      dueDate: boleto?.dueDate ?? civilDateOf(at),
      fineBasisPoints: boleto?.fineBasisPoints,
      interestMonthlyBasisPoints: boleto?.interestMonthlyBasisPoints,
      discount: discount
        ? {
            until: discount.until,
            percentBasisPoints: discount.basisPoints,
            amountCents: discount.amountCents === undefined ? undefined : cents(BigInt(discount.amountCents)),
          }
        : undefined,
    },
    civilDateOf(at),
  );
}

function settlementOf(charge: Charge, payment: Payment): { change: Change; entry: Entry } {
  const installments = payment.installments ?? 1;
  const settlement = settle(charge, payment.amountCents, installments);
  const releaseAt = new Date(payment.paidAt.getTime() + charge.reserveDays * DAY_MS);
  return {
    change: {
      charge,
      to: 'RECEIVED',
      event: 'charge.paid',
      set: {
        ...settlement,
        billingType: payment.method,
        reserveHeldCents: settlement.reserveCents,
        installments: payment.method === 'CREDIT_CARD' ? installments : charge.installments,
        card: payment.card ?? null,
        paymentReference: payment.paymentReference,
        paidAt: payment.paidAt,
        dueAt: settlement.reserveCents > 0n ? releaseAt : null,
      },
    },
    entry: {
      fact: `charge:${charge.id}:paid`,
      chargeId: charge.id,
      occurredAt: payment.paidAt,
      postings: paymentPostings(charge, settlement),
    },
  };
}

async function applySettlements(tx: Tx, deps: Deps, decisions: readonly Decision[], at: Date): Promise<void> {
  const settled = decisions.filter((decision) => decision.outcome === 'settled');
  if (settled.length === 0) return;
  const charges = settled.map((decision) => decision.change.charge);
  await change(
    tx,
    deps,
    settled.map((decision) => decision.change),
    at,
  );
  await takeStock(
    tx,
    charges.flatMap(({ accountId, productId }) => (productId ? [{ accountId, productId }] : [])),
  );
  await countLinkPayment(
    tx,
    charges.flatMap(({ accountId, paymentLinkId }) => (paymentLinkId ? [{ accountId, paymentLinkId }] : [])),
  );
  await post(
    tx,
    settled.map((decision) => decision.entry),
  );
}

function strayOf(deps: Deps, charge: Charge, payment: Payment, reason: StrayReason): StrayReceipt {
  return {
    accountId: charge.accountId,
    id: deps.ids.next(),
    chargeId: charge.id,
    reference: payment.paymentReference,
    amountCents: payment.amountCents,
    reason,
  };
}

/** Recorded, shown, and on its way back in the same transaction; the same notice again finds it there and stops. */
async function applyStrays(tx: Tx, decisions: readonly Decision[], at: Date): Promise<void> {
  const strays = decisions.flatMap((decision) => (decision.outcome === 'returned' ? [decision.stray] : []));
  if (strays.length === 0) return;
  const fresh = await insertStrays(tx, strays, at);
  await post(
    tx,
    fresh.map((stray) => ({
      fact: `stray:${stray.id}`,
      chargeId: stray.chargeId,
      occurredAt: at,
      postings: strayPostings(stray.accountId, stray.amountCents),
    })),
  );
  await enqueue(
    tx,
    fresh.map((stray) => ({
      accountId: stray.accountId,
      id: stray.id,
      kind: 'stray.return',
      payload: { stray_id: stray.id },
      runAt: at,
    })),
  );
}
