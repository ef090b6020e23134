import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, startCheckout } from '../support/browser.ts';
import { CHECKOUT_STATES } from '../support/checkout-states.ts';

const PICTURES = process.env.GUICHE_SCREENSHOTS;

let checkout: Checkout;
beforeAll(async () => {
  checkout = await startCheckout();
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
});
afterEach(() => checkout.closePages());
afterAll(() => checkout?.stop());

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

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `large-${name}.png`), fullPage: true });
}

describe('text of twice the size', () => {
  it.each(CHECKOUT_STATES)('is all as large, and all there: $name', async (state) => {
    const { page } = await checkout.open(await state.path(checkout));
    await state.act?.(page);
    const usual = await page.evaluate<number[]>(SIZES);
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    expect(await page.evaluate(SIZES)).toEqual(usual.map((size) => size * 2));
    await picture(page, state.name);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await page.evaluate(CUT_OFF)).toEqual([]);
  });
});
