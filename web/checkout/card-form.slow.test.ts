import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, fieldHtml, sendHtml, startFixture } from './fixture.ts';

const FORM = `<form method="post" action="/sent" data-card data-once>
${fieldHtml('number', 'data-mask="card-number" data-error="Confira o número." maxlength="30" required')}
<span data-brand></span>
${fieldHtml('holder', 'data-error="Diga o nome." required')}
${fieldHtml('document', 'data-mask="document" data-error="Confira o documento." maxlength="20" data-strict')}
${fieldHtml('expiry', 'data-mask="expiry" data-error="Confira a validade." maxlength="9" required', 'MM/AA')}
${fieldHtml('cvv', 'data-mask="cvv" data-error="Confira o código." maxlength="4" required', '3 ou 4')}
<button type="submit" data-busy="Pagando…">Pagar</button></form>`;

let fixture: Fixture;
let sent: string[] = [];

beforeAll(async () => {
  fixture = await startFixture();
  fixture.serve('/sent', (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      sent.push(body);
      sendHtml(response, '<h1>Pago</h1>');
    });
  });
});
afterEach(() => fixture.closePages());
afterAll(() => fixture?.stop());

async function openForm(body = FORM, now = '2026-11-15T12:00:00Z') {
  sent = [];
  return fixture.open({ body, now });
}

const value = (page: Page, name: string) => page.locator(`[name=${name}]`).inputValue();
const caret = (page: Page) => page.evaluate('document.activeElement.selectionStart') as Promise<number>;
const put = (page: Page, at: number) =>
  page.evaluate(`document.activeElement.setSelectionRange(${at}, ${at})`);

async function fillGoodCard(page: Page): Promise<void> {
  await page.getByLabel('number').pressSequentially('4111111111111111');
  await page.getByLabel('holder').fill('ANA SOUZA');
  await page.getByLabel('document').pressSequentially('52998224725');
  await page.getByLabel('expiry').pressSequentially('540');
  await page.getByLabel('cvv').pressSequentially('123');
}

