import type { Action, Actor } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import type { CardSettlement } from '../charges/receivables/receivable.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import { fail, GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { basisPointsFromPercent, type Cents, centsFromReais } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../write/effects.ts';
import { MANAGED_COLUMNS, type ManagedAccount } from './accounts.ts';
import { presentFeePlan, presentLimits, presentTerms } from './shapes.ts';

const WHOLE_BASIS_POINTS = 10_000;

/** An operator's decision on the current account; null: no such account. */
type Decide = (account: ManagedAccount | null) => Decision<ManagedAccount>;

/** Returns when the change is in force on every node; until then the idempotency key stays claimed. */
async function change(
  deps: ChargeDeps,
  id: string,
  decide: Decide,
  answer?: Answer<ManagedAccount>,
): Promise<ManagedAccount> {
  if (!isId(id)) throw notFound('Account');
  const changed = await deps.writer.commitProvisionally(
    { load: (tx) => lockAccount(tx, id), decide },
    answer,
  );
  await waitForCacheExpiry();
  return changed;
}

export async function approveAccount(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  wanted: Pick<AccountApproval, 'identityVerified' | 'reason'>,
  answer?: Answer<ManagedAccount>,
): Promise<ManagedAccount> {
  const approval = { ...wanted, isLive: deps.config.GUICHE_RAILS === 'live' };
  return change(deps, id, (account) => decideApproval(account, operator, approval), answer);
}

/** `identityVerified` null: unchanged. `reason`: why, where the identity is not verified; for operators. */
export type AccountApproval = { identityVerified: boolean | null; reason: string | null; isLive: boolean };

/** Where money is real, two operators verify an identity by its documents; one alone may approve without, and says why. */
export function decideApproval(
  before: ManagedAccount | null,
  operator: Actor,
  { identityVerified, reason, isLive }: AccountApproval,
): Decision<ManagedAccount> {
  if (!before) return notFound('Account');
  if (before.status === 'active') return alreadyIn(before);
  if (isLive && identityVerified && !before.identity_verified)
    return invalidField('identity_verified', 'is set when two operators have approved the documents');
  if (isLive && before.status === 'pending' && !before.identity_verified && reason === null)
    return invalidField('reason', 'must say why the account is approved before its identity is verified');
  const after: ManagedAccount = {
    ...before,
    status: 'active',
    status_reason: null,
    identity_verified: identityVerified ?? before.identity_verified,
  };
  const said = reason === null ? {} : { reason };
  return changed(operator, 'account.approved', before, after, presentStatus, said);
}

/** Reads go on, writes are refused. Operators cannot block their own account: the last one could not undo it. */
export async function blockAccount(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  reason: string,
  answer?: Answer<ManagedAccount>,
): Promise<ManagedAccount> {
  if (id === operator.accountId) fail('INVALID_STATE', 'Your own account cannot be blocked');
  return change(deps, id, (account) => decideBlock(account, operator, reason), answer);
}

export function decideBlock(
  before: ManagedAccount | null,
  operator: Actor,
  reason: string,
): Decision<ManagedAccount> {
  if (!before) return notFound('Account');
  if (before.status === 'blocked') return alreadyIn(before);
  const after: ManagedAccount = { ...before, status: 'blocked', status_reason: reason };
  return changed(operator, 'account.blocked', before, after, presentStatus);
}

function alreadyIn({ status }: ManagedAccount): GatewayError {
  return new GatewayError('INVALID_STATE', `The account is already ${status}`);
}

/** The values that the operator saw: if they have changed since, the request is refused. */
export type Expected = Readonly<Record<string, unknown>> | undefined;

export type FeePlanChange = {
  percent: number;
  fixed: number;
  reservePercent?: number | undefined;
  reserveDays?: number | undefined;
  cardSettlement?: CardSettlement | undefined;
  anticipationPercent?: number | null | undefined;
  expected?: Expected;
};

