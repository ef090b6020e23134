import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, complaintsOf, startCheckout } from '../support/browser.ts';
import { CHECKOUT_STATES } from '../support/checkout-states.ts';
import { examineViews, examineWords, LOCALES } from '../support/views.ts';

let checkout: Checkout;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterEach(() => checkout.closePages());
afterAll(() => checkout?.stop());

describe.each(CHECKOUT_STATES)('$name', (state) => {
  it('is for everyone: by day and by night, on a phone and on a desk, and fits in both languages', async () => {
    const path = await state.path(checkout);
    for (const [language, locale] of Object.entries(LOCALES)) {
      const context = await checkout.browser.newContext({ locale, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const answer = await page.goto(checkout.origin + path);
      expect(answer?.status()).toBe(state.status ?? 200);
      await state.act?.(page);
      await (language === 'en' ? examineWords : examineViews)(page, `${state.name}-${language}`);
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
