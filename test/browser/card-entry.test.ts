import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CardEntry } from '../../server/src/providers/card.ts';
import { complaintsOf, fillCard, received } from '../support/browser.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { liveSeller } from '../support/live-seller.ts';
import { createdCharge, visitorOf } from '../support/pages.ts';
import { startTokenHouse, type TokenHouse, tokensOnly } from '../support/token-acquirer.ts';

const NUMBER = '4111111111111111';
const NO_FUNDS = '4716909774636285';
const CVV = '947';
/** However a browser may write it. */
const NUMBERS = [NUMBER, '4111 1111 1111 1111', '4111+1111+1111+1111', '4111%201111'];

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(CHROMIUM);
});
afterAll(() => browser.close());

/** Everything that is sent to the gateway goes through it, byte by byte. */
async function startListener(port: number): Promise<{ origin: string; heard: Buffer[]; server: Server }> {
  const heard: Buffer[] = [];
  const server = createServer((caller) => {
    const gateway = connect(port, '127.0.0.1');
    caller.on('data', (bytes) => heard.push(bytes));
    for (const socket of [caller, gateway]) socket.on('error', () => socket.destroy());
    caller.pipe(gateway).pipe(caller);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server };
}

describe.each(['pagarme', 'cielo'] as const)("the card's number at %s", (dialect) => {
  let house: TokenHouse;
  let gateway: TestGateway;
  let seller: Seller;
  let listener: Awaited<ReturnType<typeof startListener>>;
  beforeAll(async () => {
    house = await startTokenHouse();
    gateway = await startGateway({ liveRules: true, rails: tokensOnly(() => house, dialect) });
    seller = await liveSeller(gateway, 'Padaria São Jorge');
    const origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
    listener = await startListener(Number(new URL(origin).port));
  });
  afterEach(() => {
    house.wrong = [];
    house.isDown = false;
    house.seen.length = 0;
    listener.heard.length = 0;
  });
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close();
    listener.server.close();
    await gateway.stop();
    await house.stop();
  });

  async function open(path: string, locale = 'pt-BR'): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(listener.origin + path);
    return { page, complaints };
  }
  const customer = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725' };
  const cardCharge = (body: object = {}) =>
    createdCharge(seller, { billing_type: 'CREDIT_CARD', value: 100, ...body });
  const pay = async (page: Page, number = NUMBER) => {
    await fillCard(page, number);
    await page.locator('#cvv').fill(CVV);
    await page.getByRole('button', { name: /^(Pagar|Pay) R\$/ }).click();
  };
  /** What reached the gateway, on the wire. */
  const heardOf = () => Buffer.concat(listener.heard).toString('latin1');
  function expectNoCard(): void {
    const all = heardOf();
    expect(all).toContain('card_token=tok_');
    for (const number of NUMBERS) expect(all).not.toContain(number);
    expect(all).not.toMatch(new RegExp(`(number|cvv|expiry)=|${CVV}[&\\s]`));
  }

  it('goes to the acquirer only, and the payment is received', async () => {
    const { id, path } = await cardCharge();
    const { page, complaints } = await open(path);
    await pay(page);
    await received(page);
    expect(house.seen).toHaveLength(1);
    expect(JSON.parse(house.seen[0] ?? '').card).toMatchObject({ number: NUMBER, cvv: CVV });
    expectNoCard();
    expect(complaints).toEqual([]);
    const { body } = await seller.call('GET', `/api/v1/charges/${id}`);
    expect(body).toMatchObject({ status: 'RECEIVED', card: { brand: 'visa', last_four: '1111' } });
  });

  it('goes there again after a refusal, with another token', async () => {
    const { path } = await cardCharge();
    const { page } = await open(path);
    await pay(page, NO_FUNDS);
    await page.getByRole('alert').waitFor();
    expect(await page.locator('[name=card_token]').inputValue()).toBe('');
    await pay(page);
    await received(page);
    expect(house.seen).toHaveLength(2);
    expectNoCard();
  });

  it('is shown as wrong beside its field when the acquirer says so, in the language of the page', async () => {
    house.wrong = ['number'];
    const { path } = await cardCharge();
    const { page } = await open(path, 'en-US');
    await pay(page);
    const error = page.locator('#number-error');
    await error.waitFor();
    expect(await error.textContent()).toContain('card number');
    expect(await page.evaluate('document.activeElement.id')).toBe('number');
    // Nothing typed is lost, and the button works again.
    expect(await page.locator('#number').inputValue()).toBe('4111 1111 1111 1111');
    house.wrong = [];
    await page.getByRole('button', { name: /^Pay R\$/ }).click();
    await received(page);
  });

  it('stays where it is while the acquirer does not answer, and the payer is told', async () => {
    house.isDown = true;
    const { id, path } = await cardCharge();
    const { page } = await open(path);
    await pay(page);
    await page.getByText('Não conseguimos enviar o cartão agora. Nada foi cobrado').waitFor();
    expect(heardOf()).not.toContain('card_token=tok_');
    expect(await gateway.db.query('select id from card_attempts where charge_id = $1', [id])).toEqual([]);
    house.isDown = false;
    await page.getByRole('button', { name: /^Pagar R\$/ }).click();
    await received(page);
  });

  it('is kept for later only where the payer ticks it', async () => {
    const first = await cardCharge({ customer });
    const { page } = await open(first.path);
    const tick = page.getByLabel('Guardar este cartão para as minhas próximas compras em Padaria São Jorge');
    expect(await tick.isChecked()).toBe(false);
    await pay(page);
    await received(page);
    const cards = `/api/v1/customers/${first.customer_id}/cards`;
    expect((await seller.call('GET', cards)).body.data).toEqual([]);
    const second = await cardCharge({ customer });
    const again = await open(second.path);
    await again.page.getByLabel(/^Guardar este cartão/).check();
    await pay(again.page);
    await received(again.page);
    expect((await seller.call('GET', cards)).body.data).toMatchObject([
      {
        ...{ brand: 'visa', last_four: '1111' },
        consent: {
          text: 'Guardar este cartão para as minhas próximas compras em Padaria São Jorge',
          ...{ version: '1', by: 'payer', merchant_initiated: false },
        },
      },
    ]);
  });

  it('is never sent without script either', async () => {
    const { path } = await cardCharge();
    const context = await browser.newContext({ locale: 'pt-BR', javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(listener.origin + path);
    expect(await page.textContent('main')).toContain('ative o JavaScript');
    await pay(page);
    await page.locator('#number-error').waitFor();
    for (const number of NUMBERS) expect(heardOf()).not.toContain(number);
  });

  it('is asked for by a page that may load and call exactly what the acquirer needs', async () => {
    const visitor = visitorOf(gateway);
    const { path } = await cardCharge();
    const { origin } = house;
    const own = (directive: string, more: string[] = []) => [directive, "'self'", ...more].join(' ');
    const policyOf = async (at: string) => String((await visitor.get(at)).headers['content-security-policy']);
    const base = { scripts: dialect === 'cielo' ? [origin] : [], connects: [origin] };
    const wanted = (sources: Partial<CardEntry['sources']>) => [
      "default-src 'none'",
      own('script-src', [...(sources.scripts ?? [])]),
      "style-src 'self'",
      own('connect-src', [...(sources.connects ?? [])]),
      "img-src data: 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ];
    expect((await policyOf(path)).split('; ')).toEqual(wanted(base));
    const link = await seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
    expect((await policyOf(new URL(link.body.url).pathname)).split('; ')).toEqual(wanted(base));
    // No other page may speak to it.
    const pix = await createdCharge(seller, { billing_type: 'PIX', value: 10 });
    await gateway.db.query(`update charges set status = 'RECEIVED', paid_at = now() where id = $1`, [pix.id]);
    expect((await policyOf(pix.path.replace('/pay/', '/receipt/'))).split('; ')).toEqual(wanted({}));
  });

  it('pays through a link, too', async () => {
    const link = await seller.call('POST', '/api/v1/payment-links', {
      ...{ name: 'Rifa da escola', value: 20, billing_types: ['CREDIT_CARD'] },
    });
    const { page } = await open(new URL(link.body.url).pathname);
    await page.locator('#name').fill('Ana Souza');
    await pay(page);
    await received(page);
    expectNoCard();
  });
});
