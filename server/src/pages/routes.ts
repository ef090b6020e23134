import type { FastifyError } from 'fastify';
import type { App } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { notFound } from '../kit/errors.ts';
import { accentRoutes } from './accent.ts';
import { boletoRoutes } from './boleto-routes.ts';
import { cardRoutes } from './card-routes.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { docsRoutes } from './docs-routes.ts';
import { answerError } from './error-page.ts';
import { readForms } from './form.ts';
import { linkRoutes } from './link-routes.ts';
import { liveRoutes } from './live-routes.ts';
import { pageOf } from './page.ts';
import { payRoutes } from './pay-routes.ts';
import { script } from './script.ts';
import { stylesheet } from './styles.ts';

const HEADERS = {
  'Content-Security-Policy': [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `connect-src 'self'`,
    `img-src data: 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; '),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  Vary: 'Accept-Language',
};

/** The public pages, in a room of their own: forms in, HTML out, their own errors and headers. */
export function pageRoutes(app: App, deps: Deps): void {
  app.register(async (room) => {
    const pages = room as unknown as App;
    readForms(pages);
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(HEADERS);
    });
    pages.setErrorHandler((error: FastifyError, request, reply) =>
      answerError(pageOf(request, deps), error, request, reply),
    );
    fileRoutes(pages);
    dashboardRoutes(pages, deps);
    docsRoutes(pages);
    accentRoutes(pages);
    liveRoutes(pages, deps);
    payRoutes(pages, deps);
    cardRoutes(pages, deps);
    linkRoutes(pages, deps);
    boletoRoutes(pages, deps);
    lostRoutes(pages);
  });
}

/** Whatever else lies under the pages' addresses is a page that is not there. */
function lostRoutes(app: App): void {
  for (const place of ['pay', 'l', 'boleto', 'receipt']) {
    for (const path of [`/${place}`, `/${place}/*`]) {
      app.get(path, { schema: { hide: true } }, () => {
        throw notFound('Page');
      });
    }
  }
}

function fileRoutes(app: App): void {
  app.get(stylesheet.path, { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(stylesheet.content),
  );
  app.get(script.path, { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .type('text/javascript; charset=utf-8')
      .send(script.content),
  );
}
