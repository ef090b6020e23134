import { dayFrom } from '../../kit/days.ts';

/** As much of a dispute as its state depends on. */
type Stated = {
  status: 'open' | 'won' | 'lost';
  answer: object | null;
  answer_by: string;
  accepted_at: string | null;
};

/** What a seller has to know of a dispute: an open one waits for the seller or for the bank. */
export type DisputeState = 'awaiting' | 'missed' | 'answered' | 'accepted' | 'won' | 'lost';

export function stateOf(dispute: Stated, nowMs: number): DisputeState {
  if (dispute.accepted_at) return 'accepted';
  if (dispute.status !== 'open') return dispute.status;
  if (dispute.answer) return 'answered';
  return Date.parse(dispute.answer_by) >= nowMs ? 'awaiting' : 'missed';
}

const DAY_MS = 24 * 3600 * 1000;

/** Whole days of the calendar in Brazil: 0 is today. */
export function daysLeft(answerBy: string, nowMs: number): number {
  const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`);
  return (midnight(dayFrom(Date.parse(answerBy))) - midnight(dayFrom(nowMs))) / DAY_MS;
}

/** So many days before the end, and less, it is urgent. */
export const URGENT_DAYS = 2;