describe('the card number', () => {
  it('is grouped while it is typed, and the brand shows', async () => {
    const { page, complaints } = await openForm();
    const number = page.getByLabel('number');
    await number.pressSequentially('4');
    expect(await page.locator('[data-brand]').textContent()).toBe('Visa');
    expect(await page.locator('.brand-visa').count()).toBe(1);
    await number.pressSequentially('01178');
    expect(await page.locator('[data-brand]').textContent()).toBe('Elo');
    expect(await page.locator('[data-brand]').getAttribute('class')).toBe('brand-elo');
    expect(await value(page, 'number')).toBe('4011 78');
    await number.fill('');
    expect(await page.locator('[data-brand]').textContent()).toBe('');
    await number.pressSequentially('378282246310005');
    expect(await value(page, 'number')).toBe('3782 822463 10005');
    expect(complaints).toEqual([]);
  });

  it('keeps the caret when it is mended in the middle', async () => {
    const { page } = await openForm();
    await page.getByLabel('number').pressSequentially('411111111111111');
    await put(page, 2);
    await page.keyboard.press('9');
    expect([await value(page, 'number'), await caret(page)]).toEqual(['4191 1111 1111 1111', 3]);
    await put(page, 5);
    await page.keyboard.press('Backspace');
    expect([await value(page, 'number'), await caret(page)]).toEqual(['4191 1111 1111 111', 3]);
    await put(page, 4);
    await page.keyboard.press('Delete');
    expect([await value(page, 'number'), await caret(page)]).toEqual(['4191 1111 1111 11', 4]);
  });

  it('can be pasted in any form, with more around it than the field would hold', async () => {
    const { page, context } = await openForm();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText('número do meu cartão: 4111-1111-1111-1111.')`);
    await page.getByLabel('number').focus();
    await page.keyboard.press('Control+V');
    expect(await value(page, 'number')).toBe('4111 1111 1111 1111');
  });

  it('is left alone while the keyboard composes it', async () => {
    const { page, context } = await openForm();
    await page.getByLabel('document').focus();
    const session = await context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: '529982', selectionStart: 6, selectionEnd: 6 });
    expect(await value(page, 'document')).toBe('529982');
    await session.send('Input.insertText', { text: '52998224' });
    expect(await value(page, 'document')).toBe('529.982.24');
  });
});

describe('a wrong field', () => {
  it('says so when it is left, where the server would, and no longer once it is right', async () => {
    const { page } = await openForm();
    const number = page.getByLabel('number');
    await number.pressSequentially('4111111111111112');
    expect(await page.locator('#number-error').count()).toBe(0);
    await page.keyboard.press('Tab');
    expect(await page.locator('.field > p.error#number-error').textContent()).toBe('Confira o número.');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.getAttribute('aria-describedby')).toBe('number-error');
    await number.press('End');
    await page.keyboard.press('Backspace');
    expect(await page.locator('#number-error').count()).toBe(1);
    await page.keyboard.press('1');
    expect(await page.locator('#number-error').count()).toBe(0);
    expect(await number.getAttribute('aria-invalid')).toBe(null);
    expect(await number.getAttribute('aria-describedby')).toBe(null);
  });

  it('keeps its hint beside its error', async () => {
    const { page } = await openForm();
    await page.getByLabel('expiry').pressSequentially('1026');
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('expiry').getAttribute('aria-describedby')).toBe('expiry-hint expiry-error');
    expect(await page.locator('#expiry-error').textContent()).toBe('Confira a validade.');
  });

  it('is nothing that was passed over', async () => {
    const { page } = await openForm();
    for (let press = 0; press < 6; press++) await page.keyboard.press('Tab');
    expect(await page.locator('.error').count()).toBe(0);
  });

  it('is focused when the form is sent, and nothing leaves the page', async () => {
    const { page } = await openForm();
    await fillGoodCard(page);
    await page.getByLabel('holder').fill('');
    await page.getByLabel('document').fill('529.982.247-26');
    await page.getByLabel('cvv').fill('12');
    await page.getByRole('button').click();
    expect(await page.evaluate('document.activeElement.name')).toBe('holder');
    expect(await page.locator('.error').allTextContents()).toEqual([
      'Diga o nome.',
      'Confira o documento.',
      'Confira o código.',
    ]);
    expect(await page.getByRole('button').textContent()).toBe('Pagar');
    expect(sent).toEqual([]);
  });

  it('that was left by a press on the button does not take the button away from under it', async () => {
    const { page } = await openForm();
    await fillGoodCard(page);
    await page.getByLabel('cvv').fill('12');
    const box = await page.getByRole('button').boundingBox();
    if (!box) throw new Error('no button');
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    expect(await page.locator('.error').count()).toBe(0);
    await page.mouse.up();
    await page.locator('#cvv-error').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('cvv');
  });
});

describe('the rest of the card', () => {
  it.each([
    ['5', '05/'],
    ['540', '05/40'],
    ['1/40', '01/40'],
    ['12/2040', '12/40'],
  ])('expiry typed as %s is %s', async (typed, shown) => {
    const { page } = await openForm();
    await page.getByLabel('expiry').pressSequentially(typed);
    expect(await value(page, 'expiry')).toBe(shown);
  });

  it('lets an expiry be deleted to its beginning and mended in the middle', async () => {
    const { page } = await openForm();
    const expiry = page.getByLabel('expiry');
    await expiry.pressSequentially('0540');
    await put(page, 2);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('6');
    expect([await value(page, 'expiry'), await caret(page)]).toEqual(['06/40', 2]);
    await expiry.press('End');
    for (let press = 0; press < 5; press++) await page.keyboard.press('Backspace');
    expect(await value(page, 'expiry')).toBe('');
  });

  it('asks American Express for four digits of code and the others for three', async () => {
    const { page } = await openForm();
    await page.getByLabel('number').pressSequentially('378282246310005');
    await page.getByLabel('cvv').pressSequentially('12345');
    expect(await value(page, 'cvv')).toBe('1234');
    await page.getByLabel('number').fill('4111111111111111');
    await page.getByLabel('cvv').fill('');
    await page.getByLabel('cvv').pressSequentially('1234');
    expect(await value(page, 'cvv')).toBe('123');
  });

  it('takes a CNPJ with letters', async () => {
    const { page } = await openForm();
    await page.getByLabel('document').pressSequentially('12abc34501de35');
    expect(await value(page, 'document')).toBe('12.ABC.345/01DE-35');
    await page.keyboard.press('Tab');
    expect(await page.locator('.error').count()).toBe(0);
  });

  it('goes to the server once, whole, when all is right', async () => {
    const { page, complaints } = await openForm();
    await fillGoodCard(page);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Pago' }).waitFor();
    expect(sent.map((body) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
      {
        number: '4111 1111 1111 1111',
        holder: 'ANA SOUZA',
        document: '529.982.247-25',
        expiry: '05/40',
        cvv: '123',
      },
    ]);
    expect(complaints).toEqual([]);
  });

  it('has neither number nor code left when the payer goes back to it', async () => {
    const { page } = await openForm();
    await fillGoodCard(page);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Pago' }).waitFor();
    await page.goBack();
    expect(await value(page, 'holder')).toBe('ANA SOUZA');
    await expect.poll(() => value(page, 'number')).toBe('');
    expect(await value(page, 'cvv')).toBe('');
    expect(await page.locator('[data-brand]').textContent()).toBe('');
    await page.getByLabel('number').pressSequentially('3782822');
    expect(await value(page, 'number')).toBe('3782 822');
  });

  it('has neither left when the browser kept the whole page', async () => {
    const { page } = await openForm();
    await fillGoodCard(page);
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))`);
    expect(await value(page, 'number')).toBe('4111 1111 1111 1111');
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    expect([await value(page, 'number'), await value(page, 'cvv')]).toEqual(['', '']);
    expect(await page.locator('.error').count()).toBe(0);
  });

  it('judges the expiry by the server’s clock, not by the payer’s', async () => {
    const { page } = await openForm(FORM, '2041-01-10T12:00:00Z');
    await page.getByLabel('expiry').pressSequentially('1240');
    await page.keyboard.press('Tab');
    expect(await page.locator('#expiry-error').count()).toBe(1);
  });
});

