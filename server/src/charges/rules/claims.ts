import { assert } from '../../kit/errors.ts';
import { type Cents, cents, smaller, sum, ZERO } from '../../kit/money.ts';
import { type Posting, transfer } from '../../ledger/chart.ts';
import { reversed } from '../../ledger/reversal.ts';
import type { Charge } from '../charge.ts';
import { outstanding, type Receivable, withStatus } from '../receivables/receivable.ts';
import { owned, releaseAtOf } from './settlement.ts';
import type { SplitPart } from './split.ts';

type Rows = readonly Receivable[];

/**
 * A claim (refund or dispute) takes first what the acquirer still owes for the charge, the last installment first, then
 * the charge's own reserve, then what is available. `rows`: those that it changes.
 */
export type Claim = {
  postings: Posting[];
  set: Pick<Charge, 'reserveHeldCents' | 'dueAt'>;
  rows: Rows;
};

type Taken = { rows: Rows; cents: Cents };

export function refundClaim(
  charge: Charge,
  rows: Rows,
  amountCents: Cents,
  takenBack: readonly SplitPart[],
): Claim {
  const ofRecipients: Posting[] = [];
  let now = rows;
  for (const { recipientId, amountCents: partCents } of takenBack) {
    const owed = drawn(now, recipientId, partCents);
    now = owed.rows;
    ofRecipients.push(...used(recipientId, owed.cents));
  }
  const parts = takenBack.flatMap((part) => transfer(charge.accountId, part.recipientId, part.amountCents));
  const own = claim(charge, now, {
    ...{ to: 'refunds', category: 'refund', amountCents },
    ownCents: ownPart(amountCents, takenBack),
  });
  return {
    set: own.set,
    rows: changedRows(rows, own.rows),
    postings: [...ofRecipients, ...reversed(parts), ...own.postings],
  };
}

/**
 * The part of a refund that the owner pays. The recipients' part is not taken from the reserve as well: that would
 * release the reserve early.
 */
function ownPart(amountCents: Cents, takenBack: readonly SplitPart[]): Cents {
  const left = cents(amountCents - sum(takenBack.map((part) => part.amountCents)));
  return left > 0n ? left : ZERO;
}

export function disputeClaim(charge: Charge, rows: Rows, amountCents: Cents): Claim {
  const made = claim(charge, rows, {
    ...{ to: 'disputes', category: 'chargeback', amountCents },
    ownCents: amountCents,
  });
  return { ...made, rows: changedRows(rows, made.rows) };
}

function changedRows(before: Rows, after: Rows): Rows {
  return after.filter((row) => !before.includes(row));
}

/** What is owed and what is reserved become available first, so that the statement shows the whole claim as one line. */
function claim(
  charge: Charge,
  rows: Rows,
  { ownCents, amountCents, ...line }: Pick<Posting, 'to' | 'category' | 'amountCents'> & { ownCents: Cents },
): Claim {
  const { accountId } = charge;
  const owed = drawn(rows, accountId, ownCents);
  const reserveCents = smaller(charge.reserveHeldCents, cents(ownCents - owed.cents));
  const reserveHeldCents = cents(charge.reserveHeldCents - reserveCents);
  return {
    // With nothing left to release, nothing is due any more.
    set: { reserveHeldCents, dueAt: reserveHeldCents > 0n ? charge.dueAt : null },
    rows: lessReserve(owed.rows, reserveCents),
    postings: [
      ...used(accountId, owed.cents),
      ...owned(accountId, [
        { from: 'reserved', to: 'available', amountCents: reserveCents, category: 'reserve_release' },
        { from: 'available', amountCents, ...line },
      ]),
    ],
  };
}

function used(accountId: string, amountCents: Cents): Posting[] {
  return owned(accountId, [
    { from: 'receivable', to: 'available', amountCents, category: 'receivable_used' },
  ]);
}

/** Up to an amount of what an account still waits for, the last installment first. */
function drawn(rows: Rows, accountId: string, amountCents: Cents): Taken {
  return taken(rows, 'last first', amountCents, (row, wantedCents) => {
    const takenCents = row.accountId === accountId ? smaller(outstanding(row), wantedCents) : ZERO;
    return { takenCents, after: { ...row, claimedCents: cents(row.claimedCents + takenCents) } };
  });
}

