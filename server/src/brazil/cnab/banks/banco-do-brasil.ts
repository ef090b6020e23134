import type { BankProfile } from '../bank.ts';
import { deviating } from '../layout.ts';
import { fileHeader, fileTrailer, lotHeader, lotTrailer } from '../layouts/frame.ts';
import { segmentP, segmentQ, segmentR } from '../layouts/remittance.ts';
import { segmentT, segmentU } from '../layouts/return.ts';

export const bancoDoBrasil: BankProfile = {
  name: 'banco-do-brasil',
  title: 'Banco do Brasil',
  code: '001',
  nameInFile: 'BANCO DO BRASIL S.A.',
  layouts: {
    fileHeader: deviating(fileHeader, [
      ['covenant', 33, 41, 'number'],
      [null, 42, 45, 'number', '0014'],
      ['wallet', 46, 47, 'number'],
      ['walletVariation', 48, 50, 'number'],
      [null, 51, 52, 'blank'],
      ['layoutVersion', 164, 166, 'number', '083'],
    ]),
    lotHeader: deviating(lotHeader, [
      ['layoutVersion', 14, 16, 'number', '042'],
      ['covenant', 34, 42, 'number'],
      [null, 43, 46, 'number', '0014'],
      ['wallet', 47, 48, 'number'],
      ['walletVariation', 49, 51, 'number'],
      [null, 52, 53, 'blank'],
    ]),
    P: deviating(segmentP, [['walletKind', 58, 58, 'number', '7']]),
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
  agreement: {
    branch: 5,
    branchDigit: 1,
    account: 12,
    accountDigit: 1,
    covenant: 7,
    wallet: 2,
    walletVariation: 3,
  },
  exactWidths: ['covenant'],
  ourNumber: {
    width: 10,
    written: [
      { from: 'covenant', width: 7 },
      { from: 'number', width: 10 },
    ],
    read: [
      { from: 'covenant', width: 7 },
      { from: 'number', width: 10 },
    ],
    digit: null,
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
    maxWriteOffDays: null,
    writeOffCode: '0',
    noWriteOffCode: '0',
  },
  marks: null,
  returns: { counts: ['records'], sums: 'checked', reasons: 'febraban', movements: {} },
  evidence: {
    returns: 'file',
    remittances: 'document',
    documents: ['Banco do Brasil, particularidades CNAB 240, August 2017'],
  },
  notes: [
    'Only covenants of seven digits, with wallet 17, whose numbers have no check digit.',
    'That there is no interest is said in the agreement, not in the file.',
    'Unverified: remittances. File versions 083/042 are those of public integrations; 084/043 were also seen.',
  ],
};
