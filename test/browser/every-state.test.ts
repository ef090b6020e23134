import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, complaintsOf, startCheckout } from '../support/browser.ts';
import { CHECKOUT_STATES, type CheckoutState } from '../support/checkout-states.ts';

/** Where to put pictures of what is otherwise checked: `npm run screenshots`. */
const PICTURES = process.env.GUICHE_SCREENSHOTS;
const LANGUAGES = { pt: 'pt-BR', en: 'en-US' } as const;
const SCHEMES = ['light', 'dark'] as const;
const DEVICES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const;

const AS_DRAWN = {
  runOnly: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size', 'region'],
  resultTypes: ['violations'],
};

type AxeResults = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;

let checkout: Checkout;
beforeAll(async () => {
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
  checkout = await startCheckout();
});
afterEach(() => checkout.closePages());
afterAll(() => checkout?.stop());

describe.each(CHECKOUT_STATES)('$name', (state) => {
  it('is for everyone: both languages, by day and by night, on a phone and on a desk', async () => {
    const path = await state.path(checkout);
    for (const [language, locale] of Object.entries(LANGUAGES)) {
      const context = await checkout.browser.newContext({ locale, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const answer = await page.goto(checkout.origin + path);
      expect(answer?.status()).toBe(state.status ?? 200);
      await state.act?.(page);
      await examine(page, state, language);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});

async function examine(page: Page, { name }: CheckoutState, language: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const [device, size] of Object.entries(DEVICES)) {
      await page.setViewportSize(size);
      const view = [name, device, language, colorScheme].join('-');
      if (PICTURES) {
        await page.screenshot({ path: join(PICTURES, `${view}.png`), fullPage: true });
        continue;
      }
      expect.soft(await violationsOn(page), view).toEqual([]);
      expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), view).toBe(0);
    }
  }
}

/** Every rule where the page is new; in another light or size, those that depend on how the same page is drawn. */
async function violationsOn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate<boolean>(`'axe' in window`);
  const { violations } = isThere
    ? await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(AS_DRAWN)})`)
    : await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
