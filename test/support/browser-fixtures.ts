import { chromium } from 'playwright-core';
import { startCheckout } from './browser.ts';
import { CHROMIUM } from './chromium.ts';
import { openDashboard } from './dashboard.ts';
import { it as base } from './fixtures.ts';

/**
 * `browser`: one for all files of a worker, which starts it once.
 * `dashboard` and `checkout`: a gateway that listens, whose pages that browser opens; one for a file.
 */
export const it = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await chromium.launch(CHROMIUM);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('dashboard', { scope: 'file' }, async ({ options, browser }, { onCleanup }) => {
    const dashboard = await openDashboard(options, browser);
    onCleanup(() => dashboard.stop());
    return dashboard;
  })
  .extend('checkout', { scope: 'file' }, async ({ options, browser }, { onCleanup }) => {
    const checkout = await startCheckout(options.environment, browser);
    onCleanup(() => checkout.stop());
    return checkout;
  });
