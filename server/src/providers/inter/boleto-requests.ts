import { createHash } from 'node:crypto';
import { type CivilDate, civilDateOf, daysBetween, startOfCivilDate } from '../../brazil/calendar.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { type Cents, cents } from '../../kit/money.ts';
import type { BoletoLimits, BoletoObstacle, BoletoPayer, BoletoRequest } from '../boleto.ts';
import { type JsonNumber, type JsonObject, jsonAmount, jsonWhole } from '../http/json.ts';
import type { DueTerms } from '../provider.ts';

const MIN_AMOUNT_CENTS = 250n;
const MAX_AMOUNT_CENTS = 9_999_999_999n;
const MAX_DAYS_AFTER_DUE = 60;
const SAME_DAY_UNTIL_HOUR = 20;
const YOUR_NUMBER_LENGTH = 15;
const MAX_OUR_NUMBER_LENGTH = 9;

const MAX_NAME = 100;
const MAX_STREET = 100;
const MAX_HOUSE_NUMBER = 10;
const MAX_COMPLEMENT = 30;
const MAX_DISTRICT = 60;
const MAX_CITY = 60;
const MAX_EMAIL = 50;
const MESSAGE_LINES = 5;
const MAX_MESSAGE_LINE = 78;

const A = 'A'.charCodeAt(0);
const LETTERS = 26;

/**
 * `seuNumero`, by which a boleto is found again: our number, which an installation never gives twice, and letters made
 * from the reference. Digits end where letters begin, so two boletos of one installation never have the same. Two
 * installations on one account may count alike; then six letters or more keep their boletos apart. Null: our number is
 * not one.
 */
export function yourNumberOf({
  ourNumber,
  reference,
}: {
  ourNumber: string;
  reference: string;
}): string | null {
  if (!/^\d+$/.test(ourNumber) || ourNumber.length > MAX_OUR_NUMBER_LENGTH) return null;
  const hash = createHash('sha256').update(reference).digest();
  const letters = [...hash].map((byte) => String.fromCharCode(A + (byte % LETTERS))).join('');
  return (ourNumber + letters).slice(0, YOUR_NUMBER_LENGTH);
}

/** Its discount is so many days before the due date, and would move with it. */
export const interLimits: BoletoLimits = {
  obstacleTo(terms, amountCents, now) {
    const outside = outsideLimits(terms, amountCents);
    if (outside) return outside;
    const reason = tooLateToday(terms.dueDate, now);
    return reason === null ? null : { field: 'due_date', reason };
  },
  obstacleToDueDate({ discount }, dueDate, now) {
    if (discount) return 'Inter cannot change the due date of a boleto with a discount';
    return tooLateToday(dueDate, now);
  },
};

function outsideLimits({ payableDaysAfterDue }: DueTerms, amountCents: Cents): BoletoObstacle | null {
  if (amountCents < MIN_AMOUNT_CENTS)
    return { field: 'value', reason: 'Inter takes no boleto below R$ 2.50' };
  if (amountCents > MAX_AMOUNT_CENTS) {
    return { field: 'value', reason: 'Inter takes no boleto above R$ 99,999,999.99' };
  }
  if (payableDaysAfterDue <= MAX_DAYS_AFTER_DUE) return null;
  return {
    field: 'cancel_after_days',
    reason: `Inter takes no boleto that is payable for more than ${MAX_DAYS_AFTER_DUE} days after its due date`,
  };
}

/** A boleto that is due today is taken until 19:59. */
function tooLateToday(dueDate: CivilDate, now: Date): string | null {
  const lastAt = startOfCivilDate(dueDate).getTime() + SAME_DAY_UNTIL_HOUR * HOUR_MS;
  const isToday = dueDate === civilDateOf(now);
  return isToday && now.getTime() >= lastAt ? 'Inter takes a boleto that is due today until 19:59' : null;
}

/** Why Inter cannot register it; null: it can. */
export function obstacleTo({
  amountCents,
  payer,
  terms,
  ourNumber,
  reference,
}: BoletoRequest): string | null {
  const outside = outsideLimits(terms, amountCents);
  if (outside) return outside.reason;
  if (!payer.address) return "Inter takes no boleto without the payer's address";
  if (personType(payer.document) === null) return "Inter takes no boleto without the payer's CPF or CNPJ";
  if (yourNumberOf({ ourNumber, reference }) === null) return 'our number is not a number';
  return null;
}