/** Only rows of the seller hold a reserve. */
function lessReserve(rows: Rows, amountCents: Cents): Rows {
  return taken(rows, 'last first', amountCents, (row, wantedCents) => {
    const takenCents = smaller(row.reserveHeldCents, wantedCents);
    return { takenCents, after: { ...row, reserveHeldCents: cents(row.reserveHeldCents - takenCents) } };
  }).rows;
}

type Change = (row: Receivable, wantedCents: Cents) => { takenCents: Cents; after: Receivable };

/** Row by row until the amount is reached. Rows that give nothing stay the objects that they were. */
function taken(rows: Rows, order: 'first first' | 'last first', amountCents: Cents, change: Change): Taken {
  const sign = order === 'first first' ? 1 : -1;
  const after = new Map<Receivable, Receivable>();
  let left = amountCents;
  for (const row of [...rows].sort((a, b) => sign * (a.installment - b.installment))) {
    if (left === 0n) break;
    const one = change(row, left);
    if (one.takenCents === 0n) continue;
    left = cents(left - one.takenCents);
    after.set(row, withStatus(one.after));
  }
  return { rows: rows.map((row) => after.get(row) ?? row), cents: cents(amountCents - left) };
}

/**
 * Reverses a claim: exactly what was taken for it goes back to where it came from. A reserve whose release date has passed
 * is not held again, and an installment that was settled meanwhile is not expected again: both stay available.
 */
export function undoClaim(charge: Charge, rows: Rows, postings: readonly Posting[], at: Date): Claim {
  assert(charge.paidAt, 'only what was paid is claimed');
  let now = rows;
  const back = new Map<string, Cents>();
  for (const { accountId, amountCents } of postings.filter(({ from }) => from === 'receivable')) {
    const owed = owedAgain(now, accountId, amountCents);
    now = owed.rows;
    back.set(accountId, owed.cents);
  }
  const reservedCents = sum(
    postings.filter(({ from }) => from === 'reserved').map(({ amountCents }) => amountCents),
  );
  const releaseAt = releaseAtOf(charge, charge.paidAt);
  const isHeldByRows = rows.length > 0;
  const held = isHeldByRows
    ? heldAgain(now, reservedCents, at)
    : { rows: now, cents: releaseAt > at ? reservedCents : ZERO };
  return {
    set: {
      reserveHeldCents: cents(charge.reserveHeldCents + held.cents),
      dueAt: held.cents > 0n && !isHeldByRows ? releaseAt : charge.dueAt,
    },
    rows: changedRows(rows, held.rows),
    postings: reversed(postings).flatMap((posting) => {
      const { accountId } = posting;
      if (posting.to === 'receivable')
        return owned(accountId, [{ ...posting, amountCents: back.get(accountId) ?? ZERO }]);
      if (posting.to === 'reserved') return owned(accountId, [{ ...posting, amountCents: held.cents }]);
      return [posting];
    }),
  };
}

/** The reverse of `drawn`; `cents`: what is waited for again, which is less where an installment was settled meanwhile. */
function owedAgain(rows: Rows, accountId: string, amountCents: Cents): Taken {
  let settledCents = ZERO;
  const back = taken(rows, 'first first', amountCents, (row, wantedCents) => {
    const takenCents = row.accountId === accountId ? smaller(row.claimedCents, wantedCents) : ZERO;
    if (row.settledAt !== null) settledCents = cents(settledCents + takenCents);
    return { takenCents, after: { ...row, claimedCents: cents(row.claimedCents - takenCents) } };
  });
  assert(back.cents === amountCents, 'what a claim took of installments is known to them');
  return { rows: back.rows, cents: cents(amountCents - settledCents) };
}

function heldAgain(rows: Rows, amountCents: Cents, at: Date): Taken {
  return taken(rows, 'first first', amountCents, (row, wantedCents) => {
    const isHeld = row.releaseAt !== null && row.releaseAt > at;
    const takenCents = isHeld ? smaller(cents(row.reserveCents - row.reserveHeldCents), wantedCents) : ZERO;
    return { takenCents, after: { ...row, reserveHeldCents: cents(row.reserveHeldCents + takenCents) } };
  });
}
