import { Type } from 'typebox';
import type { ChargeDeps } from '../charges/deps.ts';
import type { CardSettlement } from '../charges/receivables/receivable.ts';
import { cardTermsShape } from '../charges/receivables/shapes.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { filledText, instantShape, namedObject, nullable } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, idParams, listOf, pageQuery, presentList } from '../http/lists.ts';
import { readFixed, readPercent, readRate } from './change-account.ts';
import {
  assignFeePlan,
  type CountedPlan,
  changeFeePlanOfMany,
  createFeePlan,
  type FeePlanRow,
  type GivenTerms,
  listFeePlans,
} from './fee-plans.ts';
import {
  EXPECTED,
  MAX_RESERVE_DAYS,
  managedAccountShape,
  presentManagedAccount,
  presentTerms,
} from './shapes.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

const planFields = {
  object: Type.Literal('fee_plan'),
  id: Type.String(),
  name: Type.String(),
  percent: Type.Number(),
  fixed: Type.Number({ description: 'Reais' }),
  reserve_percent: Type.Number(),
  reserve_days: Type.Integer(),
  ...cardTermsShape,
  created_at: instantShape,
};
const planShape = namedObject('NamedFeePlan', planFields);
const countedShape = namedObject('ListedFeePlan', {
  ...planFields,
  accounts_count: Type.Integer({ description: 'Accounts with this plan' }),
  own_fees_count: Type.Integer({ description: 'Those of them with fees of their own' }),
});

const body = {
  name: filledText(60),
  percent: Type.Number({ description: '0 to 100, at most two decimals' }),
  fixed: Type.Number({ description: 'Reais per charge' }),
  reserve_percent: Type.Number(),
  reserve_days: Type.Integer({ minimum: 0, maximum: MAX_RESERVE_DAYS }),
  card_settlement: Type.Optional(cardTermsShape.card_settlement),
  anticipation_percent: Type.Optional(cardTermsShape.anticipation_percent),
};
const createBody = namedObject('CreateFeePlan', body);
const changeBody = namedObject('ChangeFeePlan', {
  ...body,
  expected: Type.Optional(
    Type.Partial(Type.Omit(planShape, ['object', 'id', 'created_at']), {
      ...EXPECTED,
      title: 'ExpectedNamedFeePlan',
    }),
  ),
});
const assignBody = namedObject('AssignFeePlan', {
  fee_plan_id: nullable(Type.String({ description: 'null: no plan; the terms stay' })),
});

type PlanBody = {
  percent: number;
  fixed: number;
  reserve_percent: number;
  reserve_days: number;
  card_settlement?: CardSettlement;
  anticipation_percent?: number | null;
};

function termsOf({
  percent,
  fixed,
  reserve_percent: reserve,
  reserve_days,
  card_settlement,
  anticipation_percent: anticipation,
}: PlanBody): GivenTerms {
  return {
    fee_basis_points: readPercent('percent', percent),
    fee_fixed_cents: readFixed(fixed),
    reserve_basis_points: readPercent('reserve_percent', reserve),
    reserve_days,
    ...(card_settlement && { card_settlement }),
    ...(anticipation !== undefined && { anticipation_basis_points: readRate(anticipation) }),
  };
}

function presentPlan(plan: FeePlanRow) {
  const { id, name, created_at: createdAt } = plan;
  return {
    object: 'fee_plan' as const,
    id,
    name,
    ...presentTerms(plan),
    created_at: createdAt.toISOString(),
  };
}

function presentCounted(plan: CountedPlan) {
  return {
    ...presentPlan(plan),
    accounts_count: Number(plan.accounts),
    own_fees_count: Number(plan.own),
  };
}

export function feePlanRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/fee-plans', {
    config,
    schema: {
      tags,
      summary: 'List fee plans, newest first',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(countedShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('fee_plans', request.query);
      const { rows, total } = await listFeePlans(deps.db, page);
      return presentList(rows, page, total, (row) => row.id, presentCounted);
    },
  });
  app.post('/api/v1/admin/fee-plans', {
    config,
    schema: {
      tags,
      summary: 'Create a fee plan',
      body: createBody,
      response: { 201: planShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { objectId: id } = request;
      const name = request.body.name.trim();
      const command = { operator: actorOf(request), id, name, terms: termsOf(request.body) };
      const answer = answerTo(request, reply, 201, (plan: CountedPlan) => presentPlan(plan));
      await createFeePlan(deps, command, answer);
      return answer.send();
    },
  });
  app.put('/api/v1/admin/fee-plans/:id', {
    config,
    schema: {
      tags,
      summary: 'Change a fee plan, for new charges of its accounts',
      params: idParams,
      body: changeBody,
      response: { 200: planShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { expected } = request.body;
      const command = {
        operator: actorOf(request),
        id: request.params.id,
        name: request.body.name.trim(),
        terms: termsOf(request.body),
        ...(expected && { expected }),
      };
      return presentPlan(await changeFeePlanOfMany(deps, command));
    },
  });
  app.put('/api/v1/admin/accounts/:id/named-fee-plan', {
    config,
    schema: {
      tags,
      summary: 'Give an account a fee plan, for new charges',
      params: idParams,
      body: assignBody,
      response: { 200: managedAccountShape, ...errorAnswers },
    },
    handler: async (request) => {
      const planId = request.body.fee_plan_id;
      const assignment = { operator: actorOf(request), accountId: request.params.id, planId };
      return presentManagedAccount(await assignFeePlan(deps, assignment));
    },
  });
}
