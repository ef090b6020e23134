import { register } from '../accounts/register.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { outwaitCaches } from '../db/trusted-cache.ts';
import type { IdPage } from '../http/id-page.ts';
import { systemMs } from '../kit/clock.ts';
import { assert, fail, GatewayError, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';

/**
 * An operator sells nothing and has no document of its own, but every account carries one whose check digits hold:
 * this is the number with which Receita Federal explains the alphanumeric CNPJ. It belongs to nobody.
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

async function findOperator(db: Db, id: string): Promise<OperatorRow | null> {
  const [row] = await db.query<OperatorRow>(`${EVERY_OPERATOR} and a.id = $1`, [id]);
  return row ?? null;
}

export type NewOperator = { email: string; name: string; password: string };

/** Asked again with the same id, the operator made first is the answer. */
export async function addOperator(
  deps: ChargeDeps,
  actor: Actor,
  id: string,
  operator: NewOperator,
): Promise<OperatorRow> {
  const registration = { ...operator, document: OPERATOR_DOCUMENT };
  try {
    await register(deps, registration, 'operator', { id, addedBy: actor });
  } catch (error) {
    const isTaken = error instanceof GatewayError && error.code === 'EMAIL_TAKEN';
    const earlier = isTaken ? await findOperator(deps.db, id) : null;
    if (!earlier) throw error;
    return earlier;
  }
  const made = await findOperator(deps.db, id);
  assert(made, 'an operator that was made is found');
  return made;
}

// In one order, so that operators who remove each other wait for each other instead of both succeeding.
const lockOperators = statement(
  'operators.lock_all',
  `select account_id, email
   from users
   where role = 'operator'
   order by account_id
   for update`,
);

/**
 * Ends the operator's rights, sessions and keys on every node. The user's row stays, because the log names it; the
 * e-mail is free for another account.
 */
export async function removeOperator(deps: ChargeDeps, actor: Actor, id: string): Promise<void> {
  if (id === actor.accountId) fail('INVALID_STATE', 'You cannot remove yourself');
  if (!isId(id)) throw notFound('Operator');
  await transaction(deps.db, async (tx) => {
    const operators = await tx.query<{ account_id: string; email: string }>(lockOperators);
    const removed = operators.find((operator) => operator.account_id === id);
    if (!removed) throw notFound('Operator');
    // Whoever was removed while this request waited removes nobody; so one operator is always left.
    if (!operators.some((operator) => operator.account_id === actor.accountId)) fail('FORBIDDEN');
    await endAccess(deps, tx, id);
    const details = { email: removed.email };
    const target = { kind: 'operator', id };
    await recordAction(tx, { actor, accountId: id, action: 'operator.removed', target, details });
  });
  await outwaitCaches();
}

async function endAccess(deps: ChargeDeps, tx: Tx, accountId: string): Promise<void> {
  const now = new Date(systemMs());
  await tx.query(`update users set role = 'seller' where account_id = $1`, [accountId]);
  await tx.query('delete from user_emails where account_id = $1', [accountId]);
  await tx.query('update sessions set ended_at = $2 where account_id = $1 and ended_at is null', [
    accountId,
    now,
  ]);
  await tx.query(
    `update api_keys set status = 'revoked', revoked_at = $2 where account_id = $1 and status = 'active'`,
    [accountId, deps.clock.now()],
  );
  await tx.query(
    `update accounts set status = 'blocked', status_reason = 'The operator was removed' where id = $1`,
    [accountId],
  );
}
