import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';

/**
 * What failed tries are counted by.
 * - `device`: a browser on which this e-mail has signed in before. It is counted by nothing else, so that no stranger's
 *   tries can hold it.
 * - `pair`: one e-mail from one network. `address`: all e-mails from one network. `email`: one e-mail from all unknown
 *   devices and networks.
 * - `code`: second-factor codes of one user from unknown devices, after the right password.
 * - `session`: passwords and codes asked again within one session.
 */
export type TryKind = 'device' | 'pair' | 'address' | 'email' | 'code' | 'session';

/** So many failures within a day are free; each further one makes the next try wait longer. */
type Rule = { free: number; pausesMs: readonly number[] };

const GROWING = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];

const RULES: Readonly<Record<TryKind, Rule>> = {
  device: { free: 10, pausesMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS] },
  pair: { free: 10, pausesMs: GROWING },
  // Strangers share an address: never a long wait.
  address: { free: 100, pausesMs: [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS] },
  // Reached only from many networks. One try in five minutes remains for the owner on a new device, and keeps the guesses
  // of a day below 500.
  email: { free: 200, pausesMs: [5 * MINUTE_MS] },
  code: { free: 10, pausesMs: GROWING },
  session: { free: 10, pausesMs: GROWING.slice(0, 4) },
};

/** As many as a rule can tell apart. */
export function triesKept(kind: TryKind): number {
  return RULES[kind].free + RULES[kind].pausesMs.length - 1;
}

/** `agesMs`: how long ago the failures of the last day were. 0: the next try may come now. */
export function waitMsOf(kind: TryKind, agesMs: readonly number[]): number {
  const { free, pausesMs } = RULES[kind];
  const recent = agesMs.filter((age) => age < DAY_MS);
  if (recent.length < free) return 0;
  const pause = pausesMs[Math.min(recent.length - free, pausesMs.length - 1)] ?? 0;
  return Math.max(0, pause - Math.min(...recent));
}

/** Whether one more failure is the first after which a try must wait. */
export function isLastFree(kind: TryKind, agesMs: readonly number[]): boolean {
  return agesMs.filter((age) => age < DAY_MS).length + 1 === RULES[kind].free;
}
