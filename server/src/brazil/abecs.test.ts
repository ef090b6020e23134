import { describe, expect, it } from 'vitest';
import { table } from '../../../test/support/literals.ts';
import { issuerRefusal } from './abecs.ts';
import type { Brand } from './cards.ts';

describe('a code of an issuer', () => {
  it.each(
    table<'brand' | 'code' | 'meaning' | 'again'>(`
      brand      | code | meaning              | again
      visa       | 51   | insufficient_funds   | later
      visa       | N7   | security_violation   | never
      visa       | 57   | not_allowed          | never
      visa       | 12   | format_error         | never
      visa       | R1   | recurring_stopped    | never
      mastercard | 57   | not_allowed          | later
      mastercard | 63   | security_violation   | later
      mastercard | 12   | invalid_installments | never
      mastercard | 62   | closed_account       | never
      hipercard  | 88   | bad_cryptogram       | never
      elo        | 12   | card_error           | never
      elo        | 62   | blocked_for_now      | later
      elo        | 04   | redo                 | later
      mastercard | 04   | confirmed_fraud      | never
      amex       | 121  | insufficient_funds   | later
      amex       | 101  | expired              | never
    `),
  )('$brand $code: $meaning, again $again', ({ brand, code, meaning, again }) => {
    expect(issuerRefusal(brand as Brand, code)).toEqual({ meaning, reversible: again === 'later' });
  });

  it.each<[Brand, string]>([
    ['visa', '116'],
    ['amex', '51'],
    ['diners', '51'],
    ['visa', ''],
    ['visa', '5'],
  ])('of %s that its table does not have says nothing: %s', (brand, code) => {
    expect(issuerRefusal(brand, code)).toBeNull();
  });
});
