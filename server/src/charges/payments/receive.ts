import { placesLeft } from '../../catalog/payment-links.ts';
import { lockStock } from '../../catalog/stock.ts';
import { isConflict, type Tx } from '../../db/transaction.ts';
import { assert } from '../../kit/errors.ts';
import { groupBy } from '../../kit/group-by.ts';
import { named } from '../../write/apply.ts';
import { isRefusal } from '../../write/effects.ts';
import type { Batch } from '../../write/writer.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { findChargeByReference } from '../find.ts';
import { type ChangedCharge, lockCharges, type SettledCharge, saveCharge, settleAtOnce } from '../store.ts';
import { decidePayments, type Notice, type Payment, type PaymentState, type Receipt } from './decide.ts';
import { returnedReferences } from './strays.ts';

export type KnownPayment = { payment: Payment; charge: Charge };

/**
 * Every payment is recorded here. Payments that arrive together are posted together: most of the cost is per statement,
 * and a busy seller's balance row is locked once for many. Null: no charge has this reference.
 */
export async function receivePayment(deps: ChargeDeps, payment: Payment): Promise<Receipt | null> {
  const charge = await findChargeByReference(deps, payment.chargeReference);
  return charge && receivePaymentOf(deps, charge, payment);
}

/** The same for a charge that was just read. The write checks that it has not changed since. */
export function receivePaymentOf(deps: ChargeDeps, charge: Charge, payment: Payment): Promise<Receipt> {
  return deps.writer.together(payments, deps, { payment, charge });
}

const MAX_BATCH = 128;

/** One batch at a time, so that two of one process never wait for the same balance row. */
const payments: Batch<KnownPayment, Receipt, ChargeDeps> = {
  name: 'payments',
  maxItems: MAX_BATCH,
  accountOf: ({ charge }) => charge.accountId,
  run: async (deps, items) =>
    (deps.db.isDistributed ? null : await receiveAtOnce(deps, items)) ?? receiveInTransactions(deps, items),
};

/**
 * The usual case: plain payments of pending charges, in one statement, on charges read without a lock. Null: another
 * case, or a charge has changed since it was read.
 */
export async function receiveAtOnce(
  deps: ChargeDeps,
  items: readonly KnownPayment[],
): Promise<Receipt[] | null> {
  // Whether there is a unit of a product can only be said under its lock.
  if (items.some(({ charge }) => charge.productId !== null)) return null;
  const charges = new Map(items.map(({ charge }) => [charge.id, charge]));
  const state = { charges, returned: new Set<string>(), placesLeft: new Map(), stock: new Map() };
  const decision = decidePayments(state, noticesOf(deps, items), contextOf(deps));
  if (isRefusal(decision)) return null;
  const receipts = decision.result;
  const effects = named(decision.effects, deps);
  const isPlain =
    receipts.every(({ outcome, charge }) => outcome === 'settled' && charge.returnedCount === 0) &&
    effects.rows.every(({ writer }) => writer === (saveCharge as object)) &&
    effects.events.every(({ audience }) => audience === 'owner') &&
    effects.jobs.length === 0;
  if (!isPlain) return null;
  const events = new Map(effects.events.map((event) => [event.chargeId, event]));
  const settled = effects.rows.map(({ row }): SettledCharge => {
    const change = row as ChangedCharge;
    const event = events.get(change.after.id);
    assert(event, 'every settled charge has its event');
    return { ...change, event };
  });
  try {
    const { hasDeliveries } = await settleAtOnce(deps.db, settled.sort(byKey), effects.entries);
    const accounts = new Set(effects.events.map((event) => event.accountId));
    deps.writer.committed({ accounts, hasDeliveries, hasJobs: false });
    return receipts;
  } catch (error) {
    if (isConflict(error)) return null;
    throw error;
  }
}

/** Rows are locked in this order everywhere. */
function byKey({ after: a }: SettledCharge, { after: b }: SettledCharge): number {
  return a.accountId === b.accountId ? (a.id < b.id ? -1 : 1) : a.accountId < b.accountId ? -1 : 1;
}

/** Every other case: one transaction per seller that locks the charges before it decides. */
export async function receiveInTransactions(
  deps: ChargeDeps,
  items: readonly KnownPayment[],
): Promise<Receipt[]> {
  const receipts = new Map<KnownPayment, Receipt>();
  const bySeller = groupBy(items, ({ charge }) => charge.accountId);
  await Promise.all(
    [...bySeller].map(async ([accountId, own]) => {
      const notices = noticesOf(deps, own);
      const context = contextOf(deps);
      const decided = await deps.writer.commit({
        load: (tx) => loadPayments(tx, accountId, notices),
        decide: (state) => decidePayments(state, notices, context),
      });
      for (const [index, receipt] of decided.entries()) receipts.set(own[index] as KnownPayment, receipt);
    }),
  );
  return items.map((item) => receipts.get(item) as Receipt);
}

async function loadPayments(tx: Tx, accountId: string, notices: readonly Notice[]): Promise<PaymentState> {
  const ids = notices.map(({ chargeId }) => chargeId);
  const charges = new Map((await lockCharges(tx, accountId, ids)).map((charge) => [charge.id, charge]));
  const references = notices.map(({ payment }) => payment.paymentReference);
  const links = [...charges.values()].flatMap(({ paymentLinkId }) => paymentLinkId ?? []);
  const products = [...charges.values()].flatMap(({ productId }) => productId ?? []);
  return {
    charges,
    returned: await returnedReferences(tx, accountId, references),
    stock: await lockStock(tx, accountId, products, ids),
    placesLeft: await placesLeft(tx, accountId, links),
  };
}

function noticesOf({ ids }: ChargeDeps, items: readonly KnownPayment[]): Notice[] {
  return items.map(({ payment, charge }) => ({ chargeId: charge.id, payment, strayId: ids.next() }));
}

function contextOf({ clock, rails }: ChargeDeps) {
  return { now: clock.now(), rails };
}
