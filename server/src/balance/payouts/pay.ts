import { findAccount } from '../../accounts/store.ts';
import { raised } from '../../alerts/alert.ts';
import { statement } from '../../db/pool.ts';
import type { Deps } from '../../http/deps.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { assert, GatewayError } from '../../kit/errors.ts';
import type { PayoutAtBank, PayoutRequest } from '../../providers/payout.ts';
import type { Answer as ProviderAnswer } from '../../providers/provider.ts';
import type { Answer } from '../../write/answer.ts';
import {
  type Decision,
  done,
  type Effects,
  isRefusal,
  type NewJobEffect,
  rowWrite,
} from '../../write/effects.ts';
import { ended } from '../withdrawal-end.ts';
import {
  findWithdrawal,
  lockWithdrawal,
  type PayoutFields,
  saveWithdrawal,
  type WithdrawalRow,
} from '../withdrawals.ts';
import { choosePayout, type PayoutChoice, type RemotePayoutProvider, remotePayoutNamed } from './choose.ts';
import { decideSeen, isNamed, loadPayout, notFoundSource, type Recorded, unclearSource } from './outcome.ts';
import { readOwnTerms, termsInForce } from './terms.ts';

export const PAY_JOB = 'withdrawal.pay';
/** Long enough for the request that started the payout to record its outcome; the job is for a request that died. */
const ASK_AGAIN_MS = MINUTE_MS;
/** No call of ours lives so long: what was asked before then has reached the bank, or never will. */
const CALL_IS_OVER_MS = 5 * MINUTE_MS;
/** By then a payout is in the bank's statement. Operators are asked to look there. */
const UNCLEAR_AFTER_MS = HOUR_MS;

/** How a withdrawal would be paid if it were approved now. */
export type Payment = PayoutChoice & { checksOwner: boolean };
export const BY_HAND: Payment = {
  paidBy: 'hand',
  provider: null,
  verifiesOwner: false,
  checksOwner: false,
};

export async function paymentOf({ db, rails, config }: Deps, row: WithdrawalRow): Promise<Payment> {
  const terms = termsInForce(await readOwnTerms(db, row.account_id), config);
  return { ...choosePayout(rails, terms.providers, row.pix_key), checksOwner: terms.toKeys === 'own' };
}

/** On record before the bank is called. */
export function firstCall({ provider, checksOwner }: Payment, now: Date): Partial<PayoutFields> {
  const called = provider === null ? {} : { payout_calls: 1, payout_called_at: now };
  return { provider, payout_state: 'sending', checks_owner: checksOwner, ...called };
}

/** Committed with the intent: it asks the bank again if this process ends before the outcome is on record. */
export function payJob({ account_id: accountId, id }: WithdrawalRow, now: Date): NewJobEffect {
  const runAt = new Date(now.getTime() + ASK_AGAIN_MS);
  return { accountId, kind: PAY_JOB, payload: { withdrawal_id: id }, runAt };
}

/** The first call, by the process that put it on record. Without an outcome the withdrawal stays pending. */
export async function sendFirst(
  deps: Deps,
  row: WithdrawalRow,
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  const provider = remotePayoutNamed(deps.rails, row.provider);
  if (!provider) return row;
  try {
    const said = await provider.payout(await requestOf(deps, row));
    return await recordAnswer(deps, row, said, { isAbsent: false, earlierCallAt: null }, answer);
  } catch (error) {
    // It is begun: an error here would say that nothing was done.
    const facts = { err: error, provider: provider.name, withdrawal: row.id };
    deps.log.error(facts, 'the outcome of a payout was not recorded at once; a job goes on');
    return row;
  }
}

/** The job of a payout in progress: it looks before it asks again. */
export async function takeUp(deps: Deps, job: Job): Promise<JobOutcome> {
  const { withdrawal_id: id } = job.payload as { withdrawal_id: string };
  const row = await findWithdrawal(deps.db, job.account_id, id);
  assert(row, 'a payout job belongs to a withdrawal');
  if (row.status !== 'pending') return { done: true };
  const said = row.provider === null ? await sendByChosen(deps, row) : await lookAndSend(deps, row);
  if (typeof said === 'string') return { done: false, reason: said };
  return said.status === 'pending'
    ? { done: false, reason: 'the payout has no outcome yet' }
    : { done: true };
}

