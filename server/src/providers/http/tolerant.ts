import { type Cents, cents, centsFromReais, MAX_AMOUNT_CENTS } from '../../kit/money.ts';

/** Tolerant readers: additions and small deviations from the standard must not stop a payment. */

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Some providers send one object where the standard has a list. */
export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'object' && value !== null ? [value] : [];
}

export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

export function asWhole(value: unknown): number | undefined {
  const text = asText(value);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

const AMOUNT = /^(\d{1,10})(?:\.(\d{1,2}))?$/;

/** "37.00" by the standard; some providers send 37 or 37.5. Null when it is not an exact amount. */
export function asAmount(value: unknown): Cents | null {
  if (typeof value === 'number') {
    const amount = centsFromReais(value);
    return amount !== null && amount >= 0n ? amount : null;
  }
  const [, whole, fraction = ''] = (typeof value === 'string' && AMOUNT.exec(value.trim())) || [];
  if (whole === undefined) return null;
  const amount = BigInt(whole + fraction.padEnd(2, '0'));
  return amount <= MAX_AMOUNT_CENTS ? cents(amount) : null;
}

/** The amount of a payment or refund. A charge may be zero (Pix Saque), a payment may not. */
export function asPaidAmount(value: unknown): Cents | null {
  const amount = asAmount(value);
  return amount === 0n ? null : amount;
}

const HAS_ZONE = /(z|[+-]\d{2}:?\d{2})$/i;

/** RFC 3339; without a zone it is UTC, never the machine's zone. */
export function asInstant(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/i.test(value.trim())) return null;
  const text = value.trim();
  const instant = new Date(HAS_ZONE.test(text.slice(10)) ? text : `${text}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
