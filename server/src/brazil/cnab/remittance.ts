import { type Cents, sum } from '../../kit/money.ts';
import type { CivilDate } from '../calendar.ts';
import type { Agreement, BankProfile, Instruction } from './bank.ts';
import { encodeRecord, type Values } from './encode.ts';
import { CnabError } from './error.ts';
import { writeOurNumber } from './our-number.ts';
import {
  discountValues,
  documentValues,
  fineValues,
  interestValues,
  payerValues,
  requireAgreement,
  requireTitle,
  type Title,
  writeOffValues,
} from './title.ts';

export type Remittance = {
  readonly bank: BankProfile;
  readonly agreement: Agreement;
  /** Grows by one with every file that is sent to this bank under this agreement. */
  readonly fileNumber: number;
  readonly createdOn: CivilDate;
  /** HHMMSS in São Paulo. */
  readonly createdAt: string;
  readonly isTest: boolean;
  readonly titles: readonly Title[];
};

export type WrittenRemittance = {
  /** ASCII, every record 240 characters and CRLF. */
  readonly text: string;
  readonly records: number;
  readonly titles: number;
  readonly totalCents: Cents;
};

const LINE_END = '\r\n';
const ONLY_LOT = '1';
/** Of every lot its header and trailer, of the file the same. */
const RECORDS_AROUND_DETAILS = 2;
/** Five digits number the details of a lot, and a title has up to three. */
const MAX_TITLES = 33_333;
const TIME = /^([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]$/;
/** Only these change what segment R carries; an instruction about anything else leaves a fine as it is. */
const WITH_FINE: readonly Instruction[] = ['register', 'change_other_data'];

/** One file with one lot. Whatever cannot be carried whole is refused before anything is written. */
export function writeRemittance(remittance: Remittance): WrittenRemittance {
  const { bank, agreement, titles } = remittance;
  requireRemittance(remittance);
  const shared = sharedValues(remittance);
  const lot = { bank: bank.code, lot: ONLY_LOT };
  const details: string[] = [];
  for (const title of titles) {
    const written = naming(title, () =>
      segmentsOf(bank, agreement, title).map(({ segment, values }, at) =>
        encodeRecord(bank.layouts[segment], { ...lot, sequence: details.length + at + 1, ...values }),
      ),
    );
    details.push(...written);
  }
  const totalCents = sum(titles.map(({ amountCents }) => amountCents));
  const inLot = details.length + RECORDS_AROUND_DETAILS;
  const records = [
    encodeRecord(bank.layouts.fileHeader, fileHeaderValues(remittance, shared)),
    encodeRecord(bank.layouts.lotHeader, {
      ...lot,
      ...shared,
      fileNumber: remittance.fileNumber,
      recordedOn: remittance.createdOn,
    }),
    ...details,
    encodeRecord(bank.layouts.lotTrailer, {
      ...lot,
      records: inLot,
      simpleCount: titles.length,
      simpleSum: totalCents,
    }),
    encodeRecord(bank.layouts.fileTrailer, {
      bank: bank.code,
      lots: ONLY_LOT,
      fileRecords: inLot + RECORDS_AROUND_DETAILS,
    }),
  ];
  const text = records.map((record) => record + LINE_END).join('');
  return { text, records: records.length, titles: titles.length, totalCents };
}

/** A file has thousands of titles: what is wrong with one of them is of use only with its number. */
function naming<T>(title: Title, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof CnabError)) throw error;
    throw new CnabError(error.reason, { ...error.place, title: title.ourNumber });
  }
}

function requireRemittance({ bank, agreement, fileNumber, createdAt, isTest, titles }: Remittance): void {
  requireAgreement(bank, agreement);
  if (titles.length === 0) throw new CnabError('a file needs a title');
  if (titles.length > MAX_TITLES) throw new CnabError(`a file takes at most ${MAX_TITLES} titles`);
  if (!Number.isSafeInteger(fileNumber) || fileNumber < 1) {
    throw new CnabError('must count from 1', { field: 'fileNumber' });
  }
  if (!TIME.test(createdAt)) throw new CnabError('must be HHMMSS', { field: 'createdAt' });
  if (isTest && bank.marks === null) {
    throw new CnabError(`a file for ${bank.title} has no mark of a test`, { field: 'isTest' });
  }
  const seen = new Set<string>();
  for (const { instruction, ourNumber } of titles) {
    const key = `${instruction} ${ourNumber.replace(/^0+/, '')}`;
    if (seen.has(key)) {
      throw new CnabError(`is twice in the file, to ${instruction}`, { title: ourNumber });
    }
    seen.add(key);
  }
}

/** What both headers say of the seller. */
function sharedValues({ bank, agreement }: Remittance): Values {
  const { type, document } = documentValues(agreement.company.document);
  return {
    bank: bank.code,
    companyType: type,
    companyDocument: document,
    companyName: agreement.company.name,
    covenant: agreement.covenant,
    wallet: agreement.wallet,
    walletVariation: agreement.walletVariation,
    ...accountValues(agreement),
  };
}

function accountValues(agreement: Agreement): Values {
  return {
    branch: agreement.branch,
    branchDigit: agreement.branchDigit,
    account: agreement.account,
    accountDigit: agreement.accountDigit,
    branchAccountDigit: '',
  };
}

function fileHeaderValues({ bank, createdOn, createdAt, fileNumber, isTest }: Remittance, shared: Values) {
  const { marks } = bank;
  return {
    ...shared,
    bankName: bank.nameInFile,
    createdOn,
    createdAt,
    fileNumber,
    ...(marks === null ? {} : { companyUse: isTest ? marks.test : marks.production }),
  } satisfies Values;
}

type Detail = { readonly segment: 'P' | 'Q' | 'R'; readonly values: Values };

function segmentsOf(bank: BankProfile, agreement: Agreement, title: Title): Detail[] {
  requireTitle(title);
  const movement = bank.instructions[title.instruction];
  if (movement === undefined) {
    throw new CnabError(`${bank.title} does not take ${title.instruction} by file`, { field: 'instruction' });
  }
  const details: Detail[] = [
    { segment: 'P', values: { movement, ...titleValues(bank, agreement, title) } },
    { segment: 'Q', values: { movement, ...payerValues(title.payer) } },
  ];
  if (WITH_FINE.includes(title.instruction) && title.terms.fineBasisPoints > 0) {
    details.push({ segment: 'R', values: { movement, ...fineValues(title) } });
  }
  return details;
}

function titleValues(bank: BankProfile, agreement: Agreement, title: Title): Values {
  return {
    ...accountValues(agreement),
    covenant: agreement.covenant,
    ourNumber: writeOurNumber(bank, agreement, title.ourNumber),
    documentNumber: title.documentNumber,
    dueDate: title.dueDate,
    amount: title.amountCents,
    titleKind: title.kind,
    issuedOn: title.issuedOn,
    ...interestValues(bank, title),
    ...discountValues(bank, title),
    rebate: title.rebateCents,
    reference: title.reference,
    ...writeOffValues(bank, title),
  };
}
