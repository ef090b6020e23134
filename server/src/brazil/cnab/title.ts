import { type Cents, shareTruncated, ZERO } from '../../kit/money.ts';
import { STATES, type State } from '../address.ts';
import { addDays, type CivilDate, isCivilDate } from '../calendar.ts';
import { hasValidCheckDigits, personTypeOf } from '../documents.ts';
import type { Agreement, AgreementPart, BankProfile, Instruction } from './bank.ts';
import type { Values } from './encode.ts';
import { CnabError } from './error.ts';
import { plainText } from './plain-text.ts';

/** A title and what is asked of the bank about it. */
export type Title = {
  readonly instruction: Instruction;
  /** Without the check digit, which is worked out. */
  readonly ourNumber: string;
  /** Printed on the boleto; the bank gives it back. */
  readonly documentNumber: string;
  /** Our own id of it; the bank gives it back. */
  readonly reference: string;
  /** FEBRABAN, field C015: 02 for a sale of goods, 04 for a service, 99 for anything else. */
  readonly kind: string;
  readonly amountCents: Cents;
  readonly rebateCents: Cents;
  readonly issuedOn: CivilDate;
  readonly dueDate: CivilDate;
  readonly terms: TitleTerms;
  readonly payer: TitlePayer;
};

export type TitleTerms = {
  readonly fineBasisPoints: number;
  readonly interestMonthlyBasisPoints: number;
  readonly discount:
    | { readonly until: CivilDate; readonly amountCents: Cents }
    | { readonly until: CivilDate; readonly basisPoints: number }
    | null;
  /** Null: never by itself. */
  readonly writeOffAfterDays: number | null;
};

export type TitlePayer = {
  readonly name: string;
  readonly document: string;
  readonly street: string;
  readonly district: string;
  readonly postalCode: string;
  readonly city: string;
  readonly state: State;
};

const WHOLE_IN_BASIS_POINTS = 10_000n;
const DAYS_PER_MONTH = 30n;
const INTEREST_PER_DAY = '1';
const INTEREST_PER_MONTH = '2';
const DISCOUNT_IN_CENTS = '1';
const DISCOUNT_IN_PERCENT = '2';
const FINE_IN_PERCENT = '2';
const NUMERIC_DOCUMENT = /^[0-9]+$/;
const CHECK_CHARACTER = /^[0-9A-Z]$/;
const DIGITS = /^[0-9]+$/;

/** What files type as numeric cannot carry the letters that a CNPJ may have since July 2026. */
export function documentValues(document: string): { type: string; document: string } {
  if (!hasValidCheckDigits(document)) throw new CnabError('is not a CPF or CNPJ', { field: 'document' });
  if (!NUMERIC_DOCUMENT.test(document)) {
    throw new CnabError('is a CNPJ with letters, which no bank has said how to take in CNAB 240', {
      field: 'document',
    });
  }
  return { type: personTypeOf(document) === 'PF' ? '1' : '2', document };
}

export function requireAgreement(bank: BankProfile, agreement: Agreement): void {
  for (const [part, width] of Object.entries(bank.agreement) as [AgreementPart, number][]) {
    const content = agreement[part];
    const isCheck = part === 'branchDigit' || part === 'accountDigit';
    if (!(isCheck ? CHECK_CHARACTER : DIGITS).test(content)) {
      throw new CnabError(isCheck ? 'must be one digit' : 'must be digits', { field: part });
    }
    const isExact = bank.exactWidths.includes(part);
    if (content.length > width || (isExact && content.length < width)) {
      throw new CnabError(`must have ${isExact ? '' : 'at most '}${width} digits`, { field: part });
    }
  }
}

export function requireTitle(title: Title): void {
  const { amountCents, rebateCents, issuedOn, dueDate, instruction, terms } = title;
  if (!isCivilDate(issuedOn)) throw new CnabError('is not a date', { field: 'issuedOn' });
  if (!isCivilDate(dueDate)) throw new CnabError('is not a date', { field: 'dueDate' });
  if (dueDate < issuedOn) throw new CnabError('is before the title was issued', { field: 'dueDate' });
  if (amountCents <= 0n) throw new CnabError('must be positive', { field: 'amount' });
  if (rebateCents < 0n || rebateCents >= amountCents) {
    throw new CnabError('must be less than the amount', { field: 'rebate' });
  }
  if (instruction === 'grant_rebate' && rebateCents === 0n) {
    throw new CnabError('is needed to grant it', { field: 'rebate' });
  }
  if (instruction === 'grant_discount' && terms.discount === null) {
    throw new CnabError('is needed to grant it', { field: 'discount' });
  }
  requireBasisPoints('fine', terms.fineBasisPoints);
  requireBasisPoints('interest', terms.interestMonthlyBasisPoints);
  requireDiscount(title);
}

