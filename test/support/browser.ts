import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from './chromium.ts';
import { type Seller, startGateway, type TestGateway } from './gateway.ts';
import { createdCharge, GOOD_CARD } from './pages.ts';

const MAX_WAIT_MS = 60_000;

/** A gateway that listens, a seller on it and a browser to pay them with: one for a file of tests. */
export type Checkout = {
  gateway: TestGateway;
  seller: Seller;
  browser: Browser;
  origin: string;
  /** Each opening is a payer of their own: another browser profile, another address. */
  open(path: string, options?: BrowserContextOptions): Promise<Opened>;
  charge(body?: object): Promise<ChargeMade>;
  link(body?: object): Promise<{ id: string; path: string }>;
  pay(chargeId: string): Promise<void>;
  statusOf(chargeId: string): Promise<string>;
  attemptsOf(chargeId: string): Promise<number>;
  closePages(): Promise<void>;
  stop(): Promise<void>;
};
export type Opened = { page: Page; complaints: string[] };
export type ChargeMade = { id: string; path: string; receipt: string; copy_paste: string | null };

/** `shared` is a browser that outlives it; without one it has its own. */
export async function startCheckout(
  environment: Record<string, string> = {},
  shared?: Browser,
): Promise<Checkout> {
  const gateway = await startGateway({ environment: { GUICHE_TRUST_PROXY: 'loopback', ...environment } });
  const seller = await gateway.seller('Padaria São Jorge');
  const origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const browser = shared ?? (await chromium.launch(CHROMIUM));
  const closePages = () => closeContexts(browser);
  return {
    gateway,
    seller,
    browser,
    origin,
    open: payersOf(browser, origin),
    ...actsOf(gateway, seller),
    closePages,
    async stop() {
      await (shared ? closePages() : browser.close());
      await gateway.stop();
    },
  };
}

export async function closeContexts(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

function payersOf(browser: Browser, origin: string): Checkout['open'] {
  let payers = 0;
  return async (path, options = {}) => {
    payers += 1;
    const address = `203.0.${Math.floor(payers / 250)}.${1 + (payers % 250)}`;
    const context = await browser.newContext({
      locale: 'pt-BR',
      viewport: { width: 390, height: 844 },
      extraHTTPHeaders: { 'x-forwarded-for': address },
      ...options,
    });
    context.setDefaultTimeout(MAX_WAIT_MS);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(origin + path);
    return { page, complaints };
  };
}

/** What a browser complains about: errors of the script, and whatever the page's own policy forbids. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|integrity/i.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

function actsOf(gateway: TestGateway, seller: Seller) {
  return {
    async charge(body: object = {}): Promise<ChargeMade> {
      const made = await createdCharge(seller, {
        billing_type: 'PIX',
        value: 100,
        description: 'Bolo de fubá',
        ...body,
      });
      return {
        id: made.id,
        path: made.path,
        receipt: made.path.replace('/pay/', '/receipt/'),
        copy_paste: made.pix?.copy_paste ?? made.copy_paste ?? null,
      };
    },
    async link(body: object = {}) {
      const answer = await seller.call('POST', '/api/v1/payment-links', {
        name: 'Rifa da escola',
        value: 20,
        ...body,
      });
      if (answer.status !== 201) throw new Error(`creating a link answered ${answer.status}: ${answer.raw}`);
      return { id: answer.body.id as string, path: new URL(answer.body.url).pathname };
    },
    async pay(chargeId: string) {
      const answer = await seller.call('POST', `/api/v1/sandbox/charges/${chargeId}/pay`);
      if (answer.status !== 200) throw new Error(`paying answered ${answer.status}: ${answer.raw}`);
    },
    async statusOf(chargeId: string): Promise<string> {
      return (await seller.call('GET', `/api/v1/charges/${chargeId}`)).body.status;
    },
    async attemptsOf(chargeId: string): Promise<number> {
      const rows = await gateway.db.query('select id from card_attempts where charge_id = $1', [chargeId]);
      return rows.length;
    },
  };
}

/** Fills the card form in, in whichever language it is shown. */
export async function fillCard(page: Page, number: string = GOOD_CARD.number): Promise<void> {
  await page.locator('#number').fill(number);
  await page.locator('#holder').fill(GOOD_CARD.holder);
  await page.locator('#holder_document').fill(GOOD_CARD.holder_document);
  await page.locator('#expiry').fill(GOOD_CARD.expiry);
  await page.locator('#cvv').fill(/^3[47]/.test(number) ? '1234' : GOOD_CARD.cvv);
}

export async function payByCard(page: Page, number?: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole('button', { name: /^(Pagar|Pay) R\$/ }).click();
}

export function received(page: Page): Promise<void> {
  return page.getByRole('heading', { name: /^(Pagamento recebido|Payment received)$/ }).waitFor();
}
