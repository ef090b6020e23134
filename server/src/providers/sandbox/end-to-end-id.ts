import { derivedId, instantOfId } from '../../kit/ids.ts';

const SANDBOX_ISPB = '99999004';

/**
 * In the central bank's format: E, bank, minute in UTC, eleven more characters. Derived from the payment's id only, so
 * that a retry in another minute is the same payment.
 */
export function endToEndId(id: string): string {
  const minute = instantOfId(id).toISOString().replace(/\D/g, '').slice(0, 12);
  const derived = derivedId('e2e', id);
  const own = derived.slice(0, 8) + derived.slice(9, 12);
  return `E${SANDBOX_ISPB}${minute}${own}`;
}
