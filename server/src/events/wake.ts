/** Accounts that may have something new; `all` where they are too many to name. */
export type Accounts = ReadonlySet<string> | 'all';

/** Wakes listeners of this process early. Only a hint: a missed signal costs the time until the next poll. */
export class Signal {
  readonly #listeners = new Set<(accounts: Accounts) => void>();
  #gathered: Accounts | null = null;

  /** Never throws, and costs nothing while nothing listens. */
  notify(accounts: Accounts): void {
    if (this.#listeners.size === 0) return;
    if (this.#gathered === null) setTimeout(() => this.#callListeners(), GATHER_MS).unref();
    this.#gathered = union(this.#gathered, accounts);
  }

  /** Calls `listener` soon after a signal, once for all signals of the meantime. Returns how to stop listening. */
  listen(listener: (accounts: Accounts) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #callListeners(): void {
    const accounts = this.#gathered ?? 'all';
    this.#gathered = null;
    for (const listener of this.#listeners) listener(accounts);
  }
}

const GATHER_MS = 10;
/** A poll of this many accounts costs what a poll of all of them does. */
const MAX_NAMED = 200;

export function union(one: Accounts | null, other: Accounts): Accounts {
  if (one === 'all' || other === 'all') return 'all';
  const all = new Set([...(one ?? []), ...other]);
  return all.size > MAX_NAMED ? 'all' : all;
}

/** What a commit can wake. */
export type Wake = {
  /** A webhook or postback may be due. */
  readonly deliveries: Signal;
  /** Something changed that pages show. */
  readonly changes: Signal;
  /** A job may be due. */
  readonly jobs: Signal;
};

export function createWake(): Wake {
  return { deliveries: new Signal(), changes: new Signal(), jobs: new Signal() };
}
