import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankContext } from '../../../server/src/providers/banks/bank.ts';
import { readBanks } from '../../../server/src/providers/banks/read.ts';
import type { ProviderCall } from '../../../server/src/providers/metrics.ts';
import { type Efi, startEfi } from './efi.ts';

let efi: Efi;
beforeAll(async () => {
  efi = await startEfi();
});
afterAll(() => efi.stop());

type Lists = { boleto?: string[]; payout?: string[]; pix?: string[] };

function settings(change: Record<string, string | undefined> = {}) {
  return {
    GUICHE_BANK_EFI_CLIENT_ID: efi.clientId,
    GUICHE_BANK_EFI_CLIENT_SECRET: efi.clientSecret,
    GUICHE_BANK_EFI_CERTIFICATE: efi.client.pfxFile,
    GUICHE_BANK_EFI_KEY: efi.pixKey,
    GUICHE_BANK_EFI_CA: efi.caFile,
    GUICHE_BANK_EFI_PIX_URL: efi.pixUrl,
    GUICHE_BANK_EFI_CHARGES_URL: efi.chargesUrl,
    ...change,
  };
}

function read(change: Record<string, string | undefined> = {}, lists: Lists = {}) {
  const { boleto = ['efi'], payout = ['efi'], pix = [] } = lists;
  const [bank] = readBanks(settings(change), { boleto, payout, pix });
  if (!bank) throw new Error('the list names Efí');
  return bank.configured;
}

function open(configured: ReturnType<typeof read>, calls: ProviderCall[] = []) {
  const context: Pick<BankContext, 'log' | 'observe' | 'noticeUrl'> = {
    log: pino({ level: 'silent' }),
    observe: (call) => calls.push(call),
    noticeUrl: (kind, name) => `https://guiche.example/callbacks/${kind}/${name}`,
  };
  return configured.open(context as BankContext);
}

describe('Efí in GUICHE_BOLETO and GUICHE_PAYOUT', () => {
  it('opens what the lists name, and reaches both hosts', async () => {
    const calls: ProviderCall[] = [];
    const bank = open(read(), calls);
    expect(bank).toMatchObject({ name: 'efi', boleto: { name: 'efi' }, payout: { name: 'efi' } });
    expect(await bank.requireReachable()).toBeNull();
    expect(calls.map(({ provider, operation }) => `${provider} ${operation}`)).toEqual([
      'efi token',
      'efi token',
    ]);
    await bank.close();
  });

  it('needs no certificate and no key for boletos alone', async () => {
    const change = { GUICHE_BANK_EFI_CERTIFICATE: undefined, GUICHE_BANK_EFI_KEY: undefined };
    const bank = open(read(change, { payout: [] }));
    expect(bank.payout).toBeNull();
    expect(await bank.requireReachable()).toBeNull();
    await bank.close();
  });

  it('takes what it shares with PIX from there', async () => {
    const change = {
      GUICHE_BANK_EFI_CLIENT_ID: undefined,
      GUICHE_BANK_EFI_KEY: undefined,
      GUICHE_PIX_EFI_CLIENT_ID: efi.clientId,
      GUICHE_PIX_EFI_KEY: efi.pixKey,
      // Ends with the version of the API, which the addresses here do not.
      GUICHE_PIX_EFI_API_URL: 'https://localhost:1/v2',
    };
    const bank = open(read(change, { pix: ['efi'] }));
    expect(await bank.requireReachable()).toBeNull();
    await bank.close();
  });

  it('that is down does not stop the start, and wrong credentials do', async () => {
    const down = open(read({ GUICHE_BANK_EFI_CHARGES_URL: 'https://localhost:1' }, { payout: [] }));
    expect(await down.requireReachable()).toContain('GUICHE_BANK_EFI_CHARGES_URL');
    const wrong = open(read({ GUICHE_BANK_EFI_CLIENT_SECRET: 'other' }));
    await expect(wrong.requireReachable()).rejects.toThrow('GUICHE_BANK_EFI_CLIENT_SECRET');
    await Promise.all([down.close(), wrong.close()]);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['no client id', { GUICHE_BANK_EFI_CLIENT_ID: undefined }, 'GUICHE_BANK_EFI_CLIENT_ID is missing'],
    ['no secret', { GUICHE_BANK_EFI_CLIENT_SECRET: undefined }, 'GUICHE_BANK_EFI_CLIENT_SECRET is missing'],
    ['no certificate', { GUICHE_BANK_EFI_CERTIFICATE: undefined }, 'GUICHE_BANK_EFI_CERTIFICATE is missing'],
    [
      'a certificate that is not there',
      { GUICHE_BANK_EFI_CERTIFICATE: '/none.p12' },
      'GUICHE_BANK_EFI_CERTIFICATE names /none.p12, which cannot be read: no such file.',
    ],
    ['no key', { GUICHE_BANK_EFI_KEY: undefined }, 'GUICHE_BANK_EFI_KEY is missing'],
    ['a key that is none', { GUICHE_BANK_EFI_KEY: 'key' }, 'GUICHE_BANK_EFI_KEY must be a PIX key'],
    [
      'an authority that is not there',
      { GUICHE_BANK_EFI_CA: '/none.pem' },
      'GUICHE_BANK_EFI_CA names /none.pem, which cannot be read',
    ],
    [
      'an environment that is none',
      { GUICHE_BANK_EFI_ENVIRONMENT: 'test' },
      'GUICHE_BANK_EFI_ENVIRONMENT must be one of production, homologation.',
    ],
    [
      'an address without encryption',
      { GUICHE_BANK_EFI_CHARGES_URL: 'http://x.example' },
      'GUICHE_BANK_EFI_CHARGES_URL must be a URL that begins with https://.',
    ],
    [
      'a partner token that cannot be sent',
      { GUICHE_BANK_EFI_PARTNER_TOKEN: 'ação' },
      'GUICHE_BANK_EFI_PARTNER_TOKEN must be plain ASCII',
    ],
    [
      'an address under the name of PIX',
      { GUICHE_BANK_EFI_API_URL: 'https://x.example' },
      'GUICHE_BANK_EFI_API_URL is not a setting of the bank efi',
    ],
  ])('with %s does not start', (_, change, message) => {
    expect(() => read(change)).toThrow(message);
  });
});
