import { describe, expect, it } from 'vitest';
import { table } from '../../../../test/support/literals.ts';
import type { Brand } from '../../brazil/cards.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { refusalOf, refusalOfRequest } from './return-codes.ts';

const NOW = new Date('2026-11-19T15:00:00Z');
/** Midnight in São Paulo. */
const TOMORROW = new Date('2026-11-20T03:00:00Z');

const refused = (brand: Brand | null, code: string | null, advice: string | null = null) =>
  refusalOf({ brand, code, advice }, NOW);

/**
 * The table of issuers' codes as Cielo prints it: may the card be tried again, by brand. A dash: the brand has no code for
 * it. The column of Amex is what Cielo makes of Amex's own.
 */
const OF_ISSUERS = table<'again' | 'elo' | 'visa' | 'mastercard' | 'amex'>(`
  again | elo   | visa  | mastercard | amex
  yes   | 05    | 05    | 05         | FA
  yes   | 51    | 51    | 51         | A5
  yes   | 55    | 55 86 | 55         | A6
  yes   | -     | -     | 57         | -
  no    | 57    | 57    | -          | 200
  no    | 14 56 | 14    | 14 01      | 08
  no    | 63    | N7    | -          | 122
  yes   | -     | -     | 63         | -
  yes   | 59    | 59    | -          | 100
  no    | 58    | 03    | 03         | DA
  yes   | 04 06 | -     | -          | -
  no    | 19    | 19    | 30         | -
  no    | 12    | 06    | -          | A2
  no    | 30    | 12    | -          | A3
  no    | 13    | 13    | 13         | JB
  no    | 23    | -     | 12         | 115
  yes   | 38    | 75    | 75         | A4
  no    | 41 43 | 41 43 | 41 43      | FD
  no    | 54    | 54    | 54         | BV
  no    | -     | 58    | 58         | -
  yes   | 61    | 61 N4 | 61         | -
  yes   | 62    | 62    | -          | -
  no    | -     | -     | 62         | -
  no    | 64    | -     | -          | -
  yes   | 65    | 65    | 65         | -
  no    | 83    | 74 81 | 88         | A7
  yes   | 75    | -     | -          | 106
  no    | 76 77 | -     | -          | -
  yes   | 78    | 78    | 78         | -
  no    | 82    | 82    | -          | 180
  yes   | 91    | 91    | 91         | A1
  yes   | 96    | 96    | 96         | AE
  no    | -     | N8    | -          | -
  yes   | AB AC | 52 53 39 | -       | -
  no    | P5    | -     | -          | -
  yes   | P6    | -     | -          | -
  no    | -     | 04    | 04         | -
  no    | -     | 07    | -          | -
  no    | -     | 15    | 15         | -
  no    | -     | 64 76 | -          | -
  no    | -     | 92    | 92         | -
  no    | -     | 93    | -          | -
  no    | -     | 94    | 94         | -
  yes   | -     | B1 B2 N0 | -       | -
  no    | -     | N3 R0 R1 R2 R3 | - | -
  no    | 46    | 46    | -          | -
  no    | -     | 6P    | -          | -
  no    | FM    | -     | -          | -
`);

const BRANDS = ['elo', 'visa', 'mastercard', 'amex'] as const;
const issuersCodes = OF_ISSUERS.flatMap((row) =>
  BRANDS.flatMap((brand) =>
    row[brand]
      .split(' ')
      .filter((code) => code !== '-')
      .map((code) => ({ brand, code, again: row.again })),
  ),
);

/** The codes that Cielo adds, for every brand: no, yes, or the time before which the card must not be tried again. */
const OF_CIELO: Readonly<Record<string, string>> = {
  no: '0 2 9 11 21 22 24 72 79 80 82 83 85 90 97 475 AF AG AH AI AJ BD BM BN BP BR C1 C2 C3 CF CG DQ EE FC FE FF FG GA GF GT GK HJ IA KA KB KE SC U3',
  yes: '60 89 98 AA AV BO DF DS EK EB',
  tomorrow: '67 70 999 BL DM',
  'an hour': 'BP171',
  'half an hour': 'BP900 BP901',
  now: 'BP902 BP903 BP904',
  silent: 'BP176 GD',
  '72 hours': 'RP',
  '30 days': 'NR',
};
const fromNow = (ms: number) => new Date(NOW.getTime() + ms);
const EXPECTED: Readonly<Record<string, object>> = {
  no: { retry: 'never' },
  silent: { retry: 'never' },
  yes: { retry: 'later' },
  now: { retry: 'now' },
  tomorrow: { retry: 'later', notBefore: TOMORROW },
  'an hour': { retry: 'later', notBefore: fromNow(HOUR_MS) },
  'half an hour': { retry: 'later', notBefore: fromNow(30 * MINUTE_MS) },
  '72 hours': { retry: 'later', notBefore: fromNow(3 * DAY_MS) },
  '30 days': { retry: 'later', notBefore: fromNow(30 * DAY_MS) },
};
const cielosCodes = Object.entries(OF_CIELO).flatMap(([again, codes]) =>
  codes.split(' ').map((code) => ({ code, again })),
);

