import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, received, startCheckout } from '../support/browser.ts';

const PHONES = [320, 360, 479, 480, 1280];
const PICTURES = process.env.GUICHE_SCREENSHOTS;

let checkout: Checkout;
beforeAll(async () => {
  checkout = await startCheckout();
});
afterEach(() => checkout.closePages());
afterAll(() => checkout?.stop());

async function onEachPhone(
  page: Page,
  name: string,
  examine: (view: string) => Promise<void>,
): Promise<void> {
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 800 });
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) });
    await examine(`${name} at ${width} px`);
  }
}

describe('an amount', () => {
  const LINES = `(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('.amount'));
    const { right } = document.querySelector('.amount').parentElement.getBoundingClientRect();
    return { lines: range.getClientRects().length, over: Math.max(0, range.getBoundingClientRect().right - right) };
  })()`;

  it.each([1, 12_345.67, 123_456.78, 12_345_678.9, 9_999_999_999.99])(
    'of %d stands on one line, within its card, before and after it is paid',
    async (value) => {
      const charge = await checkout.charge({ value });
      const { page } = await checkout.open(charge.path);
      const examine = async (view: string) =>
        expect(await page.evaluate(LINES), view).toEqual({ lines: 1, over: 0 });
      await onEachPhone(page, `amount-${value}`, examine);
      await checkout.pay(charge.id);
      await received(page);
      await onEachPhone(page, `receipt-${value}`, examine);
    },
  );
});
