import { Type } from 'typebox';
import { type App, errorAnswers, plainJsonSerializer } from '../http/app-type.ts';
import { namedObject } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, pageQuery, presentList, searchedListOf } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { STATUSES } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { exportRoutes } from './export.ts';
import { countByStatus } from './figures/counts.ts';
import { listCharges } from './list.ts';
import { chargeFilterQuery, readChargeFilter } from './list-request.ts';
import { listedChargeShape, presentListed } from './shapes.ts';

const tags = ['Charges'];

const countsShape = namedObject('ChargeCounts', {
  object: Type.Literal('charge_counts'),
  total: Type.Integer(),
  by_status: namedObject(
    'CountsByStatus',
    Object.fromEntries(STATUSES.map((status) => [status, Type.Integer()])),
  ),
});

export function listRoutes(app: App, deps: ChargeDeps): void {
  exportRoutes(app, deps);
  app.get('/api/v1/charges', {
    ...plainJsonSerializer,
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List charges, newest first',
      querystring: Type.Object({ ...chargeFilterQuery, ...pageQuery, ...cursorQuery }),
      response: { 200: searchedListOf(listedChargeShape, 'ChargeList'), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('charges', request.query);
      const filter = readChargeFilter(request.query);
      const accountId = accountOf(request);
      const { rows, total, isMinimum } = await deps.reads.read(deps, accountId, (from) =>
        listCharges(from, accountId, filter, page),
      );
      return presentList(rows, page, total, ([id]) => id, presentListed, isMinimum);
    },
  });
  app.get('/api/v1/charges/counts', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'How many charges there are in each status',
      response: { 200: countsShape, ...errorAnswers },
    },
    handler: async (request) => {
      const accountId = accountOf(request);
      deps.rollups.viewed(accountId);
      const counts = await deps.reads.read(deps, accountId, ({ db }) => countByStatus(db, accountId));
      const by_status = Object.fromEntries(STATUSES.map((status) => [status, counts.get(status) ?? 0]));
      const total = Object.values(by_status).reduce((sum, count) => sum + count, 0);
      return { object: 'charge_counts' as const, total, by_status };
    },
  });
}
