import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where to put pictures of what is otherwise checked: `npm run screenshots`. */
const PICTURES = process.env.GUICHE_SCREENSHOTS;
export const LOCALES = { pt: 'pt-BR', en: 'en-US' } as const;
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

type View = { colorScheme: (typeof SCHEMES)[number]; device: keyof typeof DEVICES };
const EVERY_VIEW: readonly View[] = SCHEMES.flatMap((colorScheme) =>
  (['phone', 'desktop'] as const).map((device) => ({ colorScheme, device })),
);
/** Both lights and both sizes, each once: what a run of all tests has time for. `npm run screenshots` draws all four. */
const CROSSED_VIEWS: readonly View[] = [
  { colorScheme: 'light', device: 'phone' },
  { colorScheme: 'dark', device: 'desktop' },
];
/** Where another language can only be too long for its place. */
export const NARROW_VIEW: readonly View[] = [{ colorScheme: 'light', device: 'phone' }];

/** A page by day and by night, on a phone and on a desk: nothing for axe to find, nothing that scrolls sideways. */
export async function examineViews(page: Page, name: string, views = CROSSED_VIEWS): Promise<void> {
  if (PICTURES) await mkdir(PICTURES, { recursive: true });
  for (const { colorScheme, device } of PICTURES ? EVERY_VIEW : views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(DEVICES[device]);
    const view = [name, device, colorScheme].join('-');
    if (PICTURES) {
      await page.screenshot({ path: join(PICTURES, `${view}.png`), fullPage: true });
      continue;
    }
    expect.soft(await violationsOn(page), view).toEqual([]);
    await expectToFit(page, view);
  }
}

/** The same page in another language: its words may be too long for their place, and nothing else is new. */
export async function examineWords(page: Page, name: string): Promise<void> {
  if (PICTURES) return examineViews(page, name);
  await page.setViewportSize(DEVICES.phone);
  await expectToFit(page, `${name}-phone`);
}

async function expectToFit(page: Page, view: string): Promise<void> {
  expect.soft(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), view).toBe(0);
}

/** Every rule where the page is new; in another light or size, those that depend on how the same page is drawn. */
async function violationsOn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate<boolean>(`'axe' in window`);
  const { violations } = isThere
    ? await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(AS_DRAWN)})`)
    : await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
