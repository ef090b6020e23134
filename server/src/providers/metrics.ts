import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { SECOND_MS } from '../kit/clock.ts';
import { type Rails, watchedProviders } from './rails.ts';

/** One call to a remote provider, and how it ended. */
export type ProviderCall = { provider: string; operation: string; outcome: string; latencyMs: number };

const calls = new Counter({
  name: 'guiche_provider_calls_total',
  help: 'Calls to providers by operation and outcome',
  labelNames: ['provider', 'operation', 'outcome'],
  registers: [],
});
const latency = new Histogram({
  name: 'guiche_provider_call_seconds',
  help: 'Time of one call to a provider, from connecting to the end of the answer',
  labelNames: ['provider', 'operation'],
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [],
});

export function observeCall({ provider, operation, outcome, latencyMs }: ProviderCall): void {
  calls.inc({ provider, operation, outcome });
  latency.observe({ provider, operation }, latencyMs / SECOND_MS);
}

/** What this process called, and which providers it would send new charges to at the moment of the scrape. */
export function registerProviderFigures(registry: Registry, rails: Rails): void {
  registry.registerMetric(calls);
  registry.registerMetric(latency);
  const accepting = new Gauge({
    name: 'guiche_provider_accepting',
    help: '1: new work may go to this provider; 0: its circuit breaker is open',
    labelNames: ['kind', 'provider'],
    registers: [registry],
    collect() {
      for (const { kind, name, watched } of watchedProviders(rails)) {
        accepting.set({ kind, provider: name }, watched.health().state === 'open' ? 0 : 1);
      }
    },
  });
}
