import { addDays, type CivilDate, civilDateOf, effectiveDueDate } from '../../brazil/calendar.ts';
import { amountDue } from '../../brazil/late-payment.ts';
import { countLinkPayment, placesLeft } from '../../catalog/payment-links.ts';
import { takeStock } from '../../catalog/products.ts';
import { isConflict, type Tx, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { enqueue } from '../../jobs/queue.ts';
import { createBatcher } from '../../kit/batcher.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { type Cents, cents } from '../../kit/money.ts';
import { oncePer } from '../../kit/once-per.ts';
import type { Entry } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import type { PaymentNotice } from '../../providers/provider.ts';
import { isMadeHere, remotePixNamed } from '../../providers/rails.ts';
import type { Charge, PaidCard } from '../charge.ts';
import { findChargeByReference } from '../find.ts';
import { paymentPostings, releaseAtOf, settle, strayPostings } from '../rules/settlement.ts';
import { lockCharges } from '../store.ts';
import { type Change, change, mayMove, settleAtOnce } from '../transition.ts';
import { insertStrays, returnedReferences, type StrayReason, type StrayReceipt } from './strays.ts';

/** A payment, as a provider tells it, with what only this charge's own flow knows of it. */
export type Payment = PaymentNotice & { installments?: number; card?: PaidCard };

/** `returned`: the money could not be taken for this charge and goes back to the payer. */
export type PaymentOutcome = 'settled' | 'duplicate' | 'returned';
export type Receipt = { outcome: PaymentOutcome; charge: Charge };

const MAX_BATCH = 128;
type KnownPayment = { payment: Payment; charge: Charge };

/**
 * The one way in for money. Payments that arrive together are posted together: a statement costs more than what one
 * payment adds to it, and a busy seller's balance row is locked once for many. Null: no charge has this reference.
 */
export async function receivePayment(deps: Deps, payment: Payment): Promise<Receipt | null> {
  const charge = await findChargeByReference(deps.db, payment.chargeReference);
  return charge && receivePaymentOf(deps, charge, payment);
}

/** The same for a charge that was just read. It may have moved since: what is decided is checked when it is written. */
export function receivePaymentOf(deps: Deps, charge: Charge, payment: Payment): Promise<Receipt> {
  return receiverFor(deps)({ payment, charge });
}

const receiverFor = oncePer((deps: Deps) => {
  const oneSellers = createBatcher<KnownPayment, Receipt>({
    maxItems: MAX_BATCH,
    keyOf: (item) => item.charge.accountId,
    run: (items) => receiveLocked(deps, items),
  });
  return createBatcher<KnownPayment, Receipt>({
    maxItems: MAX_BATCH,
    // One batch at a time, so that two of one process never wait for the same balance row.
    keyOf: () => 'payments',
    run: async (items) => (await settlePlainly(deps, items)) ?? Promise.all(items.map(oneSellers)),
  });
});

/** The usual case, plain payments of waiting charges, in one statement. Null: it is not that case, or was not quite. */
async function settlePlainly(deps: Deps, items: readonly KnownPayment[]): Promise<Receipt[] | null> {
  const decisions = decide(deps, items, new Set());
  const settled = decisions.filter((decision) => decision.outcome === 'settled');
  const isPlain = items.every(
    ({ charge, payment }) =>
      charge.returnedCount === 0 &&
      concernsOnlyItsOwner(charge) &&
      !leavesCodeElsewhere(deps, charge, payment),
  );
  if (!isPlain || settled.length !== items.length) return null;
  try {
    const charges = await settleAtOnce(
      deps,
      settled.map((decision) => decision.change).sort(byKey),
      settled.map((decision) => decision.entry),
      deps.clock.now(),
    );
    const after = new Map(charges.map((charge) => [charge.id, charge]));
    return items.map(({ charge }) => ({ outcome: 'settled', charge: after.get(charge.id) ?? charge }));
  } catch (error) {
    if (isConflict(error)) return null;
    throw error;
  }
}

/** Rows are locked in this order everywhere. */
function byKey({ charge: a }: Change, { charge: b }: Change): number {
  return a.accountId === b.accountId ? (a.id < b.id ? -1 : 1) : a.accountId < b.accountId ? -1 : 1;
}

function concernsOnlyItsOwner({ split, productId, paymentLinkId }: Charge): boolean {
  return split.length === 0 && productId === null && paymentLinkId === null;
}

/** Paid in another way than by the PIX code that somebody else keeps: that one must be told. */
function leavesCodeElsewhere(deps: Deps, charge: Charge, { method }: Payment): boolean {
  return method !== 'PIX' && remotePixNamed(deps.rails, charge.pixProvider) !== null;
}

/** Every other case: the charges are locked and looked at again before anything is decided. */
async function receiveLocked(deps: Deps, items: readonly KnownPayment[]): Promise<Receipt[]> {
  const accountId = items[0]?.charge.accountId ?? '';
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const ids = items.map((item) => item.charge.id);
    const charges = new Map((await lockCharges(tx, accountId, ids)).map((charge) => [charge.id, charge]));
    const fresh = items.map(({ payment, charge }) => ({ payment, charge: charges.get(charge.id) ?? charge }));
    const mayBeReturned = fresh.some(({ charge }) => charge.returnedCount > 0);
    const references = items.map((item) => item.payment.paymentReference);
    const returned = mayBeReturned ? await returnedReferences(tx, accountId, references) : new Set<string>();
    const places = await placesLeft(tx, accountId, linksOf(fresh));
    const decisions = decide(deps, fresh, returned, places);
    const settled = await applySettlements(tx, deps, decisions, at);
    await applyStrays(tx, decisions, at);
    const after = new Map(settled.map((charge) => [charge.id, charge]));
    return decisions.map(({ outcome }, index) => {
      const { charge } = fresh[index] as KnownPayment;
      return { outcome, charge: after.get(charge.id) ?? charge };
    });
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
  returned: Set<string>,
  places = new Map<string, bigint>(),
): Decision[] {
  const settledHere = new Map<string, string>();
  const now = deps.clock.now();
  return items.map(({ payment, charge }): Decision => {
    const settledBy = settledHere.get(charge.id) ?? charge.paymentReference;
    const isKnown = settledBy === payment.paymentReference || returned.has(payment.paymentReference);
    if (isKnown) return { outcome: 'duplicate' };
    const reason = strayReason(charge, payment, settledBy, now) ?? takePlace(charge, places);
    if (reason) return { outcome: 'returned', stray: strayOf(deps, charge, payment, reason) };
    settledHere.set(charge.id, payment.paymentReference);
    return { outcome: 'settled', ...settlementOf(charge, payment) };
  });
}

function linksOf(items: readonly KnownPayment[]): string[] {
  return items.flatMap(({ charge }) => charge.paymentLinkId ?? []);
}

/** A link with max_payments takes no more than that, however many payers had its page open. */
function takePlace({ paymentLinkId }: Charge, places: Map<string, bigint>): StrayReason | null {
  const left = places.get(paymentLinkId ?? '');
  if (left === undefined) return null;
  if (left <= 0n) return 'link_full';
  places.set(paymentLinkId ?? '', left - 1n);
  return null;
}

function strayReason(
  charge: Charge,
  payment: Payment,
  settledBy: string | null,
  now: Date,
): StrayReason | null {
  if (settledBy !== null) return 'paid_twice';
  if (!mayMove(charge.status, 'RECEIVED') || isTooLate(charge, payment, now)) return 'charge_not_payable';
  return isRightAmount(charge, payment) ? null : 'wrong_amount';
}

/** What a payer confirmed in the last second takes this long to arrive, and no two clocks agree. */
const PIX_GRACE_MS = 10 * SECOND_MS;

/**
 * A code may be paid at its issuer after its time, and the charge may still wait for its end to be written. By both
 * clocks: an issuer's that runs ahead makes nothing late that was told in time.
 */
function isTooLate(charge: Charge, { method, chargeReference, paidAt }: Payment, now: Date): boolean {
  const { billingType, pixTxid, pixExpiresAt } = charge;
  if (method !== 'PIX' || billingType === 'BOLETO' || chargeReference !== pixTxid || !pixExpiresAt)
    return false;
  return Math.min(paidAt.getTime(), now.getTime()) > pixExpiresAt.getTime() + PIX_GRACE_MS;
}

/**
 * The PIX code of a boleto carries its value: whoever pays that while less is due has paid. Where a PSP issued it, the
 * PSP lets nobody pay anything but what it reckons to be due on the day.
 */
function isRightAmount(charge: Charge, payment: Payment): boolean {
  const due = expectedCents(charge, payment);
  if (payment.amountCents === due) return true;
  if (payment.method !== 'PIX' || charge.boleto === null) return false;
  if (!isMadeHere(payment.provider)) return true;
  return due < charge.valueCents && payment.amountCents === charge.valueCents;
}

/** What the payer owes on the day of payment. Only a boleto's terms change it. */
export function expectedCents(charge: Charge, payment: Pick<Payment, 'paidAt' | 'method'>): Cents {
  if (!charge.boleto || payment.method === 'CREDIT_CARD') return charge.valueCents;
  return boletoAmountDue(charge, payment.paidAt).totalCents;
}

function boletoAmountDue(charge: Charge, at: Date) {
  const { boleto, valueCents } = charge;
  const payDate = paymentDay(charge, civilDateOf(at));
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
    payDate,
  );
}

