import type { CallbackManner } from './callbacks.ts';
import type { Random } from './random.ts';
import type { Operation } from './wire.ts';

/** Without `on`, every operation; without `probability`, always; without `times`, until told otherwise. */
type Chance = { on?: Operation | readonly Operation[]; probability?: number; times?: number };
type Moment = { when?: 'before' | 'after' };
type OneOrMore<T> = T | readonly T[];

export type Faults = {
  /** Waits; by default before acting. */
  slow?: OneOrMore<Chance & Moment & { ms: number }> | null;
  /** Cuts the connection, and nothing was done. */
  dropBefore?: OneOrMore<Chance> | null;
  /** Does what was asked, then cuts the connection without an answer. */
  dropAfterActing?: OneOrMore<Chance> | null;
  /** By default 500 before acting. */
  status5xx?: OneOrMore<Chance & Moment & { status?: 500 | 502 | 503 | 504 }> | null;
  /** 401 although the token is good. */
  unauthorized?: OneOrMore<Chance> | null;
};

export type RefundManner = 'held' | 'at once' | { afterMs: number };

/** Each key that is given replaces what was told before; null takes it away. */
export type Behaviour = Faults & {
  /** Tokens given from now on die after this time, whatever `expires_in` says. */
  tokenLivesMs?: number | null;
  callbacks?: CallbackManner | null;
  /** Whether answers carry pixCopiaECola, or only the location. */
  copyPaste?: boolean;
  /** How refunds end: held until told, at once, or after a while. */
  refunds?: RefundManner;
};

export type FaultKind = keyof Faults;
type Rule = Chance & Moment & { ms?: number; status?: number; left: number };

export type FaultBook = {
  set(faults: Faults): void;
  /** The fault that strikes now, if one does. */
  take(kind: FaultKind, operation: Operation, when?: 'before' | 'after'): Rule | undefined;
  /** How often each struck. */
  readonly struck: Record<FaultKind, number>;
};

const KINDS: readonly FaultKind[] = ['slow', 'dropBefore', 'dropAfterActing', 'status5xx', 'unauthorized'];

export function createFaultBook(random: Random): FaultBook {
  const rules = new Map<FaultKind, Rule[]>();
  const struck = { slow: 0, dropBefore: 0, dropAfterActing: 0, status5xx: 0, unauthorized: 0 };
  return {
    struck,
    set(faults) {
      for (const kind of KINDS) {
        const told = faults[kind];
        if (told !== undefined) rules.set(kind, rulesOf(told));
      }
    },
    take(kind, operation, when) {
      const strikes = ({ on, probability = 1, left, when: own = 'before' }: Rule) =>
        left > 0 &&
        (when === undefined || own === when) &&
        (on === undefined || [on].flat().includes(operation)) &&
        random.next() < probability;
      const rule = rules.get(kind)?.find(strikes);
      if (!rule) return undefined;
      rule.left -= 1;
      struck[kind] += 1;
      return rule;
    },
  };
}

function rulesOf(told: NonNullable<Faults[FaultKind]> | null): Rule[] {
  return [told ?? []].flat().map((each) => ({ ...each, left: each.times ?? Number.POSITIVE_INFINITY }));
}
