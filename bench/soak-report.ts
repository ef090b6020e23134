/** Tables whose rows have a life. */
export const SWEPT_TABLES = [
  'events',
  'deliveries',
  'delivery_attempts',
  'audit_log',
  'request_log',
  'idempotency_keys',
] as const;

/** How much the line after the first window may grow. */
export const MAX_GROWTH = 0.1;

/**
 * The largest size of later windows beside that of the window by whose end the first rows are gone: 0.05 is five percent
 * more. A row is removed a life and a third after it came, so that is the second window.
 */
export function growthOf(peaks: readonly number[]): number {
  const [, steady = 0, ...later] = peaks;
  return later.length === 0 || steady === 0 ? Number.NaN : Math.max(...later) / steady - 1;
}
