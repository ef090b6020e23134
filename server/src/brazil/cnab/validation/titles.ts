import { STATES } from '../../address.ts';
import { hasValidCheckDigits } from '../../documents.ts';
import { dayOf } from './contents.ts';
import { expectedDigit } from './our-numbers.ts';
import { cut, type Line, type Report } from './problem.ts';

/** FEBRABAN, field C004, and what the manuals of Itaú and Santander add. */
const MOVEMENTS = [
  ...['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17'],
  ...['18', '19', '20', '21', '22', '23', '24', '30', '31', '33', '34', '35', '38', '40', '41', '42', '43'],
  ...['44', '45', '46', '47', '48', '49', '66', '67', '68', '69', '93', '98'],
];
/** Itaú has no codes for interest and discount: the amounts alone say it. */
const WITHOUT_CODES = '341';
/** Santander wants interest from the due date on, everyone else from the day after. */
const INTEREST_FROM_DUE_DATE = '033';
const WHOLE_IN_HUNDREDTHS_OF_PERCENT = 10_000;
const NO_DATE = '00000000';

export function checkTitle(bank: string, p: Line, report: Report): void {
  checkMovement(p, report);
  const due = cut(p, 78, 85);
  if (dayOf(due) < dayOf(cut(p, 110, 117))) {
    report('due date', p.number, 78, 85, 'is before the day of issue');
  }
  if (amount(p, 86, 100) === 0n) report('amount', p.number, 86, 100, 'is zero');
  if (amount(p, 181, 195) >= amount(p, 86, 100)) {
    report('amount', p.number, 181, 195, 'a rebate must be less than the amount');
  }
  checkInterest(bank, p, report);
  checkDiscount(bank, p, report);
  const expected = expectedDigit(bank, p);
  if (expected !== null && cut(p, expected.at) !== expected.digit) {
    report('our number', p.number, expected.at, expected.at, `the digit should be ${expected.digit}`);
  }
}

export function checkMovement(detail: Line, report: Report): void {
  const movement = cut(detail, 16, 17);
  if (!MOVEMENTS.includes(movement)) report('movement', detail.number, 16, 17, 'is in no list');
}

function checkInterest(bank: string, p: Line, report: Report): void {
  const code = cut(p, 118);
  const from = cut(p, 119, 126);
  const interest = amount(p, 127, 141);
  const hasInterest = bank === WITHOUT_CODES ? interest > 0n : code === '1' || code === '2';
  if (!hasInterest) {
    if (interest > 0n) report('interest', p.number, 118, 118, 'there is interest and no code for it');
    if (!'03'.includes(code)) report('interest', p.number, 118, 118, 'is no code of interest');
    return;
  }
  if (interest === 0n) report('interest', p.number, 127, 141, 'is zero');
  const due = dayOf(cut(p, 78, 85));
  const isLate = bank === INTEREST_FROM_DUE_DATE ? dayOf(from) >= due : dayOf(from) > due;
  if (!isLate) report('interest', p.number, 119, 126, 'must begin after the due date');
}

function checkDiscount(bank: string, p: Line, report: Report): void {
  const code = cut(p, 142);
  const until = cut(p, 143, 150);
  const discount = amount(p, 151, 165);
  const hasDiscount = bank === WITHOUT_CODES ? discount > 0n : code !== '0';
  if (!hasDiscount) {
    if (discount > 0n || until !== NO_DATE) {
      report('discount', p.number, 142, 165, 'there is a discount and no code for it');
    }
    return;
  }
  if (bank !== WITHOUT_CODES && !/^[1-7]$/.test(code)) report('discount', p.number, 142, 142, 'is no code');
  const limit = code === '2' ? BigInt(WHOLE_IN_HUNDREDTHS_OF_PERCENT) : amount(p, 86, 100);
  if (discount === 0n || discount >= limit) report('discount', p.number, 151, 165, 'is zero or everything');
  if (until === NO_DATE || dayOf(until) > dayOf(cut(p, 78, 85))) {
    report('discount', p.number, 143, 150, 'must end by the due date');
  }
}

export function checkPayer(q: Line, report: Report): void {
  checkDocument(q, 18, 33, report);
  const needed = [
    [34, 73, 'the name'],
    [74, 113, 'the address'],
    [137, 151, 'the city'],
  ] as const;
  for (const [from, to, what] of needed) {
    if (cut(q, from, to).trim() === '') report('payer', q.number, from, to, `${what} is missing`);
  }
  if (/^0+$/.test(cut(q, 129, 136))) report('payer', q.number, 129, 136, 'the CEP is missing');
  if (!STATES.some((state) => state === cut(q, 152, 153))) {
    report('payer', q.number, 152, 153, 'is no state');
  }
}

/** The kind of document stands before it: 1 for a CPF, 2 for a CNPJ. */
export function checkDocument(line: Line, at: number, to: number, report: Report): void {
  const type = cut(line, at);
  const digits = cut(line, at + 1, to);
  const length = { '1': 11, '2': 14 }[type];
  const isRight =
    length !== undefined &&
    hasValidCheckDigits(digits.slice(-length)) &&
    /^0*$/.test(digits.slice(0, -length));
  if (!isRight) report('document', line.number, at, to, 'is neither a CPF nor a CNPJ');
}

export function checkFine(r: Line, p: Line, report: Report): void {
  const code = cut(r, 66);
  const from = cut(r, 67, 74);
  if (!'12'.includes(code)) report('fine', r.number, 66, 66, 'is no code of a fine');
  if (amount(r, 75, 89) === 0n) report('fine', r.number, 75, 89, 'is zero');
  if (from !== NO_DATE && dayOf(from) < dayOf(cut(p, 78, 85))) {
    report('fine', r.number, 67, 74, 'begins before the due date');
  }
}

/** Zero for what is not digits: the check of contents reports that. */
export function amount(line: Line, from: number, to: number): bigint {
  const digits = cut(line, from, to);
  return /^[0-9]+$/.test(digits) ? BigInt(digits) : 0n;
}
