import type { ChargeDeps } from '../charges/deps.ts';
import { type Db, type Statement, statement } from '../db/pool.ts';
import type { Task } from '../jobs/loop.ts';
import { HOUR_MS, monotonicMs, SECOND_MS } from '../kit/clock.ts';
import { EVENTS_AT_ONCE, readEvents } from './read-events.ts';
import { addMissingSettings } from './settings.ts';

/** A mail may wait this long for its event to be read: an account's events of that time are read together. */
const EVERY_MS = 2 * SECOND_MS;
/** Accounts that one round looks at without having been named. */
const ACCOUNTS_PER_ROUND = 1_000;
const MAX_NAMED = 10_000;
const ADD_MISSING_EVERY_MS = HOUR_MS;
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';
const BEYOND_EVERY_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const endOfSlice = statement(
  'mail_settings.slice_end',
  `select account_id as "accountId"
   from mail_settings
   where account_id > $1
     and read_below is not null
   order by account_id
   offset ${ACCOUNTS_PER_ROUND - 1}
   limit 1`,
);
// One probe of an index for each account.
const HAS_UNREAD = `m.read_below is not null
     and exists (
       select 1
       from events e
       where e.account_id = m.account_id
         and (e.xact_id, e.id) > (m.read_below, m.read_id)
     )`;
const unread = statement(
  'mail_settings.unread',
  `select m.account_id as "accountId"
   from mail_settings m
   where m.account_id > $1
     and m.account_id <= $2
     and ${HAS_UNREAD}`,
);
const unreadNamed = statement(
  'mail_settings.unread_named',
  `select m.account_id as "accountId"
   from mail_settings m
   where m.account_id = any($1::uuid[])
     and ${HAS_UNREAD}`,
);
const hoursOver = statement(
  'mail_settings.hours_over',
  'select account_id as "accountId" from mail_settings where hour_ends_at <= $1 and read_below is not null',
);

/** Looks through some of the accounts; `next` is null at their end. */
async function unreadAccounts(db: Db, after: string): Promise<{ accounts: string[]; next: string | null }> {
  const [end] = await accountsIn(db, endOfSlice, [after]);
  return { accounts: await accountsIn(db, unread, [after, end ?? BEYOND_EVERY_ID]), next: end ?? null };
}

async function accountsIn(db: Db, sql: Statement, values: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>(sql, values);
  return rows.map(({ accountId }) => accountId);
}

/**
 * Makes mails of events. Accounts that changed in this process are named at once; all others are found by looking
 * through them, some in every round, so that no mail depends on a signal. Accounts with every mail off cost nothing.
 */
export class EventReader {
  readonly #deps: ChargeDeps;
  readonly #named = new Set<string>();
  #after = BEFORE_EVERY_ID;
  #addedMs: number | null = null;

  constructor(deps: ChargeDeps) {
    this.#deps = deps;
    deps.wake.changes.listen((accounts) => {
      if (accounts === 'all' || this.#named.size > MAX_NAMED) return;
      for (const account of accounts) this.#named.add(account);
    });
  }

  task(): Task {
    return { name: 'mails of events', idleMs: EVERY_MS, run: () => this.#round() };
  }

  async #round(): Promise<number> {
    await this.#addMissing();
    const named = [...this.#named];
    this.#named.clear();
    const { db, clock } = this.#deps;
    const changed = named.length > 0 ? await accountsIn(db, unreadNamed, [named]) : [];
    const { accounts, next } = await unreadAccounts(db, this.#after);
    this.#after = next ?? BEFORE_EVERY_ID;
    const over = await accountsIn(db, hoursOver, [clock.now()]);
    await this.#readAll(new Set([...changed, ...accounts, ...over]));
    return 0;
  }

  /** Also those of accounts that were added by an older version. */
  async #addMissing(): Promise<void> {
    if (this.#addedMs !== null && monotonicMs() - this.#addedMs < ADD_MISSING_EVERY_MS) return;
    await addMissingSettings(this.#deps.db);
    this.#addedMs = monotonicMs();
  }

  async #readAll(accounts: ReadonlySet<string>): Promise<void> {
    for (const account of accounts) {
      try {
        while ((await readEvents(this.#deps, account)) === EVENTS_AT_ONCE);
      } catch (error) {
        // The events of one account must not hold up those of others: it is found again in a later round.
        this.#deps.log.error({ err: error, account }, 'the mails of an account could not be written');
      }
    }
  }
}

/** Every final event of every account, for a move of the sandbox clock. */
export async function readEveryEvent(deps: ChargeDeps): Promise<{ count: number; isAll: boolean }> {
  let count = 0;
  let isAll = true;
  const over = await accountsIn(deps.db, hoursOver, [deps.clock.now()]);
  for (const account of over) count += await readEvents(deps, account);
  for (let after: string | null = BEFORE_EVERY_ID; after !== null; ) {
    const { accounts, next } = await unreadAccounts(deps.db, after);
    for (const account of accounts) {
      const read = await readEvents(deps, account);
      count += read;
      isAll &&= read > 0;
    }
    after = next;
  }
  return { count, isAll };
}
