import type { Answer } from '../provider.ts';
import type { ObservedCall, Operation, Outcome } from './client.ts';
import { problemText } from './problem.ts';

/** unavailable: it surely did not happen, and not because of what was asked for; unknown: it may have happened. */
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

type No = Extract<Answer<unknown>, { ok: false }>;

export function unavailable(reason: string): No {
  return { ok: false, kind: 'unavailable', reason };
}

export function refused(reason: string): No {
  return { ok: false, kind: 'refused', reason };
}

/** For an outcome that is not what was hoped for, when nothing can be done about it. */
export function noOf(outcome: Outcome, hidden: readonly string[] = []): No {
  const verdict = verdictOn(outcome);
  const isNo = verdict === 'refused' || verdict === 'absent';
  return (isNo ? refused : unavailable)(reasonOf(outcome, hidden));
}

/** Why a call speaks against the PSP's health; null when it does not. A no to what was asked for is good health. */
export function failureOf(outcome: Outcome): string | null {
  const verdict = verdictOn(outcome);
  return verdict === 'unknown' || verdict === 'unavailable' ? reasonOf(outcome) : null;
}

const READS: readonly Operation[] = ['findPix', 'findRefund', 'receivedPix', 'webhookUrl'];

export function observedOutcome(operation: Operation, outcome: Outcome): ObservedCall['outcome'] {
  const verdict = verdictOn(outcome);
  if (verdict === 'unavailable') return outcome.kind === 'unsent' ? 'unsent' : 'refused';
  if (verdict === 'absent') return READS.includes(operation) ? 'done' : 'refused';
  return verdict;
}
