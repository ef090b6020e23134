import type { Random } from '../../psp/random.ts';
import type { Operation } from './bank.ts';

export const FAULT_KINDS = [
  'slow',
  'drop before',
  'drop after',
  'fail before',
  'fail after',
  'unauthorized',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Without `on`, every operation; without `probability`, always; without `times`, until the faults are set anew. */
export type Fault = {
  kind: FaultKind;
  on?: Operation | readonly Operation[];
  probability?: number;
  times?: number;
  /** Of `slow`. */
  ms?: number;
  /** Of `fail before` and `fail after`. */
  status?: 500 | 502 | 503 | 504;
};

type Rule = Fault & { left: number };

export type FaultBook = {
  set(faults: readonly Fault[]): void;
  /** The fault that strikes now, if one does. */
  take(kind: FaultKind, operation: Operation): Fault | undefined;
  readonly struck: Record<FaultKind, number>;
};

export function createFaultBook(random: Random): FaultBook {
  let rules: Rule[] = [];
  const struck = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  return {
    struck,
    set(faults) {
      rules = faults.map((fault) => ({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
    },
    take(kind, operation) {
      const rule = rules.find(
        ({ kind: own, on, left, probability = 1 }) =>
          own === kind &&
          left > 0 &&
          (on === undefined || [on].flat().includes(operation)) &&
          random.next() < probability,
      );
      if (!rule) return undefined;
      rule.left -= 1;
      struck[kind] += 1;
      return rule;
    },
  };
}
