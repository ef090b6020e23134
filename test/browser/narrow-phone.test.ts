import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { type Checkout, received } from '../support/browser.ts';
import { it } from '../support/browser-fixtures.ts';
import { PAYER } from '../support/checkout-states.ts';

const PHONES = [320, 360, 390, 479, 480, 1280];
const PICTURES = process.env.GUICHE_SCREENSHOTS;

let checkout: Checkout;
it.beforeAll(({ checkout: opened }) => {
  checkout = opened;
});
afterEach(() => checkout.closePages());

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

describe('the line of a boleto', () => {
  /** What stands on each drawn line. Inside a textarea nothing can be measured: a copy of it is. */
  const DRAWN = (selector: string) => `(() => {
    const source = document.querySelector('${selector}');
    const copy = document.createElement('div');
    const style = getComputedStyle(source);
    for (const name of ['font', 'wordBreak', 'overflowWrap', 'letterSpacing']) copy.style[name] = style[name];
    const inner = source.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    Object.assign(copy.style, { width: inner + 'px', whiteSpace: 'pre-wrap' });
    const text = document.createTextNode(source.value ?? source.textContent);
    copy.append(text);
    document.body.append(copy);
    const lines = new Map();
    const range = document.createRange();
    for (let at = 0; at < text.length; at++) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { top } = range.getBoundingClientRect();
      lines.set(top, (lines.get(top) ?? '') + text.data[at]);
    }
    copy.remove();
    return { lines: [...lines.values()].map((line) => line.trim()), hidden: source.scrollHeight - source.clientHeight };
  })()`;
  type Drawn = { lines: string[]; hidden: number };

  it('breaks only between its groups, and is seen whole', async () => {
    const charge = await checkout.charge({ billing_type: 'BOLETO', customer: PAYER });
    const { page } = await checkout.open(charge.path);
    const line = await page.locator('#line').inputValue();
    const examine = (selector: string) => async (view: string) => {
      const { lines, hidden } = await page.evaluate<Drawn>(DRAWN(selector));
      expect(lines.join(' '), view).toBe(line);
      expect(hidden, view).toBe(0);
    };
    await onEachPhone(page, 'boleto-line', examine('#line'));
    await page.goto(checkout.origin + charge.path.replace('/pay/', '/boleto/'));
    await onEachPhone(page, 'boleto-slip', examine('.digits'));
  });
});

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

describe('the document of who paid', () => {
  const LINES = `(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('.facts .unbroken'));
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  })()`;

  it('stands on one line of the receipt, however long the name before it', async () => {
    const name = 'Maria Aparecida dos Santos';
    const charge = await checkout.charge({ customer: { ...PAYER, name } });
    await checkout.pay(charge.id);
    const { page } = await checkout.open(charge.receipt);
    for (let length = name.length; length > 0; length -= 2) {
      await page.evaluate(`document.querySelector('.facts dd bdi').textContent = '${name.slice(0, length)}'`);
      await onEachPhone(page, `payer-${length}`, async (view) =>
        expect(await page.evaluate(LINES), view).toBe(1),
      );
    }
  });
});

describe('the chosen installments', () => {
  /** How far the text of the closed list is wider than its place, and what is read below it. */
  const SEEN = `(() => {
    const list = document.querySelector('#installments');
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    const brush = document.createElement('canvas').getContext('2d');
    brush.font = font;
    const place = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const below = document.getElementById(list.getAttribute('aria-describedby'));
    const cut = Math.max(0, brush.measureText(list.selectedOptions[0].text).width - place);
    return { cut, below: below.innerText.trim(), hidden: below.scrollWidth - below.clientWidth };
  })()`;

  it.each([
    ['pt-BR', 1_500, 'Total de R$\u00a01.500,00 (a primeira de R$\u00a0214,32)'],
    ['en-US', 1_500, 'R$\u00a01,500.00 in total (the first R$\u00a0214.32)'],
    ['pt-BR', 99_999.99, 'Total de R$\u00a099.999,99 (a primeira de R$\u00a014.285,73)'],
  ])('are read whole, in %s and for %d', async (locale, value, plan) => {
    const { path } = await checkout.charge({ billing_type: 'CREDIT_CARD', value });
    const { page } = await checkout.open(path, { locale });
    await onEachPhone(page, `in-full-${locale}-${value}`, async (view) =>
      expect(await page.evaluate(SEEN), view).toEqual({ cut: 0, below: '', hidden: 0 }),
    );
    await page.locator('#installments').selectOption('7');
    await onEachPhone(page, `installments-${locale}-${value}`, async (view) =>
      expect(await page.evaluate(SEEN), view).toEqual({ cut: 0, below: plan, hidden: 0 }),
    );
  });
});
