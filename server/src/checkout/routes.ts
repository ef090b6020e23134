import type { App } from '../http/app-type.ts';
import { notFound } from '../kit/errors.ts';
import { boletoRoutes } from './boleto/routes.ts';
import { entryRoutes } from './card/entry.ts';
import { cardRoutes } from './card/routes.ts';
import { linkRoutes } from './link-routes.ts';
import type { CheckoutDeps } from './live.ts';
import { liveRoutes } from './live-routes.ts';
import { payRoutes } from './pay-routes.ts';
import { refundRoutes } from './refund-routes.ts';

/** The payer's pages. */
export function checkoutRoutes(app: App, deps: CheckoutDeps): void {
  entryRoutes(app, deps);
  liveRoutes(app, deps);
  payRoutes(app, deps);
  cardRoutes(app, deps);
  linkRoutes(app, deps);
  boletoRoutes(app, deps);
  refundRoutes(app, deps);
  unknownPageRoutes(app);
}

/** Answers unknown URLs below the payer's pages with a 404 page. */
function unknownPageRoutes(app: App): void {
  for (const place of ['pay', 'l', 'boleto', 'receipt', 'refund']) {
    for (const path of [`/${place}`, `/${place}/*`]) {
      app.get(path, { schema: { hide: true } }, () => {
        throw notFound('Page');
      });
    }
  }
}
