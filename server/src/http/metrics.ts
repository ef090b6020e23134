import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { App } from './app-type.ts';

/** Request counts and times by route and status, and the process's own figures, in Prometheus form. */
export function metricsRoutes(app: App, addFigures: (registry: Registry) => void): void {
  const registry = new Registry();
  addFigures(registry);
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'guiche_http_request_seconds',
    help: 'Time to answer by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.get('/metrics', { schema: { hide: true }, config: { isUncounted: true } }, async (_request, reply) => {
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
