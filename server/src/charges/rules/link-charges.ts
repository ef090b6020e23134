import { DAY_MS } from '../../kit/clock.ts';
import type { Charge } from '../charge.ts';

/** What a visitor of a payment link leaves unpaid by card ends after a day. A seller's own charge waits. */
export function cardEndsAt({ paymentLinkId }: Charge, now: Date): Date | null {
  return paymentLinkId === null ? null : new Date(now.getTime() + DAY_MS);
}
