import { Type } from 'typebox';
import { isRemote } from '../balance/payouts/choose.ts';
import {
  bankCents,
  type Coverage,
  listCoverage,
  MAX_DAYS_SHOWN,
  measureCoverage,
  owedCents,
  unreadForLong,
} from '../balance/payouts/coverage.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { instantShape, namedObject, nullable } from '../http/fields.ts';
import { GatewayError } from '../kit/errors.ts';
import { cents, reaisFromCents } from '../kit/money.ts';

const DEFAULT_DAYS = 30;
const tags = ['Operators'];
const config = { access: 'operator' } as const;

const dayShape = namedObject('CoverageDay', {
  object: Type.Literal('coverage_day'),
  day: Type.String({ format: 'date', description: 'In São Paulo' }),
  measured_at: instantShape,
  available: Type.Number({ description: 'What sellers may withdraw; debts of sellers do not lessen it' }),
  in_withdrawals: Type.Number({ description: 'Withdrawals that have not ended' }),
  sending: Type.Number({ description: 'Of those: at a bank, which may have taken the money already' }),
  owed: Type.Number({ description: 'available + in_withdrawals − sending: what the banks must cover' }),
  reserved: Type.Number({ description: 'What sellers may withdraw later; not part of owed' }),
  bank_balance: nullable(Type.Number({ description: 'Of all payout providers; null: one was not read' })),
  covered: nullable(Type.Boolean()),
  banks: Type.Array(
    namedObject('BankBalance', {
      provider: Type.String(),
      available: nullable(Type.Number()),
      reason: nullable(Type.String({ description: 'Why it could not be read' })),
      read_at: nullable(Type.String({ format: 'date-time', description: 'When it was last read' })),
      unread_for_a_day: Type.Boolean(),
    }),
  ),
});

const listShape = namedObject('CoverageList', {
  object: Type.Literal('list'),
  data: Type.Array(dayShape),
});

export function coverageRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/coverage', {
    config,
    schema: {
      tags,
      summary: 'Compare bank balances with what sellers may withdraw, newest day first',
      querystring: Type.Object({
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS_SHOWN, default: DEFAULT_DAYS })),
      }),
      response: { 200: listShape, ...errorAnswers },
    },
    handler: async ({ query }) => {
      const rows = await listCoverage(deps, query.days ?? DEFAULT_DAYS);
      return { object: 'list' as const, data: rows.map(present) };
    },
  });
  app.post('/api/v1/admin/coverage', {
    config,
    schema: {
      tags,
      summary: 'Read the bank balances now and compare them',
      response: { 200: dayShape, ...errorAnswers },
    },
    handler: async () => {
      if (!deps.rails.payout.some(isRemote)) {
        throw new GatewayError('INVALID_STATE', 'No payout provider has a bank balance');
      }
      return present(await measureCoverage(deps));
    },
  });
}

function present(row: Coverage) {
  const bank = bankCents(row.banks);
  const unread = unreadForLong(row.banks, row.measuredAt);
  return {
    object: 'coverage_day' as const,
    day: row.day,
    measured_at: row.measuredAt.toISOString(),
    available: reaisFromCents(row.availableCents),
    in_withdrawals: reaisFromCents(row.withdrawalsCents),
    sending: reaisFromCents(row.sendingCents),
    owed: reaisFromCents(owedCents(row)),
    reserved: reaisFromCents(row.reservedCents),
    bank_balance: bank === null ? null : reaisFromCents(bank),
    covered: row.isCovered,
    banks: row.banks.map((each) => ({
      provider: each.provider,
      available: each.availableCents === null ? null : reaisFromCents(cents(BigInt(each.availableCents))),
      reason: each.reason,
      read_at: each.readAt,
      unread_for_a_day: unread.includes(each),
    })),
  };
}
