import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandWith, endCommands, requireBuilt } from '../../support/command.ts';
import { type Pagarme, startPagarme } from './pagarme.ts';

const BUILD_MS = 300_000;
let there: Pagarme;
let settings: Record<string, string>;

beforeAll(async () => {
  await requireBuilt();
  there = await startPagarme();
  const prefix = 'GUICHE_BANK_PAGARME';
  settings = {
    ...{ PUBLIC_URL: 'https://pay.example.com', GUICHE_SECRET_KEY: Buffer.alloc(32, 5).toString('base64') },
    ...{ GUICHE_CARD: 'pagarme', [`${prefix}_SECRET_KEY`]: there.secretKey, [`${prefix}_CA`]: there.caFile },
    ...{ [`${prefix}_PUBLIC_KEY`]: there.publicKey, [`${prefix}_API_URL`]: there.apiUrl },
    [`${prefix}_KEYS_URL`]: there.keysUrl,
  };
}, BUILD_MS);
afterAll(async () => {
  await endCommands();
  await there?.stop();
});

it('guiche card check tries the account, and guiche card register shows which address to enter', async () => {
  const checked = await commandWith(settings)('card', 'check');
  expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('test keys') });
  const registered = await commandWith(settings)('card', 'register', 'pagarme');
  expect(registered).toMatchObject({ code: 0 });
  expect(registered.out).toMatch(/https:\/\/pay\.example\.com\/cards\/callbacks\/pagarme\/[0-9a-f]{32}/);
  expect((await there.state()).orders).toEqual([]);
});

it('guiche card check names a wrong setting', async () => {
  const wrong = { ...settings, GUICHE_BANK_PAGARME_SECRET_KEY: 'sk_test_wrongwrongwrong' };
  const checked = await commandWith(wrong)('card', 'check');
  expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('GUICHE_BANK_PAGARME_SECRET_KEY') });
  const missing = { ...settings, GUICHE_BANK_PAGARME_PUBLIC_KEY: '' };
  expect((await commandWith(missing)('card', 'check')).err).toContain(
    'GUICHE_BANK_PAGARME_PUBLIC_KEY is missing',
  );
});
