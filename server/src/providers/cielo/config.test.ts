import { describe, expect, it } from 'vitest';
import { readBanks } from '../banks/read.ts';
import { BankSettings } from '../banks/settings.ts';
import { type Dialect, readCielo } from './config.ts';

const NOW = new Date('2026-11-19T12:00:00Z');
const GIVEN = {
  ...{ MERCHANT_ID: '0d9f4c1e-5a0b-4d7e-9a55-3c0c4f6c2f11', MERCHANT_KEY: 'planted-K7V1B2N3M4Q5W6E7R8T9' },
  ...{ SOP_CLIENT_ID: 'page', SOP_CLIENT_SECRET: 'planted-page-secret' },
};
type Values = Readonly<Record<string, string | undefined>>;

function environment(name: string, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([setting, value]) => [`GUICHE_BANK_${name.toUpperCase()}_${setting}`, value]),
  );
}

const read = (changes: Values = {}, dialect: Dialect = 'cielo') =>
  readCielo(
    dialect,
    new BankSettings(
      { name: dialect, kinds: ['card'], sharesWithPix: false },
      environment(dialect, { ...GIVEN, ...changes }),
      NOW,
    ),
  );

describe('Cielo in the settings', () => {
  it('has its own addresses, and those of its sandbox', () => {
    expect(read()).toMatchObject({
      ...{ dialect: 'cielo', environment: 'production', holdsForDays: 15, acquirer: null },
      apiUrl: 'https://api.cieloecommerce.cielo.com.br',
      queryUrl: 'https://apiquery.cieloecommerce.cielo.com.br',
      ...{ authentication: null, noticeHeader: null, softDescriptor: null },
    });
    expect(read({ ENVIRONMENT: 'homologation' })).toMatchObject({
      apiUrl: 'https://apisandbox.cieloecommerce.cielo.com.br',
      queryUrl: 'https://apiquerysandbox.cieloecommerce.cielo.com.br',
      page: { pageUrl: 'https://transactionsandbox.pagador.com.br' },
    });
  });

  it('is Braspag with an acquirer behind it', () => {
    const config = read({ PROVIDER: 'Getnet', ACQUIRER_CODE: 'planted-code' }, 'braspag');
    expect(config).toMatchObject({
      ...{ dialect: 'braspag', apiUrl: 'https://api.braspag.com.br' },
      acquirer: { provider: 'Getnet' },
    });
    expect(config.acquirer?.credentials?.Code?.reveal()).toBe('planted-code');
    expect(() => read({}, 'braspag')).toThrow('GUICHE_BANK_BRASPAG_PROVIDER is missing');
  });

  it('shows no secret', () => {
    const notice = { NOTICE_HEADER: 'X-Guiche', NOTICE_SECRET: 'planted-notice' };
    expect(JSON.stringify(read(notice))).not.toContain('planted');
  });

  it('has a header for notices and 3DS where they are set', () => {
    const mpi = {
      ...{ MPI_CLIENT_ID: 'mpi', MPI_CLIENT_SECRET: 'secret', ESTABLISHMENT_CODE: '1006993069' },
      ...{ MPI_MERCHANT_NAME: 'Loja', MCC: '5912' },
    };
    const config = read({ NOTICE_HEADER: 'X-Guiche', NOTICE_SECRET: 'long-enough', ...mpi });
    expect(config).toMatchObject({
      noticeHeader: { name: 'x-guiche' },
      authentication: { url: 'https://mpi.braspag.com.br', categoryCode: '5912' },
    });
  });

  it.each<[string, Values, string]>([
    ['no id', { MERCHANT_ID: undefined }, 'GUICHE_BANK_CIELO_MERCHANT_ID is missing'],
    ['an id that is none', { MERCHANT_ID: '123' }, 'GUICHE_BANK_CIELO_MERCHANT_ID must be a GUID'],
    ['no key', { MERCHANT_KEY: undefined }, 'GUICHE_BANK_CIELO_MERCHANT_KEY is missing'],
    ['no page', { SOP_CLIENT_ID: undefined }, 'GUICHE_BANK_CIELO_SOP_CLIENT_ID is missing'],
    ['a long descriptor', { SOFT_DESCRIPTOR: 'Açaí do João' }, '1 to 13 letters and digits'],
    ['too many days', { HOLDS_DAYS: '90' }, 'a number of days from 1 to 30'],
    ['half of 3DS', { MPI_CLIENT_ID: 'mpi', MPI_CLIENT_SECRET: 's' }, 'ESTABLISHMENT_CODE is missing'],
    ['a header without a value', { NOTICE_HEADER: 'X-Guiche' }, 'NOTICE_SECRET is missing'],
    ['an address without encryption', { API_URL: 'http://cielo.example' }, 'begins with https://'],
  ])('with %s names what is wrong', (_, changes, message) => {
    expect(() => read(changes)).toThrow(message);
  });

  it('may be two merchants, and has no setting of Braspag', () => {
    const both = { ...environment('one', GIVEN), ...environment('two', GIVEN) };
    const lists = { card: ['one:cielo', 'two:cielo'], pix: [] };
    expect(readBanks(both, lists, NOW).map(({ name, bank }) => [name, bank.title])).toEqual([
      ['one', 'Cielo'],
      ['two', 'Cielo'],
    ]);
    const wrong = { ...both, GUICHE_BANK_ONE_PROVIDER: 'Getnet' };
    expect(() => readBanks(wrong, lists, NOW)).toThrow('is not a setting of the bank cielo');
  });
});
