import { startCheckout } from './browser.ts';
import { openDashboard } from './dashboard.ts';
import { it as base } from './fixtures.ts';

/** `dashboard` and `checkout`: a gateway that listens, and a browser that opens its pages. */
export const it = base
  .extend('dashboard', { scope: 'file' }, async ({ options }, { onCleanup }) => {
    const dashboard = await openDashboard(options);
    onCleanup(() => dashboard.stop());
    return dashboard;
  })
  .extend('checkout', { scope: 'file' }, async ({ options }, { onCleanup }) => {
    const checkout = await startCheckout(options.environment);
    onCleanup(() => checkout.stop());
    return checkout;
  });
