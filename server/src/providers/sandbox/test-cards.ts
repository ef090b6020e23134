import { NOT_CONFIRMED, type Refusal, type RefusalReason } from '../card.ts';
import { refusalByCode } from '../issuer-refusal.ts';

export type TestCardBehaviour =
  | { kind: 'approve'; refusesCapture?: boolean }
  | { kind: 'refuse'; reason: RefusalReason }
  | { kind: 'unknown'; afterwards: 'approve' | 'refuse' }
  | { kind: 'challenge'; afterwards: 'approve' | 'refuse' };

/** What the sandbox's issuers answer, of whatever brand: codes of Visa. */
const CODES: Readonly<Record<Exclude<RefusalReason, 'authentication_failed'>, string>> = {
  insufficient_funds: '51',
  invalid_data: '14',
  expired_card: '54',
  issuer_refused: '05',
  suspected_fraud: '59',
  not_processed: '91',
};

export function refusalFor(reason: RefusalReason): Refusal {
  return reason === 'authentication_failed' ? NOT_CONFIRMED : refusalByCode('visa', CODES[reason]);
}

export type TestCard = { number: string; brand: string; about: string; behaviour: TestCardBehaviour };

/** The test cards of the sandbox, also shown on the card page and in the docs. Any other valid number is approved. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'visa', about: 'approved', behaviour: { kind: 'approve' } },
  { number: '5555555555554444', brand: 'mastercard', about: 'approved', behaviour: { kind: 'approve' } },
  { number: '6362970000457013', brand: 'elo', about: 'approved', behaviour: { kind: 'approve' } },
  { number: '378282246310005', brand: 'amex', about: 'approved', behaviour: { kind: 'approve' } },
  { number: '6062825624254001', brand: 'hipercard', about: 'approved', behaviour: { kind: 'approve' } },
  { number: '30569309025904', brand: 'diners', about: 'approved', behaviour: { kind: 'approve' } },
  {
    number: '4716909774636285',
    brand: 'visa',
    about: 'refused: insufficient funds',
    behaviour: { kind: 'refuse', reason: 'insufficient_funds' },
  },
  {
    number: '5102026827345142',
    brand: 'mastercard',
    about: 'refused: invalid data',
    behaviour: { kind: 'refuse', reason: 'invalid_data' },
  },
  {
    number: '371449635398431',
    brand: 'amex',
    about: 'refused: expired card',
    behaviour: { kind: 'refuse', reason: 'expired_card' },
  },
  {
    number: '4012888888881881',
    brand: 'visa',
    about: 'refused by the issuer',
    behaviour: { kind: 'refuse', reason: 'issuer_refused' },
  },
  {
    number: '38520000023237',
    brand: 'diners',
    about: 'refused: suspected fraud',
    behaviour: { kind: 'refuse', reason: 'suspected_fraud' },
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    about: 'refused: the issuer does not answer',
    behaviour: { kind: 'refuse', reason: 'not_processed' },
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    about: 'approved; what is only held cannot be captured',
    behaviour: { kind: 'approve', refusesCapture: true },
  },
  {
    number: '5105105105105100',
    brand: 'mastercard',
    about: 'no answer at first, then approved',
    behaviour: { kind: 'unknown', afterwards: 'approve' },
  },
  {
    number: '5031433215406351',
    brand: 'mastercard',
    about: 'no answer at first, then refused',
    behaviour: { kind: 'unknown', afterwards: 'refuse' },
  },
  {
    number: '4000000000002503',
    brand: 'visa',
    about: '3DS challenge, then approved',
    behaviour: { kind: 'challenge', afterwards: 'approve' },
  },
  {
    number: '4000000000002370',
    brand: 'visa',
    about: '3DS challenge that fails',
    behaviour: { kind: 'challenge', afterwards: 'refuse' },
  },
];

export function behaviourOf(number: string): TestCardBehaviour {
  return TEST_CARDS.find((card) => card.number === number)?.behaviour ?? { kind: 'approve' };
}

/** Stands for a token that an acquirer's script would make of this card: `tok_visa_1111`. */
export function tokenOf({ number, brand }: Pick<TestCard, 'number' | 'brand'>): string {
  return `tok_${brand}_${number.slice(-4)}`;
}

/** A token of no test card is one that the acquirer does not know. */
export function behaviourOfToken(token: string): TestCardBehaviour {
  const card = TEST_CARDS.find((each) => tokenOf(each) === token);
  return card?.behaviour ?? { kind: 'refuse', reason: 'invalid_data' };
}
