import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { queryByAccount } from '../db/distributed/routed.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Wake } from '../events/wake.ts';

/** A short form of what a page shows: when it differs from the charge's, the page is out of date. */
export type LiveState = { state: string; next: string | null };

type Watched = Pick<
  Charge,
  'accountId' | 'id' | 'status' | 'billingType' | 'token' | 'returnedCount' | 'pixTxid'
> & { boletoState?: string | null; boleto?: Charge['boleto'] };
type Watcher = { charge: Watched; shown: string; notify: (state: LiveState) => void };

const POLL_EVERY_MS = 500;
const MAX_WATCHERS = 2_000;

export function liveStateOf(charge: Watched): LiveState {
  const { status, billingType, token, returnedCount, pixTxid } = charge;
  const isPaid = status === 'RECEIVED' || status === 'REFUNDED';
  // A payment that was returned may have closed the code: then another follows.
  const returned = returnedCount > 0 ? ` returned ${returnedCount} ${pixTxid ?? ''}` : '';
  const bank = charge.boleto?.bank?.state ?? charge.boletoState;
  return {
    state: `${status} ${billingType}${returned}${bank ? ` ${bank}` : ''}`,
    next: isPaid ? `/receipt/${token}?paid=1` : null,
  };
}

const statesOf = statement(
  'pages.live',
  `select found.*
   from unnest($1::uuid[], $2::uuid[]) as wanted (account_id, id)
   cross join lateral (
     select account_id as "accountId", id, status, billing_type as "billingType", token,
       returned_count as "returnedCount", pix_txid as "pixTxid", boleto -> 'bank' ->> 'state' as "boletoState"
     from charges c
     where c.account_id = wanted.account_id
       and c.id = wanted.id /*routed and c.account_id = $3 */
     offset 0
   ) as found`,
);

/**
 * Notifies open pages when their charge changes. One query per poll for all pages: immediately after a commit of this
 * process, and every half second for commits of others. No query while no page is open.
 */
export class LivePages {
  readonly #db: Db;
  readonly #wake: Wake;
  readonly #watchers = new Set<Watcher>();
  #timer: NodeJS.Timeout | null = null;
  #unlisten: (() => void) | null = null;
  #isPolling = false;

  constructor({ db, wake }: { db: Db; wake: Wake }) {
    this.#db = db;
    this.#wake = wake;
  }

  get watchers(): number {
    return this.#watchers.size;
  }

  /** Null when the limit of watchers is reached: the page then polls. */
  watch(charge: Watched, notify: (state: LiveState) => void): (() => void) | null {
    if (this.#watchers.size >= MAX_WATCHERS) return null;
    const watcher = { charge, shown: liveStateOf(charge).state, notify };
    this.#watchers.add(watcher);
    this.#unlisten ??= this.#wake.changes.listen(() => void this.#poll());
    this.#schedule();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#rest();
    };
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#poll();
    }, POLL_EVERY_MS).unref();
  }

  #rest(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#unlisten?.();
    this.#unlisten = null;
  }

  async #poll(): Promise<void> {
    if (this.#isPolling || this.#watchers.size === 0) return;
    this.#isPolling = true;
    try {
      const watched = [...this.#watchers].map((watcher) => watcher.charge);
      const rows = await queryByAccount<Watched, Watched>(this.#db, statesOf, watched, {
        accountOf: (charge) => charge.accountId,
        values: (own) => [own.map((charge) => charge.accountId), own.map((charge) => charge.id)],
        isSearch: true,
      });
      this.#notify(new Map(rows.map((row) => [row.id, liveStateOf(row)])));
    } catch {
      // Pages stay as they are until the next poll.
    } finally {
      this.#isPolling = false;
      if (this.#watchers.size > 0) this.#schedule();
    }
  }

  #notify(states: ReadonlyMap<string, LiveState>): void {
    for (const watcher of this.#watchers) {
      const live = states.get(watcher.charge.id);
      if (!live || live.state === watcher.shown) continue;
      watcher.shown = live.state;
      watcher.notify(live);
    }
  }
}

export type CheckoutDeps = ChargeDeps & { readonly livePages: LivePages };
