import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND_MS } from '../../server/src/kit/clock.ts';
import { type Checkout, startCheckout } from '../support/browser.ts';

let place: Checkout;
beforeAll(async () => {
  place = await startCheckout({ GUICHE_SANDBOX_BOLETO: 'registered' });
});
afterAll(() => place.stop());

async function registering(): Promise<{ id: string; path: string }> {
  const charge = await place.charge({
    ...{ billing_type: 'BOLETO', value: 150, description: 'Bolo de aniversário' },
    customer: { name: 'Ana Souza', cpf_cnpj: '52998224725' },
  });
  await place.gateway.db.query(`update sandbox_boletos set registers_at = now() + interval '1 hour'`);
  return charge;
}

async function bankConfirms(): Promise<void> {
  await place.gateway.db.query('update sandbox_boletos set registers_at = now()');
  await place.gateway.advance(60 * SECOND_MS);
}

describe.each([
  { lang: 'pt', waiting: 'Registrando o boleto no banco…', line: 'Linha digitável' },
  { lang: 'en', waiting: 'Registering the boleto at the bank…', line: 'Boleto number' },
])('a boleto that its bank is registering, in $lang', ({ lang, waiting, line }) => {
  it('says so, offers no barcode and no PDF, and shows them by itself when the bank has confirmed', async () => {
    const { path } = await registering();
    const { page, complaints } = await place.open(`${path}?lang=${lang}`);
    await page.getByText(waiting).waitFor();
    expect(await page.getByText(line, { exact: false }).count()).toBe(0);
    expect(await page.locator('a[href*=".pdf"]').count()).toBe(0);
    if (process.env.GUICHE_PICTURES) {
      await page.screenshot({
        path: `${process.env.GUICHE_PICTURES}/registering-${lang}.png`,
        fullPage: true,
      });
    }
    await bankConfirms();
    await page.locator('a[href*=".pdf"]').waitFor();
    expect(await page.getByText(line, { exact: false }).count()).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('is found again by a reload without JavaScript', async () => {
    const { path } = await registering();
    const { page } = await place.open(`${path}?lang=${lang}`, { javaScriptEnabled: false });
    await page.getByText(waiting).waitFor();
    await bankConfirms();
    await page.reload();
    expect(await page.locator('a[href*=".pdf"]').count()).toBe(1);
    await page.close();
  });
});
