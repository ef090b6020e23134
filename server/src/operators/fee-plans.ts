import type { Actor } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import type { CardSettlement } from '../charges/receivables/receivable.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import type { IdPage } from '../http/id-page.ts';
import { type GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type RowWriter, rowWrite } from '../write/effects.ts';
import type { ManagedAccount } from './accounts.ts';
import { changed, changedMeanwhile, type Expected, lockAccount } from './change-account.ts';
import { presentFeePlan, presentTerms } from './shapes.ts';

/** The terms that new charges take over. */
export type Terms = {
  fee_basis_points: number;
  fee_fixed_cents: Cents;
  reserve_basis_points: number;
  reserve_days: number;
  card_settlement: CardSettlement;
  anticipation_basis_points: number | null;
};
export type FeePlanRow = Terms & { id: string; name: string; created_at: Date };
export type CountedPlan = FeePlanRow & { accounts: bigint; own: bigint };

const COLUMNS = `id, name, fee_basis_points, fee_fixed_cents, reserve_basis_points, reserve_days, card_settlement,
  anticipation_basis_points, created_at`;
const COUNTS = `(select count(*) from accounts a where a.fee_plan_id = p.id) as accounts,
     (select count(*) from accounts a where a.fee_plan_id = p.id and a.has_own_fees) as own`;

const listed = statement(
  'fee_plans.list',
  `select ${COLUMNS}, ${COUNTS}
   from fee_plans p
   where id < $1
   order by id desc
   limit $2
   offset $3`,
);

