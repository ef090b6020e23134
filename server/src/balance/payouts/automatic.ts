import { systemActor } from '../../audit/record.ts';
import { type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import { statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import type { Config } from '../../kit/config.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import { type Decision, done, type RowWriter, rowWrite, together } from '../../write/effects.ts';
import { approvalsNeeded } from '../approvals.ts';
import { begun, refusedApproval } from '../decide-withdrawal.ts';
import {
  approvesItself,
  findWithdrawal,
  lockWithdrawal,
  type WithdrawalRow,
  withdrawalAction,
} from '../withdrawals.ts';
import { type Payment, paymentOf, sendFirst } from './pay.ts';
import { type PayoutTerms, readOwnTerms, termsInForce } from './terms.ts';

export type AutomaticState = {
  withdrawal: WithdrawalRow | null;
  account: { status: string; payoutKey: string | null } | null;
  /** On this civil day, without a person's approval. */
  sentCents: Cents;
};

export type Automatic = {
  payment: Payment;
  terms: PayoutTerms;
  /** The sandbox may approve everything by itself. */
  isUnlimited: boolean;
  day: CivilDate;
  config: Parameters<typeof approvalsNeeded>[0] & Pick<Config, 'GUICHE_RAILS'>;
};

/** Approves a withdrawal without a person, if the limits allow it. Else it waits for an operator. */
export async function approveAutomatically(deps: Deps, accountId: string, id: string): Promise<JobOutcome> {
  const seen = await findWithdrawal(deps.db, accountId, id);
  if (!seen || deps.config.GUICHE_CUSTODY === 'acquirer') return { done: true };
  const now = deps.clock.now();
  const command: Automatic = {
    payment: await paymentOf(deps, seen),
    terms: termsInForce(await readOwnTerms(deps.db, accountId), deps.config),
    isUnlimited: approvesItself(deps),
    day: civilDateOf(now),
    config: deps.config,
  };
  const row = await deps.writer.commit({
    load: (tx) => loadState(tx, accountId, id, command.day),
    decide: (state) => decideAutomatic(state, command, now),
  });
  if (row === 'undecided') return { done: false, reason: 'no payout provider accepts new work' };
  if (row?.payout_calls === 1) await sendFirst(deps, row);
  return { done: true };
}

/**
 * The withdrawal as it was begun; null: it is left to a person. `undecided`: only a bank that checks the key's owner may
 * send it, and which one would is known when one accepts new work.
 */
export function decideAutomatic(
  state: AutomaticState,
  command: Automatic,
  now: Date,
): Decision<WithdrawalRow | 'undecided' | null> {
  const { withdrawal } = state;
  if (!withdrawal || refusedApproval(withdrawal)) return done(null);
  const verdict = verdictOn(withdrawal, state, command);
  if (verdict !== 'allowed') return done(verdict);
  const { after, effects } = begun(withdrawal, command.payment, now);
  const by = systemActor(withdrawal.account_id);
  const sentCents = cents(state.sentCents + withdrawal.amount_cents);
  const day = { accountId: withdrawal.account_id, day: command.day, sentCents };
  const rows = command.isUnlimited ? [] : [rowWrite(saveDay, day)];
  return done(
    after,
    together([effects, { rows, audit: [withdrawalAction(by, 'withdrawal.approved', after)] }]),
  );
}

function verdictOn(
  withdrawal: WithdrawalRow,
  { account, sentCents }: AutomaticState,
  { payment, terms, isUnlimited, config }: Automatic,
): 'allowed' | 'undecided' | null {
  if (isUnlimited) return 'allowed';
  const { amount_cents: amountCents } = withdrawal;
  const { autoUpToCents, autoPerDayCents } = terms;
  if (autoUpToCents === null || autoPerDayCents === null || payment.paidBy === 'hand') return null;
  if (amountCents > autoUpToCents || sentCents + amountCents > autoPerDayCents) return null;
  if (approvalsNeeded(config, amountCents) > 1 || account?.status !== 'active') return null;
  // A stolen session can name another key; the registered one needs a recent proof to change.
  if (withdrawal.pix_key === account.payoutKey) return 'allowed';
  if (!payment.checksOwner) return null;
  if (payment.verifiesOwner) return 'allowed';
  return payment.provider === null ? 'undecided' : null;
}

const accountOf = statement(
  'automatic_payouts.account',
  `select status, payout_pix_key as "payoutKey"
   from accounts
   where id = $1
   for share`,
);
// Written even where nothing changes: its lock holds the next decision of the account up until this one is committed.
const lockDay = statement(
  'automatic_payouts.lock',
  `insert into automatic_payouts as d (account_id, day, sent_cents)
   values ($1, $2::date, 0)
   on conflict (account_id, day) do update
   set sent_cents = d.sent_cents
   returning sent_cents as "sentCents"`,
);

async function loadState(tx: Tx, accountId: string, id: string, day: CivilDate): Promise<AutomaticState> {
  const [account] = await tx.query<NonNullable<AutomaticState['account']>>(accountOf, [accountId]);
  const withdrawal = await lockWithdrawal(tx, accountId, id);
  const [locked] = await tx.query<{ sentCents: Cents }>(lockDay, [accountId, day]);
  return { withdrawal, account: account ?? null, sentCents: locked?.sentCents ?? ZERO };
}

type SentOfDay = { accountId: string; day: CivilDate; sentCents: Cents };

const saveDay: RowWriter<SentOfDay> = {
  statement: statement(
    'automatic_payouts.save',
    `update automatic_payouts d
     set sent_cents = n.sent_cents
     from unnest($1::uuid[], $2::date[], $3::bigint[]) as n (account_id, day, sent_cents)
     where d.account_id = n.account_id
       and d.day = n.day
     returning d.account_id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ day }) => day),
    rows.map(({ sentCents }) => sentCents),
  ],
  writes: 'all',
};
