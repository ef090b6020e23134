import { findAccount } from '../accounts/store.ts';
import { type Action, type Actor, systemActor } from '../audit/record.ts';
import { maskPixKey, parsePixKey } from '../brazil/pix-key.ts';
import { countOf } from '../db/counts.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { fail, invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, reaisFromCents, ZERO } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../write/effects.ts';
import { requireOwnCustody } from './custody.ts';
import { readOwnTerms, termsInForce } from './payouts/terms.ts';

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
  /** Approved where no provider pays out: since when it waits to be paid by hand. */
  to_pay_since: Date | null;
  /** The receipt of a payment made by hand. */
  payment_reference: string | null;
  created_at: Date;
  decided_at: Date | null;
} & PayoutFields;

export const PAYOUT_STATES = ['sending', 'awaiting_approval', 'succeeded', 'failed'] as const;

/** How a bank pays it. */
export type PayoutFields = {
  /** Chosen before it is called, and the same for ever. Null: not chosen yet, or not paid by a bank. */
  provider: string | null;
  payout_state: (typeof PAYOUT_STATES)[number] | null;
  bank_reference: string | null;
  end_to_end_id: string | null;
  /** The bank is asked to pay only to a key of the owner of the account. */
  checks_owner: boolean;
  /** How often the bank was asked to pay, counted before each call; and when last. */
  payout_calls: number;
  payout_called_at: Date | null;
  /** What came back after it was paid. */
  returned_cents: Cents;
  /** Whom the bank says it paid, masked; null: it did not say. */
  receiver_document: string | null;
  /** That is another than the owner of the account. */
  receiver_is_other: boolean;
};

export const NO_PAYOUT: PayoutFields = {
  provider: null,
  payout_state: null,
  bank_reference: null,
  end_to_end_id: null,
  checks_owner: false,
  payout_calls: 0,
  payout_called_at: null,
  returned_cents: ZERO,
  receiver_document: null,
  receiver_is_other: false,
};

export const WITHDRAWAL_COLUMNS = `account_id, id, amount_cents, status, pix_key, reason, payout_started_at,
  to_pay_since, payment_reference, created_at, decided_at, provider, payout_state, bank_reference, end_to_end_id,
  checks_owner, payout_calls, payout_called_at, returned_cents, receiver_document, receiver_is_other`;
export const APPROVE_JOB = 'withdrawal.approve';

export const listFor = (status: WithdrawalStatus) => `withdrawals:${status}`;

/** The amount leaves `available` with the request. A second call with the same id returns the first request. */
export async function requestWithdrawal(
  deps: Deps,
  accountId: string,
  id: string,
  request: { amountCents: Cents; pixKey: string | null },
  by: Actor = systemActor(accountId),
  answer?: Answer<WithdrawalRow>,
): Promise<WithdrawalRow> {
  requireOwnCustody(deps);
  await requireConfirmedAddress(deps, accountId);
  const command: NewWithdrawal = {
    accountId,
    id,
    amountCents: request.amountCents,
    pixKey: await payoutKey(deps.db, accountId, request.pixKey),
    by,
    mayApproveItself: await mayApproveItself(deps, accountId, request.amountCents),
  };
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => withdrawalIn(tx, accountId, id),
      decide: (earlier) => decideRequest(earlier, command, now),
    },
    answer,
  );
}

export type NewWithdrawal = {
  accountId: string;
  id: string;
  amountCents: Cents;
  pixKey: string;
  by: Actor;
  /** A job approves it, if the limits allow it then. */
  mayApproveItself: boolean;
};

export function decideRequest(
  earlier: WithdrawalRow | null,
  { accountId, id, amountCents, pixKey, by, mayApproveItself }: NewWithdrawal,
  now: Date,
): Decision<WithdrawalRow> {
  if (earlier) return done(earlier);
  const row: WithdrawalRow = {
    account_id: accountId,
    id,
    amount_cents: amountCents,
    status: 'pending',
    pix_key: pixKey,
    reason: null,
    payout_started_at: null,
    to_pay_since: null,
    payment_reference: null,
    created_at: now,
    decided_at: null,
    ...NO_PAYOUT,
  };
  const payload = { withdrawal_id: id };
  return done(row, {
    rows: [rowWrite(insertWithdrawal, row)],
    counts: [{ accountId, list: listFor('pending'), change: 1 }],
    events: [
      {
        ...{ accountId, type: 'withdrawal.requested', withdrawalId: id, sequence: 0, audience: 'owner' },
        ...{ status: row.status, previousStatus: null, data: withdrawalEventData(row), createdAt: now },
      },
    ],
    audit: [withdrawalAction(by, 'withdrawal.requested', row)],
    jobs: mayApproveItself ? [{ accountId, kind: APPROVE_JOB, payload, runAt: now }] : [],
    entries: [
      {
        fact: `withdrawal:${id}:requested`,
        withdrawalId: id,
        occurredAt: now,
        postings: [{ accountId, from: 'available', to: 'withdrawals', amountCents, category: 'withdrawal' }],
        mustCover: [accountId],
      },
    ],
  });
}

