import { addDays, type CivilDate, civilDateOf, startOfCivilDate } from '../../brazil/calendar.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { Dispute } from './dispute.ts';

/**
 * How long a seller has to send what proves the sale. The special return of Pix is decided within seven days of the
 * notice; acquirers want documents of a chargeback within about as many. Without a date of the provider's own, the
 * earlier end is the safe one.
 */
const DAYS: Readonly<Record<Dispute['kind'], number>> = { med: 7, chargeback: 7 };

/** The last second of the last day, in Brazil. */
export function answerByOf(kind: Dispute['kind'], openedAt: Date): Date {
  return lastSecondOf(addDays(civilDateOf(openedAt), DAYS[kind]));
}

export function lastSecondOf(date: CivilDate): Date {
  return new Date(startOfCivilDate(addDays(date, 1)).getTime() - SECOND_MS);
}
