import type { BankProfile } from '../bank.ts';
import { deviating, type FieldName } from '../layout.ts';
import { fileHeader, fileTrailer, lotHeader, lotTrailer } from '../layouts/frame.ts';
import { segmentP, segmentQ, segmentR } from '../layouts/remittance.ts';
import { segmentT, segmentU } from '../layouts/return.ts';

const NOT_CARRIED: readonly FieldName[] = ['covenant'];

export const sicredi: BankProfile = {
  name: 'sicredi',
  title: 'Sicredi',
  code: '748',
  nameInFile: 'SICREDI',
  layouts: {
    fileHeader: deviating(
      fileHeader,
      [
        [null, 33, 52, 'blank'],
        ['layoutVersion', 164, 166, 'number', '081'],
        ['density', 167, 171, 'number', '01600'],
      ],
      NOT_CARRIED,
    ),
    lotHeader: deviating(
      lotHeader,
      [
        ['layoutVersion', 14, 16, 'number', '040'],
        [null, 34, 53, 'blank'],
      ],
      NOT_CARRIED,
    ),
    P: deviating(segmentP, [
      ['writeOffCode', 224, 224, 'number', '1'],
      ['writeOffDays', 225, 227, 'number', '060'],
    ]),
    Q: segmentQ,
    R: segmentR,
    lotTrailer: deviating(
      lotTrailer,
      [
        ['simpleCount', 24, 29, 'zeros'],
        ['simpleSum', 30, 46, 'zeros'],
      ],
      ['simpleCount', 'simpleSum'],
    ),
    fileTrailer,
    T: segmentT,
    U: segmentU,
  },
  agreement: { branch: 4, account: 12, accountDigit: 1, covenant: 5, station: 2 },
  exactWidths: ['branch', 'covenant', 'station'],
  ourNumber: {
    width: 8,
    written: [
      { from: 'number', width: 8 },
      { from: 'digit', width: 1 },
    ],
    read: [
      { from: 'number', width: 8 },
      { from: 'digit', width: 1 },
    ],
    digit: {
      modulus: 11,
      weights: [2, 3, 4, 5, 6, 7, 8, 9],
      startsAt: 'right',
      over: [
        { part: 'branch', width: 4 },
        { part: 'station', width: 2 },
        { part: 'covenant', width: 5 },
        { part: 'number', width: 8 },
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
    interest: 'cents per day',
    noInterestCode: '3',
    interestStarts: 'the day after',
    discount: 'cents or percent',
    maxWriteOffDays: null,
    writeOffCode: '1',
    noWriteOffCode: '1',
  },
  marks: null,
  returns: {
    counts: ['records'],
    sums: 'checked',
    reasons: 'febraban',
    movements: {
      '36': { event: 'instruction_refused', reasons: null, pt: 'Baixa recusada', en: 'Write-off refused' },
    },
  },
  evidence: {
    returns: 'document',
    remittances: 'document',
    documents: ['Sicredi, manual CNAB 240, August 2019'],
  },
  notes: [
    'Our number is the year in two digits, a digit from 2 to 9 for the seller, and five of a sequence.',
    'The covenant is the código do beneficiário of five digits, the station the posto.',
    'Interest is cents per day: a rate is cut to whole cents. The bank writes off after 60 days.',
    'Unverified: remittances. The layout is that of the manual of the bank.',
  ],
};
