import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../kit/clock.ts';
import { BankSettings } from '../banks/settings.ts';
import { readPagarme } from './config.ts';

const KEYS = { SECRET_KEY: 'sk_test_abcdefgh1234', PUBLIC_KEY: 'pk_test_abcdefgh1234' };

function read(settings: Record<string, string>) {
  const environment = Object.fromEntries(
    Object.entries({ ...KEYS, ...settings }).map(([name, value]) => [`GUICHE_BANK_PAGARME_${name}`, value]),
  );
  const instance = { name: 'pagarme', kinds: ['card'] as const, sharesWithPix: false };
  return readPagarme(new BankSettings(instance, environment, new Date()));
}

describe('the settings of Pagar.me', () => {
  it('need two keys, and have addresses and a model otherwise', () => {
    expect(read({})).toMatchObject({
      ...{ apiUrl: 'https://api.pagar.me/core/v5', model: 'psp', antifraud: null, isTest: true },
      ...{ keysUrl: 'https://hubapi.pagar.me/.well-known/jwks.json', holdsForMs: 5 * DAY_MS, tdsUrl: null },
    });
    const live = { SECRET_KEY: 'sk_abcdefgh1234', PUBLIC_KEY: 'pk_abcdefgh1234' };
    expect(read({ ...live, ANTIFRAUD: 'off', CAPTURE_DAYS: '28' })).toMatchObject({
      ...{ isTest: false, antifraud: false, holdsForMs: 28 * DAY_MS },
    });
  });

  it('show no secret when they are printed', () => {
    expect(`${JSON.stringify(read({}))} ${read({}).secretKey}`).not.toContain(KEYS.SECRET_KEY);
  });

  it.each([
    [{ SECRET_KEY: '' }, 'GUICHE_BANK_PAGARME_SECRET_KEY is missing'],
    [{ PUBLIC_KEY: '' }, 'GUICHE_BANK_PAGARME_PUBLIC_KEY is missing'],
    [{ SECRET_KEY: 'pk_test_abcdefgh1234' }, 'SECRET_KEY must be a secret key'],
    [{ PUBLIC_KEY: 'sk_test_abcdefgh1234' }, 'PUBLIC_KEY must be a public key'],
    [{ PUBLIC_KEY: 'pk_abcdefgh1234' }, 'are of two environments'],
    [{ KEYS_URL: 'http://keys.example' }, 'KEYS_URL must be a URL that begins with https://'],
    [{ API_URL: 'http://api.example' }, 'API_URL must be a URL that begins with https://'],
    [{ CAPTURE_DAYS: '31' }, 'CAPTURE_DAYS must be a number of days from 1 to 30'],
    [{ MODEL: 'acquirer' }, 'MODEL must be one of psp, gateway'],
    [{ RECIPIENT: 'me' }, 'RECIPIENT must be the id of a recipient'],
  ])('%j is refused', (settings, message) => {
    expect(() => read(settings)).toThrow(message);
  });
});
