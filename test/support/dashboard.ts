import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { closeContexts, complaintsOf } from './browser.ts';
import { CHROMIUM } from './chromium.ts';
import { type GatewayOptions, type Seller, startGateway, type TestGateway } from './gateway.ts';
import { freePort } from './processes.ts';
import { until } from './until.ts';

const MAX_WAIT_MS = 60_000;
const HOST = '127.0.0.1';

export type Person = Pick<Seller, 'email' | 'password'>;

/** A gateway that listens at its own public address, and a browser to work in: one for a file of tests. */
export type Dashboard = {
  gateway: TestGateway;
  browser: Browser;
  origin: string;
  /** Each opening is a browser profile of its own, signed in by cookie; `null` is nobody. */
  open(person: Person | null, path: string, options?: BrowserContextOptions): Promise<OpenedDashboard>;
  closePages(): Promise<void>;
  stop(): Promise<void>;
};
export type OpenedDashboard = { page: Page; complaints: string[] };

/** `shared` is a browser that outlives it; without one it has its own. */
export async function openDashboard(
  { environment, ...options }: GatewayOptions = {},
  shared?: Browser,
): Promise<Dashboard> {
  // The public address holds the port, so the port is known before the gateway is made.
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  const gateway = await startGateway({
    ...options,
    environment: { PUBLIC_URL: origin, ...environment },
  });
  await gateway.app.listen({ port, host: HOST });
  const browser = shared ?? (await chromium.launch(CHROMIUM));
  const closePages = () => closeContexts(browser);
  return {
    gateway,
    browser,
    origin,
    open: openerOf(browser, origin),
    closePages,
    async stop() {
      await (shared ? closePages() : browser.close());
      await gateway.stop();
    },
  };
}

function openerOf(browser: Browser, origin: string): Dashboard['open'] {
  return async (person, path, options = {}) => {
    const context = await browser.newContext({
      locale: 'pt-BR',
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(MAX_WAIT_MS);
    if (person) {
      const { email, password } = person;
      const login = await context.request.post(`${origin}/api/v1/auth/login`, {
        data: { email, password, cookie: true },
        headers: { origin },
      });
      if (!login.ok()) throw new Error(`signing in answered ${login.status()}: ${await login.text()}`);
    }
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(origin + path);
    return { page, complaints };
  };
}

/** Everything the page waits for has come: no skeleton is left, and nothing says it is busy. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  // Not by a function in the page: its policy forbids evaluating one again.
  const busy = page.locator('.skeleton, [aria-busy="true"]');
  await until('nothing is on its way', async () => (await busy.count()) === 0);
}

/** One profile for each person and kind of window, opened once: for tests that go through many places and change nothing. */
export function visitorsOf(dashboard: () => Dashboard) {
  const opened = new Map<string, Promise<OpenedDashboard>>();
  return async (person: Person | null, path: string, options: BrowserContextOptions = {}) => {
    const name = JSON.stringify([person?.email, options]);
    const known = opened.get(name);
    if (!known) {
      const first = dashboard().open(person, path, options);
      opened.set(name, first);
      return first;
    }
    const visitor = await known;
    visitor.complaints.length = 0;
    await visitor.page.goto(dashboard().origin + path);
    return visitor;
  };
}

/** Chooses in one of our lists, as a person does: opens it, and clicks the choice of this value. */
export async function choose(list: Locator, value: string): Promise<void> {
  await list.click();
  await list.page().locator(`[role=option][data-choice="${value}"]`).click();
}
