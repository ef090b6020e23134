export const RECORD_LENGTH = 240;

/**
 * number: digits, right, zeros before. text: free text, left, blanks after, cut where it is too long.
 * code: as text, but refused where it does not fit. money: hundredths of a real or of a percent.
 * money5: the same value written with five decimals. document: CPF or CNPJ. blank and zeros: filled, never read.
 */
export type Kind = 'number' | 'text' | 'code' | 'money' | 'money5' | 'date' | 'document' | 'blank' | 'zeros';

export type Field = {
  readonly name: FieldName | null;
  /** The first and the last position, counted from 1. */
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
  /** Written as it stands, whatever the title says. */
  readonly fixed?: string;
};

export type Layout = {
  readonly title: string;
  readonly fields: readonly Field[];
  /** What the engine knows and this record of this bank does not carry. Anything else without a place is refused. */
  readonly leavesOut: readonly FieldName[];
};

/** A row of a table: name, first and last position, kind, fixed content. */
export type Row = readonly [FieldName | null, number, number, Kind, string?];

export type FieldName =
  | 'bank'
  | 'lot'
  | 'record'
  | 'sequence'
  | 'segment'
  | 'movement'
  | 'companyType'
  | 'companyDocument'
  | 'covenant'
  | 'wallet'
  | 'walletVariation'
  | 'branch'
  | 'branchDigit'
  | 'account'
  | 'accountDigit'
  | 'branchAccountDigit'
  | 'companyName'
  | 'bankName'
  | 'direction'
  | 'createdOn'
  | 'createdAt'
  | 'fileNumber'
  | 'layoutVersion'
  | 'density'
  | 'bankUse'
  | 'companyUse'
  | 'operation'
  | 'service'
  | 'message1'
  | 'message2'
  | 'recordedOn'
  | 'creditedOn'
  | 'ourNumber'
  | 'walletKind'
  | 'registration'
  | 'documentKind'
  | 'issuer'
  | 'distributor'
  | 'documentNumber'
  | 'dueDate'
  | 'amount'
  | 'collectingBank'
  | 'collectingBranch'
  | 'collectingBranchDigit'
  | 'titleKind'
  | 'acceptance'
  | 'issuedOn'
  | 'interestCode'
  | 'interestFrom'
  | 'interest'
  | 'discountCode'
  | 'discountUntil'
  | 'discount'
  | 'iof'
  | 'rebate'
  | 'reference'
  | 'protestCode'
  | 'protestDays'
  | 'writeOffCode'
  | 'writeOffDays'
  | 'currency'
  | 'contract'
  | 'partialPayment'
  | 'payerType'
  | 'payerDocument'
  | 'payerName'
  | 'payerAddress'
  | 'payerDistrict'
  | 'postalCode'
  | 'postalCodeSuffix'
  | 'city'
  | 'state'
  | 'guarantorType'
  | 'guarantorDocument'
  | 'guarantorName'
  | 'correspondentBank'
  | 'correspondentNumber'
  | 'discount2Code'
  | 'discount2Until'
  | 'discount2'
  | 'discount3Code'
  | 'discount3Until'
  | 'discount3'
  | 'fineCode'
  | 'fineFrom'
  | 'fine'
  | 'payerMessage'
  | 'message3'
  | 'message4'
  | 'payerOccurrences'
  | 'debitBank'
  | 'debitBranch'
  | 'debitBranchDigit'
  | 'debitAccount'
  | 'debitAccountDigit'
  | 'debitBranchAccountDigit'
  | 'debitNotice'
  | 'fee'
  | 'reasons'
  | 'charges'
  | 'discountGiven'
  | 'rebateGiven'
  | 'iofPaid'
  | 'paid'
  | 'net'
  | 'otherExpenses'
  | 'otherCredits'
  | 'occurredOn'
  | 'payerOccurrence'
  | 'payerOccurrenceOn'
  | 'payerOccurrenceAmount'
  | 'payerOccurrenceText'
  | 'records'
  | 'simpleCount'
  | 'simpleSum'
  | 'linkedCount'
  | 'linkedSum'
  | 'pledgedCount'
  | 'pledgedSum'
  | 'discountedCount'
  | 'discountedSum'
  | 'notice'
  | 'lots'
  | 'fileRecords'
  | 'reconciledAccounts';

export function layout(title: string, rows: readonly Row[], leavesOut: readonly FieldName[] = []): Layout {
  return { title, fields: rows.map(fieldOf), leavesOut };
}

/** The layout with some of its positions described anew: each row takes the place of all that it overlaps. */
export function deviating(base: Layout, rows: readonly Row[], leavesOut: readonly FieldName[] = []): Layout {
  const own = rows.map(fieldOf);
  const kept = base.fields.filter((field) => !own.some((each) => overlap(each, field)));
  const fields = [...kept, ...own].sort((a, b) => a.from - b.from);
  return { title: base.title, fields, leavesOut: [...base.leavesOut, ...leavesOut] };
}

export function widthOf({ from, to }: Field): number {
  return to - from + 1;
}

function fieldOf([name, from, to, kind, fixed]: Row): Field {
  return fixed === undefined ? { name, from, to, kind } : { name, from, to, kind, fixed };
}

function overlap(a: Field, b: Field): boolean {
  return a.from <= b.to && b.from <= a.to;
}
