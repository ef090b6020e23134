import { type Static, Type } from 'typebox';
import { actorOf } from '../../http/actor.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { namedObject, nullable, readAmount } from '../../http/fields.ts';
import { accountOf } from '../../http/principal.ts';
import { invalidField } from '../../kit/errors.ts';
import { ZERO } from '../../kit/money.ts';
import { changeSchedule, shown } from './change.ts';
import { FREQUENCIES, OUTCOMES, type Plan, WEEKDAYS } from './rules.ts';
import { readSchedule, type Schedule } from './store.ts';

const PATH = '/api/v1/account/automatic-withdrawals';
const tags = ['Withdrawals'];

const frequency = Type.Enum([...FREQUENCIES], {
  description:
    'daily and weekly: at 9:00 in São Paulo; above: looked at every hour, at most one a day; off: none',
});
const weekday = Type.Enum([...WEEKDAYS]);

const shape = namedObject('AutomaticWithdrawals', {
  object: Type.Literal('automatic_withdrawals'),
  frequency,
  weekday: nullable(weekday),
  above_amount: nullable(Type.Number({ description: 'Of above: once more than this is available' })),
  keep_amount: Type.Number({ description: 'Left in the available balance' }),
  next_at: nullable(Type.String({ format: 'date-time' })),
  last: nullable(
    namedObject('LastAutomaticWithdrawal', {
      day: Type.String({ format: 'date' }),
      outcome: Type.Enum([...OUTCOMES]),
      withdrawal_id: nullable(Type.String()),
    }),
  ),
});

const body = namedObject('UpdateAutomaticWithdrawals', {
  frequency,
  weekday: Type.Optional(nullable(weekday)),
  above_amount: Type.Optional(nullable(Type.Number({ description: 'Reais; needed for above' }))),
  keep_amount: Type.Optional(nullable(Type.Number({ description: 'Reais; absent or 0: nothing is left' }))),
});

export function scheduleRoutes(app: App, deps: Deps): void {
  app.get(PATH, {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get when withdrawals are requested automatically',
      response: { 200: shape, ...errorAnswers },
    },
    handler: async (request) => present(await readSchedule(deps.db, accountOf(request))),
  });
  app.put(PATH, {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Set when withdrawals to the registered PIX key are requested automatically',
      body,
      response: { 200: shape, ...errorAnswers },
    },
    handler: async (request) =>
      present(await changeSchedule(deps, actorOf(request), planOf(request.body as Static<typeof body>))),
  });
}

function planOf(sent: Static<typeof body>): Plan {
  const day = sent.weekday ?? null;
  const above = sent.above_amount ?? null;
  if (sent.frequency === 'weekly' && day === null) throw invalidField('weekday', 'is required for weekly');
  if (sent.frequency === 'above' && above === null)
    throw invalidField('above_amount', 'is required for above');
  const aboveCents = above === null ? null : readAmount('above_amount', above);
  const keepCents = sent.keep_amount ? readAmount('keep_amount', sent.keep_amount) : ZERO;
  if (sent.frequency === 'above' && aboveCents !== null && keepCents > aboveCents)
    throw invalidField('keep_amount', 'must not be more than above_amount');
  return {
    frequency: sent.frequency,
    weekday: sent.frequency === 'weekly' && day !== null ? WEEKDAYS.indexOf(day) : null,
    aboveCents: sent.frequency === 'above' ? aboveCents : null,
    keepCents,
  };
}

function present(schedule: Schedule) {
  const { nextAt, lastDay, lastOutcome, lastWithdrawalId } = schedule;
  return {
    object: 'automatic_withdrawals' as const,
    ...shown(schedule),
    next_at: nextAt?.toISOString() ?? null,
    last:
      lastDay && lastOutcome ? { day: lastDay, outcome: lastOutcome, withdrawal_id: lastWithdrawalId } : null,
  };
}
