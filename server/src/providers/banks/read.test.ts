import { describe, expect, it } from 'vitest';
import { oneOf, secureAddress } from '../http/settings.ts';
import type { Bank, BankKind } from './bank.ts';
import { readBanks } from './read.ts';
import type { BankSettings } from './settings.ts';

const NOW = new Date('2026-11-18T12:00:00Z');

/** A bank that gives what it read: the settings are what is tested. */
function bank(name: string, kinds: readonly BankKind[], read: (settings: BankSettings) => unknown): Bank {
  const settings = {
    ...{ CLIENT_ID: 'Id', CLIENT_SECRET: 'Secret', CERTIFICATE: 'File', CERTIFICATE_KEY: 'File' },
    ...{ PASSPHRASE: 'Word', CA: 'File', API_URL: 'Address', ENVIRONMENT: 'Where', ACCOUNT: 'Account' },
  };
  return {
    ...{ name, title: name, kinds, registers: [], settings },
    read: (own) => Object.assign({ ...unused }, { values: read(own) }),
  };
}
const unused = {
  open: () => {
    throw new Error('only read here');
  },
  check: () => {
    throw new Error('only read here');
  },
};

const inter = bank('inter', ['boleto', 'payout'], (settings) => ({
  id: settings.need('CLIENT_ID', settings.text('CLIENT_ID'), 'the bank gives one'),
  secret: settings.secret('CLIENT_SECRET')?.reveal(),
  url: settings.read('API_URL', secureAddress('The API')),
  where: settings.read('ENVIRONMENT', oneOf('Where', ['production', 'sandbox'])),
  certificate: settings.certificate(),
}));
const files = bank('files', ['boleto'], () => ({}));

function read(
  environment: Record<string, string>,
  { boleto = [], payout = [], pix = [] }: { boleto?: string[]; payout?: string[]; pix?: string[] },
) {
  const found = readBanks(environment, { boleto, payout, pix }, NOW, [inter, files]);
  return found.map(({ name, bank: { name: bankName }, kinds, configured }) => ({
    ...{ name, bank: bankName, kinds },
    ...(configured as unknown as { values: object }).values,
  }));
}

describe('the banks of GUICHE_BOLETO and GUICHE_PAYOUT', () => {
  it('are one account when both lists name it, and none when no list does', () => {
    const environment = { GUICHE_BANK_INTER_CLIENT_ID: 'abc' };
    expect(read(environment, { boleto: ['inter'], payout: ['inter'] })).toMatchObject([
      { name: 'inter', bank: 'inter', kinds: ['boleto', 'payout'], id: 'abc' },
    ]);
    expect(read({}, {})).toEqual([]);
  });

  it('may be two accounts at one bank, with settings of their own', () => {
    const environment = { GUICHE_BANK_MAIN_CLIENT_ID: 'one', GUICHE_BANK_OTHER_SHOP_CLIENT_ID: 'two' };
    expect(read(environment, { boleto: ['main:inter', 'other-shop:inter'] })).toMatchObject([
      { name: 'main', id: 'one' },
      { name: 'other-shop', id: 'two' },
    ]);
  });

  it.each([
    [['inter'], 'from-pix'],
    [['inter:inter'], 'from-pix'],
    [['inter:efi'], null],
    [['efi'], null],
  ])('with GUICHE_PIX=%s the settings of PIX give what is not set: %s', (pix, id) => {
    const environment = { GUICHE_PIX_INTER_CLIENT_ID: 'from-pix' };
    const found = () => read(environment, { boleto: ['inter'], pix });
    if (id) expect(found()).toMatchObject([{ id }]);
    else expect(found).toThrow('GUICHE_BANK_INTER_CLIENT_ID is missing: the bank gives one.');
    const own = { ...environment, GUICHE_BANK_INTER_CLIENT_ID: 'own' };
    expect(read(own, { boleto: ['inter'], pix })).toMatchObject([{ id: 'own' }]);
  });

  it('name the variable of each file of a certificate, wherever it comes from', () => {
    const environment = {
      GUICHE_BANK_INTER_CLIENT_ID: 'abc',
      GUICHE_PIX_INTER_CERTIFICATE: '/pix.pem',
      GUICHE_BANK_INTER_CERTIFICATE_KEY: '/own.key',
    };
    expect(read(environment, { payout: ['inter'], pix: ['inter'] })).toMatchObject([
      {
        certificate: {
          certificate: { setting: 'GUICHE_PIX_INTER_CERTIFICATE', path: '/pix.pem' },
          key: { setting: 'GUICHE_BANK_INTER_CERTIFICATE_KEY', path: '/own.key' },
          authorities: null,
        },
      },
    ]);
  });
});

describe('wrong settings of banks', () => {
  const id = { GUICHE_BANK_INTER_CLIENT_ID: 'abc' };
  it.each<[string, Record<string, string>, { boleto?: string[]; payout?: string[] }, string]>([
    [
      'an unknown bank',
      {},
      { boleto: ['itau'] },
      'GUICHE_BOLETO names the bank "itau", which is unknown; known are inter, files.',
    ],
    [
      'a bank without payouts',
      {},
      { payout: ['files'] },
      'GUICHE_PAYOUT names the bank "files", which is unknown; known are inter.',
    ],
    [
      'a name that is none',
      {},
      { boleto: ['Inter'] },
      'GUICHE_BOLETO names "Inter", which must be a bank or name:bank, in small letters, digits and hyphens.',
    ],
    ['a name twice', id, { boleto: ['inter', 'inter'] }, 'GUICHE_BOLETO names "inter" twice.'],
    [
      'a name for two banks',
      {},
      { boleto: ['main:files'], payout: ['main:inter'] },
      'GUICHE_BOLETO and GUICHE_PAYOUT give the name "main" to two banks.',
    ],
    [
      'a setting the bank does not have',
      { ...id, GUICHE_BANK_INTER_CLIENTID: 'x' },
      { boleto: ['inter'] },
      'GUICHE_BANK_INTER_CLIENTID is not a setting of the bank inter; it has CLIENT_ID, CLIENT_SECRET, CERTIFICATE, CERTIFICATE_KEY, PASSPHRASE, CA, API_URL, ENVIRONMENT, ACCOUNT.',
    ],
    [
      'a missing setting',
      {},
      { payout: ['inter'] },
      'GUICHE_BANK_INTER_CLIENT_ID is missing: the bank gives one.',
    ],
    [
      'an address without encryption',
      { ...id, GUICHE_BANK_INTER_API_URL: 'http://x.example' },
      { payout: ['inter'] },
      'GUICHE_BANK_INTER_API_URL must be a URL that begins with https://.',
    ],
    [
      'an address with a password',
      { ...id, GUICHE_BANK_INTER_API_URL: 'https://a:b@x.example' },
      { payout: ['inter'] },
      'GUICHE_BANK_INTER_API_URL must be a URL with no name, password or # in it.',
    ],
    [
      'a choice that is none',
      { ...id, GUICHE_BANK_INTER_ENVIRONMENT: 'test' },
      { payout: ['inter'] },
      'GUICHE_BANK_INTER_ENVIRONMENT must be one of production, sandbox.',
    ],
  ])('%s', (_, environment, lists, message) => {
    expect(() => read(environment, lists)).toThrow(message);
  });
});
