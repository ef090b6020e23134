import { dated, type NewAction, recordActions } from '../audit/record.ts';
import { type CountChange, countChanges } from '../db/counts.ts';
import { type Statement, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { emit, type NewEvent } from '../events/emit.ts';
import { enqueue, type NewJob } from '../jobs/queue.ts';
import { systemMs } from '../kit/clock.ts';
import { assert } from '../kit/errors.ts';
import type { Ids } from '../kit/ids.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Entry } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import { countsOfMails, jobsOfMails, type NamedMail, namedMails, recordMails } from '../mail/record.ts';
import type { Effects, RowWrite } from './effects.ts';
import { noticesOf, recordNotices } from './notices.ts';

/** What to wake once the effects are committed. */
export type Committed = {
  /** Accounts with new events. */
  readonly accounts: ReadonlySet<string>;
  readonly hasDeliveries: boolean;
  readonly hasJobs: boolean;
};

/** Effects whose events, jobs, mails and actions have their ids. */
export type NamedEffects = {
  readonly rows: readonly RowWrite[];
  readonly counts: readonly CountChange[];
  readonly jobs: readonly NewJob[];
  readonly events: readonly NewEvent[];
  readonly mails: readonly NamedMail[];
  readonly audit: readonly NewAction[];
  readonly entries: readonly Entry[];
  readonly deliveriesOf: readonly string[];
};

export function named(effects: Effects, { ids, vault }: { ids: Ids; vault: Vault }): NamedEffects {
  const jobs = (effects.jobs ?? []).map((job) => ({ ...job, id: job.id ?? ids.next() }));
  // Mails are dated in real time, like the links in them.
  const mails = namedMails(vault, () => ids.next(), new Date(systemMs()), effects.mails ?? []);
  return {
    rows: effects.rows ?? [],
    counts: [...(effects.counts ?? []), ...countsOfMails(mails)],
    jobs: [...jobs, ...jobsOfMails(mails)],
    events: (effects.events ?? []).map((event) => ({ ...event, id: ids.next() })),
    mails,
    audit: (effects.audit ?? []).map(dated),
    entries: (effects.entries ?? []).filter((entry) => entry.postings.length > 0),
    deliveriesOf: effects.deliveriesOf ?? [],
  };
}

/** Applies the effects, balances last: the busiest rows are locked for the shortest time. */
export async function applyEffects(tx: Tx, effects: NamedEffects): Promise<Committed> {
  await writeRows(tx, effects.rows);
  await countChanges(tx, effects.counts);
  await recordMails(tx, effects.mails);
  await enqueue(tx, effects.jobs);
  const hasDeliveries = await emit(tx, effects.events);
  await recordActions(tx, effects.audit);
  await recordNotices(tx, noticesOf(effects));
  await post(tx, effects.entries);
  return {
    accounts: new Set([...effects.events.map((event) => event.accountId), ...effects.deliveriesOf]),
    hasDeliveries: hasDeliveries || effects.deliveriesOf.length > 0,
    hasJobs: effects.jobs.length > 0,
  };
}

/** Consecutive rows of one kind are written by one statement. */
async function writeRows(tx: Tx, rows: readonly RowWrite[]): Promise<void> {
  for (const { writer, rows: own } of runsOf(rows)) {
    const write = (): Promise<readonly object[]> =>
      tx.isDistributed && writer.routed
        ? writer.routed(tx, own as never[])
        : tx.query(writer.statement, writer.values(own as never[]));
    let written = await write();
    // As in updateKnown, for writers of several statements too.
    if (tx.isDistributed && written.length === 0 && writer.writes !== 'any') written = await write();
    assert(
      writer.writes === 'any' || written.length === own.length,
      `${writer.statement.name} writes every row as it was read`,
    );
  }
}

function runsOf(rows: readonly RowWrite[]): { writer: RowWrite['writer']; rows: unknown[] }[] {
  const runs: { writer: RowWrite['writer']; rows: unknown[] }[] = [];
  for (const { writer, row } of rows) {
    const last = runs.at(-1);
    if (last?.writer === writer) last.rows.push(row);
    else runs.push({ writer, rows: [row] });
  }
  return runs;
}

/** A row that only these effects write: it exists if they were committed. */
export type Proof = { readonly find: Statement; readonly values: readonly unknown[] };

const findEvent = statement('write.find_event', 'select 1 from events where account_id = $1 and id = $2');
const findEntry = statement(
  'write.find_entry',
  'select 1 from ledger_entries where account_id = $1 and fact = $2',
);
const findAction = statement(
  'write.find_action',
  'select 1 from audit_log where account_id = $1 and id = $2',
);
const findJob = statement('write.find_job', 'select 1 from jobs where account_id = $1 and id = $2');

/** Null: the effects have no such row, and may be applied again. */
export function proofOf({ events, entries, audit, jobs }: NamedEffects): Proof | null {
  const [event] = events;
  if (event) return { find: findEvent, values: [event.accountId, event.id] };
  const [entry] = entries;
  const [posting] = entry?.postings ?? [];
  if (entry && posting) return { find: findEntry, values: [posting.accountId, entry.fact] };
  const [action] = audit;
  if (action) return { find: findAction, values: [action.accountId, action.id] };
  const [job] = jobs;
  return job ? { find: findJob, values: [job.accountId, job.id] } : null;
}

export async function isThere(tx: Tx, { find, values }: Proof): Promise<boolean> {
  return (await tx.query(find, values)).length > 0;
}
