import type { BankProfile } from '../bank.ts';
import { deviating, type FieldName, layout } from '../layout.ts';
import { detailStart } from '../layouts/detail-start.ts';
import { fileHeader, fileTrailer, lotHeader, lotTrailer } from '../layouts/frame.ts';
import { segmentP, segmentQ, segmentR } from '../layouts/remittance.ts';
import { segmentU } from '../layouts/return.ts';

const NOT_CARRIED: readonly FieldName[] = [
  'branch',
  'branchDigit',
  'account',
  'accountDigit',
  'branchAccountDigit',
];

/** Five positions to the left of FEBRABAN's from our number on. */
const segmentT = layout('segment T', [
  ...detailStart('T'),
  ['branch', 18, 21, 'number'],
  ['branchDigit', 22, 22, 'number'],
  ['account', 23, 31, 'number'],
  ['accountDigit', 32, 32, 'number'],
  [null, 33, 40, 'blank'],
  ['ourNumber', 41, 53, 'number'],
  ['walletKind', 54, 54, 'code'],
  ['documentNumber', 55, 69, 'code'],
  ['dueDate', 70, 77, 'date'],
  ['amount', 78, 92, 'money'],
  ['collectingBank', 93, 95, 'number'],
  ['collectingBranch', 96, 99, 'number'],
  ['collectingBranchDigit', 100, 100, 'number'],
  ['reference', 101, 125, 'code'],
  ['currency', 126, 127, 'number'],
  ['payerType', 128, 128, 'number'],
  ['payerDocument', 129, 143, 'document'],
  ['payerName', 144, 183, 'text'],
  ['contract', 184, 193, 'code'],
  ['fee', 194, 208, 'money'],
  ['reasons', 209, 218, 'code'],
  [null, 219, 240, 'blank'],
]);

export const santander: BankProfile = {
  name: 'santander',
  title: 'Santander',
  code: '033',
  nameInFile: 'BANCO SANTANDER',
  layouts: {
    fileHeader: deviating(
      fileHeader,
      [
        [null, 9, 16, 'blank'],
        ['companyType', 17, 17, 'number'],
        ['companyDocument', 18, 32, 'document'],
        ['covenant', 33, 47, 'number'],
        [null, 48, 72, 'blank'],
        [null, 152, 157, 'blank'],
        ['layoutVersion', 164, 166, 'number', '040'],
        [null, 167, 171, 'blank'],
      ],
      [...NOT_CARRIED, 'createdAt'],
    ),
    lotHeader: deviating(
      lotHeader,
      [
        ['layoutVersion', 14, 16, 'number', '030'],
        [null, 34, 53, 'blank'],
        ['covenant', 54, 68, 'number'],
        [null, 69, 73, 'blank'],
        [null, 200, 240, 'blank'],
      ],
      NOT_CARRIED,
    ),
    P: deviating(
      segmentP,
      [
        ['branch', 18, 21, 'number'],
        ['branchDigit', 22, 22, 'number'],
        ['account', 23, 31, 'number'],
        ['accountDigit', 32, 32, 'number'],
        [null, 33, 42, 'zeros'],
        [null, 43, 44, 'blank'],
        ['ourNumber', 45, 57, 'number'],
        ['walletKind', 58, 58, 'code', '5'],
        ['documentKind', 60, 60, 'number', '2'],
        [null, 61, 62, 'blank'],
        [null, 101, 105, 'zeros'],
        ['interest', 127, 141, 'money5'],
        ['protestCode', 221, 221, 'number', '0'],
        [null, 225, 225, 'zeros'],
        ['writeOffDays', 226, 227, 'number'],
        ['currency', 228, 229, 'number', '00'],
        [null, 230, 240, 'blank'],
      ],
      ['branchAccountDigit'],
    ),
    Q: deviating(segmentQ, [
      [null, 210, 221, 'zeros'],
      [null, 222, 240, 'blank'],
    ]),
    R: deviating(segmentR, [
      [null, 42, 65, 'blank'],
      [null, 180, 240, 'blank'],
    ]),
    lotTrailer: deviating(lotTrailer, [[null, 24, 240, 'blank']], ['simpleCount', 'simpleSum']),
    fileTrailer: deviating(fileTrailer, [[null, 30, 240, 'blank']]),
    T: segmentT,
    U: segmentU,
  },
  agreement: { branch: 4, branchDigit: 1, account: 9, accountDigit: 1, covenant: 15 },
  exactWidths: ['covenant'],
  ourNumber: {
    width: 12,
    written: [
      { from: 'number', width: 12 },
      { from: 'digit', width: 1 },
    ],
    read: [
      { from: 'number', width: 12 },
      { from: 'digit', width: 1 },
    ],
    digit: {
      modulus: 11,
      weights: [2, 3, 4, 5, 6, 7, 8, 9],
      startsAt: 'right',
      over: [{ part: 'number', width: 12 }],
      exceptions: { 10: '0', 11: '0' },
    },
  },
  instructions: {
    register: '01',
    write_off: '02',
    grant_rebate: '04',
    cancel_rebate: '05',
    change_due_date: '06',
    grant_discount: '10',
    cancel_discount: '11',
    protest: '09',
    change_amount: '47',
  },
  terms: {
    interest: 'monthly rate',
    noInterestCode: '3',
    interestStarts: 'on the due date',
    discount: 'cents or percent',
    maxWriteOffDays: 99,
    writeOffCode: '1',
    noWriteOffCode: '3',
  },
  marks: null,
  returns: {
    counts: ['records', 'details'],
    sums: 'not comparable',
    reasons: 'febraban',
    movements: {
      '32': { event: 'information', reasons: null, pt: 'Código de IOF inválido', en: 'Invalid IOF code' },
      '93': {
        event: 'information',
        reasons: 'settlement',
        pt: 'Baixa operacional',
        en: 'Operational write-off',
      },
      '94': {
        event: 'information',
        reasons: 'settlement',
        pt: 'Baixa operacional cancelada',
        en: 'Operational write-off cancelled',
      },
    },
  },
  evidence: {
    returns: 'document',
    remittances: 'document',
    documents: ['Santander H7815, CNAB 240, version 2.9, April 2018'],
  },
  notes: [
    'The covenant is the código de transmissão of 15 digits.',
    'Movements 07, 08 and 31 are not those of FEBRABAN at this bank; discounts are 10 and 11.',
    'Wallet kind 5, rápida com registro: the seller prints the boleto.',
    'Public return files count the details of a lot only, against the manual.',
    'The sums of a trailer are those of all open titles, not of the lot: they are not compared.',
    'Unverified: remittances. The layout is that of the manual of the bank.',
  ],
};
