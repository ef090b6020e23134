import { monotonicMs, SECOND_MS } from '../kit/clock.ts';
import { type Db, type Statement, statement } from './pool.ts';
import { ASYNCHRONOUS_COMMIT } from './transaction.ts';

/**
 * Sums over rows that are only ever added: what was folded up to a mark, plus the tail after it, read under one
 * snapshot and therefore exact at every moment. All SQL is of one account, $1 or what is given instead.
 */
export type Rollup<Table extends string = string> = {
  readonly name: string;
  /** The column that holds how far an account is folded. */
  readonly mark: { readonly table: string; readonly column: string };
  /** How far the account's rows are final. */
  readonly end: string;
  /** Selects the rows from the mark on; up to the end, where that is given. */
  readonly source: (mark: string, end: string | null, account: string) => string;
  readonly tables: Readonly<Record<Table, RollupTable>>;
};

type RollupTable = {
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** Selects keys and sums, in this order, from `tail`, the rows of the source. */
  readonly select: string;
  /** Which folded rows still matter; without it, all. */
  readonly where?: string;
};

/** For the beginning of a reading statement, before `rolledUp`. */
export function tailOf({ mark, source }: Rollup, account = '$1'): string {
  return `with tail as materialized (
     ${source(`(select ${mark.column} from ${mark.table} where account_id = ${account})`, null, account)}
   )`;
}

/** Folded sums and the tail, as rows to add up by their keys. */
export function rolledUp<Table extends string>(rollup: Rollup<Table>, table: Table, account = '$1'): string {
  const { keys, sums, select, where } = rollup.tables[table];
  return `(
     select ${[...keys, ...sums].join(', ')}
     from ${table}
     where account_id = ${account}
       ${where ? `and ${where}` : ''}
     union all
     (${select})
   )`;
}

// A process that finds the mark locked leaves the work to the one that holds the lock.
function foldOf({ name, mark, end, source, tables }: Rollup): Statement {
  const parts = Object.entries(tables).map(
    ([table, { keys, sums, select }]) => `fold_${table} as (
     insert into ${table} as folded (account_id, ${[...keys, ...sums].join(', ')})
     select $1, changes.*
     from (${select}) as changes
     on conflict (account_id, ${keys.join(', ')}) do update
       set ${sums.map((sum) => `${sum} = folded.${sum} + excluded.${sum}`).join(', ')}
   )`,
  );
  return statement(
    `rollup.fold ${name}`,
    `with mark as materialized (
     select ${mark.column} as position
     from ${mark.table}
     where account_id = $1
       and ${ASYNCHRONOUS_COMMIT}
     for update skip locked
   ), final as materialized (
     select ${end} as position
     from ${mark.table}
     where account_id = $1
   ), tail as materialized (
     ${source('(select position from mark)', '(select position from final)', '$1')}
   ), ${parts.join(', ')}
   update ${mark.table} m
   set ${mark.column} = greatest(m.${mark.column}, final.position)
   from mark, final
   where m.account_id = $1`,
  );
}

type Pending = { changes: number; sinceMs: number };

/** Folding more often would cost as much as the changes themselves. */
const MAX_UNFOLDED_CHANGES = 400;
const MAX_WAIT_MS = 20 * SECOND_MS;

/**
 * Tracks which accounts changed in this process and folds their rollups periodically, so that tails stay short. A missed
 * change is not lost: the tail is longer until the account is next folded.
 */
export class Rollups {
  readonly #db: Db;
  readonly #folds: readonly Statement[];
  readonly #pending = new Map<string, Pending>();

  constructor(db: Db, rollups: readonly Rollup[]) {
    this.#db = db;
    this.#folds = rollups.map(foldOf);
  }

  /** The account changed. */
  touch(accountId: string): void {
    this.#entry(accountId).changes += 1;
  }

  /** A rollup of the account was read and probably will be again: its changes are folded in the next round. */
  viewed(accountId: string): void {
    const entry = this.#entry(accountId);
    if (entry.changes > 0) entry.changes = MAX_UNFOLDED_CHANGES;
  }

  /** Folds every account that changed or was viewed. */
  fold(): Promise<void> {
    return this.#foldEach([...this.#pending.keys()]);
  }

  /** Folds the accounts that changed and were viewed, that changed much, or that have waited. */
  foldDue(): Promise<void> {
    const waitingSinceMs = monotonicMs() - MAX_WAIT_MS;
    const due = [...this.#pending].filter(
      ([, { changes, sinceMs }]) => changes >= MAX_UNFOLDED_CHANGES || sinceMs <= waitingSinceMs,
    );
    return this.#foldEach(due.map(([accountId]) => accountId));
  }

  /** Folds these accounts, whether or not they changed in this process. */
  foldAccounts(accountIds: readonly string[]): Promise<void> {
    return this.#foldEach(accountIds);
  }

  #entry(accountId: string): Pending {
    const entry = this.#pending.get(accountId) ?? { changes: 0, sinceMs: monotonicMs() };
    this.#pending.set(accountId, entry);
    return entry;
  }

  async #foldEach(accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds) {
      this.#pending.delete(accountId);
      // The first fold of a long history takes its time.
      for (const fold of this.#folds) await this.#db.patient.query(fold, [accountId]);
    }
  }
}
