import { Type } from 'typebox';
import { type App, errorAnswers } from '../../http/app-type.ts';
import { cursorQuery, idParams, listOf, pageOf, pageQuery, presentList } from '../../http/lists.ts';
import { accountOf } from '../../http/principal.ts';
import { notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { readChargeEvents } from '../../webhooks/feed.ts';
import { eventShape, presentEvent } from '../../webhooks/feed-routes.ts';
import type { ChargeDeps } from '../deps.ts';
import { requireCharge } from '../details.ts';
import { calendar, calendarQuery, calendarShape } from './calendar.ts';
import { MAX_OVERVIEW_DAYS, overview, overviewShape } from './overview.ts';

const USUAL_OVERVIEW_DAYS = 7;

export function figureRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/overview', {
    config: { access: 'key' },
    schema: {
      tags: ['Overview'],
      summary: 'Get figures of the last days: received, pending, refused, fees',
      querystring: Type.Object({
        days: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_OVERVIEW_DAYS, default: USUAL_OVERVIEW_DAYS }),
        ),
      }),
      response: { 200: overviewShape, ...errorAnswers },
    },
    handler: (request) => {
      const { days = USUAL_OVERVIEW_DAYS } = request.query;
      const accountId = accountOf(request);
      return deps.reads.read(deps, accountId, (from) => overview(from, accountId, days));
    },
  });
  app.get('/api/v1/balance/calendar', {
    config: { access: 'key' },
    schema: {
      tags: ['Balance'],
      summary: 'List by day what the reserve releases and which boletos are expected',
      querystring: calendarQuery,
      response: { 200: calendarShape, ...errorAnswers },
    },
    handler: (request) => {
      const accountId = accountOf(request);
      return deps.reads.read(deps, accountId, (from) => calendar(from, accountId, request.query));
    },
  });
  app.get('/api/v1/charges/:id/events', {
    config: { access: 'key' },
    schema: {
      tags: ['Charges'],
      summary: 'List the events of a charge, oldest first',
      params: idParams,
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(eventShape), ...errorAnswers },
    },
    handler: async (request) => {
      const { id } = request.params;
      const page = pageOf('charge_events', request.query);
      if (!isId(id)) throw notFound('Charge');
      const { rows, total } = await readChargeEvents(deps.db, accountOf(request), id, page);
      // Every charge begins with an event; one that is old enough has none left.
      if (total === 0n) await requireCharge(deps, accountOf(request), id);
      return presentList(
        rows,
        page,
        total,
        (row) => row.sequence.toString(),
        (row) => presentEvent(deps.vault, row),
      );
    },
  });
}
