import type { BankProfile } from '../bank.ts';
import { deviating, type FieldName } from '../layout.ts';
import { fileHeader, fileTrailer, lotHeader, lotTrailer } from '../layouts/frame.ts';
import { segmentP, segmentQ, segmentR } from '../layouts/remittance.ts';
import { segmentT, segmentU } from '../layouts/return.ts';

/** The file identifies the seller by its code, not by its account. */
const NOT_CARRIED: readonly FieldName[] = ['account', 'accountDigit', 'branchAccountDigit'];

export const caixa: BankProfile = {
  name: 'caixa',
  title: 'Caixa',
  code: '104',
  nameInFile: 'CAIXA ECONOMICA FEDERAL',
  layouts: {
    fileHeader: deviating(
      fileHeader,
      [
        [null, 33, 52, 'zeros'],
        ['covenant', 59, 64, 'number'],
        [null, 65, 72, 'zeros'],
        ['layoutVersion', 164, 166, 'number', '101'],
        ['companyUse', 192, 211, 'text'],
      ],
      NOT_CARRIED,
    ),
    lotHeader: deviating(
      lotHeader,
      [
        [null, 12, 13, 'zeros'],
        ['layoutVersion', 14, 16, 'number', '060'],
        ['covenant', 34, 39, 'number'],
        [null, 40, 53, 'zeros'],
        ['covenant', 60, 65, 'number'],
        [null, 66, 73, 'zeros'],
      ],
      NOT_CARRIED,
    ),
    P: deviating(
      segmentP,
      [
        ['covenant', 24, 29, 'number'],
        [null, 30, 37, 'zeros'],
        ['documentKind', 60, 60, 'code', '2'],
        ['distributor', 62, 62, 'code', '0'],
        ['documentNumber', 63, 73, 'code'],
        [null, 74, 77, 'blank'],
        [null, 106, 106, 'zeros'],
      ],
      NOT_CARRIED,
    ),
    Q: segmentQ,
    R: deviating(segmentR, [[null, 200, 240, 'blank']]),
    lotTrailer: deviating(lotTrailer, [[null, 93, 240, 'blank']]),
    fileTrailer: deviating(fileTrailer, [[null, 30, 240, 'blank']]),
    T: deviating(segmentT, [
      ['documentNumber', 59, 69, 'code'],
      [null, 70, 73, 'blank'],
    ]),
    U: segmentU,
  },
  agreement: { branch: 5, branchDigit: 1, covenant: 6, wallet: 2 },
  exactWidths: ['covenant', 'wallet'],
  ourNumber: {
    width: 15,
    written: [{ text: '000' }, { from: 'wallet', width: 2 }, { from: 'number', width: 15 }],
    read: [
      { text: '  ' },
      { from: 'wallet', width: 2 },
      { from: 'number', width: 15 },
      { from: 'digit', width: 1 },
    ],
    digit: {
      modulus: 11,
      weights: [2, 3, 4, 5, 6, 7, 8, 9],
      startsAt: 'right',
      over: [
        { part: 'wallet', width: 2 },
        { part: 'number', width: 15 },
      ],
      exceptions: { 10: '0', 11: '0' },
    },
  },
  instructions: {
    register: '01',
    write_off: '02',
    grant_rebate: '04',
    cancel_rebate: '05',
    change_due_date: '06',
    grant_discount: '07',
    cancel_discount: '08',
    protest: '09',
    change_other_data: '31',
  },
  terms: {
    interest: 'monthly rate',
    noInterestCode: '3',
    interestStarts: 'the day after',
    discount: 'cents or percent',
    maxWriteOffDays: 999,
    writeOffCode: '1',
    noWriteOffCode: '1',
  },
  marks: { production: 'REMESSA-PRODUCAO', test: 'REMESSA-TESTE' },
  returns: { counts: ['records'], sums: 'checked', reasons: 'own', movements: {} },
  evidence: {
    returns: 'file',
    remittances: 'document',
    documents: ['Caixa MO 67118, CNAB 240 SIGCB, version 010, June 2018'],
  },
  notes: [
    'The wallet is the modalidade: 14 where the seller prints the boleto.',
    'The covenant is the código do beneficiário of six digits.',
    'A remittance carries our number without its digit, a return with it.',
    'Codes behind a payment name the channel, in a list of the bank.',
    'Unverified: remittances. File versions 101/060 are those of the manual of 2018; 050/030 were also seen.',
  ],
};
