import { countPaidUse } from '../../catalog/coupon-uses.ts';
import { countLinkPayment } from '../../catalog/payment-links.ts';
import { hasUnitsFor, type Stock, takeStock, withoutUnitsOf } from '../../catalog/stock.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { cents, sum, ZERO } from '../../kit/money.ts';
import type { PaymentNotice } from '../../providers/provider.ts';
import { isLocalProvider, remotePixNamed } from '../../providers/rails.ts';
import { type Decision, done, type Effects, type RowWrite, rowWrite, together } from '../../write/effects.ts';
import { bankOf, hasCodeOfBank } from '../boletos/at-bank.ts';
import type { Charge, PaidCard } from '../charge.ts';
import { couponUseOf } from '../coupon-use.ts';
import { renewalJob, withoutCode } from '../pix/closed-code.ts';
import { quantityOf } from '../purchase.ts';
import type { CardTerms } from '../receivables/receivable.ts';
import { receivableRows } from '../receivables/rows.ts';
import { saveReceivable, savesOf } from '../receivables/store.ts';
import { expectedCents, mayBankHaveAsked, mayBeAskedAtPsp, pixCents } from '../rules/amount-due.ts';
import { paymentPostings, releaseAtOf, type Settlement, settle, strayPostings } from '../rules/settlement.ts';
import { saveCharge } from '../store.ts';
import { type Change, type Changed, type Context, changed, mayMove } from '../transition.ts';
import { insertStray, type StrayReason, type StrayReceipt } from './strays.ts';

/** A payment, as a provider reports it, with what only this charge's own flow knows of it. */
export type Payment = PaymentNotice & {
  installments?: number;
  card?: PaidCard;
  /** When the seller gets it; absent: at once. */
  settles?: CardTerms;
  /** The seller captured it: as much as it wanted of what was held. */
  isCapture?: boolean;
};

/** `returned`: the money could not be taken for this charge and goes back to the payer. */
export type PaymentOutcome = 'settled' | 'duplicate' | 'returned';
export type Receipt = { outcome: PaymentOutcome; charge: Charge };

/** A notice of a payment. `strayId`: the id of the record, should the money have to go back. */
export type Notice = { chargeId: string; payment: Payment; strayId: string };

export type PaymentState = {
  charges: ReadonlyMap<string, Charge>;
  /** References of payments that were sent back before: the same notice again changes nothing. */
  returned: ReadonlySet<string>;
  /** How many payments each link with max_payments still takes. */
  placesLeft: ReadonlyMap<string, bigint>;
  /** Products whose stock is tracked. */
  stock: ReadonlyMap<string, Stock>;
};

/** One notice after the other, each seeing what the ones before it did: of two for one charge only the first settles. */
export function decidePayments(
  state: PaymentState,
  notices: readonly Notice[],
  context: Context,
): Decision<Receipt[]> {
  const charges = new Map(state.charges);
  const returned = new Set(state.returned);
  const placesLeft = new Map(state.placesLeft);
  const stock = new Map(state.stock);
  const all: Effects[] = [];
  const receipts = notices.map(({ chargeId, payment, strayId }): Receipt => {
    const charge = charges.get(chargeId);
    assert(charge, 'the charge of a notice is loaded');
    if (isKnown(charge, payment, returned)) return { outcome: 'duplicate', charge };
    const reason = strayReason(charge, payment, context.now) ?? linkFull(charge, placesLeft);
    const { after, effects } = reason
      ? turnedBack(charge, payment, { strayId, reason }, context)
      : settled(charge, payment, takeUnits(charge, stock), context);
    if (reason) returned.add(payment.paymentReference);
    charges.set(chargeId, after);
    all.push(effects);
    return { outcome: reason ? 'returned' : 'settled', charge: after };
  });
  const effects = together(all);
  return done(receipts, {
    ...effects,
    rows: [...chargeSavesOf(state.charges, charges), ...inLockOrder(effects)],
  });
}

/** A charge that several notices concern is saved once, as the last of them left it. */
function chargeSavesOf(before: ReadonlyMap<string, Charge>, after: ReadonlyMap<string, Charge>): RowWrite[] {
  return [...before].flatMap(([id, charge]) => {
    const end = after.get(id) ?? charge;
    return end === charge ? [] : [rowWrite(saveCharge, { before: charge, after: end })];
  });
}

