import { Type } from 'typebox';
import { boletosComparedAt } from '../charges/boletos/comparison.ts';
import { type BankFees, bankFeesSince } from '../charges/boletos/payments.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { comparedUntil } from '../charges/pix/comparison.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { instantShape, namedObject, nullable } from '../http/fields.ts';
import { DAY_MS } from '../kit/clock.ts';
import { reaisFromCents, ZERO } from '../kit/money.ts';
import type { ProviderHealth } from '../providers/provider.ts';

const FEE_DAYS = 30;

const providerShape = namedObject('Provider', {
  object: Type.Literal('provider'),
  name: Type.String(),
  state: Type.Enum(['closed', 'open', 'probing'], {
    description:
      'closed: receives new work; open: new work goes to the next provider; probing: one call at a time tests it',
  }),
  since: nullable(instantShape),
  calls: Type.Integer({ description: 'Calls of this process that the state is based on' }),
  failures: Type.Integer(),
  average_latency_ms: nullable(Type.Integer()),
  last_failure: nullable(namedObject('ProviderFailure', { at: instantShape, reason: Type.String() })),
  compared_until: nullable(
    Type.String({
      format: 'date-time',
      description: 'Its payments are reconciled with the ledger up to this time',
    }),
  ),
  bank_fees: Type.Optional(
    namedObject('BankFees', {
      days: Type.Integer(),
      boletos: Type.Integer({ description: 'Payments of boletos in these days' }),
      total: Type.Number({ description: 'What the bank kept for them, as far as it has said' }),
    }),
  ),
});

const shape = namedObject('Providers', {
  object: Type.Literal('providers'),
  pix: Type.Array(providerShape, { description: "In the gateway's order" }),
  boleto: Type.Array(providerShape, { description: 'Empty: none' }),
  card: Type.Array(providerShape),
  payout: Type.Array(providerShape, { description: 'Empty: operators pay by hand' }),
});

export function providerRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/providers', {
    config: { access: 'operator' },
    schema: {
      tags: ['Operators'],
      summary: 'List the payment providers with their health',
      response: { 200: shape, ...errorAnswers },
    },
    handler: async () => {
      const { pix, boleto, card, payout } = deps.rails;
      const since = new Date(deps.clock.now().getTime() - FEE_DAYS * DAY_MS);
      const [compared, boletosCompared, fees] = await Promise.all([
        comparedUntil(deps.db),
        boletosComparedAt(deps.db),
        bankFeesSince(deps.db, since),
      ]);
      return {
        object: 'providers' as const,
        pix: pix.map((provider) => present(provider, compared.get(provider.name) ?? null)),
        boleto: boleto.map((provider) => ({
          ...present(provider, boletosCompared.get(provider.name) ?? null),
          bank_fees: provider.remote ? presentFees(fees.get(provider.name)) : undefined,
        })),
        card: card.map((provider) => present(provider)),
        payout: payout.map((provider) => present(provider)),
      };
    },
  });
}

function presentFees({ count, totalCents }: BankFees = { count: 0, totalCents: ZERO }) {
  return { days: FEE_DAYS, boletos: count, total: reaisFromCents(totalCents) };
}

type Shown = { name: string; remote: { health(): ProviderHealth } | null };

function present({ name, remote }: Shown, compared: Date | null = null) {
  const health = remote?.health();
  const latency = health?.averageLatencyMs ?? null;
  return {
    object: 'provider' as const,
    name,
    state: health?.state ?? ('closed' as const),
    since: health?.since.toISOString() ?? null,
    calls: health?.calls ?? 0,
    failures: health?.failures ?? 0,
    average_latency_ms: latency === null ? null : Math.round(latency),
    last_failure: health?.lastFailure
      ? { at: health.lastFailure.at.toISOString(), reason: health.lastFailure.reason }
      : null,
    compared_until: compared?.toISOString() ?? null,
  };
}