/** When it was approved no provider accepted. */
async function sendByChosen(deps: Deps, row: WithdrawalRow): Promise<WithdrawalRow | string> {
  const { provider } = await paymentOf(deps, row);
  if (provider === null) return 'no payout provider accepts new work';
  const called = await beginCall(deps, row, provider);
  return called ? sendFirst(deps, called) : 'another process has begun to pay it';
}

async function lookAndSend(deps: Deps, row: WithdrawalRow): Promise<WithdrawalRow | string> {
  const provider = remotePayoutNamed(deps.rails, row.provider);
  if (!provider) return `no payout provider is named ${row.provider}`;
  const found = await provider.remote.findPayout(nameOf(row));
  if (!found.ok) return found.reason;
  if (found.payout) return (await recordSeen(deps, row, found.payout)).row;
  if (isNamed(row)) return reportNotFound(deps, row);
  return sendAgain(deps, provider, row, found.mayExist !== true);
}

/** The bank had named it before: nothing is sent. The job asks on, and operators look. */
async function reportNotFound(deps: Deps, row: WithdrawalRow): Promise<string> {
  const { account_id: accountId, id, provider, amount_cents: amountCents } = row;
  const reason = 'the bank does not find its own payout';
  deps.log.error({ provider, withdrawal: id }, reason);
  const alert = raised({
    ...{ kind: 'payout_not_found', source: notFoundSource(id), accountId, withdrawalId: id, provider },
    ...{ amountCents, at: deps.clock.now() },
  });
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { rows: [alert] }) });
  return reason;
}

/** The same payout under the same reference, at the same bank: it can be paid once only. */
async function sendAgain(
  deps: Deps,
  provider: RemotePayoutProvider,
  row: WithdrawalRow,
  isAbsent: boolean,
): Promise<WithdrawalRow | string> {
  const called = await beginCall(deps, row, provider.name);
  if (!called) return 'another process has begun to pay it';
  const said = await provider.payout(await requestOf(deps, called));
  return recordAnswer(deps, called, said, { isAbsent, earlierCallAt: row.payout_called_at });
}

/** Counts the call before it is made. Null: another process was quicker, or it has ended. */
async function beginCall(deps: Deps, seen: WithdrawalRow, provider: string): Promise<WithdrawalRow | null> {
  const now = deps.clock.now();
  return deps.writer.commit({
    load: (tx) => lockWithdrawal(tx, seen.account_id, seen.id),
    decide: (before) => decideCall(before, seen.payout_calls, provider, now),
  });
}

export function decideCall(
  before: WithdrawalRow | null,
  callsSeen: number,
  provider: string,
  now: Date,
): Decision<WithdrawalRow | null> {
  const isAsSeen = before?.status === 'pending' && before.payout_calls === callsSeen;
  if (!isAsSeen || (before.provider !== null && before.provider !== provider)) return done(null);
  const after = { ...before, provider, payout_calls: callsSeen + 1, payout_called_at: now };
  return done(after, { rows: [rowWrite(saveWithdrawal, { before, after })] });
}

async function requestOf({ db }: Deps, row: WithdrawalRow): Promise<PayoutRequest> {
  const account = row.checks_owner ? await findAccount(db, row.account_id) : null;
  return {
    reference: row.id,
    amountCents: row.amount_cents,
    pixKey: row.pix_key,
    ownerDocument: account?.document ?? null,
    description: null,
  };
}

export function nameOf({ id, bank_reference: bankReference }: WithdrawalRow) {
  return { reference: id, bankReference };
}

/** `isAbsent`: just before this call the bank had no such payout. `earlierCallAt`: when the call before this one began. */
export type CallFacts = { isAbsent: boolean; earlierCallAt: Date | null };

async function recordAnswer(
  deps: Deps,
  called: WithdrawalRow,
  said: ProviderAnswer<{ payout: PayoutAtBank }>,
  facts: CallFacts,
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  if (said.ok) return (await recordSeen(deps, called, said.payout, answer)).row;
  if (said.kind === 'unavailable') return called;
  const { account_id: accountId, id, payout_calls: calls } = called;
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => lockWithdrawal(tx, accountId, id),
      decide: (row) => decideRefused(row, { calls, reason: said.reason, ...facts }, now),
    },
    answer,
  );
}

export type Refusal = CallFacts & { calls: number; reason: string };

