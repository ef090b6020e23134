import type { BankProfile } from '../bank.ts';
import { deviating, type FieldName } from '../layout.ts';
import { fileHeader, fileTrailer, lotHeader, lotTrailer } from '../layouts/frame.ts';
import { segmentP, segmentQ, segmentR } from '../layouts/remittance.ts';
import { segmentT, segmentU } from '../layouts/return.ts';

const NOT_CARRIED: readonly FieldName[] = ['covenant'];

export const sicoob: BankProfile = {
  name: 'sicoob',
  title: 'Sicoob',
  code: '756',
  nameInFile: 'SICOOB',
  layouts: {
    fileHeader: deviating(
      fileHeader,
      [
        [null, 33, 52, 'blank'],
        [null, 72, 72, 'zeros'],
        ['layoutVersion', 164, 166, 'number', '081'],
      ],
      [...NOT_CARRIED, 'branchAccountDigit'],
    ),
    lotHeader: deviating(
      lotHeader,
      [
        ['layoutVersion', 14, 16, 'number', '040'],
        [null, 34, 53, 'blank'],
      ],
      NOT_CARRIED,
    ),
    P: deviating(
      segmentP,
      [
        ['registration', 59, 59, 'number', '0'],
        [null, 60, 60, 'blank'],
        [null, 225, 227, 'blank'],
      ],
      ['writeOffDays'],
    ),
    Q: segmentQ,
    R: segmentR,
    lotTrailer,
    fileTrailer,
    T: segmentT,
    U: segmentU,
  },
  agreement: { branch: 4, branchDigit: 1, account: 12, accountDigit: 1, covenant: 10, wallet: 2 },
  exactWidths: ['branch', 'wallet'],
  ourNumber: {
    width: 7,
    written: [
      { text: '00' },
      { from: 'number', width: 7 },
      { from: 'digit', width: 1 },
      { text: '01' },
      { from: 'wallet', width: 2 },
      { text: '4' },
    ],
    read: [
      { text: '00' },
      { from: 'number', width: 7 },
      { from: 'digit', width: 1 },
      { text: '01' },
      { from: 'wallet', width: 2 },
    ],
    digit: {
      modulus: 11,
      weights: [3, 1, 9, 7],
      startsAt: 'left',
      over: [
        { part: 'branch', width: 4 },
        { part: 'covenant', width: 10 },
        { part: 'number', width: 7 },
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
    noInterestCode: '0',
    interestStarts: 'the day after',
    discount: 'cents or percent',
    maxWriteOffDays: null,
    writeOffCode: '0',
    noWriteOffCode: '0',
  },
  marks: null,
  returns: { counts: ['records'], sums: 'checked', reasons: 'febraban', movements: {} },
  evidence: {
    returns: 'file',
    remittances: 'document',
    documents: ['public integrations of Sicoob (bancoob), CNAB 240'],
  },
  notes: [
    'The covenant is the código do cliente; the wallet is the modalidade, 01 for simple with registration.',
    'One instalment, printed on A4 without an envelope.',
    'Unverified: remittances, and the digit of our number, which agrees with the file that is read.',
  ],
};