/** An overdue boleto is late, also when the sandbox made it so before its day. */
function paymentDay({ status, boleto }: Charge, today: CivilDate): CivilDate {
  if (status !== 'OVERDUE' || !boleto) return today;
  const firstLateDay = addDays(effectiveDueDate(boleto.dueDate), 1);
  return today < firstLateDay ? firstLateDay : today;
}

function settlementOf(charge: Charge, payment: Payment): { change: Change; entry: Entry } {
  const installments = payment.installments ?? 1;
  const settlement = settle(charge, payment.amountCents, installments);
  return {
    change: {
      charge,
      to: 'RECEIVED',
      event: 'charge.paid',
      set: {
        paidCents: settlement.paidCents,
        platformFeeCents: settlement.platformFeeCents,
        reserveCents: settlement.reserveCents,
        netValueCents: settlement.netValueCents,
        billingType: payment.method,
        reserveHeldCents: settlement.reserveCents,
        installments: payment.method === 'CREDIT_CARD' ? installments : null,
        card: payment.card ?? null,
        paymentProvider: payment.provider,
        paymentReference: payment.paymentReference,
        paidAt: payment.paidAt,
        dueAt: settlement.reserveCents > 0n ? releaseAtOf(charge, payment.paidAt) : null,
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

async function applySettlements(
  tx: Tx,
  deps: Deps,
  decisions: readonly Decision[],
  at: Date,
): Promise<Charge[]> {
  const settled = decisions.filter((decision) => decision.outcome === 'settled');
  if (settled.length === 0) return [];
  const charges = settled.map((decision) => decision.change.charge);
  const after = await change(
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
  return after;
}

function strayOf(deps: Deps, charge: Charge, payment: Payment, reason: StrayReason): StrayReceipt {
  return {
    accountId: charge.accountId,
    id: deps.ids.next(),
    chargeId: charge.id,
    reference: payment.paymentReference,
    amountCents: payment.amountCents,
    reason,
    provider: payment.provider,
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
