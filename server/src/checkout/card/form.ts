import { civilDateOf } from '../../brazil/calendar.ts';
import { holdsCardNumber } from '../../brazil/card-numbers.ts';
import { cardBrand, cvvLength, isBrand, isExpired, isLuhnValid } from '../../brazil/cards.ts';
import { hasValidCheckDigits, normalizeDocument } from '../../brazil/documents.ts';
import { type InstallmentTerms, maxInstallmentsFor } from '../../charges/rules/fees.ts';
import type { Form } from '../../html/form.ts';
import { GatewayError } from '../../kit/errors.ts';
import type { Cents } from '../../kit/money.ts';
import type { CardNumber, CardToken } from '../../providers/card.ts';

export type CardField = 'number' | 'holder' | 'holder_document' | 'expiry' | 'cvv' | 'installments';
export type CardErrors = ReadonlySet<CardField>;
export const NO_ERRORS: CardErrors = new Set();

const FIELDS: readonly CardField[] = ['number', 'holder', 'holder_document', 'expiry', 'cvv', 'installments'];
const MAX_HOLDER_LENGTH = 100;
const CENTURY = 2_000;

/** `document`: the holder's. */
export type TypedCard = { card: CardNumber | CardToken; document: string | null; installments: number };

/** What is paid by card: a charge, or what a link will make one of. */
export type CardOffer = Omit<InstallmentTerms, 'valueCents'> & {
  /** Null while the payer has not typed it. */
  valueCents: Cents | null;
  /** As the seller fixed it; null: the payer chooses. */
  installments: number | null;
  maxInstallments: number;
};

/** How many installments the payer may choose. */
export function maxCount({ valueCents, ...offer }: CardOffer): number {
  const { maxInstallments } = offer;
  return valueCents === null
    ? maxInstallments
    : maxInstallmentsFor({ ...offer, valueCents }, maxInstallments);
}

/**
 * Validates the fields and returns all errors together; whether the card is good is decided by its bank. `isStrict`: the
 * holder's document must have valid check digits, not only the right form. `byToken`: the page has given the card to its
 * acquirer, and no field of ours holds its number.
 */
export function readCard(
  form: Form,
  offer: CardOffer,
  { now, isStrict, byToken = false }: { now: Date; isStrict: boolean; byToken?: boolean },
): { payment: TypedCard; errors: CardErrors } {
  const errors = new Set<CardField>();
  const holder = form('holder');
  // A number typed into the wrong field must not travel as a name.
  if (holder === '' || holder.length > MAX_HOLDER_LENGTH || holdsManyDigits(holder)) errors.add('holder');
  const document = normalizeDocument(form('holder_document'));
  if (holdsCardNumber(form('holder_document'), 'document')) errors.add('holder_document');
  if (!document || (isStrict && !hasValidCheckDigits(document))) errors.add('holder_document');
  const card = byToken
    ? readToken(form, holder, errors)
    : readNumber(form, { holder, document, now }, errors);
  const installments = offer.installments ?? chosenIn(form);
  if (!isAllowed(installments, offer)) errors.add('installments');
  return { payment: { card, document, installments }, errors };
}

function readNumber(
  form: Form,
  { holder, document, now }: { holder: string; document: string | null; now: Date },
  errors: Set<CardField>,
): CardNumber {
  const number = form('number').replace(/[\s.-]/g, '');
  const brand = cardBrand(number);
  if (!brand || !isLuhnValid(number)) errors.add('number');
  const expiry = readExpiry(form('expiry'));
  if (!expiry || isExpired(expiry.month, expiry.year, civilDateOf(now))) errors.add('expiry');
  const cvv = form('cvv');
  if (!/^\d{3,4}$/.test(cvv) || (brand && cvv.length !== cvvLength(brand))) errors.add('cvv');
  const { month, year } = expiry ?? { month: 0, year: 0 };
  return { kind: 'number', number, holder, document, month, year, cvv };
}

const MAX_TOKEN_LENGTH = 255;

/** Brand and last digits are what the page saw: the acquirer knows better, and decides. */
function readToken(form: Form, holder: string, errors: Set<CardField>): CardToken {
  const [token, brand, lastFour] = [form('card_token'), form('card_brand'), form('card_last_four')];
  const isToken = token !== '' && token.length <= MAX_TOKEN_LENGTH && !holdsCardNumber(token);
  if (!isToken || !isBrand(brand) || !/^\d{4}$/.test(lastFour)) errors.add('number');
  return { kind: 'token', token, holder, brand, lastFour };
}

function chosenIn(form: Form): number {
  const chosen = form('installments');
  if (chosen === '') return 1;
  return /^\d{1,2}$/.test(chosen) ? Number(chosen) : 0;
}

function isAllowed(installments: number, offer: CardOffer): boolean {
  return offer.installments !== null || (installments >= 1 && installments <= maxCount(offer));
}

const ANY_DIGIT = /\p{N}/u;

function holdsManyDigits(holder: string): boolean {
  return holdsCardNumber(holder) || /(?:\p{N}[^\p{L}\p{N}]*){8}/u.test(holder);
}

/**
 * The value that a field of the form shows again: only a valid value of that field. A card number or security code in the
 * wrong field is never one, even if a digit of it is wrong.
 */
export function shownAgain(form: Form, field: 'holder' | 'holder_document' | 'expiry'): string {
  const typed = form(field);
  switch (field) {
    case 'holder':
      return ANY_DIGIT.test(typed) ? '' : typed;
    case 'holder_document':
      return hasValidCheckDigits(normalizeDocument(typed) ?? '') ? typed : '';
    case 'expiry':
      return readExpiry(typed) ? typed : '';
  }
}

/** `08/29`, `8/29`, `0829`, `08/2029`. */
function readExpiry(text: string): { month: number; year: number } | null {
  const match =
    /^(0?[1-9]|1[0-2])\s*[/-]\s*(\d{4}|\d{2})$/.exec(text) ?? /^(0[1-9]|1[0-2])(\d{4}|\d{2})$/.exec(text);
  if (!match) return null;
  const year = Number(match[2]);
  return { month: Number(match[1]), year: year < 100 ? CENTURY + year : year };
}

/** The fields that the error names, or null when it is another error. */
export function cardErrorsIn(error: unknown): CardErrors | null {
  if (!(error instanceof GatewayError) || error.code !== 'VALIDATION_ERROR') return null;
  const named = FIELDS.filter((field) => field in error.details);
  return named.length > 0 ? new Set(named) : null;
}
