import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { type Checkout, complaintsOf } from '../support/browser.ts';
import { it } from '../support/browser-fixtures.ts';
import { CHECKOUT_STATES } from '../support/checkout-states.ts';
import { examineViews, examineWords, LOCALES } from '../support/views.ts';

const PICTURES = process.env.GUICHE_SCREENSHOTS;
const PHONE = { width: 390, height: 844 };

let checkout: Checkout;
it.beforeAll(({ checkout: opened }) => {
  checkout = opened;
});
afterEach(() => checkout.closePages());

/** The sizes of all text that is in sight, in order. An amount has its own rule: it stays on one line. */
const SIZES = `[...document.querySelectorAll('body *:not(.amount, option)')]
  .filter((each) => each.getClientRects().length > 0)
  .filter((each) => each.matches('[type=text], [type=email], select, textarea') || [...each.childNodes].some(
    ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== ''))
  .map((each) => parseFloat(getComputedStyle(each).fontSize))`;

/** Fields of a slip share the line between them. */
const BORDER = 1;

/** What reaches out of the page, or out of its own place. What is made to be scrolled may, and so may a code to copy. */
const CUT_OFF = `[...document.querySelectorAll('body *:not(input, select, option, #pix-code)')]
  .filter((each) => each.getClientRects().length > 0 && !each.closest('.scroll, .barcode'))
  .filter((each) => each.getBoundingClientRect().right > innerWidth
    || (each.clientWidth > 0 && each.scrollWidth > each.clientWidth + ${BORDER})
    || (each.matches('textarea, .button') && each.scrollHeight > each.clientHeight))
  .map((each) => each.outerHTML.slice(0, 100))`;

/** Text of twice the size is all as large, and all there. */
async function examineLargeText(page: Page, name: string): Promise<void> {
  await page.setViewportSize(PHONE);
  const usual = await page.evaluate<number[]>(SIZES);
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  expect(await page.evaluate(SIZES), name).toEqual(usual.map((size) => size * 2));
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `large-${name}.png`), fullPage: true });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBe(0);
  expect(await page.evaluate(CUT_OFF), name).toEqual([]);
}

describe.each(CHECKOUT_STATES)('$name', (state) => {
  it('is for everyone: by day and by night, on a phone and on a desk, in both languages, in text of twice the size', async () => {
    const path = await state.path(checkout);
    for (const [language, locale] of Object.entries(LOCALES)) {
      const context = await checkout.browser.newContext({ locale, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const answer = await page.goto(checkout.origin + path);
      expect(answer?.status()).toBe(state.status ?? 200);
      await state.act?.(page);
      if (language === 'en') await examineWords(page, `${state.name}-${language}`);
      else {
        await examineViews(page, `${state.name}-${language}`);
        await examineLargeText(page, state.name);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
  });
});