describe('a return code', () => {
  it.each(issuersCodes)('of an issuer of $brand, $code: again $again', ({ brand, code, again }) => {
    const refusal = refused(brand, code);
    expect(refusal).toMatchObject({ code, retry: again === 'yes' ? 'later' : 'never' });
    expect(refusal).not.toHaveProperty('notBefore');
  });

  it.each(cielosCodes)('of Cielo, $code: again $again', ({ code, again }) => {
    expect(refused(null, code)).toMatchObject(EXPECTED[again] ?? {});
  });

  it.each([
    ['51', 'insufficient_funds'],
    ['70', 'insufficient_funds'],
    ['54', 'expired_card'],
    ['14', 'invalid_data'],
    ['59', 'suspected_fraud'],
    ['83', 'suspected_fraud'],
    ['AI', 'authentication_failed'],
    ['91', 'not_processed'],
    ['GF', 'not_processed'],
    ['05', 'issuer_refused'],
  ])('%s is shown as %s', (code, reason) => {
    expect(refused('visa', code)).toMatchObject({ reason });
  });

  it('has its zero, and no space, however it was sent', () => {
    expect(refused('visa', '5')).toEqual(refused('visa', '05'));
    expect(refused('visa', 'bp 171')).toMatchObject({ code: 'BP171' });
  });

  it('of no table, or none at all, may be tried later', () => {
    expect(refused('visa', 'ZZ')).toEqual({ reason: 'issuer_refused', code: 'ZZ', retry: 'later' });
    expect(refused('visa', null)).toEqual({ reason: 'issuer_refused', code: null, retry: 'later' });
  });

  it.each(['05', '57', '78', '99', '77', '70'])('%s of the sandbox is known for every brand', (code) => {
    for (const brand of [...BRANDS, 'hipercard', 'diners', null] as const) {
      expect(refused(brand, code).code).toBe(code);
    }
  });
});

describe("Mastercard's advice", () => {
  it.each([
    ['51', '03', { retry: 'never', advice: '03' }],
    ['51', '21', { retry: 'never' }],
    ['51', '40', { retry: 'never' }],
    ['51', '41', { retry: 'never' }],
    ['51', '1', { retry: 'never', advice: '01' }],
    ['51', '2', { retry: 'later', notBefore: fromNow(3 * DAY_MS) }],
    ['51', '24', { retry: 'later', notBefore: fromNow(HOUR_MS) }],
    ['51', '25', { notBefore: fromNow(DAY_MS) }],
    ['51', '26', { notBefore: fromNow(2 * DAY_MS) }],
    ['51', '27', { notBefore: fromNow(4 * DAY_MS) }],
    ['51', '28', { notBefore: fromNow(6 * DAY_MS) }],
    ['51', '29', { notBefore: fromNow(8 * DAY_MS) }],
    ['51', '30', { notBefore: fromNow(10 * DAY_MS) }],
    ['79', '02', { retry: 'later', notBefore: fromNow(3 * DAY_MS) }],
    ['82', '03', { retry: 'never' }],
    ['83', '04', { retry: 'later' }],
    ['54', '02', { retry: 'never' }],
  ])('with %s: %s', (code, advice, expected) => {
    expect(refused('mastercard', code, advice)).toMatchObject(expected);
  });

  it('does not let a card be tried that its code forbids', () => {
    expect(refused('mastercard', '43', '02')).not.toHaveProperty('notBefore');
  });
});

describe('a request that was not taken', () => {
  it.each([
    [['126'], { reason: 'invalid_data', code: 'API 126', retry: 'now' }],
    [['180'], { reason: 'invalid_data', code: 'API 180' }],
    [['129'], { reason: 'not_processed', code: 'API 129' }],
    [[], { reason: 'not_processed', code: null }],
  ])('with the errors %j', (errors, refusal) => {
    expect(refusalOfRequest(errors)).toMatchObject(refusal);
  });
});
