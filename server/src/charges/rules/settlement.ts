import { DAY_MS } from '../../kit/clock.ts';
import { type Cents, cents, smaller, sum, ZERO } from '../../kit/money.ts';
import { type Posting, transfer } from '../../ledger/chart.ts';
import type { Charge } from '../charge.ts';
import { feeOf, reserveOf } from './fees.ts';
import { splitParts } from './split.ts';

export type Settlement = {
  paidCents: Cents;
  platformFeeCents: Cents;
  reserveCents: Cents;
  netValueCents: Cents;
};

/** Fee, net value and reserve of a payment of `paidCents`. Fee and reserve are shares of the amount paid. */
export function settle(charge: Charge, paidCents: Cents, installments: number): Settlement {
  const platformFeeCents = feeOf(charge, paidCents, installments).totalCents;
  const reserveCents = reserveOf(charge, paidCents, platformFeeCents);
  const netValueCents = cents(paidCents - platformFeeCents - reserveCents);
  return { paidCents, platformFeeCents, reserveCents, netValueCents };
}

export type Line = Omit<Posting, 'accountId'>;

export const owned = (accountId: string, lines: readonly Line[]): Posting[] =>
  lines.filter((line) => line.amountCents > 0n).map((line) => ({ accountId, ...line }));

/**
 * The whole payment comes in; fee, recipients' parts and reserve leave it. The rest, the owner's, may be negative. What an
 * acquirer still owes comes in as that, and holds no reserve before it is there.
 */
export function paymentPostings(
  charge: Charge,
  settlement: Settlement,
  bucket: 'available' | 'receivable' = 'available',
): Posting[] {
  const { paidCents, platformFeeCents, reserveCents } = settlement;
  const parts = splitParts(charge.valueCents, charge.split).filter((part) => part.amountCents > 0n);
  const transfers = parts.flatMap((part) =>
    transfer(charge.accountId, part.recipientId, part.amountCents, bucket),
  );
  const isOwed = bucket === 'receivable';
  const ownCents = cents(paidCents - sum(parts.map((part) => part.amountCents)));
  const owedFeeCents = isOwed ? smaller(platformFeeCents, ownCents) : ZERO;
  return [
    ...owned(charge.accountId, [
      { from: 'external', to: bucket, amountCents: paidCents, category: 'sale' },
      { from: bucket, to: 'fees', amountCents: owedFeeCents, category: 'fee' },
      { from: 'available', to: 'fees', amountCents: cents(platformFeeCents - owedFeeCents), category: 'fee' },
    ]),
    ...transfers,
    ...owned(charge.accountId, [
      {
        from: 'available',
        to: 'reserved',
        amountCents: isOwed ? ZERO : reserveCents,
        category: 'reserve_hold',
      },
    ]),
  ];
}

export function reserveReleasePostings(charge: Charge): Posting[] {
  return owned(charge.accountId, [
    { from: 'reserved', to: 'available', amountCents: charge.reserveHeldCents, category: 'reserve_release' },
  ]);
}

/** When a charge's reserve is released. Neither the time of payment nor the plan changes once it is paid. */
export function releaseAtOf({ reserveDays }: Charge, paidAt: Date): Date {
  return new Date(paidAt.getTime() + reserveDays * DAY_MS);
}

/** A payment that is returned: both directions are on the statement, and the seller can never spend it. */
export function strayPostings(accountId: string, amountCents: Cents): Posting[] {
  return owned(accountId, [
    { from: 'external', to: 'available', amountCents, category: 'adjustment' },
    { from: 'available', to: 'refunds', amountCents, category: 'adjustment' },
  ]);
}
