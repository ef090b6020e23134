import { createRandom } from '../../psp/random.ts';

export type Operation =
  | 'sale'
  | 'capture'
  | 'void'
  | 'payment'
  | 'order'
  | 'card.post'
  | 'card.get'
  | 'zeroauth'
  | 'token'
  | 'page'
  | 'mpi';

export type FaultKind = 'slow' | 'drop before' | 'drop after' | 'fail before' | 'fail after';

/** Without `on`, every operation; without `probability`, always; without `times`, until the faults are set anew. */
export type Fault = {
  kind: FaultKind;
  on?: Operation;
  probability?: number;
  times?: number;
  ms?: number;
  status?: number;
};

export type FaultBook = {
  set(faults: readonly Fault[]): void;
  take(kind: FaultKind, operation: Operation): Fault | undefined;
};

export function createFaults(seed: number): FaultBook {
  const random = createRandom(seed);
  let left: (Fault & { left: number })[] = [];
  return {
    set(faults) {
      left = faults.map((fault) => ({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }));
    },
    take(kind, operation) {
      const fault = left.find(
        (each) =>
          each.kind === kind &&
          each.left > 0 &&
          (each.on ?? operation) === operation &&
          random.next() < (each.probability ?? 1),
      );
      if (fault) fault.left -= 1;
      return fault;
    },
  };
}
