import { MAX_BOLETO_CENTS } from '../brazil/boleto-code.ts';
import { type GatewayError, invalidField } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';

export function refusedBoletoValue(valueCents: Cents): GatewayError | null {
  if (valueCents <= MAX_BOLETO_CENTS) return null;
  return invalidField('value', 'is more than a boleto can carry (99999999.99)');
}

export function requireBoletoValue(valueCents: Cents): void {
  const refusal = refusedBoletoValue(valueCents);
  if (refusal) throw refusal;
}