/** Products, links and coupons are locked after all charges, each kind in one statement. */
function inLockOrder({ rows = [] }: Effects): RowWrite[] {
  return [insertStray, takeStock, countLinkPayment, countPaidUse, saveReceivable].flatMap((kind) =>
    rows.filter(({ writer }) => writer === (kind as object)),
  );
}

function isKnown(charge: Charge, { paymentReference }: Payment, returned: ReadonlySet<string>): boolean {
  return charge.paymentReference === paymentReference || returned.has(paymentReference);
}

/** A link with max_payments takes no more than that, however many payers had its page open. */
function linkFull({ paymentLinkId }: Charge, placesLeft: Map<string, bigint>): StrayReason | null {
  if (paymentLinkId === null) return null;
  const left = placesLeft.get(paymentLinkId);
  if (left === undefined) return null;
  if (left <= 0n) return 'link_full';
  placesLeft.set(paymentLinkId, left - 1n);
  return null;
}

function strayReason(charge: Charge, payment: Payment, now: Date): StrayReason | null {
  if (charge.paymentReference !== null) return 'paid_twice';
  if (!mayMove(charge.status, 'RECEIVED') || isTooLate(charge, payment, now)) return 'charge_not_payable';
  return isRightAmount(charge, payment) ? null : 'wrong_amount';
}

/** A payment confirmed in the last second takes this long to arrive, and no two clocks agree. */
const PIX_GRACE_MS = 10 * SECOND_MS;

/**
 * A code may be paid at its issuer after its time, and the charge may still wait for its end to be written. Late by both
 * clocks: an issuer's clock that runs ahead makes nothing late that arrived in time.
 */
function isTooLate(charge: Charge, { method, chargeReference, paidAt }: Payment, now: Date): boolean {
  const { billingType, pixTxid, pixExpiresAt } = charge;
  if (method !== 'PIX' || billingType === 'BOLETO' || chargeReference !== pixTxid || !pixExpiresAt)
    return false;
  return Math.min(paidAt.getTime(), now.getTime()) > pixExpiresAt.getTime() + PIX_GRACE_MS;
}

/**
 * A sandbox code carries an amount; that of a boleto carries its value, and a payer who pays that while less is due has
 * paid. A PSP calculates what its code of a boleto costs, on the day by its own clock.
 */
function isRightAmount(charge: Charge, payment: Payment): boolean {
  const { method, amountCents, paidAt, provider } = payment;
  if (bankOf(charge)?.provider === provider && isOfItsBoleto(charge, payment)) {
    return mayBankHaveAsked(charge, amountCents, paidAt);
  }
  const isOfBoleto = method === 'PIX' && charge.boleto !== null;
  if (isOfBoleto && !isLocalProvider(provider)) {
    const begunAt = new Date(paidAt.getTime() - PIX_GRACE_MS);
    return [paidAt, begunAt].some((at) => mayBeAskedAtPsp(charge, amountCents, at));
  }
  const due = expectedCents(charge, payment);
  if (amountCents === due || (payment.isCapture && amountCents < due)) return true;
  const carried = pixCents(charge);
  return isOfBoleto && due < carried && amountCents === carried;
}

/** By its barcode, or by the PIX code that the bank gave it: the bank calculates what it costs. */
function isOfItsBoleto(charge: Charge, { method, chargeReference }: Payment): boolean {
  return method === 'BOLETO' || chargeReference === bankOf(charge)?.pixTxid;
}

type Units = 'taken' | 'missing' | 'untracked';

/** A payment is never refused for stock: without its units the charge is oversold, and what others hold stays theirs. */
function takeUnits(charge: Charge, stock: Map<string, Stock>): Units {
  const { id: chargeId, productId } = charge;
  const found = productId === null ? undefined : stock.get(productId);
  if (productId === null || !found) return 'untracked';
  const taking = { chargeId, quantity: quantityOf(charge) };
  if (!hasUnitsFor(found, taking)) return 'missing';
  stock.set(productId, withoutUnitsOf(found, taking));
  return 'taken';
}

function settled(charge: Charge, payment: Payment, units: Units, context: Context) {
  const { settlement, receivables } = settledBy(charge, payment, context.now);
  const isOwed = receivables.length > 0;
  const paid = settledChange(charge, payment, settlement, isOwed);
  const { after, effects } = units === 'missing' ? oversold(paid, context) : changed(paid, context);
  const { accountId, productId, paymentLinkId } = charge;
  const couponUse = couponUseOf(charge);
  return {
    after,
    effects: {
      ...effects,
      rows: [
        ...(productId && units === 'taken'
          ? [rowWrite(takeStock, { accountId, productId, quantity: quantityOf(charge) })]
          : []),
        ...(paymentLinkId ? [rowWrite(countLinkPayment, { accountId, paymentLinkId })] : []),
        ...(couponUse ? [rowWrite(countPaidUse, couponUse)] : []),
        ...savesOf(receivables),
      ],
      entries: [
        {
          fact: `charge:${charge.id}:paid`,
          chargeId: charge.id,
          occurredAt: payment.paidAt,
          postings: paymentPostings(charge, settlement, isOwed ? 'receivable' : 'available'),
        },
      ],
    },
  };
}

