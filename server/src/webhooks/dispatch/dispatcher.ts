import type { Deps } from '../../http/deps.ts';
import type { Task } from '../../jobs/loop.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import type { DeliveryMetrics } from '../metrics.ts';
import { Deliverer } from './deliver.ts';
import { Scheduler } from './scheduler.ts';
import { Sender } from './send.ts';
import { MAX_IN_FLIGHT } from './shares.ts';

const POLL_EVERY_MS = 500;
const FINISH_WITHIN_MS = 5 * SECOND_MS;
const RELEASE_WITHIN_MS = 2 * SECOND_MS;
/** Sellers may share a host. Each has its own share there; a limit on the host would let slow ones block the others. */
const CONNECTIONS_PER_HOST = MAX_IN_FLIGHT;

type DispatcherDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'config' | 'vault' | 'addresses' | 'wake'>;

/** Sends notifications that are due: the scheduler claims them, the deliverer sends and records each. One per process. */
export class Dispatcher {
  readonly #sender: Sender;
  readonly #scheduler: Scheduler;

  constructor(deps: DispatcherDeps, metrics: DeliveryMetrics) {
    this.#sender = new Sender({ guard: deps.addresses, connectionsPerHost: CONNECTIONS_PER_HOST });
    const deliverer = new Deliverer(deps, this.#sender, metrics);
    this.#scheduler = new Scheduler(deps, (delivery, lease) => deliverer.deliver(delivery, lease));
  }

  task(): Task {
    return {
      name: 'deliveries',
      idleMs: POLL_EVERY_MS,
      run: () => this.#scheduler.poll(),
      onWork: (wake) => this.#scheduler.onWork(wake),
    };
  }

  /** Sends until nothing is due and nothing is in flight, in this process or another. */
  drain(): Promise<void> {
    return this.#scheduler.drain();
  }

  /**
   * Lets short exchanges finish and breaks off the others, so that other workers need not wait for the leases. Each lease
   * is released when its exchange is over, so that nothing is sent again while its answer may still arrive here.
   */
  async stop(): Promise<void> {
    await this.#scheduler.stop();
    await this.#scheduler.untilIdle(FINISH_WITHIN_MS);
    this.#sender.close();
    await this.#scheduler.untilIdle(RELEASE_WITHIN_MS);
  }
}
