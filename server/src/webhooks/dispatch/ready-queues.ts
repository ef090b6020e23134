import type { Db } from '../../db/pool.ts';
import { type Rung, together } from '../../events/doorbell.ts';
import { type Clock, monotonicMs } from '../../kit/clock.ts';
import { BEFORE_ALL_QUEUES, findQueues, findQueuesOf, type QueueHead } from './queue.ts';
import { nameOfQueue } from './shares.ts';

const QUEUES_PER_SCAN = 200;
/** Time makes deliveries due, so all queues are scanned this often. In between only hinted accounts are. */
const RESCAN_AFTER_MS = 250;
/** Sooner while known queues have more: others must not wait for them. */
const RESCAN_WHILE_BUSY_MS = 100;

/** The queues that have due work, as far as this process knows, in the order in which they are claimed from. */
export class ReadyQueues {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #queues = new Map<string, QueueHead>();
  /** Where the scan of all queues goes on. */
  #cursor = BEFORE_ALL_QUEUES;
  #scannedMs = 0;
  /** Accounts that may have new work. */
  #hint: Rung | null = null;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  addHint(hint: Rung): void {
    this.#hint = together(this.#hint, hint);
  }

  /** Whether the next refresh should follow immediately. */
  get isBehind(): boolean {
    return this.#isMidScan || this.#hint !== null;
  }

  async refresh(): Promise<void> {
    const hint = this.#hint;
    // A scan that goes on midway has already passed some of the queues that the hint is about.
    if (hint !== 'anybody' || !this.#isMidScan) this.#hint = null;
    if (hint === 'anybody' || this.#isMidScan || this.#isScanOld) await this.#scanAll();
    if (hint !== null && hint !== 'anybody') await this.#scanAccounts(hint);
  }

  takeAll(): QueueHead[] {
    const queues = [...this.#queues.values()];
    this.#queues.clear();
    return queues;
  }

  add(queues: readonly QueueHead[]): void {
    for (const queue of queues) if (queue.is_due) this.#queues.set(nameOfQueue(queue), queue);
  }

  /** Before those that are known. */
  addFirst(queues: readonly QueueHead[]): void {
    this.add([...queues, ...this.takeAll()]);
  }

  get #isMidScan(): boolean {
    return this.#cursor !== BEFORE_ALL_QUEUES;
  }

  get #isScanOld(): boolean {
    const maxAgeMs = this.#queues.size === 0 ? RESCAN_AFTER_MS : RESCAN_WHILE_BUSY_MS;
    return monotonicMs() - this.#scannedMs >= maxAgeMs;
  }

  async #scanAll(): Promise<void> {
    this.#scannedMs = monotonicMs();
    const queues = await findQueues(this.#db, this.#cursor, this.#clock.now(), QUEUES_PER_SCAN);
    if (!this.#isMidScan) this.#queues.clear();
    this.#cursor = queues.length === QUEUES_PER_SCAN ? (queues.at(-1) as QueueHead) : BEFORE_ALL_QUEUES;
    this.add(queues);
  }

  async #scanAccounts(accounts: ReadonlySet<string>): Promise<void> {
    const queues = await findQueuesOf(this.#db, accounts, this.#clock.now(), QUEUES_PER_SCAN);
    if (queues.length === QUEUES_PER_SCAN) this.#hint = 'anybody';
    this.add(queues);
  }
}
