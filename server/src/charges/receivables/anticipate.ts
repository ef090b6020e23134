import { type Actor, systemActor } from '../../audit/record.ts';
import { type CivilDate, civilDateOf, daysBetween } from '../../brazil/calendar.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { GatewayError, invalidField } from '../../kit/errors.ts';
import { groupBy } from '../../kit/group-by.ts';
import { type Cents, cents, ratioUp, reaisFromCents, smaller, sum, ZERO } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, together } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { owned } from '../rules/settlement.ts';
import { loadBooks } from './due.ts';
import { outstanding, type Receivable, withStatus } from './receivable.ts';
import { type Books, booksEffects, reserveOf, withReserve } from './settle.ts';
import { RECEIVABLE_SELECT } from './store.ts';

/** So many installments are paid out early by one request. */
const MAX_ROWS = 200;
const DAYS_OF_MONTH = 30n;
const WHOLE = 10_000n;

/** Null: all that is still to come. */
export type Wanted = { amountCents: Cents | null };

/** `rateBasisPoints`: per month. */
export type Anticipation = {
  id: string;
  amountCents: Cents;
  feeCents: Cents;
  /** Of what is paid out: goes to the reserve. */
  reserveCents: Cents;
  rateBasisPoints: number;
  installments: number;
};
type Part = { row: Receivable; amountCents: Cents; feeCents: Cents };

// Plan: receivables_by_day from now on.
const soonest = statement(
  'receivables.soonest',
  `select ${RECEIVABLE_SELECT}
   from receivables r
   where r.account_id = $1
     and r.expected_at > $2
     and r.status = 'expected'
   order by r.expected_at, r.charge_id, r.installment
   limit ${MAX_ROWS}`,
);

function awaited(db: Db | Tx, accountId: string, now: Date): Promise<Receivable[]> {
  return db.query<Receivable>(soonest, [accountId, now]);
}

/** What early payout would cost now. */
export async function quoteAnticipation(
  deps: ChargeDeps,
  accountId: string,
  wanted: Wanted,
): Promise<Omit<Anticipation, 'id'>> {
  const { anticipationBasisPoints: rate } = await deps.accountFacts(accountId);
  const now = deps.clock.now();
  const parts = partsOf(await awaited(deps.db, accountId, now), wanted, rate, civilDateOf(now));
  if (parts instanceof GatewayError) throw parts;
  return summed(parts, rate ?? 0);
}

export type AnticipationRequest = Wanted & { accountId: string; id: string; maxFeeCents: Cents | null };

/** Pays out what is still to come, soonest first. The operator has the money of these installments when they come. */
export async function anticipate(
  deps: ChargeDeps,
  request: AnticipationRequest,
  by: Actor = systemActor(request.accountId),
  answer?: Answer<Anticipation>,
): Promise<Anticipation> {
  const { accountId } = request;
  const { anticipationBasisPoints: rate } = await deps.accountFacts(accountId);
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => loadAwaited(tx, accountId, now),
      decide: (books) => decideAnticipation(books, { ...request, rate, by }, now),
    },
    answer,
  );
}

/** A recipient's installments are of another seller's charge: that charge is locked, as by whatever else changes them. */
async function loadAwaited(tx: Tx, accountId: string, now: Date): Promise<Books[]> {
  const rows = await awaited(tx, accountId, now);
  const bySeller = [...groupBy(rows, (row) => row.sellerId)].sort(([a], [b]) => (a < b ? -1 : 1));
  const all: Books[] = [];
  for (const [sellerId, own] of bySeller) {
    all.push(...(await loadBooks(tx, sellerId, [...new Set(own.map((row) => row.chargeId))])));
  }
  return all;
}

type Command = AnticipationRequest & { rate: number | null; by: Actor };