/** Newest first, each with the number of its accounts and of those with fees of their own. */
export async function listFeePlans(db: Db, page: IdPage): Promise<{ rows: CountedPlan[]; total: bigint }> {
  const [rows, [count]] = await Promise.all([
    db.query<CountedPlan>(listed, [page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>('select count(*) as total from fee_plans'),
  ]);
  return { rows, total: count?.total ?? 0n };
}

const lockPlan = (strength: 'no key update' | 'share') =>
  statement(
    `fee_plans.lock_${strength.replaceAll(' ', '_')}`,
    `select ${COLUMNS} from fee_plans p where id = $1 for ${strength}`,
  );
const lockToChange = lockPlan('no key update');
const lockToKeep = lockPlan('share');

const planCalled = statement(
  'fee_plans.called',
  'select id from fee_plans where lower(name) = lower($1) and id <> $2',
);

type PlanState = { plan: FeePlanRow | null; isTaken: boolean; accounts: bigint };

async function loadPlan(tx: Tx, id: string, name: string): Promise<PlanState> {
  const [plan] = await tx.query<FeePlanRow>(lockToChange, [id]);
  const others = await tx.query(planCalled, [name, id]);
  const [counted] = await tx.query<{ accounts: bigint }>(
    'select count(*) as accounts from accounts where fee_plan_id = $1 and not has_own_fees',
    [id],
  );
  return { plan: plan ?? null, isTaken: others.length > 0, accounts: counted?.accounts ?? 0n };
}

/** What a request does not name stays as it is, or is as usual. */
export type GivenTerms = Omit<Terms, keyof typeof USUAL_CARD_TERMS> & Partial<Terms>;
const USUAL_CARD_TERMS = { card_settlement: 'instant', anticipation_basis_points: null } as const;

export type PlanCommand = {
  operator: Actor;
  id: string;
  name: string;
  terms: GivenTerms;
  expected?: Expected;
};

export async function createFeePlan(
  deps: ChargeDeps,
  command: PlanCommand,
  answer: Answer<CountedPlan>,
): Promise<void> {
  const now = deps.clock.now();
  await deps.writer.commit(
    {
      load: (tx) => loadPlan(tx, command.id, command.name),
      decide: (state) => decideNewPlan(state, command, now),
    },
    answer,
  );
}

function decideNewPlan(
  { isTaken }: Pick<PlanState, 'isTaken'>,
  { operator, id, name, terms }: PlanCommand,
  now: Date,
): Decision<CountedPlan> {
  if (isTaken) return nameTaken();
  const plan: FeePlanRow = { id, name, ...USUAL_CARD_TERMS, ...terms, created_at: now };
  const details = { before: {}, after: { name, ...presentTerms(plan) } };
  return done(
    { ...plan, accounts: 0n, own: 0n },
    { rows: [rowWrite(insertPlan, plan)], audit: [onRecord(operator, 'fee_plan.created', id, details)] },
  );
}

/** In force for the next charge of each of its accounts, on every node, when it answers. */
export async function changeFeePlanOfMany(deps: ChargeDeps, command: PlanCommand): Promise<FeePlanRow> {
  if (!isId(command.id)) throw notFound('Fee plan');
  const plan = await deps.writer.commit({
    load: (tx) => loadPlan(tx, command.id, command.name),
    decide: (state) => decidePlanChange(state, command),
  });
  await waitForCacheExpiry();
  return plan;
}

function decidePlanChange(
  { plan, isTaken, accounts }: PlanState,
  { operator, id, name, terms, expected }: PlanCommand,
): Decision<FeePlanRow> {
  if (!plan) return notFound('Fee plan');
  if (isTaken) return nameTaken();
  const after: FeePlanRow = { ...plan, name, ...terms };
  const shown = (row: FeePlanRow) => ({ name: row.name, ...presentTerms(row) });
  const details = { before: shown(plan), after: shown(after), accounts: Number(accounts) };
  return (
    changedMeanwhile(shown(plan), expected) ??
    done(after, {
      rows: [rowWrite(savePlan, after), rowWrite(passOnTerms, after)],
      audit: [onRecord(operator, 'fee_plan.changed', id, details)],
    })
  );
}

function nameTaken(): GatewayError {
  return invalidField('name', 'another fee plan has this name');
}

function onRecord(actor: Actor, action: string, id: string, details: object) {
  return { actor, accountId: actor.accountId, action, target: { kind: 'fee_plan', id }, details };
}

export type Assignment = { operator: Actor; accountId: string; planId: string | null };
type AssignmentState = { account: ManagedAccount | null; plan: FeePlanRow | null };

/**
 * Gives the account the terms of the plan, also when it has fees of its own. Without a plan the terms stay. The plan is
 * locked before the account, as by its change.
 */
export async function assignFeePlan(deps: ChargeDeps, assignment: Assignment): Promise<ManagedAccount> {
  const { accountId, planId } = assignment;
  if (!isId(accountId)) throw notFound('Account');
  if (planId !== null && !isId(planId)) throw invalidField('fee_plan_id', 'is not the id of a fee plan');
  const account = await deps.writer.commit({
    load: async (tx) => {
      const [plan] = planId === null ? [] : await tx.query<FeePlanRow>(lockToKeep, [planId]);
      return { plan: plan ?? null, account: await lockAccount(tx, accountId) };
    },
    decide: (state) => decideAssignment(state, assignment),
  });
  await waitForCacheExpiry();
  return account;
}

function decideAssignment(
  { account, plan }: AssignmentState,
  { operator, planId }: Assignment,
): Decision<ManagedAccount> {
  if (!account) return notFound('Account');
  if (planId !== null && !plan) return invalidField('fee_plan_id', 'is not the id of a fee plan');
  const { id: _, name = null, created_at: __, ...terms } = plan ?? {};
  const after: ManagedAccount = {
    ...account,
    ...terms,
    fee_plan_id: planId,
    fee_plan_name: name,
    has_own_fees: false,
  };
  return changed(operator, 'account.fee_plan_changed', account, after, presentFeePlan);
}

const values = (rows: readonly FeePlanRow[]) => [
  rows.map(({ id }) => id),
  rows.map(({ name }) => name),
  rows.map((row) => row.fee_basis_points),
  rows.map((row) => row.fee_fixed_cents),
  rows.map((row) => row.reserve_basis_points),
  rows.map((row) => row.reserve_days),
  rows.map((row) => row.card_settlement),
  rows.map((row) => row.anticipation_basis_points),
];
const ROWS =
  '$1::uuid[], $2::text[], $3::integer[], $4::bigint[], $5::integer[], $6::integer[], $7::text[], $8::integer[]';
const NEW = `unnest(${ROWS}) as n (id, name, fee_basis_points, fee_fixed_cents, reserve_basis_points, reserve_days,
  card_settlement, anticipation_basis_points)`;
const TERMS = `fee_basis_points = n.fee_basis_points,
         fee_fixed_cents = n.fee_fixed_cents,
         reserve_basis_points = n.reserve_basis_points,
         reserve_days = n.reserve_days,
         card_settlement = n.card_settlement,
         anticipation_basis_points = n.anticipation_basis_points`;

const insertPlan: RowWriter<FeePlanRow> = {
  statement: statement(
    'fee_plans.add',
    `insert into fee_plans (${COLUMNS})
     select *
     from unnest(${ROWS}, $9::timestamptz[])
     returning id`,
  ),
  values: (rows) => [...values(rows), rows.map((row) => row.created_at)],
  writes: 'all',
};

const savePlan: RowWriter<FeePlanRow> = {
  statement: statement(
    'fee_plans.save',
    `update fee_plans p
     set name = n.name,
         ${TERMS}
     from ${NEW}
     where p.id = n.id
     returning p.id`,
  ),
  values,
  writes: 'all',
};

/** Terms are read from the account, so a charge asks nothing about plans. */
const passOnTerms: RowWriter<FeePlanRow> = {
  statement: statement(
    'fee_plans.pass_on',
    `update accounts a
     set ${TERMS}
     from ${NEW}
     where a.fee_plan_id = n.id
       and not a.has_own_fees
       and (a.fee_basis_points, a.fee_fixed_cents, a.reserve_basis_points, a.reserve_days, a.card_settlement,
         a.anticipation_basis_points)
         is distinct from (n.fee_basis_points, n.fee_fixed_cents, n.reserve_basis_points, n.reserve_days,
           n.card_settlement, n.anticipation_basis_points)`,
  ),
  values,
  writes: 'any',
};