function requireBasisPoints(field: string, basisPoints: number): void {
  if (!Number.isSafeInteger(basisPoints) || basisPoints < 0) {
    throw new CnabError('must be whole basis points', { field });
  }
}

function requireDiscount({ terms: { discount }, amountCents, dueDate }: Title): void {
  if (discount === null) return;
  if (!isCivilDate(discount.until) || discount.until > dueDate) {
    throw new CnabError('must be a date not after the due date', { field: 'discountUntil' });
  }
  if ('basisPoints' in discount) requireBasisPoints('discount', discount.basisPoints);
  const isSmall =
    'basisPoints' in discount
      ? discount.basisPoints > 0 && discount.basisPoints < Number(WHOLE_IN_BASIS_POINTS)
      : discount.amountCents > 0n && discount.amountCents < amountCents;
  if (!isSmall) throw new CnabError('must be positive and less than the amount', { field: 'discount' });
}

export function payerValues(payer: TitlePayer): Values {
  const { type, document } = documentValues(payer.document);
  const postalCode = payer.postalCode.replace('-', '');
  if (!/^[0-9]{8}$/.test(postalCode)) throw new CnabError('must be a CEP', { field: 'postalCode' });
  if (!STATES.includes(payer.state)) throw new CnabError('is not a state', { field: 'state' });
  for (const name of ['name', 'street', 'city'] as const) {
    if (plainText(payer[name]) === '') {
      throw new CnabError('must have letters that a bank can read', { field: name });
    }
  }
  return {
    payerType: type,
    payerDocument: document,
    payerName: payer.name,
    payerAddress: payer.street,
    payerDistrict: payer.district,
    postalCode: postalCode.slice(0, 5),
    postalCodeSuffix: postalCode.slice(5),
    city: payer.city,
    state: payer.state,
  };
}

export function interestValues({ terms: rules }: BankProfile, title: Title): Values {
  const { interestMonthlyBasisPoints: basisPoints } = title.terms;
  const none = { interestCode: rules.noInterestCode, interestFrom: null, interest: 0n };
  if (basisPoints === 0) return none;
  const isDaily = rules.interest === 'cents per day';
  const interest = isDaily
    ? (title.amountCents * BigInt(basisPoints)) / (WHOLE_IN_BASIS_POINTS * DAYS_PER_MONTH)
    : BigInt(basisPoints);
  if (interest === 0n) return none;
  return {
    interestCode: isDaily ? INTEREST_PER_DAY : INTEREST_PER_MONTH,
    interestFrom: rules.interestStarts === 'on the due date' ? title.dueDate : addDays(title.dueDate, 1),
    interest,
  };
}

export function discountValues({ terms: rules }: BankProfile, title: Title): Values {
  const { discount } = title.terms;
  if (discount === null) return { discountCode: '0', discountUntil: null, discount: 0n };
  const { until: discountUntil } = discount;
  if (!('basisPoints' in discount)) {
    return { discountCode: DISCOUNT_IN_CENTS, discountUntil, discount: discount.amountCents };
  }
  if (rules.discount === 'cents') {
    const amount = shareTruncated(title.amountCents, discount.basisPoints);
    return amount === ZERO
      ? { discountCode: '0', discountUntil: null, discount: 0n }
      : { discountCode: DISCOUNT_IN_CENTS, discountUntil, discount: amount };
  }
  return { discountCode: DISCOUNT_IN_PERCENT, discountUntil, discount: BigInt(discount.basisPoints) };
}

export function writeOffValues({ terms: rules, title: bankTitle }: BankProfile, title: Title): Values {
  const { writeOffAfterDays: days } = title.terms;
  const { maxWriteOffDays: max } = rules;
  if (max === null || days === null) return { writeOffCode: rules.noWriteOffCode, writeOffDays: '0' };
  if (!Number.isInteger(days) || days < 1 || days > max) {
    throw new CnabError(`${bankTitle} writes off after 1 to ${max} days`, { field: 'writeOffDays' });
  }
  return { writeOffCode: rules.writeOffCode, writeOffDays: String(days) };
}

export function fineValues(title: Title): Values {
  return {
    fineCode: FINE_IN_PERCENT,
    fineFrom: addDays(title.dueDate, 1),
    fine: BigInt(title.terms.fineBasisPoints),
  };
}
