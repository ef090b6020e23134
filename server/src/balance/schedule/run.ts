import { systemActor } from '../../audit/record.ts';
import { type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobHandlers, JobOutcome } from '../../jobs/run.ts';
import { type Cents, ZERO } from '../../kit/money.ts';
import {
  type Decision,
  done,
  type Effects,
  isRefusal,
  type NewJobEffect,
  rowWrite,
  together,
} from '../../write/effects.ts';
import { readOwnTerms, termsInForce } from '../payouts/terms.ts';
import { approvesItself, decideRequest, needsConfirmedAddress } from '../withdrawals.ts';
import { amountOf, nextAt, type Outcome } from './rules.ts';
import { insertSlot, isSlotUsed, lockSchedule, type Schedule, saveSchedule } from './store.ts';

const SCHEDULED_JOB = 'withdrawal.scheduled';

export type SlotAccount = {
  isActive: boolean;
  payoutKey: string | null;
  isVerified: boolean;
  availableCents: Cents;
};

export type SlotState = {
  schedule: Schedule;
  account: SlotAccount | null;
  /** A scheduled withdrawal of the slot's day exists. */
  isUsed: boolean;
};

export type SlotCommand = {
  accountId: string;
  /** Of the schedule that the job was made for. */
  version: number;
  withdrawalId: string;
  needsAddress: boolean;
  /** Where the acquirer pays sellers, nothing is withdrawn here. */
  isByAcquirer: boolean;
  /** Up to this much is approved by a job; null: nothing. */
  approvesUpTo: Cents | 'all' | null;
};

/** The job that comes next, with the version of its schedule. */
export function slotJob(accountId: string, { version, nextAt: runAt }: Schedule): NewJobEffect[] {
  return runAt ? [{ accountId, kind: SCHEDULED_JOB, payload: { version }, runAt }] : [];
}

export function scheduleJobs(deps: Deps): JobHandlers {
  return { [SCHEDULED_JOB]: (job) => runSlot(deps, job) };
}

/**
 * The slot's row, its withdrawal and the next job are committed together: each slot has one withdrawal at most, and the
 * next slot always comes.
 */
async function runSlot(deps: Deps, job: Job): Promise<JobOutcome> {
  const accountId = job.account_id;
  const { version } = job.payload as { version: number };
  const { autoUpToCents } = termsInForce(await readOwnTerms(deps.db, accountId), deps.config);
  const command: SlotCommand = {
    ...{ accountId, version, withdrawalId: deps.ids.next() },
    needsAddress: needsConfirmedAddress(deps),
    isByAcquirer: deps.config.GUICHE_CUSTODY === 'acquirer',
    approvesUpTo: approvesItself(deps) ? 'all' : autoUpToCents,
  };
  const now = deps.clock.now();
  await deps.writer.commit({
    load: (tx) => loadSlot(tx, accountId, now),
    decide: (state) => decideSlot(state, command, now),
  });
  return { done: true };
}

/** A slot that was missed is made up for, as that of its own day. */
function dayOfSlot({ frequency, nextAt: plannedAt }: Schedule, now: Date): CivilDate {
  const isPlanned = plannedAt !== null && plannedAt <= now && frequency !== 'above';
  return civilDateOf(isPlanned ? plannedAt : now);
}

export function decideSlot(state: SlotState, command: SlotCommand, now: Date): Decision<Outcome | null> {
  const { schedule } = state;
  const { accountId } = command;
  if (schedule.version !== command.version || schedule.frequency === 'off') return done(null);
  const isEarly = schedule.nextAt === null || schedule.nextAt > now;
  // The clock was moved back, or two jobs have this version: one of a new version goes on.
  if (isEarly || state.isUsed) {
    const after = { ...schedule, version: schedule.version + 1, nextAt: nextAt(schedule, now, state.isUsed) };
    return done(null, saved(accountId, after, now));
  }
  const day = dayOfSlot(schedule, now);
  const amountCents = amountOf(schedule, state.account?.availableCents ?? ZERO);
  const outcome = outcomeOf(state.account, amountCents, command);
  const isRequested = outcome === 'requested';
  const after: Schedule = {
    ...schedule,
    nextAt: nextAt(schedule, now, isRequested),
    lastDay: day,
    lastOutcome: outcome,
    lastWithdrawalId: isRequested ? command.withdrawalId : null,
  };
  const planned = saved(accountId, after, now);
  if (!isRequested) return done(outcome, planned);
  const requested = request(command, amountCents, state.account?.payoutKey ?? '', now);
  if (isRefusal(requested)) return requested;
  const slot = { accountId, day, withdrawalId: command.withdrawalId, createdAt: now };
  const rows = [rowWrite(insertSlot, slot)];
  return done(outcome, together([requested.effects, { rows }, planned]));
}

function outcomeOf(
  account: SlotAccount | null,
  amountCents: Cents,
  { needsAddress, isByAcquirer }: SlotCommand,
): Outcome {
  if (isByAcquirer) return 'by_acquirer';
  if (!account?.isActive) return 'account_not_active';
  if (amountCents === ZERO) return 'nothing_available';
  if (account.payoutKey === null) return 'pix_key_required';
  return needsAddress && !account.isVerified ? 'email_not_verified' : 'requested';
}

/** The same as a withdrawal that the seller asks for. */
function request(
  { accountId, withdrawalId: id, approvesUpTo }: SlotCommand,
  amountCents: Cents,
  pixKey: string,
  now: Date,
) {
  const mayApproveItself = approvesUpTo === 'all' || (approvesUpTo !== null && amountCents <= approvesUpTo);
  const by = systemActor(accountId);
  return decideRequest(null, { accountId, id, amountCents, pixKey, by, mayApproveItself }, now);
}

function saved(accountId: string, schedule: Schedule, now: Date): Effects {
  return {
    rows: [rowWrite(saveSchedule, { accountId, schedule, changedAt: now })],
    jobs: slotJob(accountId, schedule),
  };
}

const accountOf = statement(
  'withdrawal_schedules.account',
  `select a.status = 'active' as "isActive", a.payout_pix_key as "payoutKey",
     exists (
       select 1
       from users u
       where u.account_id = a.id
         and u.email = a.email
         and u.email_verified_at is not null
     ) as "isVerified"
   from accounts a
   where a.id = $1
   for share of a`,
);
const availableOf = statement(
  'withdrawal_schedules.available',
  'select available_cents as "availableCents" from ledger_balances where account_id = $1',
);

async function loadSlot(tx: Tx, accountId: string, now: Date): Promise<SlotState> {
  const [account] = await tx.query<Omit<SlotAccount, 'availableCents'>>(accountOf, [accountId]);
  const schedule = await lockSchedule(tx, accountId);
  const [balance] = await tx.query<Pick<SlotAccount, 'availableCents'>>(availableOf, [accountId]);
  return {
    schedule,
    account: account ? { ...account, availableCents: balance?.availableCents ?? ZERO } : null,
    isUsed: await isSlotUsed(tx, accountId, dayOfSlot(schedule, now)),
  };
}
