import type { CivilDate } from '../../brazil/calendar.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { ZERO } from '../../kit/money.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { Outcome, Plan } from './rules.ts';

export type Schedule = Plan & {
  /** Grows with each change: a job of an earlier version does nothing. */
  version: number;
  nextAt: Date | null;
  lastDay: CivilDate | null;
  lastOutcome: Outcome | null;
  lastWithdrawalId: string | null;
};

export const NO_SCHEDULE: Schedule = {
  frequency: 'off',
  weekday: null,
  aboveCents: null,
  keepCents: ZERO,
  version: 0,
  nextAt: null,
  lastDay: null,
  lastOutcome: null,
  lastWithdrawalId: null,
};

const SELECT = `select version, frequency, weekday, above_cents as "aboveCents", keep_cents as "keepCents",
     next_at as "nextAt", to_char(last_day, 'YYYY-MM-DD') as "lastDay", last_outcome as "lastOutcome",
     last_withdrawal_id as "lastWithdrawalId"
   from withdrawal_schedules
   where account_id = $1`;

const ofAccount = statement('withdrawal_schedules.of_account', SELECT);
const lockOfAccount = statement('withdrawal_schedules.lock', `${SELECT}\n   for update`);

export async function readSchedule(db: Db, accountId: string): Promise<Schedule> {
  const [row] = await db.query<Schedule>(ofAccount, [accountId]);
  return row ?? NO_SCHEDULE;
}

export async function lockSchedule(tx: Tx, accountId: string): Promise<Schedule> {
  const [row] = await tx.query<Schedule>(lockOfAccount, [accountId]);
  return row ?? NO_SCHEDULE;
}

export type SavedSchedule = { accountId: string; schedule: Schedule; changedAt: Date };

export const saveSchedule: RowWriter<SavedSchedule> = {
  statement: statement(
    'withdrawal_schedules.save',
    `insert into withdrawal_schedules (account_id, version, frequency, weekday, above_cents, keep_cents, next_at,
       last_day, last_outcome, last_withdrawal_id, changed_at)
     select *
     from unnest($1::uuid[], $2::integer[], $3::text[], $4::integer[], $5::bigint[], $6::bigint[], $7::timestamptz[],
       $8::date[], $9::text[], $10::uuid[], $11::timestamptz[])
     on conflict (account_id) do update
     set version = excluded.version,
         frequency = excluded.frequency,
         weekday = excluded.weekday,
         above_cents = excluded.above_cents,
         keep_cents = excluded.keep_cents,
         next_at = excluded.next_at,
         last_day = excluded.last_day,
         last_outcome = excluded.last_outcome,
         last_withdrawal_id = excluded.last_withdrawal_id,
         changed_at = excluded.changed_at
     returning account_id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ schedule }) => schedule.version),
    rows.map(({ schedule }) => schedule.frequency),
    rows.map(({ schedule }) => schedule.weekday),
    rows.map(({ schedule }) => schedule.aboveCents),
    rows.map(({ schedule }) => schedule.keepCents),
    rows.map(({ schedule }) => schedule.nextAt),
    rows.map(({ schedule }) => schedule.lastDay),
    rows.map(({ schedule }) => schedule.lastOutcome),
    rows.map(({ schedule }) => schedule.lastWithdrawalId),
    rows.map(({ changedAt }) => changedAt),
  ],
  writes: 'all',
};

type Slot = { accountId: string; day: CivilDate; withdrawalId: string; createdAt: Date };

/** One at most for a civil day: a second one fails. */
export const insertSlot: RowWriter<Slot> = {
  statement: statement(
    'scheduled_withdrawals.add',
    `insert into scheduled_withdrawals (account_id, day, withdrawal_id, created_at)
     select *
     from unnest($1::uuid[], $2::date[], $3::uuid[], $4::timestamptz[])
     returning day`,
  ),
  values: (slots) => [
    slots.map(({ accountId }) => accountId),
    slots.map(({ day }) => day),
    slots.map(({ withdrawalId }) => withdrawalId),
    slots.map(({ createdAt }) => createdAt),
  ],
  writes: 'all',
};

const slotOfDay = statement(
  'scheduled_withdrawals.of_day',
  'select 1 as used from scheduled_withdrawals where account_id = $1 and day = $2::date',
);

export async function isSlotUsed(tx: Tx, accountId: string, day: CivilDate): Promise<boolean> {
  return (await tx.query(slotOfDay, [accountId, day])).length > 0;
}
