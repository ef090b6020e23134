import { MAX_BOLETO_CENTS } from '../brazil/boleto-code.ts';
import { invalidField } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';

export function requireBoletoValue(valueCents: Cents): void {
  if (valueCents > MAX_BOLETO_CENTS)
    throw invalidField('value', 'is more than a boleto can carry (99999999.99)');
}
