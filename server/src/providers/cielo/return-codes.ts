import { issuerRefusal } from '../../brazil/abecs.ts';
import { addDays, civilDateOf, startOfCivilDate } from '../../brazil/calendar.ts';
import type { Brand } from '../../brazil/cards.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import type { Refusal, RefusalReason, Retry } from '../card.ts';
import { refusalByCode } from '../issuer-refusal.ts';
import { withAdvice } from '../merchant-advice.ts';

/** What a return code of Cielo means, beyond the issuers' codes that every acquirer has (`brazil/abecs.ts`). */

/** `wait`: for so long the card must not be tried again. */
type Rule = { reason: RefusalReason; retry: Retry; wait?: number | 'until tomorrow' };
type Rules = readonly (Rule & { codes: string })[];

/** Of issuers, where only this brand has them. */
const OF_BRAND: Partial<Record<Brand, Rules>> = {
  elo: [
    { reason: 'not_processed', retry: 'later', codes: '06' },
    { reason: 'issuer_refused', retry: 'later', codes: '38 65 75 AB AC' },
    { reason: 'issuer_refused', retry: 'never', codes: '64 76 77 83 P5 FM' },
    { reason: 'issuer_refused', retry: 'later', codes: 'P6' },
  ],
  visa: [
    { reason: 'issuer_refused', retry: 'later', codes: '39 52 53 65 75 B1 B2 N0' },
    { reason: 'issuer_refused', retry: 'never', codes: '04 58 64 74 76 81 93 N3 N8 R2' },
    { reason: 'invalid_data', retry: 'never', codes: '15 6P' },
    { reason: 'not_processed', retry: 'never', codes: '92 94' },
  ],
  mastercard: [
    { reason: 'issuer_refused', retry: 'later', codes: '65 75' },
    { reason: 'issuer_refused', retry: 'never', codes: '58' },
    { reason: 'invalid_data', retry: 'never', codes: '15' },
    { reason: 'not_processed', retry: 'never', codes: '92 94' },
  ],
  amex: [
    { reason: 'issuer_refused', retry: 'later', codes: '106 A4 A6 FA' },
    { reason: 'insufficient_funds', retry: 'later', codes: 'A5' },
    { reason: 'invalid_data', retry: 'never', codes: '08 A7' },
    { reason: 'expired_card', retry: 'never', codes: 'BV' },
    { reason: 'issuer_refused', retry: 'never', codes: 'A2 A3 DA FD JB' },
    { reason: 'not_processed', retry: 'later', codes: 'A1 AE' },
  ],
};

/** Of Cielo and of its sandbox, for every brand. Where its table is silent about trying again, it is never. */
const OF_ALL: Rules = [
  // Successes, or outcomes of cancellations, that no refusal should come with.
  { reason: 'not_processed', retry: 'never', codes: '00 09 11 21 72 475 FF' },
  { reason: 'suspected_fraud', retry: 'never', codes: '02 83 GA GK GT' },
  { reason: 'suspected_fraud', retry: 'later', wait: HOUR_MS, codes: 'BP171' },
  { reason: 'issuer_refused', retry: 'never', codes: '22 24 77 79 82 97 AH AJ BN BP BR C1 EE FC FG SC' },
  { reason: 'issuer_refused', retry: 'later', codes: '05 57 60 78 DS EB EK' },
  { reason: 'issuer_refused', retry: 'later', wait: 'until tomorrow', codes: '67' },
  { reason: 'issuer_refused', retry: 'later', wait: 3 * DAY_MS, codes: 'RP' },
  { reason: 'issuer_refused', retry: 'later', wait: 30 * DAY_MS, codes: 'NR' },
  { reason: 'insufficient_funds', retry: 'later', codes: '51' },
  { reason: 'insufficient_funds', retry: 'later', wait: 'until tomorrow', codes: '70 BL DM' },
  { reason: 'invalid_data', retry: 'never', codes: '80 BM C2 CF CG DQ FE KA KE U3' },
  { reason: 'invalid_data', retry: 'later', codes: '6P AV DF' },
  { reason: 'authentication_failed', retry: 'never', codes: 'AI' },
  { reason: 'not_processed', retry: 'never', codes: '85 90 AF AG BD BP176 C3 GD GF HJ IA KB' },
  { reason: 'not_processed', retry: 'later', codes: '89 98 99 AA BO' },
  { reason: 'not_processed', retry: 'later', wait: 'until tomorrow', codes: '999' },
  { reason: 'not_processed', retry: 'later', wait: 30 * MINUTE_MS, codes: 'BP900 BP901' },
  { reason: 'not_processed', retry: 'now', codes: 'BP902 BP903 BP904' },
];

