import { type Actor, recordAction } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type Statement, statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { outwaitCaches } from '../db/trusted-cache.ts';
import { fail, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { basisPointsFromPercent, type Cents, centsFromReais } from '../kit/money.ts';
import { MANAGED_COLUMNS, type ManagedAccount } from './accounts.ts';
import { presentFeePlan, presentLimits } from './shapes.ts';

const WHOLE_BASIS_POINTS = 10_000;

const approve = statement(
  'operators.approve_account',
  `update accounts
   set status = 'active',
       status_reason = null,
       identity_verified = coalesce($2, identity_verified)
   where id = $1
     and status in ('pending', 'blocked')
   returning ${MANAGED_COLUMNS}`,
);

export async function approveAccount(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  identityVerified: boolean | null,
): Promise<ManagedAccount> {
  return change(deps, operator, id, {
    action: 'account.approved',
    update: approve,
    values: [identityVerified],
    shown: presentStatus,
  });
}

const block = statement(
  'operators.block_account',
  `update accounts
   set status = 'blocked',
       status_reason = $2
   where id = $1
     and status <> 'blocked'
   returning ${MANAGED_COLUMNS}`,
);

/** Reads go on, writes are refused. Nobody blocks their own account: a last operator could not undo it. */
export async function blockAccount(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  reason: string,
): Promise<ManagedAccount> {
  if (id === operator.accountId) fail('INVALID_STATE', 'Your own account cannot be blocked');
  return change(deps, operator, id, {
    action: 'account.blocked',
    update: block,
    values: [reason],
    shown: presentStatus,
  });
}

/** What the operator saw, as it was shown: whoever decided on something else changes nothing. */
type Expected = Readonly<Record<string, unknown>> | undefined;

export type FeePlanChange = {
  percent: number;
  fixed: number;
  reservePercent?: number | undefined;
  reserveDays?: number | undefined;
  expected?: Expected;
};

const setFeePlan = statement(
  'operators.set_fee_plan',
  `update accounts
   set fee_basis_points = $2,
       fee_fixed_cents = $3,
       reserve_basis_points = coalesce($4, reserve_basis_points),
       reserve_days = coalesce($5, reserve_days)
   where id = $1
   returning ${MANAGED_COLUMNS}`,
);

/** For charges made from now on: a charge keeps the plan it was made with. */
export async function changeFeePlan(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  plan: FeePlanChange,
): Promise<ManagedAccount> {
  const { percent, fixed, reservePercent, reserveDays = null, expected } = plan;
  const values = [
    readPercent('percent', percent),
    readFixed(fixed),
    reservePercent === undefined ? null : readPercent('reserve_percent', reservePercent),
    reserveDays,
  ];
  return change(deps, operator, id, {
    action: 'account.fee_plan_changed',
    update: setFeePlan,
    values,
    shown: presentFeePlan,
    expected,
  });
}

function readPercent(field: string, percent: number): number {
  const basisPoints = basisPointsFromPercent(percent);
  if (basisPoints === null || basisPoints < 0 || basisPoints > WHOLE_BASIS_POINTS) {
    throw invalidField(field, 'must be from 0 to 100 with at most two decimals');
  }
  return basisPoints;
}

function readFixed(reais: number): Cents {
  const amount = centsFromReais(reais);
  if (amount === null || amount < 0n) {
    throw invalidField(
      'fixed',
      'must be an amount in reais from 0 to 9999999999.99 with at most two decimals',
    );
  }
  return amount;
}

type Limit = number | null | undefined;
export type LimitsChange = { general?: Limit; charges?: Limit; webhooks?: Limit; expected?: Expected };

const setLimits = statement(
  'operators.set_limits',
  `update accounts
   set rate_general = case when $2 then $3 else rate_general end,
       rate_charges = case when $4 then $5 else rate_charges end,
       rate_webhooks = case when $6 then $7 else rate_webhooks end
   where id = $1
   returning ${MANAGED_COLUMNS}`,
);

/** Null goes back to the gateway's own limit; what is absent stays. */
export async function changeLimits(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  limits: LimitsChange,
): Promise<ManagedAccount> {
  const given = [limits.general, limits.charges, limits.webhooks];
  const values = given.flatMap((limit) => [limit !== undefined, limit ?? null]);
  return change(deps, operator, id, {
    action: 'account.limits_changed',
    update: setLimits,
    values,
    shown: presentLimits,
    expected: limits.expected,
  });
}

const setPixProviders = statement(
  'operators.set_pix_providers',
  `update accounts
   set pix_providers = $2
   where id = $1
   returning ${MANAGED_COLUMNS}`,
);

/** For charges made from now on; what exists stays where it was made. */
export async function changePixProviders(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  names: readonly string[] | null,
): Promise<ManagedAccount> {
  const known = deps.rails.pix.map((provider) => provider.name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalidField('pix_providers', `${unknown} is not one of ${known.join(', ')}`);
  }
  return change(deps, operator, id, {
    action: 'account.pix_providers_changed',
    update: setPixProviders,
    values: [names],
    shown: ({ pix_providers }) => ({ pix_providers }),
  });
}

function presentStatus({ status, status_reason, identity_verified }: ManagedAccount) {
  return { status, reason: status_reason, identity_verified };
}

type AccountChange = {
  action: `account.${'approved' | 'blocked' | 'fee_plan_changed' | 'limits_changed' | 'pix_providers_changed'}`;
  update: Statement;
  values: readonly unknown[];
  /** The part of the account that the log shows, as it was and as it is. */
  shown: (account: ManagedAccount) => Readonly<Record<string, unknown>>;
  expected?: Expected;
};

const lockAccount = statement(
  'operators.lock_account',
  `select ${MANAGED_COLUMNS}
   from accounts
   where id = $1
   for no key update`,
);

/** Returns only when every node knows of the change. */
async function change(
  deps: ChargeDeps,
  actor: Actor,
  id: string,
  { action, update, values, shown, expected = {} }: AccountChange,
): Promise<ManagedAccount> {
  if (!isId(id)) throw notFound('Account');
  const changed = await transaction(deps.db, async (tx) => {
    const [before] = await tx.query<ManagedAccount>(lockAccount, [id]);
    if (!before) throw notFound('Account');
    requireAsExpected(shown(before), expected);
    const [after] = await tx.query<ManagedAccount>(update, [id, ...values]);
    if (!after) fail('INVALID_STATE', `The account is already ${before.status}`);
    const details = { before: shown(before), after: shown(after) };
    await recordAction(tx, { actor, accountId: id, action, target: { kind: 'account', id }, details });
    return after;
  });
  await outwaitCaches();
  return changed;
}

function requireAsExpected(now: Readonly<Record<string, unknown>>, expected: NonNullable<Expected>): void {
  const changed = Object.keys(expected).filter((name) => expected[name] !== now[name]);
  if (changed.length > 0) fail('CHANGED_MEANWHILE', `Changed meanwhile: ${changed.join(', ')}`);
}
