import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AGREEMENTS,
  anyRemittance,
  NO_TERMS,
  PAYER,
  remittanceOf,
  titleWith,
} from '../../../../test/support/any-remittance.ts';
import { cents } from '../../kit/money.ts';
import { BANK_NAMES, type BankName } from './bank.ts';
import { centsOf, dateOf, textOf } from './decode.ts';
import { CnabError } from './error.ts';
import { type Remittance, writeRemittance } from './remittance.ts';
import type { Title } from './title.ts';
import { validateRemittance } from './validation/validate.ts';

function linesOf(remittance: Remittance): string[] {
  return writeRemittance(remittance).text.split('\r\n').slice(0, -1);
}

function segmentOf(remittance: Remittance, segment: string): string {
  return linesOf(remittance).find((line) => line[7] === '3' && line[13] === segment) ?? '';
}

/** Positions as the tables count them. */
function at(line: string, from: number, to = from): string {
  return line.slice(from - 1, to);
}

describe('a remittance to Bradesco', () => {
  const terms = {
    fineBasisPoints: 200,
    interestMonthlyBasisPoints: 100,
    discount: { until: '2026-11-25', basisPoints: 500 },
    writeOffAfterDays: 30,
  };
  const remittance = remittanceOf('bradesco', {
    titles: [titleWith({ terms }), titleWith({ ourNumber: '2' })],
  });

  it('is, character by character', () => {
    expect(linesOf(remittance).map((line) => line.trimEnd())).toEqual([
      '23700000         211222333000181000000000000012345670123400000000567897 SAPATARIA TRES IRMAOS LTDA' +
        '    BRADESCO                                11811202616300500004208401600',
      '23700011R01  042 2011222333000181000000000000012345670123400000000567897 SAPATARIA TRES IRMAOS LTDA' +
        `${' '.repeat(84)}000000421811202600000000`,
      [
        ...['2370001300001P 01', '01234', '0', '000000056789', '7', ' ', '00900000000012345677', '11122'],
        ...['PED-1001       ', '30112026', '000000000012345', '00000 ', '02N', '18112026'],
        ...[
          '2',
          '01122026',
          '000000000000100',
          '2',
          '25112026',
          '000000000000500',
          '0'.repeat(15),
          '0'.repeat(15),
        ],
        ...['01J9Z3K4M5N6P7Q8R9S0T1V2W', '300', '2000', '09', '0000000000'],
      ].join(''),
      '2370001300002Q 011000012345678909JOSE DA CONCEICAO                       RUA DAS FLORES, 100 APTO 12' +
        '             CENTRO         01310100SAO PAULO      SP0000000000000000                                        000',
      '2370001300003R 01000000000000000000000000000000000000000000000000201122026000000000000200' +
        `${' '.repeat(110)}0000000000000000 000000000000  2`,
      expect.stringMatching(/^2370001300004P 01/),
      expect.stringMatching(/^2370001300005Q 01/),
      `23700015         00000700000200000000000024690${'0'.repeat(69)}`,
      '23799999         000001000009000000',
    ]);
  });

  it('says how much it is', () => {
    const { records, titles, totalCents, text } = writeRemittance(remittance);
    expect({ records, titles, totalCents }).toEqual({ records: 9, titles: 2, totalCents: 24_690n });
    expect(text).toHaveLength(9 * 242);
  });
});