/** For new charges: an existing charge keeps its plan. */
export async function changeFeePlan(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  wanted: FeePlanChange,
): Promise<ManagedAccount> {
  const { percent, fixed, reservePercent, reserveDays = null, cardSettlement, anticipationPercent } = wanted;
  const plan: FeePlan = {
    feeBasisPoints: readPercent('percent', percent),
    feeFixedCents: readFixed(fixed),
    reserveBasisPoints: reservePercent === undefined ? null : readPercent('reserve_percent', reservePercent),
    reserveDays,
    ...(cardSettlement && { cardSettlement }),
    ...(anticipationPercent !== undefined && { anticipationBasisPoints: readRate(anticipationPercent) }),
  };
  return change(deps, id, (account) => decideFeePlan(account, operator, plan, wanted.expected));
}

/** Null or absent: unchanged. */
export type FeePlan = {
  feeBasisPoints: number;
  feeFixedCents: Cents;
  reserveBasisPoints: number | null;
  reserveDays: number | null;
  cardSettlement?: CardSettlement;
  /** Null: not offered any more. */
  anticipationBasisPoints?: number | null;
};

export function decideFeePlan(
  before: ManagedAccount | null,
  operator: Actor,
  plan: FeePlan,
  expected?: Expected,
): Decision<ManagedAccount> {
  if (!before) return notFound('Account');
  const after: ManagedAccount = {
    ...before,
    fee_basis_points: plan.feeBasisPoints,
    fee_fixed_cents: plan.feeFixedCents,
    reserve_basis_points: plan.reserveBasisPoints ?? before.reserve_basis_points,
    reserve_days: plan.reserveDays ?? before.reserve_days,
    card_settlement: plan.cardSettlement ?? before.card_settlement,
    anticipation_basis_points:
      plan.anticipationBasisPoints === undefined
        ? before.anticipation_basis_points
        : plan.anticipationBasisPoints,
    has_own_fees: before.fee_plan_id !== null,
  };
  return (
    changedMeanwhile(presentTerms(before), expected) ??
    changed(operator, 'account.fee_plan_changed', before, after, presentFeePlan)
  );
}

export function readPercent(field: string, percent: number): number {
  const basisPoints = basisPointsFromPercent(percent);
  if (basisPoints === null || basisPoints < 0 || basisPoints > WHOLE_BASIS_POINTS) {
    throw invalidField(field, 'must be from 0 to 100 with at most two decimals');
  }
  return basisPoints;
}

/** Null: not offered. */
export function readRate(percent: number | null): number | null {
  return percent === null ? null : readPercent('anticipation_percent', percent);
}

export function readFixed(reais: number): Cents {
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

/** Null: the gateway's default limit; absent: unchanged. */
export async function changeLimits(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  limits: LimitsChange,
): Promise<ManagedAccount> {
  return change(deps, id, (account) => decideLimits(account, operator, limits));
}

export function decideLimits(
  before: ManagedAccount | null,
  operator: Actor,
  { general, charges, webhooks, expected }: LimitsChange,
): Decision<ManagedAccount> {
  if (!before) return notFound('Account');
  const after: ManagedAccount = {
    ...before,
    rate_general: general === undefined ? before.rate_general : general,
    rate_charges: charges === undefined ? before.rate_charges : charges,
    rate_webhooks: webhooks === undefined ? before.rate_webhooks : webhooks,
  };
  return (
    changedMeanwhile(presentLimits(before), expected) ??
    changed(operator, 'account.limits_changed', before, after, presentLimits)
  );
}

/** The kinds of which an account may have an order of its own. */
export type OrderedKind = 'pix' | 'boleto';

/** For new charges; existing charges keep their provider. */
export async function changeProviders(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  { kind, names }: { kind: OrderedKind; names: readonly string[] | null },
): Promise<ManagedAccount> {
  const known = deps.rails[kind].map((provider) => provider.name);
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalidField(`${kind}_providers`, `${unknown} is not one of ${known.join(', ') || 'none'}`);
  }
  return change(deps, id, (account) => decideProviders(account, operator, kind, names));
}

export function decideProviders(
  before: ManagedAccount | null,
  operator: Actor,
  kind: OrderedKind,
  names: readonly string[] | null,
): Decision<ManagedAccount> {
  if (!before) return notFound('Account');
  const field = `${kind}_providers` as const;
  const after: ManagedAccount = { ...before, [field]: names && [...names] };
  return changed(operator, `account.${field}_changed`, before, after, (account) => ({
    [field]: account[field],
  }));
}

