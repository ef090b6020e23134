import { DAY_MS } from '../../kit/clock.ts';
import { cents, smaller, sum, ZERO } from '../../kit/money.ts';
import type { Entry, Posting } from '../../ledger/chart.ts';
import type { Effects } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import { owned } from '../rules/settlement.ts';
import { saved } from '../transition.ts';
import { outstanding, type Receivable, withStatus } from './receivable.ts';
import { savesOf } from './store.ts';

/** A charge with its rows, while several of them change. `entries`: what those changes post. */
export type Books = { charge: Charge; rows: readonly Receivable[]; entries: readonly Entry[] };

/** The installment is there: what is left of it becomes available to the seller and to each recipient, less its reserve. */
export function settled(books: Books, installment: number, at: Date): Books {
  const { charge } = books;
  const postings: Posting[] = [];
  const rows = books.rows.map((row) => {
    if (row.installment !== installment || row.settledAt !== null) return row;
    const amountCents = outstanding(row);
    postings.push(
      ...owned(row.accountId, [
        { from: 'receivable', to: 'available', amountCents, category: 'receivable_settled' },
      ]),
    );
    const held = withReserve(row, charge, amountCents, at);
    postings.push(...reserveOf(row, held));
    return withStatus({ ...held, settledAt: at });
  });
  const fact = `charge:${charge.id}:installment:${installment}`;
  return after(books, rows, { fact, chargeId: charge.id, occurredAt: at, postings });
}

/** The first money of a row holds its reserve, from then on for the days of the plan. */
export function withReserve(
  row: Receivable,
  charge: Charge,
  amountCents: Receivable['netCents'],
  at: Date,
): Receivable {
  if (row.releaseAt !== null || row.reserveCents === 0n) return row;
  const reserveHeldCents = smaller(row.reserveCents, amountCents);
  return { ...row, reserveHeldCents, releaseAt: new Date(at.getTime() + charge.reserveDays * DAY_MS) };
}

export function reserveOf(before: Receivable, { accountId, reserveHeldCents }: Receivable): Posting[] {
  const amountCents = cents(reserveHeldCents - before.reserveHeldCents);
  return owned(accountId, [{ from: 'available', to: 'reserved', amountCents, category: 'reserve_hold' }]);
}

/** The reserve of an installment has been held long enough. */
export function released(books: Books, installment: number, at: Date): Books {
  const postings: Posting[] = [];
  const rows = books.rows.map((row) => {
    if (row.installment !== installment || row.reserveHeldCents === 0n) return row;
    const amountCents = row.reserveHeldCents;
    postings.push(
      ...owned(row.accountId, [
        { from: 'reserved', to: 'available', amountCents, category: 'reserve_release' },
      ]),
    );
    return withStatus({ ...row, reserveHeldCents: ZERO });
  });
  const { id } = books.charge;
  const fact = `charge:${id}:installment:${installment}:reserve`;
  return after(books, rows, { fact, chargeId: id, occurredAt: at, postings });
}

function after(books: Books, rows: readonly Receivable[], entry: Entry): Books {
  return { ...books, rows, entries: [...books.entries, entry] };
}

/** What has changed since the books were read. The charge holds what its rows hold. */
export function booksEffects(before: Books, { rows, entries }: Books): Effects {
  const reserveHeldCents = sum(rows.map((row) => row.reserveHeldCents));
  return {
    rows: [
      ...(saved(before.charge, { ...before.charge, reserveHeldCents }).rows ?? []),
      ...savesOf(rows.filter((row) => !before.rows.includes(row))),
    ],
    entries,
  };
}