describe('the terms of a title', () => {
  const withTerms = (bank: BankName, terms: Partial<Title['terms']>) =>
    remittanceOf(bank, { titles: [titleWith({ terms: { ...NO_TERMS, ...terms } })] });

  it.each([
    ['bradesco', '2', '01122026', '000000000000150'],
    ['santander', '2', '30112026', '000000000150000'],
    ['itau', '0', '01122026', '000000000000006'],
    ['sicredi', '1', '01122026', '000000000000006'],
  ] as const)('interest of 1.5%% per month at %s', (bank, code, from, interest) => {
    const p = segmentOf(withTerms(bank, { interestMonthlyBasisPoints: 150 }), 'P');
    expect([at(p, 118), at(p, 119, 126), at(p, 127, 141)]).toEqual([code, from, interest]);
  });

  it('interest of less than a cent per day is none where the bank takes cents per day', () => {
    const p = segmentOf(withTerms('sicredi', { interestMonthlyBasisPoints: 1 }), 'P');
    expect([at(p, 118), at(p, 119, 126), at(p, 127, 141)]).toEqual(['3', '0'.repeat(8), '0'.repeat(15)]);
  });

  it.each([
    ['bradesco', { until: '2026-11-20', basisPoints: 1000 }, '2', '000000000001000'],
    ['bradesco', { until: '2026-11-20', amountCents: cents(999n) }, '1', '000000000000999'],
    ['itau', { until: '2026-11-20', basisPoints: 1000 }, '0', '000000000001234'],
  ] as const)('a discount at %s of %o', (bank, discount, code, amount) => {
    const p = segmentOf(withTerms(bank, { discount }), 'P');
    expect([at(p, 142), at(p, 143, 150), at(p, 151, 165)]).toEqual([code, '20112026', amount]);
  });

  it.each([
    ['caixa', 30, '1', '030'],
    ['santander', 30, '1', '030'],
    ['itau', 30, '1', '300'],
    ['sicredi', 30, '1', '060'],
    ['bradesco', 30, '2', '000'],
    ['santander', null, '3', '000'],
  ] as const)('at %s a write-off after %s days', (bank, writeOffAfterDays, code, days) => {
    const p = segmentOf(withTerms(bank, { writeOffAfterDays }), 'P');
    expect([at(p, 224), at(p, 225, 227)]).toEqual([code, days]);
  });

  it('a fine takes a segment R, and only where a title is registered or changed', () => {
    const titles = (instruction: Title['instruction']) => [
      titleWith({ instruction, terms: { ...NO_TERMS, fineBasisPoints: 200 } }),
    ];
    const r = segmentOf(remittanceOf('bradesco', { titles: titles('register') }), 'R');
    expect([at(r, 66), at(r, 67, 74), at(r, 75, 89)]).toEqual(['2', '01122026', '000000000000200']);
    expect(segmentOf(remittanceOf('bradesco', { titles: titles('write_off') }), 'R')).toBe('');
  });
});

describe('an instruction', () => {
  it.each([
    ['bradesco', 'register', '01'],
    ['bradesco', 'write_off', '02'],
    ['bradesco', 'change_due_date', '06'],
    ['santander', 'grant_discount', '10'],
    ['caixa', 'grant_discount', '07'],
    ['santander', 'change_amount', '47'],
  ] as const)('to %s to %s is %s, in every segment of the title', (bank, instruction, movement) => {
    const discount = { until: '2026-11-20', amountCents: cents(1n) };
    const titles = [titleWith({ instruction, terms: { ...NO_TERMS, discount, fineBasisPoints: 200 } })];
    const details = linesOf(remittanceOf(bank, { titles })).filter((line) => line[7] === '3');
    expect(new Set(details.map((line) => at(line, 16, 17)))).toEqual(new Set([movement]));
  });

  it('that a bank does not take is refused by its name', () => {
    const titles = [titleWith({ instruction: 'change_amount' })];
    expect(() => writeRemittance(remittanceOf('bradesco', { titles }))).toThrow(
      'title 1234567, instruction: Bradesco does not take change_amount by file',
    );
  });
});

