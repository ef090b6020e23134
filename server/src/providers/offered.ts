import { invalidField } from '../kit/errors.ts';
import type { Rails } from './rails.ts';

export const METHODS = ['PIX', 'CREDIT_CARD', 'BOLETO'] as const;
type Method = (typeof METHODS)[number] | 'UNDEFINED';

/** Whether a provider of this installation can collect by this method. */
export function isOffered(rails: Rails, method: Method): boolean {
  switch (method) {
    case 'PIX':
    case 'UNDEFINED':
      return true;
    case 'BOLETO':
      return rails.boleto.length > 0;
    case 'CREDIT_CARD':
      return rails.card.length > 0;
  }
}

export function requireOffered(rails: Rails, method: Method, field: string): void {
  if (!isOffered(rails, method)) throw invalidField(field, `${method} is not offered by this gateway yet`);
}