function presentStatus({ status, status_reason, identity_verified }: ManagedAccount) {
  return { status, reason: status_reason, identity_verified };
}

type ActionName =
  `account.${'approved' | 'blocked' | 'fee_plan_changed' | 'limits_changed' | `${OrderedKind}_providers_changed`}`;

/** `shown`: the part of the account that the log shows, as it was and as it is. */
export function changed(
  actor: Actor,
  action: ActionName,
  before: ManagedAccount,
  after: ManagedAccount,
  shown: (account: ManagedAccount) => Readonly<Record<string, unknown>>,
  said: { readonly reason?: string } = {},
): Decision<ManagedAccount> {
  const { id } = after;
  const details = { before: shown(before), after: shown(after), ...said };
  const logged: Action = { actor, accountId: id, action, target: { kind: 'account', id }, details };
  return done(after, { rows: [rowWrite(saveAccount, after)], audit: [logged] });
}

export function changedMeanwhile(
  now: Readonly<Record<string, unknown>>,
  expected: Expected = {},
): GatewayError | null {
  const names = Object.keys(expected).filter((name) => expected[name] !== now[name]);
  if (names.length === 0) return null;
  return new GatewayError('CHANGED_MEANWHILE', `Changed meanwhile: ${names.join(', ')}`);
}

const lockById = statement(
  'operators.lock_account',
  `select ${MANAGED_COLUMNS}
   from accounts
   where id = $1
   for no key update`,
);

export async function lockAccount(tx: Tx, id: string): Promise<ManagedAccount | null> {
  const [row] = await tx.query<ManagedAccount>(lockById, [id]);
  return row ?? null;
}

// A list in a list of rows travels as JSON: unnest would flatten it.
const saveAccount: RowWriter<ManagedAccount> = {
  statement: statement(
    'operators.save_account',
    `update accounts a
     set status = n.status,
         status_reason = n.status_reason,
         identity_verified = n.identity_verified,
         fee_basis_points = n.fee_basis_points,
         fee_fixed_cents = n.fee_fixed_cents,
         reserve_basis_points = n.reserve_basis_points,
         reserve_days = n.reserve_days,
         card_settlement = n.card_settlement,
         anticipation_basis_points = n.anticipation_basis_points,
         rate_general = n.rate_general,
         rate_charges = n.rate_charges,
         rate_webhooks = n.rate_webhooks,
         pix_providers = case
           when n.pix_providers is not null then array(select json_array_elements_text(n.pix_providers))
         end,
         fee_plan_id = n.fee_plan_id,
         has_own_fees = n.has_own_fees,
         boleto_providers = case
           when n.boleto_providers is not null then array(select json_array_elements_text(n.boleto_providers))
         end
     from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::integer[], $6::bigint[], $7::integer[],
       $8::integer[], $9::integer[], $10::integer[], $11::integer[], $12::json[], $13::uuid[], $14::boolean[],
       $15::json[], $16::text[], $17::integer[])
       as n (id, status, status_reason, identity_verified, fee_basis_points, fee_fixed_cents, reserve_basis_points,
         reserve_days, rate_general, rate_charges, rate_webhooks, pix_providers, fee_plan_id, has_own_fees, boleto_providers,
         card_settlement, anticipation_basis_points)
     where a.id = n.id
     returning a.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.id),
    rows.map((row) => row.status),
    rows.map((row) => row.status_reason),
    rows.map((row) => row.identity_verified),
    rows.map((row) => row.fee_basis_points),
    rows.map((row) => row.fee_fixed_cents),
    rows.map((row) => row.reserve_basis_points),
    rows.map((row) => row.reserve_days),
    rows.map((row) => row.rate_general),
    rows.map((row) => row.rate_charges),
    rows.map((row) => row.rate_webhooks),
    rows.map((row) => row.pix_providers && JSON.stringify(row.pix_providers)),
    rows.map((row) => row.fee_plan_id),
    rows.map((row) => row.has_own_fees),
    rows.map((row) => row.boleto_providers && JSON.stringify(row.boleto_providers)),
    rows.map((row) => row.card_settlement),
    rows.map((row) => row.anticipation_basis_points),
  ],
  writes: 'all',
};
