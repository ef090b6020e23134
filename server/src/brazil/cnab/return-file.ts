import { type Cents, cents } from '../../kit/money.ts';
import type { CivilDate } from '../calendar.ts';
import type { BankName, BankProfile } from './bank.ts';
import { bankOfCode } from './banks/registry.ts';
import {
  centsOrZeroOf,
  countOf,
  type Decoded,
  dateOf,
  digitsOf,
  documentOf,
  fail,
  textOf,
} from './decode.ts';
import { CnabError } from './error.ts';
import type { FieldName, Layout } from './layout.ts';
import { fileTrailer, lotTrailer } from './layouts/frame.ts';
import { type Occurrence, occurrenceOf } from './occurrence.ts';
import { linesOf, type NumberedLine } from './return-lines.ts';

export type ReturnFile = {
  readonly bank: BankName;
  /** The bank's own number of the file. It and the date are null where the header cannot be read: no money hangs on them. */
  readonly fileNumber: number | null;
  readonly createdOn: CivilDate | null;
  readonly company: { readonly name: string; readonly document: string };
  readonly occurrences: readonly Occurrence[];
  /** Details of other kinds, which are counted and not read. */
  readonly otherDetails: number;
  /** Sums of a trailer that do not add up, where they were accepted. */
  readonly differences: readonly SumDifference[];
};

export type SumDifference = {
  readonly line: number;
  readonly field: FieldName;
  readonly statedBy: bigint;
  readonly counted: bigint;
};

export type ReturnOptions = {
  /** An operator has looked: read the file although sums in its trailers do not add up. */
  readonly acceptDifferentSums?: boolean;
};

const REMITTANCE = '1';
const RETURN = 'T';
const COLLECTION = '01';
/** FEBRABAN, fields C070 and C071: number and sum of the titles, by the wallet of segment T. */
const TOTALS: readonly (readonly [wallet: string, count: FieldName, sum: FieldName])[] = [
  ['1', 'simpleCount', 'simpleSum'],
  ['2', 'linkedCount', 'linkedSum'],
  ['3', 'pledgedCount', 'pledgedSum'],
  ['4', 'discountedCount', 'discountedSum'],
];

type Lot = { readonly header: Decoded; readonly details: Decoded[]; readonly trailer: Decoded };
type Frame = { readonly header: Decoded; readonly lots: readonly Lot[]; readonly trailer: Decoded };

/** Reads a return file. What is broken is refused with line and position; nothing of such a file is given out. */
export function readReturn(bytes: Uint8Array, options: ReturnOptions = {}): ReturnFile {
  const lines = linesOf(bytes);
  const bank = bankOf(lines);
  const frame = frameOf(bank, lines);
  requireCounts(bank, frame, lines.length);
  const occurrences: Occurrence[] = [];
  const differences: SumDifference[] = [];
  let otherDetails = 0;
  for (const lot of frame.lots) {
    requireSequence(lot);
    if (textOf(lot.header, 'service') !== COLLECTION) {
      otherDetails += lot.details.length;
      continue;
    }
    const read = readDetails(bank, lot.details);
    occurrences.push(...read.occurrences);
    otherDetails += read.otherDetails;
    differences.push(...sumDifferences(bank, lot.trailer, read.occurrences));
  }
  if (options.acceptDifferentSums !== true) refuseFirst(differences);
  return {
    bank: bank.name,
    fileNumber: readable(() => countOf(frame.header, 'fileNumber')),
    createdOn: readable(() => dateOf(frame.header, 'createdOn')),
    company: {
      name: textOf(frame.header, 'companyName'),
      document: documentOf(frame.header, 'companyType', 'companyDocument'),
    },
    occurrences,
    otherDetails,
    differences,
  };
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof CnabError) return null;
    throw error;
  }
}

function bankOf(lines: readonly NumberedLine[]): BankProfile {
  const { number = 1, text = '' } = lines[0] ?? {};
  const code = text.slice(0, 3);
  const bank = bankOfCode(code);
  if (bank === undefined) {
    throw new CnabError(`no profile for the bank ${JSON.stringify(code)}`, { line: number, from: 1, to: 3 });
  }
  return bank;
}