export function withdrawalEventData(row: WithdrawalRow) {
  return {
    withdrawal_id: row.id,
    amount: reaisFromCents(row.amount_cents),
    status: row.status,
    pix_key: maskPixKey(row.pix_key),
  };
}

type WithdrawalActionName =
  `withdrawal.${'requested' | 'first_approval' | 'approved' | 'paid' | 'rejected' | 'not_paid' | 'returned'}`;

export function withdrawalAction(actor: Actor, action: WithdrawalActionName, row: WithdrawalRow): Action {
  const { account_id: accountId, id, reason } = row;
  const details = {
    amount: reaisFromCents(row.amount_cents),
    pix_key: maskPixKey(row.pix_key),
    reason,
    ...(row.payment_reference ? { reference: row.payment_reference } : {}),
  };
  return { actor, accountId, action, target: { kind: 'withdrawal', id }, details };
}

/**
 * Where mail can be sent, money leaves a live account only after its address was confirmed: a wrong address would give
 * the account to its reader by way of a new password. A confirmed address stays so, and need not be locked.
 */
export function needsConfirmedAddress({ config, mail }: Pick<Deps, 'config' | 'mail'>): boolean {
  return config.GUICHE_RAILS !== 'sandbox' && mail.kind === 'smtp';
}

async function requireConfirmedAddress(deps: Deps, accountId: string): Promise<void> {
  if (!needsConfirmedAddress(deps)) return;
  const account = await findAccount(deps.db, accountId);
  if (!account?.email_verified) fail('EMAIL_NOT_VERIFIED');
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

/** The sandbox may be set so. */
export function approvesItself({ config, rails }: Pick<Deps, 'config' | 'rails'>): boolean {
  return config.GUICHE_SANDBOX_WITHDRAWALS === 'auto' && rails.payout[0]?.remote === null;
}

async function mayApproveItself(deps: Deps, accountId: string, amountCents: Cents): Promise<boolean> {
  if (approvesItself(deps)) return true;
  const { autoUpToCents } = termsInForce(await readOwnTerms(deps.db, accountId), deps.config);
  return autoUpToCents !== null && amountCents <= autoUpToCents;
}

const insertWithdrawal: RowWriter<WithdrawalRow> = {
  statement: statement(
    'withdrawals.add',
    `insert into withdrawals (account_id, id, amount_cents, status, pix_key, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
     returning id`,
  ),
  values: (rows) => [
    rows.map((row) => row.account_id),
    rows.map((row) => row.id),
    rows.map((row) => row.amount_cents),
    rows.map((row) => row.status),
    rows.map((row) => row.pix_key),
    rows.map((row) => row.created_at),
  ],
  writes: 'all',
};

const withdrawalById = statement(
  'withdrawals.by_id',
  `select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where account_id = $1
     and id = $2`,
);

async function withdrawalIn(tx: Tx, accountId: string, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx.query<WithdrawalRow>(withdrawalById, [accountId, id]);
  return row ?? null;
}

const lockById = statement(
  'withdrawals.lock',
  `select ${WITHDRAWAL_COLUMNS}
   from withdrawals
   where account_id = $1
     and id = $2
   for update`,
);

export async function lockWithdrawal(tx: Tx, accountId: string, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx.query<WithdrawalRow>(lockById, [accountId, id]);
  return row ?? null;
}

/** A withdrawal as read under its lock, and as it is saved. */
export type ChangedWithdrawal = { before: WithdrawalRow; after: WithdrawalRow };

const SAVED = {
  status: 'text',
  reason: 'text',
  payout_started_at: 'timestamptz',
  to_pay_since: 'timestamptz',
  payment_reference: 'text',
  decided_at: 'timestamptz',
  provider: 'text',
  payout_state: 'text',
  bank_reference: 'text',
  end_to_end_id: 'text',
  checks_owner: 'boolean',
  payout_calls: 'integer',
  payout_called_at: 'timestamptz',
  returned_cents: 'bigint',
  receiver_document: 'text',
  receiver_is_other: 'boolean',
} as const satisfies Partial<Record<keyof WithdrawalRow, string>>;
const SAVED_NAMES = Object.keys(SAVED) as (keyof typeof SAVED)[];

/** Guarded: the withdrawal must still be as it was read. */
export const saveWithdrawal: RowWriter<ChangedWithdrawal> = {
  statement: statement(
    'withdrawals.save',
    `update withdrawals w
     set ${SAVED_NAMES.map((name) => `${name} = n.${name}`).join(',\n         ')}
     from unnest($1::uuid[], $2::uuid[], $3::text[],
       ${SAVED_NAMES.map((name, at) => `$${at + 4}::${SAVED[name]}[]`).join(', ')})
       as n (account_id, id, status_before, ${SAVED_NAMES.join(', ')})
     where w.account_id = n.account_id
       and w.id = n.id
       and w.status = n.status_before
       -- Once a provider was chosen it never changes.
       and (w.provider is null or w.provider = n.provider)
     returning w.id`,
  ),
  values: (rows) => [
    rows.map(({ after }) => after.account_id),
    rows.map(({ after }) => after.id),
    rows.map(({ before }) => before.status),
    ...SAVED_NAMES.map((name) => rows.map(({ after }) => after[name])),
  ],
  writes: 'all',
};

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
