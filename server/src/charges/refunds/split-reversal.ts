import type { Tx } from '../../db/transaction.ts';
import { assert } from '../../kit/errors.ts';
import { cents } from '../../kit/money.ts';
import { transferredBack } from '../../ledger/reversal.ts';
import type { Charge } from '../charge.ts';
import { reversedParts, type SplitPart, splitParts } from '../rules/split.ts';
import { type Refund, refundedWithSplit } from './store.ts';

/** What recipients give for a refund, under the charge's lock: no other refund of it gives or takes meanwhile. */
export async function partsTakenBack(tx: Tx, charge: Charge, refund: Refund): Promise<SplitPart[]> {
  if (!refund.reverseSplit || charge.split.length === 0) return [];
  assert(charge.paidCents, 'a received charge was paid');
  const parts = splitParts(charge.valueCents, charge.split);
  const recipients = parts.map((part) => part.recipientId);
  const given = await transferredBack(tx, recipients, charge.id);
  const others = await refundedWithSplit(tx, charge, refund.id);
  return reversedParts(parts, charge.paidCents, cents(others + refund.amountCents), given);
}