describe('a remittance is refused', () => {
  const refusal = (own: Partial<Remittance>, bank: BankName = 'bradesco') => {
    expect(() => writeRemittance(remittanceOf(bank, own))).toThrow(CnabError);
    try {
      writeRemittance(remittanceOf(bank, own));
    } catch (error) {
      return error instanceof CnabError ? error.message : '';
    }
    return '';
  };
  const title = (own: Partial<Title>) => ({ titles: [titleWith(own)] });
  const payer = (own: Partial<Title['payer']>) => title({ payer: { ...PAYER, ...own } });
  const terms = (own: Partial<Title['terms']>) => title({ terms: { ...NO_TERMS, ...own } });

  it.each([
    ['without a title', { titles: [] }, 'a file needs a title'],
    [
      'with more titles than a lot has numbers for',
      { titles: Array(33_334).fill(titleWith()) },
      '33333 titles',
    ],
    ['with file number 0', { fileNumber: 0 }, 'fileNumber: must count from 1'],
    ['with a file number that does not fit', { fileNumber: 1_000_000 }, 'has more than 6 digits'],
    ['at a time that is none', { createdAt: '240000' }, 'createdAt: must be HHMMSS'],
    ['on a day that is none', { createdOn: '2026-13-01' }, 'is not a date'],
    ['as a test where there is no mark of one', { isTest: true }, 'no mark of a test'],
    ['with one title twice', { titles: [titleWith(), titleWith({ ourNumber: '01234567' })] }, 'is twice'],
    ['with an amount of zero', title({ amountCents: cents(0n) }), 'amount: must be positive'],
    ['with an amount beyond 15 digits', title({ amountCents: cents(10n ** 15n) }), 'has more than 15 digits'],
    ['due before it is issued', title({ dueDate: '2026-11-17' }), 'dueDate: is before'],
    ['with a due date that is none', title({ dueDate: '2026-11-31' }), 'dueDate: is not a date'],
    ['with a rebate of everything', title({ rebateCents: cents(12_345n) }), 'rebate: must be less'],
    ['granting no rebate', title({ instruction: 'grant_rebate' }), 'rebate: is needed'],
    ['granting no discount', title({ instruction: 'grant_discount' }), 'discount: is needed'],
    [
      'with a document number that is too long',
      title({ documentNumber: '1234567890123456' }),
      '15 characters',
    ],
    ['with an id that a bank would change', title({ reference: 'abc' }), 'cannot carry'],
    ['with a CNPJ with letters', payer({ document: '12ABC34501DE35' }), 'document: is a CNPJ with letters'],
    ['with a CPF that is none', payer({ document: '12345678900' }), 'document: is not a CPF or CNPJ'],
    ['with a name without letters', payer({ name: '漢字' }), 'name: must have letters'],
    ['with a CEP that is none', payer({ postalCode: '123' }), 'postalCode: must be a CEP'],
    [
      'with a fine of half a basis point',
      terms({ fineBasisPoints: 0.5 }),
      'fine: must be whole basis points',
    ],
    ['with interest below zero', terms({ interestMonthlyBasisPoints: -1 }), 'interest: must be whole'],
    [
      'with a discount after the due date',
      terms({ discount: { until: '2026-12-01', basisPoints: 1 } }),
      'discountUntil',
    ],
    [
      'with a discount of everything',
      terms({ discount: { until: '2026-11-20', basisPoints: 10_000 } }),
      'discount',
    ],
  ] as const)('%s', (_, own, message) => expect(refusal(own as Partial<Remittance>)).toContain(message));

  it.each([
    ['bradesco', { covenant: '' }, 'covenant: must be digits'],
    ['bradesco', { branch: '123456' }, 'branch: must have at most 5 digits'],
    ['bradesco', { accountDigit: '12' }, 'accountDigit: must be one digit'],
    ['banco-do-brasil', { covenant: '123456' }, 'covenant: must have 7 digits'],
    ['itau', { account: '1234' }, 'account: must have 5 digits'],
  ] as const)('by %s with an agreement of %o', (bank, own, message) => {
    expect(refusal({ agreement: { ...AGREEMENTS[bank], ...own } }, bank)).toBe(message);
  });

  it('by Itaú with more days until write-off than its file has room for', () => {
    expect(refusal(terms({ writeOffAfterDays: 100 }), 'itau')).toContain(
      'Itaú writes off after 1 to 99 days',
    );
  });
});

it('a file for the test environment of Caixa says so', () => {
  const marks = [true, false].map((isTest) =>
    at(linesOf(remittanceOf('caixa', { isTest }))[0] ?? '', 192, 211),
  );
  expect(marks).toEqual(['REMESSA-TESTE       ', 'REMESSA-PRODUCAO    ']);
});

describe.each(BANK_NAMES)('any remittance to %s', (bank) => {
  it('passes the validator, which knows nothing of the writer', () => {
    fc.assert(
      fc.property(anyRemittance(bank), (remittance) => {
        expect(validateRemittance(writeRemittance(remittance).text)).toEqual([]);
      }),
    );
  });

  it('carries what was asked, to the cent and the day', () => {
    fc.assert(
      fc.property(anyRemittance(bank), (remittance) => {
        const { P } = remittance.bank.layouts;
        const found = linesOf(remittance)
          .filter((line) => line[7] === '3' && line[13] === 'P')
          .map((line) => ({ layout: P, line, number: 1 }))
          .map((record) => ({
            amountCents: centsOf(record, 'amount'),
            rebateCents: centsOf(record, 'rebate'),
            dueDate: dateOf(record, 'dueDate'),
            issuedOn: dateOf(record, 'issuedOn'),
            reference: textOf(record, 'reference'),
            documentNumber: textOf(record, 'documentNumber'),
          }));
        const asked = remittance.titles.map(
          ({ amountCents, rebateCents, dueDate, issuedOn, reference, documentNumber }) => ({
            amountCents,
            rebateCents,
            dueDate,
            issuedOn,
            reference,
            documentNumber,
          }),
        );
        expect(found).toEqual(asked);
      }),
    );
  });
});
