import { createRandom } from '../../psp/random.ts';

export const OPERATIONS = [
  'token',
  'cobranca.post',
  'cobranca.get',
  'cobranca.list',
  'cobranca.cancel',
  'cobranca.patch',
  'cobranca.edit',
  'cobranca.pay',
  'cobranca.webhook',
  'pix.post',
  'pix.get',
  'extrato',
  'saldo',
  'banking.webhook',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Without `on`, every operation; without `probability`, always; without `times`, until told otherwise. */
type Chance = { on?: Operation | readonly Operation[]; probability?: number; times?: number };

export type Faults = {
  /** Waits; by default before acting. */
  slow?: (Chance & { ms: number; when?: 'before' | 'after' })[];
  /** Cuts the connection, and nothing was done. */
  dropBefore?: Chance[];
  /** Does what was asked, then cuts the connection without an answer. */
  dropAfterActing?: Chance[];
  /** By default 500 before acting. */
  fails?: (Chance & { status?: number; when?: 'before' | 'after' })[];
};
export type FaultKind = keyof Faults;
type Rule = Chance & { ms?: number; status?: number; when?: 'before' | 'after'; left: number };

const KINDS: readonly FaultKind[] = ['slow', 'dropBefore', 'dropAfterActing', 'fails'];

export type FaultBook = {
  /** Each kind that is given replaces what was told before. */
  set(faults: Faults): void;
  take(kind: FaultKind, operation: Operation, when?: 'before' | 'after'): Rule | undefined;
  readonly struck: Record<FaultKind, number>;
};

export function createFaults(seed: number): FaultBook {
  const random = createRandom(seed);
  const rules = new Map<FaultKind, Rule[]>();
  const struck = { slow: 0, dropBefore: 0, dropAfterActing: 0, fails: 0 };
  return {
    struck,
    set(faults) {
      for (const kind of KINDS) {
        const given = faults[kind];
        if (given)
          rules.set(
            kind,
            given.map((each) => ({ ...each, left: each.times ?? Infinity })),
          );
      }
    },
    take(kind, operation, when) {
      const rule = rules
        .get(kind)
        ?.find(
          ({ on, probability = 1, left, when: own = 'before' }) =>
            left > 0 &&
            (when === undefined || own === when) &&
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
