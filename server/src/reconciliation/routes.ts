import { Type } from 'typebox';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { namedEnum } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, idParams, listOf, pageQuery, presentList } from '../http/lists.ts';
import { assert } from '../kit/errors.ts';
import { findDay, findDifference, listDays, listDifferences } from './list.ts';
import { compareAgain, resolve } from './resolve.ts';
import { dayShape, differenceShape, kindShape, noteBody, presentDay, presentDifference } from './shapes.ts';
import { DIFFERENCE_STATES } from './store.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

export function reconciliationRoutes(app: App, deps: Deps): void {
  readRoutes(app, deps);
  actionRoutes(app, deps);
}

function readRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/admin/reconciliation', {
    config,
    schema: {
      tags,
      summary: 'List the days by provider and kind, newest first, as they were compared with its list',
      querystring: Type.Object({
        provider: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
        kind: Type.Optional(kindShape),
        open: Type.Optional(Type.Boolean({ description: 'Only days with open differences' })),
        ...pageQuery,
        ...cursorQuery,
      }),
      response: { 200: listOf(dayShape), ...errorAnswers },
    },
    handler: async (request) => {
      const { provider = null, kind = null, open: onlyOpen = false } = request.query;
      const page = idPageOf('reconciliation_days', request.query);
      const { rows, total } = await listDays(deps.db, { provider, kind, onlyOpen }, page);
      return presentList(rows, page, total, ({ id }) => id, presentDay);
    },
  });
  app.get('/api/v1/admin/reconciliation/:id', {
    config,
    schema: {
      tags,
      summary: 'Get a reconciled day with its totals',
      params: idParams,
      response: { 200: dayShape, ...errorAnswers },
    },
    handler: async (request) => presentDay(await findDay(deps.db, request.params.id)),
  });
  app.get('/api/v1/admin/reconciliation/:id/differences', {
    config,
    schema: {
      tags,
      summary: 'List what does not match on a day',
      params: idParams,
      querystring: Type.Object({
        state: Type.Optional(namedEnum('ReconciliationDifferenceState', DIFFERENCE_STATES)),
        ...pageQuery,
        ...cursorQuery,
      }),
      response: { 200: listOf(differenceShape), ...errorAnswers },
    },
    handler: async (request) => {
      const day = await findDay(deps.db, request.params.id);
      const page = idPageOf('reconciliation_differences', request.query);
      const { rows, total } = await listDifferences(deps.db, day.id, request.query.state ?? null, page);
      return presentList(rows, page, total, ({ id }) => id, presentDifference);
    },
  });
}

function actionRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/admin/reconciliation/:id/run', {
    config,
    schema: {
      tags,
      summary: 'Compare a day again, within seconds',
      params: idParams,
      response: { 200: dayShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, async (id: string, reader) =>
        presentDay(await findDay(reader, id)),
      );
      await compareAgain(deps, actorOf(request), request.params.id, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/reconciliation/differences/:id/resolve', {
    config,
    schema: {
      tags,
      summary: 'Resolve a difference with a note of what it is; it moves no money',
      params: idParams,
      body: noteBody,
      response: { 200: differenceShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, async (id: string, reader) => {
        const difference = await findDifference(reader, id);
        assert(difference, 'a difference that was resolved exists');
        return presentDifference(difference);
      });
      const { params, body } = request;
      await resolve(deps, actorOf(request), { id: params.id, note: body.note.trim() }, answer);
      return answer.send();
    },
  });
}
