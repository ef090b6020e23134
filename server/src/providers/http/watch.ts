import { type Clock, MINUTE_MS, monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { Breaker } from '../../net/breaker.ts';
import type { ProviderHealth, Watched } from '../provider.ts';
import { CALL_DEADLINE_MS } from './client.ts';
import type { ObservedCall, Outcome } from './outcome.ts';
import { failureOf, observedOutcome } from './verdict.ts';

const BREAKER = {
  windowMs: MINUTE_MS,
  maxCalls: 200,
  minCalls: 10,
  maxInARow: 6,
  failureRatio: 0.7,
  slowRatio: 0.5,
  slowMs: 4 * SECOND_MS,
  openForMs: 15 * SECOND_MS,
  probeMs: 3 * CALL_DEADLINE_MS,
};

export type WatchOptions<Operation extends string> = {
  readonly name: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly observe?: ((call: ObservedCall) => void) | undefined;
  /** Calls that the circuit breaker counts, besides those for tokens. Lists and webhooks fail for other reasons. */
  readonly counted: readonly Operation[];
  /** Once the breaker is open, only this one shows whether new work can be taken. */
  readonly probe: Operation;
  /** Of these, an object that does not exist is an answer. */
  readonly reads: readonly Operation[];
};

export type ProviderWatch<Operation extends string> = Watched & {
  /** At the end of each call: for metrics, the log and the circuit breaker. */
  readonly onCall: (call: { operation: Operation | 'token' }, outcome: Outcome, latencyMs: number) => void;
};

export function watchProvider<Operation extends string>(
  options: WatchOptions<Operation>,
): ProviderWatch<Operation> {
  const { name, log, clock, observe, counted, probe, reads } = options;
  const breaker = new Breaker({ ...BREAKER, monotonicMs });

  /** Many calls that wait for one token fail together: that is one failure, the token's. */
  function counts(operation: Operation | 'token', outcome: Outcome): boolean {
    if (breaker.state !== 'closed') return operation === probe;
    if (operation === 'token') return true;
    return counted.includes(operation) && !(outcome.kind === 'unsent' && outcome.lacksToken);
  }

  return {
    onCall({ operation }, outcome, latencyMs) {
      const isRead = operation !== 'token' && reads.includes(operation);
      observe?.({ operation, outcome: observedOutcome(outcome, { isRead }), latencyMs });
      const failure = failureOf(outcome);
      if (failure !== null)
        log.warn({ provider: name, operation, failure, latencyMs }, 'a provider call failed');
      if (counts(operation, outcome)) breaker.record({ failure, latencyMs });
    },
    accepts: () => breaker.accepts(),
    health: () => healthOf(breaker, clock),
  };
}

function healthOf(breaker: Breaker, clock: Clock): ProviderHealth {
  const { sinceMs, lastFailure, ...figures } = breaker.figures();
  const at = (ms: number) => new Date(clock.now().getTime() - (monotonicMs() - ms));
  return {
    ...figures,
    since: at(sinceMs),
    lastFailure: lastFailure && { at: at(lastFailure.atMs), reason: lastFailure.reason },
  };
}
