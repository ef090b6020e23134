import { Type } from 'typebox';
import { exactObject, filledText, instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { type Cents, reaisFromCents, sum } from '../kit/money.ts';
import type { ListedDay } from './list.ts';
import { DAY_STATES, DIFFERENCE_STATES, type StoredDifference, totalsFrom } from './store.ts';
import { DIFFERENCES, KINDS, type Total, type Totals } from './verdicts.ts';

const totalShape = namedObject('ReconciliationTotal', {
  count: Type.Integer(),
  listed: Type.Number({ description: 'What the provider lists, in reais' }),
  booked: Type.Number({ description: 'What our records have' }),
});

const totalsShape = namedObject('ReconciliationTotals', {
  matched: totalShape,
  /** Booked and not listed, while the provider still has time to list it. */
  waiting: totalShape,
  missing_here: totalShape,
  missing_there: totalShape,
  amount_differs: totalShape,
  unknown: totalShape,
});

export const kindShape = namedEnum('ReconciliationKind', KINDS);

export const dayShape = namedObject('ReconciliationDay', {
  object: Type.Literal('reconciliation_day'),
  id: Type.String(),
  provider: Type.String(),
  kind: kindShape,
  day: Type.String({ description: 'A day in São Paulo, YYYY-MM-DD' }),
  state: namedEnum('ReconciliationDayState', DAY_STATES, {
    description: 'incomplete: the provider did not list all of the day; reason says why',
  }),
  reason: nullable(Type.String()),
  listed: nullable(Type.Number({ description: 'All that the provider lists, in reais' })),
  booked: nullable(Type.Number()),
  totals: nullable(totalsShape),
  open_differences: Type.Integer(),
  runs: Type.Integer({ description: 'How often it was compared' }),
  compared_at: nullable(instantShape),
  next_at: nullable(
    Type.String({ format: 'date-time', description: 'The next comparison; null: none by itself' }),
  ),
});

export const differenceShape = namedObject('ReconciliationDifference', {
  object: Type.Literal('reconciliation_difference'),
  id: Type.String(),
  day_id: Type.String(),
  provider: Type.String(),
  kind: kindShape,
  verdict: namedEnum('ReconciliationVerdict', DIFFERENCES, {
    description:
      'missing_here: listed, not booked; missing_there: booked, not listed; amount_differs; unknown: of no charge or withdrawal',
  }),
  reference: Type.String({ description: 'Of the payment or payout' }),
  listed: nullable(Type.Number({ description: 'What the provider lists, in reais' })),
  booked: nullable(Type.Number()),
  listed_returned: nullable(Type.Number({ description: 'What the provider gave back since' })),
  booked_returned: nullable(Type.Number()),
  account_id: nullable(Type.String()),
  account_name: nullable(Type.String()),
  charge_id: nullable(Type.String()),
  withdrawal_id: nullable(Type.String()),
  occurred_at: instantShape,
  state: namedEnum('ReconciliationDifferenceState', DIFFERENCE_STATES),
  resolved_by: nullable(
    Type.Enum(['operator', 'comparison'], { description: 'comparison: a later one found that it matches' }),
  ),
  resolver_email: nullable(Type.String()),
  note: nullable(Type.String()),
  resolved_at: nullable(instantShape),
  first_seen_at: instantShape,
  last_seen_at: instantShape,
});

export const noteBody = exactObject('ReconciliationNote', { note: filledText(500) });

export function presentDay(day: ListedDay) {
  const totals = day.totals && totalsFrom(day.totals);
  return {
    object: 'reconciliation_day' as const,
    id: day.id,
    provider: day.provider,
    kind: day.kind,
    day: day.day,
    state: day.state,
    reason: day.reason,
    listed: totals && reaisFromCents(sum(Object.values(totals).map(({ listedCents }) => listedCents))),
    booked: totals && reaisFromCents(sum(Object.values(totals).map(({ bookedCents }) => bookedCents))),
    totals: totals && presentTotals(totals),
    open_differences: day.openCount,
    runs: day.runs,
    compared_at: day.comparedAt?.toISOString() ?? null,
    next_at: day.nextAt?.toISOString() ?? null,
  };
}

function presentTotals(totals: Totals) {
  const { matched, waiting, missing_here, missing_there, amount_differs, unknown } = totals;
  return {
    matched: presentTotal(matched),
    waiting: presentTotal(waiting),
    missing_here: presentTotal(missing_here),
    missing_there: presentTotal(missing_there),
    amount_differs: presentTotal(amount_differs),
    unknown: presentTotal(unknown),
  };
}

function presentTotal({ count, listedCents, bookedCents }: Total) {
  return { count, listed: reaisFromCents(listedCents), booked: reaisFromCents(bookedCents) };
}

const reais = (amount: Cents | null) => (amount === null ? null : reaisFromCents(amount));

export function presentDifference(difference: StoredDifference) {
  const { kind, objectId, objectKind } = difference;
  // Rows of an earlier version do not say it.
  const isWithdrawal = (objectKind ?? (kind === 'payout' ? 'withdrawal' : 'charge')) === 'withdrawal';
  return {
    object: 'reconciliation_difference' as const,
    id: difference.id,
    day_id: difference.dayId,
    provider: difference.provider,
    kind,
    verdict: difference.verdict,
    reference: difference.reference,
    listed: reais(difference.listedCents),
    booked: reais(difference.bookedCents),
    listed_returned: reais(difference.listedReturnedCents),
    booked_returned: reais(difference.bookedReturnedCents),
    account_id: difference.ownerAccountId,
    account_name: difference.ownerName,
    charge_id: isWithdrawal ? null : objectId,
    withdrawal_id: isWithdrawal ? objectId : null,
    occurred_at: difference.occurredAt.toISOString(),
    state: difference.state,
    resolved_by: difference.resolvedBy,
    resolver_email: difference.resolverEmail,
    note: difference.note,
    resolved_at: difference.resolvedAt?.toISOString() ?? null,
    first_seen_at: difference.firstSeenAt.toISOString(),
    last_seen_at: difference.lastSeenAt.toISOString(),
  };
}
