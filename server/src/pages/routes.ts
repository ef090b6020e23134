import type { App } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';

export function pageRoutes(app: App, _deps: Deps): void {
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    return reply.type('text/html; charset=utf-8').send('<!doctype html><title>Guichê</title>');
  });
}
