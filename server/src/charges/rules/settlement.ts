import { DAY_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, cents, smaller, ZERO } from '../../kit/money.ts';
import { type Posting, transfer } from '../../ledger/chart.ts';
import { reversed } from '../../ledger/reversal.ts';
import type { Charge } from '../charge.ts';
import { feeOf, reserveOf } from './fees.ts';
import { type SplitPart, splitParts } from './split.ts';

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

type Line = Omit<Posting, 'accountId'>;

const owned = (accountId: string, lines: readonly Line[]): Posting[] =>
  lines.filter((line) => line.amountCents > 0n).map((line) => ({ accountId, ...line }));

/** The whole payment comes in; fee, recipients' parts and reserve leave it. The rest, the owner's, may be negative. */
export function paymentPostings(charge: Charge, settlement: Settlement): Posting[] {
  const { paidCents, platformFeeCents, reserveCents } = settlement;
  const transfers = splitParts(charge.valueCents, charge.split)
    .filter((part) => part.amountCents > 0n)
    .flatMap((part) => transfer(charge.accountId, part.recipientId, part.amountCents));
  return [
    ...owned(charge.accountId, [
      { from: 'external', to: 'available', amountCents: paidCents, category: 'sale' },
      { from: 'available', to: 'fees', amountCents: platformFeeCents, category: 'fee' },
    ]),
    ...transfers,
    ...owned(charge.accountId, [
      { from: 'available', to: 'reserved', amountCents: reserveCents, category: 'reserve_hold' },
    ]),
  ];
}

export function reserveReleasePostings(charge: Charge): Posting[] {
  return owned(charge.accountId, [
    { from: 'reserved', to: 'available', amountCents: charge.reserveHeldCents, category: 'reserve_release' },
  ]);
}

/** How much of a refund or dispute the charge's own reserve covers. */
function fromReserve(charge: Charge, amountCents: Cents): Cents {
  return smaller(charge.reserveHeldCents, amountCents);
}

/** A claim uses the charge's own reserve first; with nothing left to release, nothing is due any more. */
export function lessReserve(charge: Charge, amountCents: Cents): Pick<Charge, 'reserveHeldCents' | 'dueAt'> {
  const reserveHeldCents = cents(charge.reserveHeldCents - fromReserve(charge, amountCents));
  return { reserveHeldCents, dueAt: reserveHeldCents > 0n ? charge.dueAt : null };
}

/** When a charge's reserve is released. Neither the time of payment nor the plan changes once it is paid. */
export function releaseAtOf({ reserveDays }: Charge, paidAt: Date): Date {
  return new Date(paidAt.getTime() + reserveDays * DAY_MS);
}

/**
 * Reverses a claim (refund or dispute): exactly what was taken for it goes back to where it came from. A reserve whose
 * release date has passed is not held again.
 */
export function undoClaim(
  charge: Charge,
  taken: readonly Posting[],
  at: Date,
): Pick<Charge, 'reserveHeldCents' | 'dueAt'> & { postings: Posting[] } {
  assert(charge.paidAt, 'only what was paid is claimed');
  const releaseAt = releaseAtOf(charge, charge.paidAt);
  const isHeldAgain = releaseAt > at;
  const fromReserve = isHeldAgain ? reserveIn(taken) : ZERO;
  return {
    reserveHeldCents: cents(charge.reserveHeldCents + fromReserve),
    dueAt: fromReserve > 0n ? releaseAt : charge.dueAt,
    postings: reversed(taken).filter((posting) => isHeldAgain || posting.to !== 'reserved'),
  };
}

function reserveIn(postings: readonly Posting[]): Cents {
  const released = postings.filter((posting) => posting.from === 'reserved');
  return cents(released.reduce((sum, posting) => sum + posting.amountCents, 0n));
}

/** Reserve first, then available: the reserve's part is released, so the statement shows the whole claim as one line. */
function claimPostings(
  charge: Charge,
  { ownCents, amountCents, ...claim }: Pick<Posting, 'to' | 'category' | 'amountCents'> & { ownCents: Cents },
): Posting[] {
  return owned(charge.accountId, [
    {
      from: 'reserved',
      to: 'available',
      amountCents: fromReserve(charge, ownCents),
      category: 'reserve_release',
    },
    { from: 'available', amountCents, ...claim },
  ]);
}

/**
 * The part of a refund that the owner pays. The recipients' part is not taken from the reserve as well: that would
 * release the reserve early.
 */
export function ownPart(amountCents: Cents, takenBack: readonly SplitPart[]): Cents {
  const left = takenBack.reduce((rest, part) => rest - part.amountCents, amountCents as bigint);
  return cents(left > 0n ? left : 0n);
}

export function refundPostings(
  charge: Charge,
  amountCents: Cents,
  takenBack: readonly SplitPart[],
): Posting[] {
  const ownCents = ownPart(amountCents, takenBack);
  return [
    ...reversed(takenBack.flatMap((part) => transfer(charge.accountId, part.recipientId, part.amountCents))),
    ...claimPostings(charge, { to: 'refunds', category: 'refund', amountCents, ownCents }),
  ];
}

export function disputePostings(charge: Charge, amountCents: Cents): Posting[] {
  return claimPostings(charge, {
    to: 'disputes',
    category: 'chargeback',
    amountCents,
    ownCents: amountCents,
  });
}

/** A payment that is returned: both directions are on the statement, and the seller can never spend it. */
export function strayPostings(accountId: string, amountCents: Cents): Posting[] {
  return owned(accountId, [
    { from: 'external', to: 'available', amountCents, category: 'adjustment' },
    { from: 'available', to: 'refunds', amountCents, category: 'refund' },
  ]);
}
