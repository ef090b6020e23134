import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cardScript, script } from '../../server/src/html/script.ts';
import { type Fixture, type Opened, sendHtml, sendJson, startFixture } from './fixture.ts';

const MAX_BYTES = 8 * 1024;
const MAX_BYTES_OF_CARDS = 2 * 1024;
const CODE = '00020126-código-do-pix-6304ABCD';
const COPY = `<textarea id="code" readonly>${CODE}</textarea>
<button type="button" data-copy="code" data-copied="Copiado" hidden>Copiar código</button>`;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.closePages());
afterAll(() => fixture?.stop());

it('the script is small', () => {
  expect(gzipSync(script.content, { level: 9 }).length).toBeLessThan(MAX_BYTES);
  expect(gzipSync(cardScript.content, { level: 9 }).length).toBeLessThan(MAX_BYTES + MAX_BYTES_OF_CARDS);
});

it.each([script, cardScript])(
  '$path takes nothing from anywhere else and evaluates no text',
  ({ content }) => {
    expect(content).not.toMatch(/https?:|\beval\b|new Function|\bimport\b|innerHTML/);
  },
);

describe('the copy button', () => {
  it('shows up, copies the code and says so for two seconds, also to those who listen', async () => {
    const { page, context, complaints } = await fixture.open({ body: COPY });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.getByRole('button');
    await button.click();
    await page.getByRole('button', { name: 'Copiado' }).waitFor();
    expect(await page.locator('[aria-live=polite]').textContent()).toBe('Copiado');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(CODE);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BUTTON');
    await page.getByRole('button', { name: 'Copiar código' }).waitFor();
    expect(await page.locator('[aria-live=polite]').textContent()).toBe('');
    expect(complaints).toEqual([]);
  });

  it('copies the old way where there is no clipboard to write to', async () => {
    const { page, context } = await openWith(COPY, `delete Navigator.prototype.clipboard`);
    await page.getByRole('button').click();
    await page.getByRole('button', { name: 'Copiado' }).waitFor();
    await context.grantPermissions(['clipboard-read']);
    const other = await fixture.open({ body: '<textarea></textarea>', path: '/other', context });
    await other.page.locator('textarea').focus();
    await other.page.keyboard.press('Control+V');
    expect(await other.page.locator('textarea').inputValue()).toBe(CODE);
  });

  it('selects the code when copying is refused', async () => {
    const refuse = `delete Navigator.prototype.clipboard; Document.prototype.execCommand = () => false;`;
    const { page } = await openWith(COPY, refuse);
    await page.getByRole('button').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('code');
    const selected =
      'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';
    expect(await page.evaluate(selected)).toBe(CODE);
    expect(await page.getByRole('button').textContent()).toBe('Copiar código');
  });
});

async function openWith(body: string, before: string): Promise<Opened> {
  const context = await fixture.browser.newContext();
  await context.addInitScript(before);
  return fixture.open({ body, context });
}

describe('the countdown', () => {
  const countdown = (endsAt: string) =>
    `<p data-countdown="${endsAt}" data-countdown-text="Expira em {time}" data-countdown-ended="Expirou" hidden></p>`;

  it('counts by the server’s clock, whatever the payer’s says', async () => {
    const { page } = await fixture.open({
      now: '2031-05-01T12:00:00Z',
      body: countdown('2031-05-01T12:10:00Z'),
    });
    const first = await page.locator('[data-countdown]').textContent();
    expect(first).toMatch(/^Expira em (10:00|9:5\d)$/);
    await waitForText(page, '[data-countdown]', (text) => text !== first);
  });

  it('shows hours and minutes, and no seconds, while there is more than an hour', async () => {
    const { page } = await fixture.open({
      now: '2031-05-01T12:00:00Z',
      body: countdown('2031-05-01T14:30:00Z'),
    });
    expect(await page.locator('[data-countdown]').textContent()).toBe('Expira em 2 h 30 min');
  });

  it('says that the time is over and looks how the payment stands', async () => {
    fixture.serve('/ended/status', (_request, response) =>
      sendJson(response, { state: 'EXPIRED', next: '/expired' }),
    );
    fixture.serve('/expired', (_request, response) => sendHtml(response, '<h1>Vencida</h1>'));
    const { page } = await fixture.open({
      now: '2031-05-01T12:00:00Z',
      bodyAttributes: 'data-status="/ended/status" data-state="PENDING"',
      body: countdown('2031-05-01T12:00:01Z'),
    });
    await page.getByRole('heading', { name: 'Vencida' }).waitFor();
  });

  it('over from the start, without a state to ask for, loads the page again once and no more', async () => {
    const loads: string[] = [];
    const context = await fixture.browser.newContext();
    context.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    const { page } = await fixture.open({
      now: '2031-05-01T12:00:00Z',
      body: countdown('2031-05-01T11:00:00Z'),
      context,
    });
    await waitForText(page, '[data-countdown]', (text) => text === 'Expirou');
    await page.waitForTimeout(500);
    expect(loads).toHaveLength(2);
  });
});

