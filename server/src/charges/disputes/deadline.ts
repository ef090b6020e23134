import { addDays, type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import type { Dispute } from './disputes.ts';

/**
 * How long a seller has to send what proves the sale. The special return of Pix is decided within seven days of the
 * notice; acquirers want documents of a chargeback within about as many. Without a date of the provider's own, the
 * earlier end is the safe one.
 */
const DAYS: Readonly<Record<Dispute['kind'], number>> = { med: 7, chargeback: 7 };

export function disputeDeadline(kind: Dispute['kind'], openedAt: Date): CivilDate {
  return addDays(civilDateOf(openedAt), DAYS[kind]);
}
