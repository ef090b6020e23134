import { Type } from 'typebox';
import type { ChargeDeps } from '../charges/deps.ts';
import { comparedUntil } from '../charges/pix/comparison.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { instantShape, namedObject, nullable } from '../http/fields.ts';
import type { PixProvider } from '../providers/provider.ts';

const providerShape = namedObject('PixProvider', {
  object: Type.Literal('provider'),
  name: Type.String(),
  state: Type.Enum(['closed', 'open', 'probing'], {
    description:
      'closed: receives new charges; open: new charges go to the next provider; probing: one charge at a time tests it',
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
});

const shape = namedObject('Providers', {
  object: Type.Literal('providers'),
  pix: Type.Array(providerShape, { description: "In the gateway's order" }),
  boleto: nullable(Type.String({ description: 'Provider of boletos; null: none' })),
  card: nullable(Type.String()),
  payout: nullable(Type.String({ description: 'Provider of payouts; null: operators pay by hand' })),
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
      const compared = await comparedUntil(deps.db);
      return {
        object: 'providers' as const,
        pix: pix.map((provider) => present(provider, compared.get(provider.name) ?? null)),
        boleto: boleto?.name ?? null,
        card: card?.name ?? null,
        payout: payout?.name ?? null,
      };
    },
  });
}

function present({ name, remote }: PixProvider, compared: Date | null) {
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