it('clears an error that the server wrote once the field is right', async () => {
  const { page } = await openForm(`<form data-card><div class="field"><label for="cvv">cvv</label>
<input id="cvv" name="cvv" type="text" data-mask="cvv" data-error="Confira." aria-invalid="true" aria-describedby="cvv-error">
<p class="error" id="cvv-error">Confira.</p></div></form>`);
  await page.getByLabel('cvv').pressSequentially('123');
  expect(await page.locator('.error').count()).toBe(0);
});

describe('an amount', () => {
  it.each([
    ['pt-BR', '1234,5', '1.234,50'],
    ['en', '1234.5', '1,234.50'],
    ['pt-BR', '1,234', '1,234'],
  ])('in %s, %s is tidied to %s when it is left', async (lang, typed, shown) => {
    const { page } = await fixture.open({ lang, body: fieldHtml('value', 'data-mask="money"') });
    await page.getByLabel('value').pressSequentially(typed);
    expect(await value(page, 'value')).toBe(typed);
    await page.keyboard.press('Tab');
    expect(await value(page, 'value')).toBe(shown);
  });
});

describe('work that the gateway asks for', () => {
  const ASKED = FORM.replace(
    '<button',
    `<input type="hidden" name="form_id" value="form.signature">
<input type="hidden" name="work" value="" data-work="14" data-busy="Verificando…"><button`,
  );

  it('is done by the script, and travels with the form', async () => {
    const { page, complaints } = await openForm(ASKED);
    await fillGoodCard(page);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Pago' }).waitFor();
    const work = new URLSearchParams(sent[0]).get('work') ?? '';
    const digest = createHash('sha256').update(`form.signature:${work}`).digest();
    expect([sent.length, digest.readUInt32BE(0) >>> 18]).toEqual([1, 0]);
    expect(complaints).toEqual([]);
  });

  it('is waited for by a form that is sent before it is done, which is sent once', async () => {
    const { page } = await openForm(ASKED.replace('data-work="14"', 'data-work="17"'));
    await fillGoodCard(page);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Pago' }).waitFor({ timeout: 60_000 });
    expect(sent).toHaveLength(1);
    expect(new URLSearchParams(sent[0]).get('work')).toMatch(/^\d+$/);
  }, 90_000);
});