/** Puts the records into their places: a header, lots of a header, details and a trailer each, and a trailer. */
function frameOf(bank: BankProfile, lines: readonly NumberedLine[]): Frame {
  const { layouts } = bank;
  const queue = [...lines].reverse();
  const take = (kind: string, layout: Layout): Decoded => {
    const line = queue.pop();
    if (line === undefined) throw new CnabError(`the file ends before its ${layout.title}`);
    const record = decodedBy(bank, layout, line);
    if (kindOf(line) !== kind) {
      throw fail(record, 'record', `a ${layout.title} belongs here, not a record ${kindOf(line)}`);
    }
    return record;
  };
  const header = take('0', layouts.fileHeader);
  if (textOf(header, 'direction') === REMITTANCE) throw fail(header, 'direction', 'this is a remittance');
  const lots: Lot[] = [];
  while (nextKind(queue) === '1') {
    const lotHeader = take('1', layouts.lotHeader);
    if (textOf(lotHeader, 'operation') !== RETURN) throw fail(lotHeader, 'operation', 'is no return');
    const details: Decoded[] = [];
    while (nextKind(queue) === '3') details.push(take('3', detailLayout(bank, queue)));
    lots.push({ header: lotHeader, details, trailer: take('5', lotTrailer) });
  }
  const trailer = take('9', fileTrailer);
  const extra = queue.pop();
  if (extra !== undefined) throw new CnabError('stands behind the end of the file', { line: extra.number });
  return { header, lots, trailer };
}

function kindOf({ text }: NumberedLine): string {
  return text.slice(7, 8);
}

function nextKind(queue: readonly NumberedLine[]): string | undefined {
  const next = queue.at(-1);
  return next && kindOf(next);
}

function detailLayout({ layouts }: BankProfile, queue: readonly NumberedLine[]): Layout {
  return queue.at(-1)?.text.slice(13, 14) === 'U' ? layouts.U : layouts.T;
}

function decodedBy(bank: BankProfile, layout: Layout, { number, text }: NumberedLine): Decoded {
  const record = { layout, line: text, number };
  if (textOf(record, 'bank') !== bank.code)
    throw fail(record, 'bank', `is not ${bank.code} as in the header`);
  return record;
}

function requireCounts(bank: BankProfile, { lots, trailer }: Frame, lines: number): void {
  for (const lot of lots) {
    const stated = countOf(lot.trailer, 'records');
    const counted = { records: lot.details.length + 2, details: lot.details.length };
    if (!bank.returns.counts.some((way) => counted[way] === stated)) {
      throw fail(lot.trailer, 'records', `says ${stated} records, and there are ${counted.records}`);
    }
  }
  const statedLots = countOf(trailer, 'lots');
  if (statedLots !== lots.length) {
    throw fail(trailer, 'lots', `says ${statedLots} lots, and there are ${lots.length}`);
  }
  const stated = countOf(trailer, 'fileRecords');
  if (stated !== lines) {
    throw fail(trailer, 'fileRecords', `says ${stated} records, and there are ${lines}`);
  }
}

function requireSequence({ header, details, trailer }: Lot): void {
  const lot = digitsOf(header, 'lot');
  for (const record of [...details, trailer]) {
    if (textOf(record, 'lot') !== lot) throw fail(record, 'lot', `is not ${lot} as in the header of the lot`);
  }
  for (const [at, record] of details.entries()) {
    if (countOf(record, 'sequence') !== at + 1) throw fail(record, 'sequence', `should be ${at + 1}`);
  }
}

function readDetails(
  bank: BankProfile,
  details: readonly Decoded[],
): { occurrences: Occurrence[]; otherDetails: number } {
  const occurrences: Occurrence[] = [];
  let otherDetails = 0;
  let pending: Decoded | null = null;
  for (const record of details) {
    const segment = textOf(record, 'segment');
    if (pending !== null && segment !== 'U') throw fail(record, 'segment', 'a U belongs behind each T');
    if (segment === 'T') {
      pending = record;
    } else if (segment === 'U') {
      if (pending === null) throw fail(record, 'segment', 'a U belongs behind a T');
      occurrences.push(occurrenceOf(bank, pending, record));
      pending = null;
    } else {
      otherDetails += 1;
    }
  }
  if (pending !== null) throw fail(pending, 'segment', 'a U belongs behind each T');
  return { occurrences, otherDetails };
}

/** Zeros mean that the bank does not fill them in. */
function sumDifferences(
  bank: BankProfile,
  trailer: Decoded,
  occurrences: readonly Occurrence[],
): SumDifference[] {
  if (bank.returns.sums === 'not comparable') return [];
  return TOTALS.flatMap(([wallet, count, sum]) => {
    const ofWallet = occurrences.filter(({ walletKind }) => walletKind === wallet);
    const total = cents(ofWallet.reduce((all: bigint, { amountCents }) => all + amountCents, 0n));
    const counted: readonly [FieldName, Cents | bigint][] = [
      [count, BigInt(ofWallet.length)],
      [sum, total],
    ];
    return counted.flatMap(([field, value]) => {
      const statedBy = centsOrZeroOf(trailer, field);
      return statedBy === 0n || statedBy === value
        ? []
        : [{ line: trailer.number, field, statedBy, counted: value }];
    });
  });
}

function refuseFirst([first]: readonly SumDifference[]): void {
  if (first === undefined) return;
  const { line, field, statedBy, counted } = first;
  throw new CnabError(`says ${statedBy}, and the titles come to ${counted}`, { line, field });
}
