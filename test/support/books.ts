import type { Db } from '../../server/src/db/pool.ts';
import { runTransaction, type Tx } from '../../server/src/db/transaction.ts';
import { cents } from '../../server/src/kit/money.ts';
import { auditLedger, type Difference } from '../../server/src/ledger/audit.ts';
import { BUCKETS, type Bucket, type Category, type Entry } from '../../server/src/ledger/chart.ts';
import { post } from '../../server/src/ledger/post.ts';

export type Move = readonly [from: Bucket, to: Bucket, amountCents: bigint, category?: Category];
export type Balances = Partial<Record<Bucket, bigint>>;

const AT = new Date('2030-01-01T12:00:00Z');
let facts = 0;

export const newFact = () => `test:${++facts}`;

/** The books of accounts that were made for a test, through the ledger's own functions. */
export class Books {
  readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  async open(): Promise<string> {
    const [account] = await this.openMany(1);
    if (!account) throw new Error('no account was made');
    return account;
  }

  async openMany(count: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `with made as (
         insert into accounts (id, name, email, document, person_type, status, payment_provider, fee_basis_points,
           fee_fixed_cents, reserve_basis_points, reserve_days, created_at)
         select gen_random_uuid(), 'Test', 'test', '52998224725', 'PF', 'active', 'sandbox', 599, 250, 500, 30, now()
         from generate_series(1, $1)
         returning id
       ), books as (insert into ledger_balances (account_id) select id from made)
       select id from made`,
      [count],
    );
    return rows.map(({ id }) => id);
  }

  entry(accountId: string, moves: readonly Move[], more: Partial<Entry> = {}): Entry {
    const postings = moves.map(([from, to, amount, category = 'adjustment']) => ({
      ...{ accountId, from, to, category },
      amountCents: cents(amount),
    }));
    return { fact: newFact(), occurredAt: AT, postings, ...more };
  }

  post(...entries: Entry[]): Promise<void> {
    return runTransaction(this.db, (tx) => post(tx, entries));
  }

  move(accountId: string, ...moves: Move[]): Promise<void> {
    return this.post(this.entry(accountId, moves));
  }

  /** Buckets that hold nothing are left out. */
  async balances(accountId: string): Promise<Balances> {
    const columns = BUCKETS.map((bucket) => `${bucket}_cents as ${bucket}`).join(', ');
    const [row = {}] = await this.db.query<Record<Bucket, bigint>>(
      `select ${columns} from ledger_balances where account_id = $1`,
      [accountId],
    );
    return Object.fromEntries(Object.entries(row).filter(([, amount]) => amount !== 0n));
  }

  async counts(
    accountId: string,
  ): Promise<{ sequence: bigint; credits: bigint; debits: bigint } | undefined> {
    const [row] = await this.db.query<{ sequence: bigint; credits: bigint; debits: bigint }>(
      `select last_sequence as sequence, credit_count as credits, debit_count as debits
       from ledger_balances
       where account_id = $1`,
      [accountId],
    );
    return row;
  }

  /** Sequence, type and balance after each posting, in order. */
  async lines(accountId: string): Promise<[sequence: bigint, type: string | null, after: bigint][]> {
    const rows = await this.db.query<{ sequence: bigint; type: string | null; after: bigint }>(
      `select sequence, type, available_after_cents as after
       from ledger_postings
       where account_id = $1
       order by sequence`,
      [accountId],
    );
    return rows.map(({ sequence, type, after }) => [sequence, type, after]);
  }

  /** Changes what the database itself protects: triggers and foreign keys are off for this statement. */
  async tamper(sql: string, values: readonly unknown[]): Promise<void> {
    await runTransaction(this.db, async (tx: Tx) => {
      // The nodes of a distributed database have the triggers, and are told only then.
      if (tx.isDistributed) await tx.query(`set local citus.propagate_set_commands = 'local'`);
      await tx.query('set local session_replication_role = replica');
      await tx.query(sql, values);
    });
  }

  async audit(accountId: string): Promise<Difference[]> {
    return (await auditLedger(this.db)).filter(({ account_id }) => account_id === accountId);
  }

  /** Differences within the ledger alone: these accounts have no charges or withdrawals that money is held for. */
  async differences(accountId: string): Promise<Difference[]> {
    return (await this.audit(accountId)).filter(({ check }) => !check.endsWith('what it is held for'));
  }
}
