import type { Answer } from '../provider.ts';
import type { ObservedCall, Outcome } from './outcome.ts';
import { problemText } from './problem.ts';

/** unavailable: it did not happen, and not because of the request itself; unknown: it may have happened. */
export type Verdict = 'done' | 'absent' | 'refused' | 'unavailable' | 'unknown';

const NOT_NOW = [401, 403, 429];
const GONE = [404, 410];
const TIMED_OUT = 408;

export function verdictOn(outcome: Outcome): Verdict {
  if (outcome.kind !== 'answered') return outcome.kind === 'unsent' ? 'unavailable' : 'unknown';
  const { status } = outcome;
  if (status >= 200 && status < 300) return 'done';
  if (NOT_NOW.includes(status)) return 'unavailable';
  if (GONE.includes(status)) return 'absent';
  return status >= 400 && status < 500 && status !== TIMED_OUT ? 'refused' : 'unknown';
}

export function reasonOf(outcome: Outcome, hidden: readonly string[] = []): string {
  return outcome.kind === 'answered' ? problemText(outcome.status, outcome.body, hidden) : outcome.reason;
}

type NotOk = Extract<Answer<unknown>, { ok: false }>;

export function unavailable(reason: string): NotOk {
  return { ok: false, kind: 'unavailable', reason };
}

export function refused(reason: string): NotOk {
  return { ok: false, kind: 'refused', reason };
}

/** The answer for a failed call: refused, or unavailable. */
export function notOk(outcome: Outcome, hidden: readonly string[] = []): NotOk {
  const verdict = verdictOn(outcome);
  const isRefused = verdict === 'refused' || verdict === 'absent';
  return (isRefused ? refused : unavailable)(reasonOf(outcome, hidden));
}

/** The failure that counts against the provider's health; null for none. A refusal of a request is not a failure. */
export function failureOf(outcome: Outcome): string | null {
  const verdict = verdictOn(outcome);
  return verdict === 'unknown' || verdict === 'unavailable' ? reasonOf(outcome) : null;
}

/** `isRead`: of a read, an object that does not exist is an answer. */
export function observedOutcome(outcome: Outcome, { isRead }: { isRead: boolean }): ObservedCall['outcome'] {
  const verdict = verdictOn(outcome);
  if (verdict === 'unavailable') return outcome.kind === 'unsent' ? 'unsent' : 'refused';
  if (verdict === 'absent') return isRead ? 'done' : 'refused';
  return verdict;
}
