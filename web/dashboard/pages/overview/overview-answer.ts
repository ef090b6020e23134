import type { Answer } from '../../api/client.ts';

export type Overview = Answer<'/api/v1/overview'>;
/** What the chart draws of a day: of one seller, or of all. */
export type DayReceived = Pick<Overview['by_day'][number], 'date' | 'received_amount' | 'received_count'>;