describe('a receipt after a payment', () => {
  const BACK = `<a href="/shop" data-return-link>Voltar para a loja</a>
<div data-return="5" data-return-text="Voltando em {time} s." hidden><p role="timer"></p>
<button type="button">Ficar nesta página</button></div>`;
  const openReceipt = async () => {
    fixture.serve('/shop', (_request, response) => sendHtml(response, '<h1>Loja</h1>'));
    const context = await fixture.browser.newContext();
    const { page } = await fixture.open({ body: '', path: '/other', context });
    await page.clock.install();
    await fixture.open({ body: BACK, path: '/receipt', context });
    await page.goto(`${fixture.origin}/receipt?paid=1&lang=en`);
    return page;
  };

  it('leads back to the seller after five seconds, and only this once', async () => {
    const page = await openReceipt();
    expect(await page.getByRole('timer').textContent()).toBe('Voltando em 5 s.');
    expect(page.url()).toBe(`${fixture.origin}/receipt?lang=en`);
    await page.clock.runFor(1_000);
    await waitForText(page, '[role=timer]', (text) => text === 'Voltando em 4 s.');
    await page.clock.runFor(4_000);
    await page.getByRole('heading', { name: 'Loja' }).waitFor();
  });

  it('stays when the payer says so, with the way back at hand', async () => {
    const page = await openReceipt();
    await page.getByRole('button', { name: 'Ficar nesta página' }).click();
    await page.clock.runFor(10_000);
    expect(await page.evaluate('location.pathname')).toBe('/receipt');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Voltar para a loja');
    expect(await page.getByRole('timer').isVisible()).toBe(false);
  });
});

async function waitForText(page: Page, selector: string, isIt: (text: string) => boolean): Promise<void> {
  await expect
    .poll(async () => isIt((await page.locator(selector).textContent()) ?? ''), { timeout: 15_000 })
    .toBe(true);
}

describe('a form that is sent once', () => {
  const FORM = `<form method="post" action="/slow" data-once>
<button name="answer" value="yes" data-busy="Enviando…">Confirmar</button></form>`;
  const STOP = `document.querySelector('form').addEventListener('submit', (event) => event.preventDefault())`;

  it('goes once however often the button is pressed, with the button’s own value, and says that it is going', async () => {
    const bodies: string[] = [];
    let finish = () => {};
    fixture.serve('/slow', (request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)));
      finish = () => sendHtml(response, '<h1>Feito</h1>');
    });
    const { page } = await fixture.open({ body: FORM });
    const press = `(() => {
      const button = document.querySelector('button');
      for (let press = 0; press < 5; press++) button.click();
      return [button.textContent, button.getAttribute('aria-busy'), button.disabled];
    })()`;
    expect(await page.evaluate(press)).toEqual(['Enviando…', 'true', false]);
    await expect.poll(() => bodies.length).toBe(1);
    finish();
    await page.getByRole('heading', { name: 'Feito' }).waitFor();
    expect(bodies).toEqual(['answer=yes']);
  });

  it('is ready again when the payer comes back to it', async () => {
    const { page } = await fixture.open({ body: FORM });
    await page.evaluate(STOP);
    await page.getByRole('button').click();
    expect(await page.getByRole('button').textContent()).toBe('Enviando…');
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    expect(await page.getByRole('button').textContent()).toBe('Confirmar');
    expect(await page.getByRole('button').getAttribute('aria-busy')).toBe(null);
  });

  it('is ready again when the payer stopped it', async () => {
    const context = await fixture.browser.newContext();
    await context.clock.install();
    const { page } = await fixture.open({ body: FORM, context });
    await page.evaluate(STOP);
    await page.getByRole('button').click();
    expect(await page.getByRole('button').textContent()).toBe('Enviando…');
    await page.clock.fastForward(20_000);
    expect(await page.getByRole('button').textContent()).toBe('Confirmar');
  });
});
