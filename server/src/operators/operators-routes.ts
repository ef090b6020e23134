import { Type } from 'typebox';
import { registerBody } from '../accounts/shapes.ts';
import type { EmailOwner } from '../accounts/store.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, deleted, idParams, listOf, pageQuery, presentList } from '../http/lists.ts';
import { ACCOUNT_STATUSES } from './accounts.ts';
import { addOperator, findOperator, listOperators, type OperatorRow, removeOperator } from './operators.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

const operatorShape = namedObject('Operator', {
  object: Type.Literal('operator'),
  id: Type.String({ description: "The id of the operator's account" }),
  user_id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  account_status: namedEnum('AccountStatus', ACCOUNT_STATUSES),
  two_factor: Type.Boolean({ description: 'Whether a second factor is set up' }),
  added_by: nullable(
    Type.String({ description: 'The account of the operator who added this one; null: the installation' }),
  ),
  must_change_password: Type.Boolean({ description: 'The first password has not been changed yet' }),
  created_at: instantShape,
});

function presentOperator({ status, created_at, ...row }: OperatorRow) {
  return {
    object: 'operator' as const,
    ...row,
    account_status: status,
    created_at: created_at.toISOString(),
  };
}

export function operatorsRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/operators', {
    config,
    schema: {
      tags,
      summary: 'List operators, newest first',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(operatorShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf(request.query);
      const { rows, total } = await listOperators(deps.db, page);
      return presentList(rows, page, total, (row) => row.id, presentOperator);
    },
  });
  app.post('/api/v1/admin/operators', {
    config,
    schema: {
      tags,
      summary: 'Add an operator',
      description:
        'The operator signs in with this e-mail and password and must change the password first. Approvals of the new operator count as yours.',
      body: Type.Pick(registerBody, ['email', 'name', 'password'], { title: 'CreateOperator' }),
      response: { 201: operatorShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 201, async ({ accountId }: EmailOwner, reader) =>
        presentOperator(await findOperator(reader, accountId)),
      );
      await addOperator(deps, actorOf(request), request.objectId, request.body, answer);
      return answer.send();
    },
  });
  app.delete('/api/v1/admin/operators/:id', {
    config,
    schema: {
      tags,
      summary: 'Remove an operator; sessions and keys end immediately. You cannot remove yourself',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await removeOperator(deps, actorOf(request), request.params.id);
      return { success: true, message: 'Operator removed' };
    },
  });
}
