import { type FieldName, layout, type Row } from '../layout.ts';

/** FEBRABAN, CNAB 240, version 10.6: the records around the details, for a remittance and for a return alike. */

/** Only some banks write the wallet outside our number. */
const WALLET: readonly FieldName[] = ['wallet', 'walletVariation'];

const COMPANY_ACCOUNT_OF_FILE: readonly Row[] = [
  ['covenant', 33, 52, 'code'],
  ['branch', 53, 57, 'number'],
  ['branchDigit', 58, 58, 'code'],
  ['account', 59, 70, 'number'],
  ['accountDigit', 71, 71, 'code'],
  ['branchAccountDigit', 72, 72, 'code'],
  ['companyName', 73, 102, 'text'],
];

export const fileHeader = layout(
  'file header',
  [
    ['bank', 1, 3, 'number'],
    ['lot', 4, 7, 'number', '0000'],
    ['record', 8, 8, 'number', '0'],
    [null, 9, 17, 'blank'],
    ['companyType', 18, 18, 'number'],
    ['companyDocument', 19, 32, 'document'],
    ...COMPANY_ACCOUNT_OF_FILE,
    ['bankName', 103, 132, 'text'],
    [null, 133, 142, 'blank'],
    ['direction', 143, 143, 'number', '1'],
    ['createdOn', 144, 151, 'date'],
    ['createdAt', 152, 157, 'number'],
    ['fileNumber', 158, 163, 'number'],
    ['layoutVersion', 164, 166, 'number', '103'],
    ['density', 167, 171, 'number', '00000'],
    ['bankUse', 172, 191, 'blank'],
    ['companyUse', 192, 211, 'blank'],
    [null, 212, 240, 'blank'],
  ],
  WALLET,
);

export const lotHeader = layout(
  'lot header',
  [
    ['bank', 1, 3, 'number'],
    ['lot', 4, 7, 'number'],
    ['record', 8, 8, 'number', '1'],
    ['operation', 9, 9, 'code', 'R'],
    ['service', 10, 11, 'number', '01'],
    [null, 12, 13, 'blank'],
    ['layoutVersion', 14, 16, 'number', '060'],
    [null, 17, 17, 'blank'],
    ['companyType', 18, 18, 'number'],
    ['companyDocument', 19, 33, 'document'],
    ['covenant', 34, 53, 'code'],
    ['branch', 54, 58, 'number'],
    ['branchDigit', 59, 59, 'code'],
    ['account', 60, 71, 'number'],
    ['accountDigit', 72, 72, 'code'],
    ['branchAccountDigit', 73, 73, 'code'],
    ['companyName', 74, 103, 'text'],
    ['message1', 104, 143, 'blank'],
    ['message2', 144, 183, 'blank'],
    ['fileNumber', 184, 191, 'number'],
    ['recordedOn', 192, 199, 'date'],
    ['creditedOn', 200, 207, 'zeros'],
    [null, 208, 240, 'blank'],
  ],
  WALLET,
);

export const lotTrailer = layout('lot trailer', [
  ['bank', 1, 3, 'number'],
  ['lot', 4, 7, 'number'],
  ['record', 8, 8, 'number', '5'],
  [null, 9, 17, 'blank'],
  ['records', 18, 23, 'number'],
  ['simpleCount', 24, 29, 'number'],
  ['simpleSum', 30, 46, 'money'],
  ['linkedCount', 47, 52, 'zeros'],
  ['linkedSum', 53, 69, 'zeros'],
  ['pledgedCount', 70, 75, 'zeros'],
  ['pledgedSum', 76, 92, 'zeros'],
  ['discountedCount', 93, 98, 'zeros'],
  ['discountedSum', 99, 115, 'zeros'],
  ['notice', 116, 123, 'blank'],
  [null, 124, 240, 'blank'],
]);

export const fileTrailer = layout('file trailer', [
  ['bank', 1, 3, 'number'],
  ['lot', 4, 7, 'number', '9999'],
  ['record', 8, 8, 'number', '9'],
  [null, 9, 17, 'blank'],
  ['lots', 18, 23, 'number'],
  ['fileRecords', 24, 29, 'number'],
  ['reconciledAccounts', 30, 35, 'zeros'],
  [null, 36, 240, 'blank'],
]);