/** Mastercard's advice that Cielo's manual adds to what every acquirer has (`merchant-advice.ts`). */
const NEVER_BY_ADVICE = [
  // The account has new data: with the old ones no try can succeed.
  '01',
  // Cards that are used once, or not filled again.
  ...['40', '41'],
];
const LATER_BY_ADVICE = '02';
const LATER_MS = 3 * DAY_MS;
/** Codes of Mastercard that stand for several others: only the advice tells what they mean. */
const FOLDED = ['79', '82', '83'];

/** Cielo writes some codes without their zero, and a space in those of its own. */
function written(code: string): string {
  const plain = code.replaceAll(' ', '').toUpperCase();
  return /^\d$/.test(plain) ? `0${plain}` : plain;
}

export type Refused = {
  readonly brand: Brand | null;
  readonly code: string | null;
  readonly advice: string | null;
};

export function refusalOf({ brand, code: sent, advice }: Refused, now: Date): Refusal {
  if (sent === null) return { reason: 'issuer_refused', code: null, retry: 'later' };
  const code = written(sent);
  const base = refusalWithoutAdvice(brand, code, now);
  return advice === null ? base : advised(base, written(advice), code, now);
}

function refusalWithoutAdvice(brand: Brand | null, code: string, now: Date): Refusal {
  if (brand && issuerRefusal(brand, code)) return refusalByCode(brand, code);
  const rule = ruleFor(brand ? (OF_BRAND[brand] ?? []) : [], code) ?? ruleFor(OF_ALL, code);
  if (!rule) return { reason: 'issuer_refused', code, retry: 'later' };
  const { reason, retry, wait } = rule;
  return { reason, code, retry, ...(wait === undefined ? {} : { notBefore: after(wait, now) }) };
}

function ruleFor(rules: Rules, code: string): Rule | undefined {
  return rules.find(({ codes }) => codes.split(' ').includes(code));
}

function after(wait: number | 'until tomorrow', now: Date): Date {
  if (wait !== 'until tomorrow') return new Date(now.getTime() + wait);
  return startOfCivilDate(addDays(civilDateOf(now), 1));
}

/** The advice may forbid what the code allows. It allows only what the code says nothing of. */
function advised(refusal: Refusal, advice: string, code: string, now: Date): Refusal {
  const isFolded = FOLDED.includes(code);
  const base: Refusal = isFolded ? { ...refusal, retry: 'later' } : refusal;
  const said = withAdvice(base, advice, now);
  if (NEVER_BY_ADVICE.includes(advice)) return { ...said, retry: 'never' };
  if (advice !== LATER_BY_ADVICE || said.retry === 'never') return said;
  return { ...said, notBefore: after(LATER_MS, now) };
}

/** Of the card that was typed: another one may do. */
const WRONG_CARD = [
  '117',
  '118',
  '125',
  '126',
  '127',
  '128',
  '130',
  '146',
  '174',
  '180',
  '181',
  '182',
  '185',
  '213',
  '214',
];

/** The interface did not take the request: no issuer was asked. */
export function refusalOfRequest(errors: readonly string[]): Refusal {
  const [first] = errors;
  const reason = errors.some((each) => WRONG_CARD.includes(each)) ? 'invalid_data' : 'not_processed';
  return { reason, code: first === undefined ? null : `API ${first}`, retry: 'now' };
}
