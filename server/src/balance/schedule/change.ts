import type { Action, Actor } from '../../audit/record.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { GatewayError } from '../../kit/errors.ts';
import { reaisFromCents } from '../../kit/money.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import { nextAt, type Plan, WEEKDAYS } from './rules.ts';
import { slotJob } from './run.ts';
import { lockSchedule, type Schedule, saveSchedule } from './store.ts';

const hasKey = statement(
  'withdrawal_schedules.has_key',
  'select payout_pix_key is not null as "hasKey" from accounts where id = $1',
);

export async function changeSchedule(deps: Deps, actor: Actor, plan: Plan): Promise<Schedule> {
  const { accountId } = actor;
  const now = deps.clock.now();
  return deps.writer.commit({
    load: async (tx) => {
      const schedule = await lockSchedule(tx, accountId);
      return { schedule, hasKey: await hasPayoutKey(tx, accountId) };
    },
    decide: (state) => decideSchedule(state, actor, plan, now),
  });
}

async function hasPayoutKey(tx: Tx, accountId: string): Promise<boolean> {
  const [account] = await tx.query<{ hasKey: boolean }>(hasKey, [accountId]);
  return account?.hasKey ?? false;
}

export function decideSchedule(
  { schedule, hasKey }: { schedule: Schedule; hasKey: boolean },
  actor: Actor,
  plan: Plan,
  now: Date,
): Decision<Schedule> {
  if (plan.frequency !== 'off' && !hasKey) {
    return new GatewayError('PIX_KEY_REQUIRED', 'Register a PIX key for payouts first', {
      frequency: 'needs a registered PIX key',
    });
  }
  const { accountId } = actor;
  const after: Schedule = {
    ...schedule,
    ...plan,
    version: schedule.version + 1,
    nextAt: nextAt(plan, now),
  };
  const details = { before: shown(schedule), after: shown(after) };
  const target = { kind: 'account', id: accountId };
  const action: Action = {
    ...{ actor, accountId, target, details },
    action: 'account.automatic_withdrawals_changed',
  };
  return done(after, {
    rows: [rowWrite(saveSchedule, { accountId, schedule: after, changedAt: now })],
    jobs: slotJob(accountId, after),
    audit: [action],
  });
}

/** As the API shows a plan. */
export function shown({ frequency, weekday, aboveCents, keepCents }: Plan) {
  return {
    frequency,
    weekday: weekday === null ? null : (WEEKDAYS[weekday] ?? null),
    above_amount: aboveCents === null ? null : reaisFromCents(aboveCents),
    keep_amount: reaisFromCents(keepCents),
  };
}