function decideAnticipation(
  all: readonly Books[],
  { accountId, id, amountCents, maxFeeCents, rate, by }: Command,
  now: Date,
): Decision<Anticipation> {
  const rows = all.flatMap((books) => books.rows.filter((row) => row.accountId === accountId));
  const candidates = rows
    .filter((row) => row.status === 'expected' && row.expectedAt > now)
    .sort((a, b) => Number(a.expectedAt) - Number(b.expectedAt))
    .slice(0, MAX_ROWS);
  const parts = partsOf(candidates, { amountCents }, rate, civilDateOf(now));
  if (parts instanceof GatewayError) return parts;
  const made = { id, ...summed(parts, rate ?? 0) };
  if (maxFeeCents !== null && made.feeCents > maxFeeCents)
    return invalidField('max_fee', `is less than the fee, which is ${reaisFromCents(made.feeCents)} now`);
  const byCharge = groupBy(parts, ({ row }) => row.chargeId);
  const effects = all.map((books) => {
    const own = byCharge.get(books.charge.id) ?? [];
    return booksEffects(
      books,
      own.reduce((after, part) => paidOut(after, part, id, now), books),
    );
  });
  const details = {
    amount: reaisFromCents(made.amountCents),
    fee: reaisFromCents(made.feeCents),
    installments: made.installments,
  };
  const target = { kind: 'anticipation', id };
  const audit = [{ actor: by, accountId, action: 'receivables.anticipated', target, details }];
  return done(made, together([...effects, { audit }]));
}

/**
 * Soonest first, whole installments and a part of the last; the fee of each by the days that it comes early, rounded up: many
 * small parts never cost less than one large.
 */
function partsOf(
  rows: readonly Receivable[],
  { amountCents }: Wanted,
  rate: number | null,
  today: CivilDate,
): Part[] | GatewayError {
  if (rate === null) return new GatewayError('INVALID_STATE', 'Early payout is not offered to this account');
  const totalCents = sum(rows.map(outstanding));
  if (totalCents === 0n) return new GatewayError('INVALID_STATE', 'Nothing is still to come');
  if (amountCents !== null && amountCents > totalCents)
    return invalidField(
      'amount',
      `exceeds what can be paid out early, which is ${reaisFromCents(totalCents)}`,
    );
  let left = amountCents ?? totalCents;
  return rows.flatMap((row) => {
    const partCents = smaller(outstanding(row), left);
    left = cents(left - partCents);
    const days = BigInt(daysBetween(today, civilDateOf(row.expectedAt)));
    const feeCents = ratioUp(partCents, BigInt(rate) * days, WHOLE * DAYS_OF_MONTH);
    return partCents > 0n ? [{ row, amountCents: partCents, feeCents: smaller(feeCents, partCents) }] : [];
  });
}

function summed(parts: readonly Part[], rateBasisPoints: number): Omit<Anticipation, 'id'> {
  return {
    amountCents: sum(parts.map((part) => part.amountCents)),
    feeCents: sum(parts.map((part) => part.feeCents)),
    reserveCents: sum(parts.map(reserveIn)),
    rateBasisPoints,
    installments: parts.length,
  };
}

/** As `withReserve` holds it. */
function reserveIn({ row, amountCents, feeCents }: Part): Cents {
  return row.releaseAt === null ? smaller(row.reserveCents, cents(amountCents - feeCents)) : ZERO;
}

/** The installment is credited now, less the fee; its first money holds its reserve. */
function paidOut(books: Books, { row, amountCents, feeCents }: Part, id: string, at: Date): Books {
  const { accountId, chargeId, installment } = row;
  const anticipatedCents = cents(row.anticipatedCents + amountCents);
  const held = withReserve({ ...row, anticipatedCents }, books.charge, cents(amountCents - feeCents), at);
  const postings: Posting[] = [
    ...owned(accountId, [
      { from: 'receivable', to: 'available', amountCents, category: 'receivable_anticipated' },
      { from: 'available', to: 'fees', amountCents: feeCents, category: 'anticipation_fee' },
    ]),
    ...reserveOf(row, held),
  ];
  const fact = `anticipation:${id}:${chargeId}:${installment}`;
  return {
    ...books,
    rows: books.rows.map((each) => (each === row ? withStatus(held) : each)),
    entries: [...books.entries, { fact, chargeId, occurredAt: at, postings }],
  };
}
