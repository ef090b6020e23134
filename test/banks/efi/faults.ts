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
export type Fault<Name extends string = Operation> = {
  kind: FaultKind;
  on?: Name | readonly Name[];
  probability?: number;
  times?: number;
  /** Of `slow`. */
  ms?: number;
  /** Of `fail before` and `fail after`. */
  status?: 429 | 500 | 502 | 503 | 504;
};

type Rule<Name extends string> = Fault<Name> & { left: number };

export type FaultBook<Name extends string = Operation> = {
  set(faults: readonly Fault<Name>[]): void;
  /** The fault that strikes now, if one does. */
  take(kind: FaultKind, operation: Name): Fault<Name> | undefined;
  readonly struck: Record<FaultKind, number>;
};

export function createFaultBook<Name extends string = Operation>(random: Random): FaultBook<Name> {
  let rules: Rule<Name>[] = [];
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
