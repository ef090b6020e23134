import type { Charge } from '../charges/charge.ts';
import { type Db, statement } from '../db/pool.ts';
import { changeBell } from '../events/doorbell.ts';
import { oncePer } from '../kit/once-per.ts';

/** What a page shows, in one word: when it differs from what the charge is, the page is out of date. */
export type LiveState = { state: string; next: string | null };

type Watched = Pick<Charge, 'accountId' | 'id' | 'status' | 'billingType' | 'token' | 'returnedCount'>;
type Watcher = { charge: Watched; shown: string; tell: (state: LiveState) => void };

const LOOK_EVERY_MS = 500;
const MAX_WATCHERS = 2_000;

export function liveStateOf({ status, billingType, token, returnedCount }: Watched): LiveState {
  const isPaid = status === 'RECEIVED' || status === 'REFUNDED';
  const returned = returnedCount > 0 ? ` returned ${returnedCount}` : '';
  return { state: `${status} ${billingType}${returned}`, next: isPaid ? `/receipt/${token}` : null };
}

const statesOf = statement(
  'pages.live',
  `select found.*
   from unnest($1::uuid[], $2::uuid[]) as wanted (account_id, id)
   cross join lateral (
     select account_id as "accountId", id, status, billing_type as "billingType", token,
       returned_count as "returnedCount"
     from charges c
     where c.account_id = wanted.account_id
       and c.id = wanted.id
     offset 0
   ) as found`,
);

/**
 * Tells open pages when their charge changes. One query a look for all of them together, at once when this process
 * commits a change and every half second for what others commit; none while nobody watches.
 */
class LivePages {
  readonly #db: Db;
  readonly #watchers = new Set<Watcher>();
  #timer: NodeJS.Timeout | null = null;
  #unlisten: (() => void) | null = null;
  #isLooking = false;

  constructor(db: Db) {
    this.#db = db;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** Null when too many watch already: the page asks now and then instead. */
  watch(charge: Watched, tell: (state: LiveState) => void): (() => void) | null {
    if (this.#watchers.size >= MAX_WATCHERS) return null;
    const watcher = { charge, shown: liveStateOf(charge).state, tell };
    this.#watchers.add(watcher);
    this.#unlisten ??= changeBell(this.#db).onRing(() => void this.#look());
    this.#schedule();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#rest();
    };
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#look();
    }, LOOK_EVERY_MS).unref();
  }

  #rest(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#unlisten?.();
    this.#unlisten = null;
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#watchers.size === 0) return;
    this.#isLooking = true;
    try {
      const watched = [...this.#watchers].map((watcher) => watcher.charge);
      const rows = await this.#db.query<Watched>(statesOf, [
        watched.map((charge) => charge.accountId),
        watched.map((charge) => charge.id),
      ]);
      this.#tell(new Map(rows.map((row) => [row.id, liveStateOf(row)])));
    } catch {
      // The pages keep what they show; the next look is half a second away.
    } finally {
      this.#isLooking = false;
      if (this.#watchers.size > 0) this.#schedule();
    }
  }

  #tell(states: ReadonlyMap<string, LiveState>): void {
    for (const watcher of this.#watchers) {
      const live = states.get(watcher.charge.id);
      if (!live || live.state === watcher.shown) continue;
      watcher.shown = live.state;
      watcher.tell(live);
    }
  }
}

export const livePages = oncePer((db: Db) => new LivePages(db));
