import { findAccount } from '../accounts/store.ts';
import { type Actor, recordAction, systemActor } from '../audit/record.ts';
import { maskPixKey, parsePixKey } from '../brazil/pix-key.ts';
import { countChange, countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { enqueue } from '../jobs/queue.ts';
import { assert, fail, invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, reaisFromCents } from '../kit/money.ts';
import { post } from '../ledger/post.ts';

export const WITHDRAWAL_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export type WithdrawalRow = {
  account_id: string;
  id: string;
  amount_cents: Cents;
  status: WithdrawalStatus;
  pix_key: string;
  reason: string | null;
  payout_started_at: Date | null;
  /** Approved where no provider pays out: since when it waits for somebody to pay it by hand. */
  to_pay_since: Date | null;
  /** The receipt of a payment made by hand. */
  payment_reference: string | null;
  created_at: Date;
  decided_at: Date | null;
};

export const WITHDRAWAL_COLUMNS = `account_id, id, amount_cents, status, pix_key, reason, payout_started_at,
  to_pay_since, payment_reference, created_at, decided_at`;
export const APPROVE_JOB = 'withdrawal.approve';

export const listFor = (status: WithdrawalStatus) => `withdrawals:${status}`;

/** The amount leaves `available` with the request. Asked again with the same id, the first request is the answer. */
export async function requestWithdrawal(
  deps: Deps,
  accountId: string,
  id: string,
  request: { amountCents: Cents; pixKey: string | null },
  by: Actor = systemActor(accountId),
): Promise<WithdrawalRow> {
  const { amountCents } = request;
  const pixKey = await payoutKey(deps.db, accountId, request.pixKey);
  const now = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const made = await insertWithdrawal(tx, { accountId, id, amountCents, pixKey, now });
    if (!made) return withdrawalAsStored(tx, accountId, id);
    await countChange(tx, accountId, listFor('pending'), 1);
    await recordWithdrawal(tx, by, 'withdrawal.requested', made);
    if (approvesItself(deps)) {
      const payload = { withdrawal_id: id };
      await enqueue(tx, [{ accountId, id: deps.ids.next(), kind: APPROVE_JOB, payload, runAt: now }]);
    }
    // The balance row is locked last, so it is held as briefly as can be.
    await post(tx, [
      {
        fact: `withdrawal:${id}:requested`,
        withdrawalId: id,
        occurredAt: now,
        postings: [{ accountId, from: 'available', to: 'withdrawals', amountCents, category: 'withdrawal' }],
        mustCover: [accountId],
      },
    ]);
    return made;
  });
}

type WithdrawalAction = `withdrawal.${'requested' | 'first_approval' | 'approved' | 'paid' | 'rejected'}`;

export async function recordWithdrawal(
  tx: Tx,
  actor: Actor,
  action: WithdrawalAction,
  row: WithdrawalRow,
): Promise<void> {
  const { account_id: accountId, id, reason } = row;
  const details = {
    amount: reaisFromCents(row.amount_cents),
    pix_key: maskPixKey(row.pix_key),
    reason,
    ...(row.payment_reference ? { reference: row.payment_reference } : {}),
  };
  await recordAction(tx, { actor, accountId, action, target: { kind: 'withdrawal', id }, details });
}

async function payoutKey(db: Db, accountId: string, text: string | null): Promise<string> {
  if (text === null) {
    const account = await findAccount(db, accountId);
    return account?.payout_pix_key ?? fail('PIX_KEY_REQUIRED', undefined, { pix_key: 'is required' });
  }
  const parsed = parsePixKey(text);
  if (!parsed)
    throw invalidField('pix_key', 'is not a PIX key: CPF, CNPJ, e-mail, phone with +55 or random key');
  return parsed.key;
}

function approvesItself({ config, rails }: Deps): boolean {
  return config.GUICHE_SANDBOX_WITHDRAWALS === 'auto' && rails.payout?.local === true;
}

type NewWithdrawal = { accountId: string; id: string; amountCents: Cents; pixKey: string; now: Date };

async function insertWithdrawal(tx: Tx, withdrawal: NewWithdrawal): Promise<WithdrawalRow | null> {
  const { accountId, id, amountCents, pixKey, now } = withdrawal;
  const [row] = await tx.query<WithdrawalRow>(
    `insert into withdrawals (account_id, id, amount_cents, status, pix_key, created_at)
     values ($1, $2, $3, 'pending', $4, $5)
     on conflict (account_id, id) do nothing
     returning ${WITHDRAWAL_COLUMNS}`,
    [accountId, id, amountCents, pixKey, now],
  );
  return row ?? null;
}

const withdrawalById = statement(
  'withdrawals.by_id',
  `select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where account_id = $1
     and id = $2`,
);

async function withdrawalAsStored(tx: Tx, accountId: string, id: string): Promise<WithdrawalRow> {
  const [row] = await tx.query<WithdrawalRow>(withdrawalById, [accountId, id]);
  assert(row, 'a withdrawal that could not be inserted exists');
  return row;
}

export async function findWithdrawal(db: Db, accountId: string, id: string): Promise<WithdrawalRow | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<WithdrawalRow>(withdrawalById, [accountId, id]);
  return row ?? null;
}

export async function listWithdrawals(
  db: Db,
  accountId: string,
  status: WithdrawalStatus | undefined,
  page: IdPage,
): Promise<{ rows: WithdrawalRow[]; total: bigint }> {
  const statuses = status ? [status] : WITHDRAWAL_STATUSES;
  const [rows, total] = await Promise.all([
    db.query<WithdrawalRow>(
      `select ${WITHDRAWAL_COLUMNS}
       from withdrawals
       where account_id = $1
         ${status ? `and status = '${status}'` : ''}
         and id < $2
       order by id desc
       limit $3
       offset $4`,
      [accountId, page.below, page.limit + 1, page.offset],
    ),
    countOf(db, accountId, ...statuses.map(listFor)),
  ]);
  return { rows, total };
}
