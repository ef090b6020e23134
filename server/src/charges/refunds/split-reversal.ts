import type { Tx } from '../../db/transaction.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import { transferredBack } from '../../ledger/reversal.ts';
import type { Charge } from '../charge.ts';
import { reversedParts, type SplitPart, splitParts } from '../rules/split.ts';
import { type Refund, refundedWithSplit } from './store.ts';

/** What recipients have given back so far, and the sum of the refunds that they took part in. */
export type GivenBack = { byRecipient: ReadonlyMap<string, Cents>; refundedCents: Cents };

const NOTHING: GivenBack = { byRecipient: new Map(), refundedCents: ZERO };

type Reversal = Pick<Refund, 'id' | 'amountCents' | 'reverseSplit'>;

/** Read under the charge's lock, so that no other refund changes it. */
export async function loadGivenBack(
  tx: Tx,
  charge: Charge | null,
  refund: Pick<Refund, 'id' | 'reverseSplit'> | null,
): Promise<GivenBack> {
  if (!charge || !refund?.reverseSplit || charge.split.length === 0) return NOTHING;
  const recipients = charge.split.map((item) => item.recipientId);
  return {
    byRecipient: await transferredBack(tx, recipients, charge.id),
    refundedCents: await refundedWithSplit(tx, charge, refund.id),
  };
}

/** What each recipient gives for a refund. */
export function partsTakenBack(charge: Charge, refund: Reversal, given: GivenBack): SplitPart[] {
  if (!refund.reverseSplit || charge.split.length === 0) return [];
  assert(charge.paidCents, 'a received charge was paid');
  const parts = splitParts(charge.valueCents, charge.split);
  const refundedCents = cents(given.refundedCents + refund.amountCents);
  return reversedParts(parts, charge.paidCents, refundedCents, new Map(given.byRecipient));
}
