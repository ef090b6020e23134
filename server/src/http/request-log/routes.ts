import { Type } from 'typebox';
import { type App, errorAnswers } from '../app-type.ts';
import type { Deps } from '../deps.ts';
import { instantShape, namedObject, nullable } from '../fields.ts';
import { cursorQuery, listOf, pageOf, pageQuery, presentList } from '../lists.ts';
import { accountOf } from '../principal.ts';
import { listRequests, OUTCOMES, type RequestRow } from './list.ts';

const text = nullable(Type.String());

const requestShape = namedObject('LoggedRequest', {
  id: Type.String({ description: 'The X-Request-Id' }),
  created_at: instantShape,
  method: Type.String(),
  path: Type.String({
    description: 'With its query; values that may be personal or secret are removed',
  }),
  status: Type.Integer(),
  code: nullable(Type.String({ description: 'The code of the error' })),
  duration_ms: Type.Integer(),
  via: Type.Enum(['api_key', 'jwt']),
  key_id: text,
  key_name: text,
  address: text,
  user_agent: text,
});

function presentRequest({ number: _, request_id: id, created_at: createdAt, ...row }: RequestRow) {
  return { id, created_at: createdAt.toISOString(), ...row };
}

export function requestLogRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/requests', {
    config: { access: 'key' },
    schema: {
      tags: ['Account'],
      summary: 'List your latest API requests, newest first',
      description:
        'Kept for seven days unless the installation says otherwise, at most 10,000 requests, and at most the last 50 of one second. Requests of the dashboard are not included.',
      querystring: Type.Object({
        outcome: Type.Optional(Type.Enum([...OUTCOMES], { description: 'error: status 400 and above' })),
        ...pageQuery,
        ...cursorQuery,
      }),
      response: { 200: listOf(requestShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = pageOf('requests', request.query);
      const { outcome = null } = request.query;
      const { rows, total } = await listRequests(deps.db, accountOf(request), outcome, page);
      return presentList(rows, page, total, (row) => row.number.toString(), presentRequest);
    },
  });
}
