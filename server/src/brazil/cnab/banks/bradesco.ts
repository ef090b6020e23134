import type { BankProfile } from '../bank.ts';
import { deviating } from '../layout.ts';
import { fileHeader, fileTrailer, lotHeader, lotTrailer } from '../layouts/frame.ts';
import { segmentP, segmentQ, segmentR } from '../layouts/remittance.ts';
import { segmentT, segmentU } from '../layouts/return.ts';

export const bradesco: BankProfile = {
  name: 'bradesco',
  title: 'Bradesco',
  code: '237',
  nameInFile: 'BRADESCO',
  layouts: {
    fileHeader: deviating(fileHeader, [
      ['covenant', 33, 52, 'number'],
      ['layoutVersion', 164, 166, 'number', '084'],
      ['density', 167, 171, 'number', '01600'],
    ]),
    lotHeader: deviating(lotHeader, [
      ['layoutVersion', 14, 16, 'number', '042'],
      ['covenant', 34, 53, 'number'],
    ]),
    P: segmentP,
    Q: segmentQ,
    R: deviating(segmentR, [['debitNotice', 231, 231, 'number', '2']]),
    lotTrailer,
    fileTrailer,
    T: segmentT,
    U: segmentU,
  },
  agreement: { branch: 5, branchDigit: 1, account: 12, accountDigit: 1, covenant: 20, wallet: 2 },
  exactWidths: [],
  ourNumber: {
    width: 11,
    written: [
      { from: 'wallet', width: 3 },
      { text: '00000' },
      { from: 'number', width: 11 },
      { from: 'digit', width: 1 },
    ],
    read: [
      { from: 'wallet', width: 3 },
      { text: '00000' },
      { from: 'number', width: 11 },
      { from: 'digit', width: 1 },
    ],
    digit: {
      modulus: 11,
      weights: [2, 3, 4, 5, 6, 7],
      startsAt: 'right',
      over: [
        { part: 'wallet', width: 2 },
        { part: 'number', width: 11 },
      ],
      exceptions: { 10: 'P', 11: '0' },
    },
  },
  instructions: {
    register: '01',
    write_off: '02',
    grant_rebate: '04',
    cancel_rebate: '05',
    change_due_date: '06',
    grant_discount: '07',
    protest: '09',
    change_other_data: '31',
  },
  terms: {
    interest: 'monthly rate',
    noInterestCode: '3',
    interestStarts: 'the day after',
    discount: 'cents or percent',
    maxWriteOffDays: null,
    writeOffCode: '2',
    noWriteOffCode: '2',
  },
  marks: null,
  returns: { counts: ['records'], sums: 'checked', reasons: 'febraban', movements: {} },
  evidence: {
    returns: 'document',
    remittances: 'document',
    documents: ['Bradesco 4008-524-0339, cobrança, 240 posições'],
  },
  notes: [
    'Movement 47 is not a change of amount at this bank, and 08 is not taken: neither can be sent.',
    'The days until write-off are those of the agreement; the bank does not take them from the file.',
    'Unverified: no file was exchanged with the bank. The layout is that of its manual.',
  ],
};
