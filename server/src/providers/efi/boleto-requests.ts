import type { Address } from '../../brazil/address.ts';
import type { Cents } from '../../kit/money.ts';
import type { BoletoLimits, BoletoObstacle, BoletoPayer, BoletoRequest } from '../boleto.ts';
import type { DueTerms } from '../provider.ts';

/** The body of a request, or why Efí cannot do what is asked. */
export type Written<Body> = { ok: true; body: Body } | { ok: false; reason: string };

const MAX_ITEM_NAME_LENGTH = 255;
const MAX_NAME_LENGTH = 255;
const MAX_REFERENCE_LENGTH = 255;
const MAX_NOTICE_URL_LENGTH = 255;
const DEFAULT_ITEM_NAME = 'Cobrança';

/** Efí's limits. A fine is in hundredths of a percent, interest in thousandths of a percent a day. */
const MAX_FINE = 1_000;
const MAX_DAILY_INTEREST = 330;
const MAX_DAYS_TO_WRITE_OFF = 120;
const MIN_CENTS = 500n;
/** Below this amount Efí ignores a discount: the payer would be asked for more than was agreed. */
const MIN_DISCOUNTED_CENTS = 1_000n;
const DAYS_PER_MONTH = 30;
const THOUSANDTHS_PER_HUNDREDTH = 10;

type Charge = {
  items: { name: string; value: number; amount: number }[];
  metadata: { custom_id: string; notification_url?: string };
  payment: { banking_billet: Billet };
};
type Billet = {
  customer: object;
  expire_at: string;
  conditional_discount?: { type: 'percentage' | 'currency'; value: number; until_date: string };
  configurations: { days_to_write_off: number; fine: number; interest: number };
};

/** The body of POST /v1/charge/one-step: a boleto with a PIX code of the same charge. */
export function boletoBody(request: BoletoRequest, noticeUrl: string | null): Written<Charge> {
  const { reference, amountCents, terms, payer } = request;
  const wrong = outsideLimits(terms, amountCents)?.reason ?? wrongPayer(payer);
  if (wrong !== null) return { ok: false, reason: wrong };
  if (reference.length > MAX_REFERENCE_LENGTH) return { ok: false, reason: 'the reference is too long' };
  const billet: Billet = {
    customer: customerOf(payer),
    expire_at: terms.dueDate,
    ...(terms.discount ? { conditional_discount: discountOf(terms.discount) } : {}),
    configurations: {
      days_to_write_off: terms.payableDaysAfterDue,
      // Zero is sent as well: without it Efí applies the defaults of the account.
      fine: terms.fineBasisPoints,
      interest: dailyInterest(terms.interestMonthlyBasisPoints),
    },
  };
  return {
    ok: true,
    body: {
      items: [{ name: itemName(request), value: Number(amountCents), amount: 1 }],
      metadata: { custom_id: reference, ...noticesTo(noticeUrl) },
      payment: { banking_billet: billet },
    },
  };
}

/**
 * Thousandths of a percent a day for basis points a month, rounded down: the payer is never asked for more than was
 * agreed. 1% a month is 0.03333…% a day, which Efí takes as 33 (0.033%). The unit of Efí's own monthly interest is not
 * certain, so that it is not used.
 */
export function dailyInterest(monthlyBasisPoints: number): number {
  return Math.floor((monthlyBasisPoints * THOUSANDTHS_PER_HUNDREDTH) / DAYS_PER_MONTH);
}

export const efiLimits: BoletoLimits = {
  obstacleTo(terms, amountCents) {
    if (amountCents < MIN_CENTS) return { field: 'value', reason: 'Efí takes no boleto below R$ 5.00' };
    return outsideLimits(terms, amountCents);
  },
  obstacleToDueDate: () => null,
};

function outsideLimits(terms: DueTerms, amountCents: Cents): BoletoObstacle | null {
  const wrong = (field: string, reason: string) => ({ field, reason });
  if (terms.fineBasisPoints > MAX_FINE) return wrong('fine.percent', 'Efí takes a fine of at most 10%');
  if (dailyInterest(terms.interestMonthlyBasisPoints) > MAX_DAILY_INTEREST)
    return wrong('interest.percent', 'Efí takes interest of at most 9.92% a month, which is 0.33% a day');
  if (terms.payableDaysAfterDue > MAX_DAYS_TO_WRITE_OFF)
    return wrong('cancel_after_days', 'Efí lets a boleto be paid for at most 120 days after its due date');
  if (terms.discount && amountCents < MIN_DISCOUNTED_CENTS)
    return wrong('discount', 'Efí gives no discount on a boleto below R$ 10.00');
  return null;
}

/** Two words with a space between them. */
const FULL_NAME = /^\S+( \S+)+$/;

function wrongPayer({ name, document }: BoletoPayer): string | null {
  if (!isPerson(document)) return null;
  return FULL_NAME.test(oneLine(name)) ? null : 'Efí registers a boleto of a person with first and last name';
}

function isPerson(document: string): boolean {
  return /^\d{11}$/.test(document);
}

/** Without e-mail and telephone: Efí would write to the payer as well. */
function customerOf({ name, document, address }: BoletoPayer): object {
  const shown = shortened(name, MAX_NAME_LENGTH);
  const who = isPerson(document)
    ? { name: shown, cpf: document }
    : { juridical_person: { corporate_name: shown, cnpj: document } };
  return { ...who, ...(address ? { address: addressOf(address) } : {}) };
}

function addressOf({ postal_code, street, number, complement, district, city, state }: Address): object {
  return {
    ...{ street, number, neighborhood: district, zipcode: postal_code, city, state },
    ...(complement === null ? {} : { complement }),
  };
}

function discountOf(
  discount: NonNullable<DueTerms['discount']>,
): NonNullable<Billet['conditional_discount']> {
  const { until } = discount;
  return 'amountCents' in discount
    ? { type: 'currency', value: Number(discount.amountCents), until_date: until }
    : { type: 'percentage', value: discount.basisPoints, until_date: until };
}

function itemName({ description, merchantName }: BoletoRequest): string {
  const names = [description ?? '', merchantName, DEFAULT_ITEM_NAME].map((name) =>
    shortened(name.replace(/[<>]/g, ' '), MAX_ITEM_NAME_LENGTH),
  );
  return names.find((name) => name !== '') ?? DEFAULT_ITEM_NAME;
}

function noticesTo(url: string | null): { notification_url?: string } {
  return url !== null && url.length <= MAX_NOTICE_URL_LENGTH ? { notification_url: url } : {};
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Counted in characters, so that none is cut in half. */
function shortened(text: string, maxLength: number): string {
  return [...oneLine(text)].slice(0, maxLength).join('').trim();
}
