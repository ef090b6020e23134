import { register } from '../accounts/register.ts';
import type { EmailOwner } from '../accounts/store.ts';
import type { Actor } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type Db, statement } from '../db/pool.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import type { IdPage } from '../http/id-page.ts';
import { systemMs } from '../kit/clock.ts';
import { assert, fail, GatewayError, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer, Reader } from '../write/answer.ts';
import { type Decision, done } from '../write/effects.ts';
import { accessEnd } from './access-end.ts';

/**
 * An operator needs no document, but every account has one with valid check digits: this is the example number with
 * which Receita Federal explains the alphanumeric CNPJ. No company has it.
 */
export const OPERATOR_DOCUMENT = '12ABC34501DE35';

export type OperatorRow = {
  id: string;
  user_id: string;
  name: string;
  email: string;
  status: 'active' | 'pending' | 'blocked';
  two_factor: boolean;
  added_by: string | null;
  must_change_password: boolean;
  created_at: Date;
};

// Operators are few: those of the partial index on the role are read and sorted.
const EVERY_OPERATOR = `
  select a.id, u.id as user_id, a.name, u.email, a.status, u.created_at, u.added_by,
    u.must_change_password,
    exists (
      select 1
      from second_factors f
      where f.account_id = u.account_id
        and f.user_id = u.id
        and f.enabled_at is not null
    ) as two_factor
  from users u
  join accounts a on a.id = u.account_id
  where u.role = 'operator'`;

const operatorPage = statement(
  'operators.list',
  `${EVERY_OPERATOR}
     and a.id < $1
   order by a.id desc
   limit $2
   offset $3`,
);

export async function listOperators(db: Db, page: IdPage): Promise<{ rows: OperatorRow[]; total: bigint }> {
  const [rows, [count]] = await Promise.all([
    db.query<OperatorRow>(operatorPage, [page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>(`select count(*) as total from users where role = 'operator'`),
  ]);
  return { rows, total: count?.total ?? 0n };
}

/** Reads a new operator, for the answer. */
export async function findOperator(db: Reader, id: string): Promise<OperatorRow> {
  const [row] = await db.query<OperatorRow>(`${EVERY_OPERATOR} and a.id = $1`, [id]);
  assert(row, 'an operator that was added is found');
  return row;
}

export type NewOperator = { email: string; name: string; password: string };

/** A second call with the same id returns the first operator. */
export async function addOperator(
  deps: ChargeDeps,
  actor: Actor,
  id: string,
  operator: NewOperator,
  answer?: Answer<EmailOwner>,
): Promise<EmailOwner> {
  const registration = { ...operator, document: OPERATOR_DOCUMENT };
  return register(deps, registration, 'operator', { id, addedBy: actor }, answer);
}

/**
 * Ends the operator's role, sessions and keys on every node. The user's row stays, because the audit log refers to it;
 * the e-mail can be used by another account.
 */
export async function removeOperator(deps: ChargeDeps, actor: Actor, id: string): Promise<void> {
  if (id === actor.accountId) fail('INVALID_STATE', 'You cannot remove yourself');
  if (!isId(id)) throw notFound('Operator');
  const times = { sessionsEndAt: new Date(systemMs()), keysEndAt: deps.clock.now() };
  await deps.writer.commit({
    load: (tx) => tx.query<LockedOperator>(lockOperators),
    decide: (operators) => decideRemoval(operators, { actor, id }, times),
  });
  await waitForCacheExpiry();
}

// Locked in one order, so that two operators who remove each other cannot both succeed.
const lockOperators = statement(
  'operators.lock_all',
  `select account_id as "accountId", email
   from users
   where role = 'operator'
   order by account_id
   for update`,
);

export type LockedOperator = { accountId: string; email: string };
/** Sessions live in real time, keys by the clock of the gateway. */
export type RemovalTimes = { sessionsEndAt: Date; keysEndAt: Date };

export function decideRemoval(
  operators: readonly LockedOperator[],
  { actor, id }: { actor: Actor; id: string },
  times: RemovalTimes,
): Decision<void> {
  const removed = operators.find(({ accountId }) => accountId === id);
  if (!removed) return notFound('Operator');
  // The actor may have been removed while this request waited. Refused, so that one operator always remains.
  if (!operators.some(({ accountId }) => accountId === actor.accountId)) return new GatewayError('FORBIDDEN');
  const target = { kind: 'operator', id };
  const details = { email: removed.email };
  return done(undefined, {
    rows: accessEnd({ accountId: id, ...times }),
    audit: [{ actor, accountId: id, action: 'operator.removed', target, details }],
  });
}
