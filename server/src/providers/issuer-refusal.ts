import { type CodeMeaning, issuerRefusal } from '../brazil/abecs.ts';
import type { Brand } from '../brazil/cards.ts';
import type { Refusal, RefusalReason } from './card.ts';

/** What the payer reads; for every other meaning, that the bank refused. */
const REASONS: Partial<Record<CodeMeaning, RefusalReason>> = {
  insufficient_funds: 'insufficient_funds',
  over_limit: 'insufficient_funds',
  invalid_number: 'invalid_data',
  security_violation: 'invalid_data',
  bad_cryptogram: 'invalid_data',
  expired: 'expired_card',
  suspected_fraud: 'suspected_fraud',
  confirmed_fraud: 'suspected_fraud',
  acquirer_problem: 'not_processed',
  issuer_down: 'not_processed',
  system_failure: 'not_processed',
};

/** The refusal behind an issuer's code. A code of no table is a refusal that may be tried again later. */
export function refusalByCode(brand: Brand, code: string): Refusal {
  const known = issuerRefusal(brand, code);
  if (!known) return { reason: 'issuer_refused', code, retry: 'later' };
  const reason = REASONS[known.meaning] ?? 'issuer_refused';
  return { reason, code, retry: known.reversible ? 'later' : 'never' };
}