/** The body of POST /cobrancas. Only names, addresses and messages are cut: no payment depends on them. */
export function boletoBody(request: BoletoRequest): JsonObject {
  const { amountCents, payer, terms, description } = request;
  return {
    seuNumero: yourNumberOf(request),
    valorNominal: jsonAmount(amountCents),
    dataVencimento: terms.dueDate,
    numDiasAgenda: jsonWhole(terms.payableDaysAfterDue),
    pagador: payerOf(payer),
    ...termsOf(terms),
    ...messageOf(description),
    formasRecebimento: ['BOLETO', 'PIX'],
  };
}

function payerOf({ name, document, email, phone, address }: BoletoPayer): JsonObject {
  return {
    cpfCnpj: document,
    tipoPessoa: personType(document),
    nome: shortened(name, MAX_NAME),
    ...(address
      ? {
          endereco: shortened(address.street, MAX_STREET),
          numero: shortened(address.number, MAX_HOUSE_NUMBER),
          complemento: address.complement ? shortened(address.complement, MAX_COMPLEMENT) : undefined,
          bairro: shortened(address.district, MAX_DISTRICT),
          cidade: shortened(address.city, MAX_CITY),
          uf: address.state,
          cep: address.postal_code,
        }
      : {}),
    // Half an e-mail address or telephone is another person's.
    email: email !== null && email.length <= MAX_EMAIL ? email : undefined,
    ...phoneOf(phone),
  };
}

function personType(document: string): 'FISICA' | 'JURIDICA' | null {
  if (/^\d{11}$/.test(document)) return 'FISICA';
  return /^[0-9A-Z]{12}\d{2}$/.test(document) ? 'JURIDICA' : null;
}

/** Of Brazil only: area code and number. */
function phoneOf(phone: string | null): JsonObject {
  const [, ddd, telefone] = /^([1-9]{2})(\d{8,9})$/.exec(phone ?? '') ?? [];
  return ddd === undefined ? {} : { ddd, telefone };
}

function termsOf({ dueDate, fineBasisPoints, interestMonthlyBasisPoints, discount }: DueTerms): JsonObject {
  return {
    ...(discount ? { desconto: discountOf(discount, dueDate) } : {}),
    ...(fineBasisPoints > 0 ? { multa: { codigo: 'PERCENTUAL', taxa: percent(fineBasisPoints) } } : {}),
    ...(interestMonthlyBasisPoints > 0
      ? { mora: { codigo: 'TAXAMENSAL', taxa: percent(interestMonthlyBasisPoints) } }
      : {}),
  };
}

function discountOf(discount: NonNullable<DueTerms['discount']>, dueDate: string): JsonObject {
  const quantidadeDias = jsonWhole(Math.max(0, daysBetween(discount.until, dueDate)));
  return 'amountCents' in discount
    ? { codigo: 'VALORFIXODATAINFORMADA', valor: jsonAmount(discount.amountCents), quantidadeDias }
    : { codigo: 'PERCENTUALDATAINFORMADA', taxa: percent(discount.basisPoints), quantidadeDias };
}

/** A basis point is a hundredth of a percent, as a cent is of a real. */
function percent(basisPoints: number): JsonNumber {
  return jsonAmount(cents(BigInt(basisPoints)));
}

function messageOf(description: string | null): JsonObject {
  const characters = [...oneLine(description ?? '')];
  const lines = Array.from({ length: MESSAGE_LINES }, (_, line) =>
    characters
      .slice(line * MAX_MESSAGE_LINE, (line + 1) * MAX_MESSAGE_LINE)
      .join('')
      .trim(),
  ).filter((line) => line !== '');
  if (lines.length === 0) return {};
  return { mensagem: Object.fromEntries(lines.map((line, index) => [`linha${index + 1}`, line])) };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Counted in characters, so that none is cut in half. */
function shortened(text: string, maxLength: number): string {
  return [...oneLine(text)].slice(0, maxLength).join('').trim();
}
