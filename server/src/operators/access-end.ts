import { statement } from '../db/pool.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../write/effects.ts';

export type AccessEnd = { accountId: string; sessionsEndAt: Date; keysEndAt: Date };

/** Ends all access to an operator's account: role, e-mail, sessions, keys, and the account's status. */
export function accessEnd(end: AccessEnd): RowWrite[] {
  return [demoteUser, freeEmail, freeUnclaimedEmail, endSessions, revokeKeys, blockAccount].map((writer) =>
    rowWrite(writer, end),
  );
}

const demoteUser: RowWriter<AccessEnd> = {
  statement: statement(
    'operators.demote',
    `update users
     set role = 'seller'
     where account_id = any($1::uuid[])
       and role = 'operator'
     returning id`,
  ),
  values: accountIds,
  writes: 'all',
};

const freeEmail: RowWriter<AccessEnd> = {
  statement: statement('operators.free_email', 'delete from user_emails where account_id = any($1::uuid[])'),
  values: accountIds,
  writes: 'any',
};

const freeUnclaimedEmail: RowWriter<AccessEnd> = {
  statement: statement(
    'operators.free_unclaimed_email',
    'delete from unclaimed_emails where account_id = any($1::uuid[])',
  ),
  values: accountIds,
  writes: 'any',
};

const endSessions: RowWriter<AccessEnd> = {
  statement: statement(
    'operators.end_sessions',
    `update sessions s
     set ended_at = n.at
     from unnest($1::uuid[], $2::timestamptz[]) as n (account_id, at)
     where s.account_id = n.account_id
       and s.ended_at is null`,
  ),
  values: (ends) => [...accountIds(ends), ends.map(({ sessionsEndAt }) => sessionsEndAt)],
  writes: 'any',
};

const revokeKeys: RowWriter<AccessEnd> = {
  statement: statement(
    'operators.revoke_keys',
    `update api_keys k
     set status = 'revoked',
         revoked_at = n.at
     from unnest($1::uuid[], $2::timestamptz[]) as n (account_id, at)
     where k.account_id = n.account_id
       and k.status = 'active'`,
  ),
  values: (ends) => [...accountIds(ends), ends.map(({ keysEndAt }) => keysEndAt)],
  writes: 'any',
};

const blockAccount: RowWriter<AccessEnd> = {
  statement: statement(
    'operators.block_removed',
    `update accounts
     set status = 'blocked',
         status_reason = 'The operator was removed'
     where id = any($1::uuid[])
     returning id`,
  ),
  values: accountIds,
  writes: 'all',
};

function accountIds(ends: readonly AccessEnd[]): readonly unknown[] {
  return [ends.map(({ accountId }) => accountId)];
}