/** Paid; the next event says that there was no unit for it. */
function oversold(paid: Change, context: Context): Changed {
  const first = changed({ ...paid, set: { ...paid.set, oversold: true } }, context);
  const second = changed({ charge: first.after, to: 'RECEIVED', event: 'charge.oversold', set: {} }, context);
  return { after: second.after, effects: together([first.effects, second.effects]) };
}

/** What the acquirer still owes holds its reserve when it comes, as far as the seller's part has room for it. */
function settledBy(charge: Charge, payment: Payment, now: Date) {
  const { settles, provider, paymentReference, paidAt } = payment;
  const installments = payment.installments ?? 1;
  const whole = settle(charge, payment.amountCents, installments);
  if (!settles || settles.plan === 'instant') return { settlement: whole, receivables: [] };
  const sale = {
    plan: settles.plan,
    confirmedBy: settles.confirmedBy,
    provider,
    paymentReference,
    installments,
    paidAt,
  };
  const receivables = receivableRows(charge, whole, sale, now);
  const reserveCents = sum(receivables.map((row) => row.reserveCents));
  const netValueCents = cents(whole.paidCents - whole.platformFeeCents - reserveCents);
  return { settlement: { ...whole, reserveCents, netValueCents }, receivables };
}

function settledChange(charge: Charge, payment: Payment, settlement: Settlement, isOwed: boolean): Change {
  const heldCents = isOwed ? ZERO : settlement.reserveCents;
  return {
    charge,
    to: 'RECEIVED',
    event: 'charge.paid',
    set: {
      paidCents: settlement.paidCents,
      platformFeeCents: settlement.platformFeeCents,
      netValueCents: settlement.netValueCents,
      reserveCents: settlement.reserveCents,
      reserveHeldCents: heldCents,
      billingType: payment.method,
      installments: payment.method === 'CREDIT_CARD' ? (payment.installments ?? 1) : null,
      card: payment.card ?? null,
      paymentProvider: payment.provider,
      paymentReference: payment.paymentReference,
      paidAt: payment.paidAt,
      dueAt: heldCents > 0n ? releaseAtOf(charge, payment.paidAt) : null,
    },
  };
}

/** Recorded, shown on the charge, and on its way back in the same transaction. */
function turnedBack(
  charge: Charge,
  payment: Payment,
  { strayId, reason }: { strayId: string; reason: StrayReason },
  { now, rails }: Context,
) {
  const { accountId, id: chargeId } = charge;
  const { paymentReference, amountCents, provider } = payment;
  const stray: StrayReceipt = {
    accountId,
    id: strayId,
    chargeId,
    reference: paymentReference,
    amountCents,
    reason,
    provider,
    method: payment.method,
    paidAt: payment.paidAt,
    createdAt: now,
  };
  const counted = { ...charge, returnedCount: charge.returnedCount + 1 };
  const needsCode = reason === 'wrong_amount' && isOfRemoteCode(charge, payment, rails);
  const after = needsCode ? withoutCode(counted) : counted;
  const effects: Effects = {
    rows: [rowWrite(insertStray, stray)],
    entries: [
      {
        fact: `stray:${strayId}`,
        chargeId,
        occurredAt: now,
        postings: strayPostings(accountId, amountCents),
      },
    ],
    jobs: [
      { accountId, id: strayId, kind: 'stray.return', payload: { stray_id: strayId }, runAt: now },
      ...(needsCode ? [renewalJob(charge, now)] : []),
    ],
  };
  return { after, effects };
}

/** A PSP closes a code with its first payment, whatever the amount: the charge needs another. */
function isOfRemoteCode(
  charge: Charge,
  { method, chargeReference, provider }: Payment,
  rails: Context['rails'],
): boolean {
  if (hasCodeOfBank(charge)) return false;
  const isOfCode = method === 'PIX' && chargeReference === charge.pixTxid;
  return isOfCode && remotePixNamed(rails, provider) !== null;
}