/**
 * The bank refuses a call. The money goes back to the seller only where no call can have been taken: this was the only
 * one; or the bank had no such payout and every earlier call is over. Otherwise it stays pending and is looked for again.
 */
export function decideRefused(
  row: WithdrawalRow | null,
  { calls, reason, isAbsent, earlierCallAt }: Refusal,
  now: Date,
): Decision<WithdrawalRow> {
  assert(row, 'a withdrawal that was paid exists');
  if (row.status !== 'pending' || row.payout_calls !== calls || isNamed(row)) return done(row);
  const areOver =
    isAbsent && earlierCallAt !== null && now.getTime() - earlierCallAt.getTime() >= CALL_IS_OVER_MS;
  if (calls > 1 && !areOver) return done(row, unclear(row, reason, now));
  const { after, effects } = ended(row, { status: 'rejected', reason }, now, { payout_state: 'failed' });
  return done(after, effects);
}

function unclear(row: WithdrawalRow, reason: string, now: Date): Effects {
  const { account_id: accountId, id, provider, amount_cents: amountCents } = row;
  if (!isOldPayout(row, now)) return {};
  const alert = raised({
    ...{ kind: 'payout_unclear', source: unclearSource(id), accountId, withdrawalId: id, provider },
    ...{ amountCents, detail: reason, at: now },
  });
  return { rows: [alert] };
}

function isOldPayout({ payout_started_at: startedAt }: WithdrawalRow, now: Date): boolean {
  return startedAt !== null && now.getTime() - startedAt.getTime() >= UNCLEAR_AFTER_MS;
}

/** Why an operator may not say that a payout which was sent was not paid; null: only the bank's statement knows. */
export function refusedNotPaid(row: WithdrawalRow, now: Date): GatewayError | null {
  const calledAt = row.payout_called_at;
  if (row.provider === null || calledAt === null) return invalid('is not at a bank');
  if (isNamed(row)) return invalid('is known to the bank, whose answer decides');
  if (!isOldPayout(row, now)) return invalid('was sent less than an hour ago');
  const isOver = now.getTime() - calledAt.getTime() >= CALL_IS_OVER_MS;
  return isOver ? null : invalid('was asked about minutes ago; try again in five minutes');
}

function invalid(state: string): GatewayError {
  return new GatewayError('INVALID_STATE', `The withdrawal ${state}`);
}

/** Records what the bank says; what does not fit the books is an alert, and logged. */
export async function recordSeen(
  deps: Deps,
  { account_id: accountId, id, provider }: WithdrawalRow,
  seen: PayoutAtBank,
  answer?: Answer<WithdrawalRow>,
): Promise<Recorded> {
  const now = deps.clock.now();
  const surprises: Recorded['surprises'] = [];
  const row = await deps.writer.commit(
    {
      load: (tx) => loadPayout(tx, accountId, id),
      decide: (state): Decision<WithdrawalRow> => {
        const decision = decideSeen(state, seen, now);
        if (isRefusal(decision)) return decision;
        surprises.splice(0, surprises.length, ...decision.result.surprises);
        return done(decision.result.row, decision.effects);
      },
    },
    answer,
  );
  for (const surprise of surprises) {
    deps.log.error(
      { provider, account: accountId, withdrawal: id, surprise },
      'a payout does not fit the books',
    );
  }
  return { row, surprises };
}

const byReference = statement(
  'payout_references.find',
  `select account_id, withdrawal_id as id
   from payout_references
   where bank_reference = $1
     and provider = $2`,
);
// Every status is named, so that the index on (status, id) finds one id without the account.
const byId = statement(
  'withdrawals.owner_of_payout',
  `select account_id, id
   from withdrawals
   where status in ('pending', 'approved', 'rejected')
     and id = $1
     and provider = $2`,
);

export type PayoutKey = { account_id: string; id: string };

/** The withdrawal that a bank means; null: none of this provider. */
export async function findPayoutKey(
  { db }: Pick<Deps, 'db'>,
  provider: string,
  hint: { reference: string } | { bankReference: string },
): Promise<PayoutKey | null> {
  const [row] =
    'reference' in hint
      ? await db.query<PayoutKey>(byId, [hint.reference, provider])
      : await db.query<PayoutKey>(byReference, [hint.bankReference, provider]);
  return row ?? null;
}
