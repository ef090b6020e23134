import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { bestOf } from '../support/best-of.ts';
import { type ChargeMade, type Checkout, payByCard, received } from '../support/browser.ts';
import { it } from '../support/browser-fixtures.ts';
import { PAYER } from '../support/checkout-states.ts';
import { until } from '../support/until.ts';

/** As a server's own promise; a busy machine may take longer to draw the page. */
const BY_ITSELF_MS = 1_000;
const FIRST_LOOK_MS = 3_000;
const EXPIRES_IN_SECONDS = 60;

let checkout: Checkout;
it.beforeAll(({ checkout: opened }) => {
  checkout = opened;
});
afterEach(() => checkout.closePages());

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function copied(page: Page, button: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const code = await page.getByRole('button', { name: button }).getAttribute('data-copy');
  await page.getByRole('button', { name: button }).click();
  await page.locator(`[data-copy="${code}"]`, { hasText: 'Copiado' }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** Pays and says how long the page took to leave for the receipt, by itself. */
async function paidWhileOpen(page: Page, charge: ChargeMade): Promise<number> {
  const gone = page.waitForRequest((request) => new URL(request.url()).pathname === charge.receipt);
  await checkout.pay(charge.id);
  const paidAt = performance.now();
  await gone;
  return performance.now() - paidAt;
}

async function paidOnceOpen(page: Page): Promise<number> {
  const charge = await checkout.charge();
  await page.goto(checkout.origin + charge.path);
  const tookMs = await paidWhileOpen(page, charge);
  await received(page);
  return tookMs;
}

async function streaming(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes('/live'));
}

describe('the PIX page in a browser', () => {
  it('copies the very code of the API and turns into the receipt by itself within a second', async () => {
    const { page, complaints } = await checkout.open('/');
    const tookMs = await bestOf(BY_ITSELF_MS, async () => {
      const charge = await checkout.charge();
      const stream = streaming(page);
      await page.goto(checkout.origin + charge.path);
      await stream;
      expect(await copied(page, 'Copiar código Pix')).toBe(charge.copy_paste);
      const ownMs = await paidWhileOpen(page, charge);
      await received(page);
      expect(pathOf(page)).toBe(charge.receipt);
      return ownMs;
    });
    expect(tookMs).toBeLessThan(BY_ITSELF_MS);
    expect(complaints).toEqual([]);
  });

  it('asks now and then where streams do not get through', async () => {
    const { page } = await checkout.open('/');
    await page.route('**/live*', (route) => route.fulfill({ status: 502 }));
    expect(await bestOf(2 * FIRST_LOOK_MS, () => paidOnceOpen(page))).toBeLessThan(2 * FIRST_LOOK_MS);
  });

  it('asks now and then in a browser without streams', async () => {
    const { page } = await checkout.open('/');
    await page.addInitScript('delete window.EventSource');
    expect(await bestOf(2 * FIRST_LOOK_MS, () => paidOnceOpen(page))).toBeLessThan(2 * FIRST_LOOK_MS);
  });

  it('says that the connection is gone, and sees what was paid meanwhile when it is back', async () => {
    const charge = await checkout.charge();
    const { page } = await checkout.open(charge.path);
    const banner = page.getByText('Você está sem internet');
    expect(await banner.isVisible()).toBe(false);
    await page.context().setOffline(true);
    await banner.waitFor();
    await checkout.pay(charge.id);
    await page.context().setOffline(false);
    await received(page);
    expect(pathOf(page)).toBe(charge.receipt);
  });

  it.each([
    ['pt-BR', 'A página de pagamento não está respondendo agora.'],
    ['en-US', 'The payment page cannot be reached right now.'],
  ])('in %s does not call the connection gone when only the gateway is', async (locale, words) => {
    const charge = await checkout.charge();
    const { page } = await checkout.open('/', { locale });
    await page.clock.install();
    await page.addInitScript('delete window.EventSource');
    await page.route('**/status*', (route) => route.abort());
    await page.goto(checkout.origin + charge.path);
    const turnForwardUntil = (what: string, isTold: boolean) =>
      until(what, async () => {
        await page.clock.fastForward(FIRST_LOOK_MS);
        return (await page.getByText(words).isVisible()) === isTold;
      });
    await turnForwardUntil('the payer is told', true);
    await page.unroute('**/status*');
    await turnForwardUntil('the page goes on', false);
  });

  it.each([
    ['pt-BR', 'Já paguei', 'A página de pagamento não respondeu.', 'O pagamento ainda não chegou.'],
    ['en-US', 'I have paid', 'The payment page did not answer.', 'The payment has not arrived yet.'],
  ])('in %s tells who says “%s” that nobody answers, and asks again', async (locale, press, words, heard) => {
    const charge = await checkout.charge();
    const { page, complaints } = await checkout.open(charge.path, { locale });
    const button = page.getByRole('link', { name: press });
    // Taken and never answered, as by a process that stands still.
    await page.route('**/*', () => {});
    await button.click({ noWaitAfter: true });
    await page.getByRole('alert').getByText(words).waitFor({ timeout: 10_000 });
    expect(await button.getAttribute('aria-busy')).toBe(null);
    await page.unroute('**/*');
    await button.click();
    await page.getByText(heard).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('goes on as before when nothing happened while the connection was gone', async () => {
    const charge = await checkout.charge();
    const { page } = await checkout.open(charge.path);
    await page.context().setOffline(true);
    await page.getByText('Você está sem internet').waitFor();
    await page.context().setOffline(false);
    await page.getByText('Você está sem internet').waitFor({ state: 'hidden' });
    expect(pathOf(page)).toBe(charge.path);
    await checkout.pay(charge.id);
    await received(page);
  });

  it('counts down, and says by itself that the time is over', async () => {
    const charge = await checkout.charge({ expires_in: EXPIRES_IN_SECONDS });
    const { page } = await checkout.open('/');
    await page.clock.install();
    await page.goto(checkout.origin + charge.path);
    expect(await page.getByRole('timer').textContent()).toMatch(/^Expira em (1:00|0:\d\d)$/);
    await checkout.gateway.advance(EXPIRES_IN_SECONDS * 1_000);
    await page.clock.runFor(EXPIRES_IN_SECONDS * 1_000);
    await page.getByRole('heading', { name: 'Cobrança expirada' }).waitFor();
    expect(await page.locator('#pix-code').count()).toBe(0);
  });

  it('shows a cancelled charge as cancelled, by itself, and nothing to pay with', async () => {
    const charge = await checkout.charge();
    const { page } = await checkout.open(charge.path);
    await checkout.seller.call('POST', `/api/v1/charges/${charge.id}/cancel`);
    await page.getByRole('heading', { name: 'Cobrança cancelada' }).waitFor();
    expect(await page.locator('#pix-code').count()).toBe(0);
  });
});

describe('the boleto page in a browser', () => {
  it('copies the line, shows the terms and turns into the receipt when the PIX beside it is paid', async () => {
    const terms = { fine: { percent: 2 }, interest: { percent: 1 } };
    const charge = await checkout.charge({ billing_type: 'BOLETO', customer: PAYER, value: 250, ...terms });
    const { body } = await checkout.seller.call('GET', `/api/v1/charges/${charge.id}`);
    const { page } = await checkout.open(charge.path);
    const line = await copied(page, 'Copiar linha digitável');
    expect(line.replace(/\D/g, '')).toBe(body.boleto.digitable_line.replace(/\D/g, ''));
    expect(await copied(page, 'Copiar código Pix')).toBe(body.pix.copy_paste);
    const text = (await page.textContent('main')) ?? '';
    for (const word of ['multa de 2%', 'juros de 1% ao mês', 'Vence em']) expect(text).toContain(word);
    expect(await page.getByRole('img', { name: 'Código de barras do boleto' }).isVisible()).toBe(true);
    await checkout.pay(charge.id);
    await received(page);
    expect(await checkout.statusOf(charge.id)).toBe('RECEIVED');
  });

  it('gives the PDF', async () => {
    const charge = await checkout.charge({ billing_type: 'BOLETO', customer: PAYER });
    const { page } = await checkout.open(charge.path);
    const href = await page.getByRole('link', { name: 'Baixar PDF' }).getAttribute('href');
    const answer = await page.request.get(checkout.origin + href);
    expect(answer.headers()['content-type']).toContain('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('a charge whose payer chooses', () => {
  it('shows PIX, then takes a card instead', async () => {
    const charge = await checkout.charge({ billing_type: 'UNDEFINED' });
    const { page } = await checkout.open(charge.path);
    await page.getByRole('radio', { name: 'PIX' }).check();
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
    await page.getByRole('radio', { name: 'Cartão' }).check();
    expect(await page.getByRole('heading', { name: 'Pague com Pix' }).isVisible()).toBe(false);
    await payByCard(page);
    await received(page);
    const { body } = await checkout.seller.call('GET', `/api/v1/charges/${charge.id}`);
    expect(body).toMatchObject({ billing_type: 'CREDIT_CARD', status: 'RECEIVED' });
  });

  it('shows the receipt to a payer who has another method open when the old code is paid', async () => {
    const charge = await checkout.charge({ billing_type: 'UNDEFINED' });
    const { page } = await checkout.open(charge.path);
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
    await page.getByRole('radio', { name: 'Cartão' }).check();
    await page.locator('#number').fill('4111');
    await checkout.pay(charge.id);
    await received(page);
  });
});
