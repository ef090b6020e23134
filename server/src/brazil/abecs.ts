import type { Brand } from './cards.ts';

/** Why an issuer refuses, by the return codes of ABECS (normativo 21). */
export type CodeMeaning =
  | 'generic'
  | 'insufficient_funds'
  | 'invalid_pin'
  | 'not_allowed'
  | 'invalid_number'
  | 'security_violation'
  | 'suspected_fraud'
  | 'invalid_merchant'
  | 'redo'
  | 'acquirer_problem'
  | 'card_error'
  | 'format_error'
  | 'invalid_amount'
  | 'invalid_installments'
  | 'lost_or_stolen'
  | 'expired'
  | 'over_limit'
  | 'blocked_for_now'
  | 'not_activated'
  | 'bad_cryptogram'
  | 'issuer_down'
  | 'system_failure'
  | 'confirmed_fraud'
  | 'closed_account'
  | 'recurring_stopped';

/** `reversible`: the same card may be tried again later. The brands fine those who try another refusal again. */
type IssuerRefusal = { meaning: CodeMeaning; reversible: boolean };

type Codes = Partial<Record<'elo' | 'visa' | 'mastercard' | 'amex', string>>;

/** Where a brand gives one code two meanings, it is listed with the more common one; none of them differ in `reversible`. */
const REVERSIBLE: Partial<Record<CodeMeaning, Codes>> = {
  generic: { elo: '05', visa: '05', mastercard: '05', amex: '100' },
  insufficient_funds: { elo: '51', visa: '51', mastercard: '51', amex: '116 121' },
  invalid_pin: { elo: '55', visa: '55 86', mastercard: '55', amex: '117' },
  not_allowed: { mastercard: '57' },
  security_violation: { mastercard: '63' },
  suspected_fraud: { elo: '59', visa: '59' },
  redo: { elo: '04' },
  over_limit: { elo: '61', visa: '61 N4', mastercard: '61' },
  blocked_for_now: { elo: '62', visa: '62' },
  not_activated: { elo: '78', visa: '78' },
  issuer_down: { elo: '91', visa: '91', mastercard: '91', amex: '912' },
  system_failure: { elo: '96', visa: '96', mastercard: '96', amex: '911' },
};
const IRREVERSIBLE: Partial<Record<CodeMeaning, Codes>> = {
  not_allowed: { elo: '57', visa: '57', amex: '200' },
  invalid_number: { elo: '14 56', visa: '14', mastercard: '14 01', amex: '122' },
  security_violation: { elo: '63', visa: 'N7' },
  invalid_merchant: { elo: '58', visa: '03', mastercard: '03', amex: '109' },
  acquirer_problem: { elo: '19', visa: '19' },
  card_error: { elo: '12', visa: '06', amex: '115' },
  format_error: { elo: '30', visa: '12', mastercard: '30', amex: '181' },
  invalid_amount: { elo: '13', visa: '13', mastercard: '13', amex: '110' },
  invalid_installments: { elo: '23', mastercard: '12' },
  lost_or_stolen: { elo: '41 43', visa: '41 43', mastercard: '41 43' },
  expired: { elo: '54', visa: '54', mastercard: '54', amex: '101' },
  bad_cryptogram: { elo: '82', visa: '82', mastercard: '88', amex: '180' },
  confirmed_fraud: { visa: '07', mastercard: '04' },
  closed_account: { elo: '46', visa: '46', mastercard: '62' },
  recurring_stopped: { visa: 'R0 R1 R3' },
};

const BY_CODE: ReadonlyMap<string, IssuerRefusal> = new Map([
  ...entriesOf(REVERSIBLE, true),
  ...entriesOf(IRREVERSIBLE, false),
]);

/** Null: the code is not in the table of its brand. */
export function issuerRefusal(brand: Brand, code: string): IssuerRefusal | null {
  return BY_CODE.get(`${tableOf(brand)} ${code}`) ?? null;
}

/** Hipercard has Mastercard's codes. Diners has none of its own in the table. */
function tableOf(brand: Brand): Brand {
  return brand === 'hipercard' ? 'mastercard' : brand;
}

function entriesOf(
  table: Partial<Record<CodeMeaning, Codes>>,
  reversible: boolean,
): [string, IssuerRefusal][] {
  return Object.entries(table).flatMap(([meaning, codes]) =>
    Object.entries(codes).flatMap(([brand, list]) =>
      list
        .split(' ')
        .map((code): [string, IssuerRefusal] => [
          `${brand} ${code}`,
          { meaning: meaning as CodeMeaning, reversible },
        ]),
    ),
  );
}
