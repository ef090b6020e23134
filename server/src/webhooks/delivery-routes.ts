import { type Static, Type } from 'typebox';
import { WEBHOOK_EVENTS } from '../events/catalogue.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers, plainJsonSerializer } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { namedEnum, namedObject, nullable, readInstant } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, idParams, pageQuery } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import {
  DELIVERY_STATUSES,
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  listDeliveries,
  type Redelivered,
  redeliver,
  redeliverFailed,
  type TimeRange,
} from './deliveries.ts';
import {
  deliveryResultShape,
  deliveryShape,
  logOf,
  presentDelivery,
  presentLog,
  presentWholeDelivery,
  wholeDeliveryShape,
} from './delivery-shapes.ts';

const tags = ['Deliveries'];
const config = { access: 'key' } as const;

const filterQuery = {
  event: Type.Optional(namedEnum('EventName', WEBHOOK_EVENTS)),
  status: Type.Optional(namedEnum('DeliveryStatus', DELIVERY_STATUSES)),
  charge_id: Type.Optional(Type.String()),
  webhook_id: Type.Optional(Type.String()),
};

export function deliveryRoutes(app: App, deps: Deps): void {
  logRoutes(app, deps);
  redeliveryRoutes(app, deps);
}

function logRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/deliveries', {
    ...plainJsonSerializer,
    config,
    schema: {
      tags,
      summary: 'List deliveries, newest first',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery, ...filterQuery }),
      response: { 200: logOf(deliveryShape), ...errorAnswers },
    },
    handler: async (request) => {
      const { query } = request;
      const page = idPageOf('deliveries', query);
      const filter: DeliveryFilter = {
        event: query.event ?? null,
        status: query.status ?? null,
        chargeId: readId('charge_id', query.charge_id),
        webhookId: readId('webhook_id', query.webhook_id),
      };
      const accountId = accountOf(request);
      const { rows, total } = await deps.reads.read(deps, accountId, (from) =>
        listDeliveries(from, accountId, filter, page),
      );
      return presentLog(rows, page, total);
    },
  });
  app.get('/api/v1/deliveries/:id', {
    config,
    schema: {
      tags,
      summary: 'Get a delivery with its attempts',
      params: idParams,
      response: { 200: wholeDeliveryShape, ...errorAnswers },
    },
    handler: async (request) =>
      presentWholeDelivery(deps.vault, await findDelivery(deps.db, accountOf(request), request.params.id)),
  });
}

const instantText = Type.String({ maxLength: 40, description: 'ISO 8601 with its zone' });
const redeliveryBody = namedObject('RedeliverFailed', {
  from: instantText,
  to: Type.Optional(nullable(instantText)),
  webhook_id: Type.Optional(nullable(Type.String())),
});

function redeliveryRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/deliveries/:id/redeliver', {
    config,
    schema: {
      tags,
      summary: 'Send a delivery again',
      params: idParams,
      response: { 200: deliveryResultShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, (delivery: DeliveryRow) => ({
        success: true,
        delivery: presentDelivery(delivery),
      }));
      await redeliver(deps, accountOf(request), request.params.id, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/deliveries/redeliver', {
    config,
    schema: {
      tags,
      summary: 'Send failed deliveries of a time range again',
      body: redeliveryBody,
      response: {
        200: namedObject('RedeliveryResult', {
          success: Type.Boolean(),
          redelivered: Type.Integer(),
          has_more: Type.Boolean({ description: 'true: call again for the rest' }),
        }),
        ...errorAnswers,
      },
    },
    handler: async (request, reply) => {
      const range = readRange(deps, request.body);
      const webhookId = readId('webhook_id', request.body.webhook_id);
      const answer = answerTo(request, reply, 200, ({ count, hasMore }: Redelivered) => ({
        success: true,
        redelivered: count,
        has_more: hasMore,
      }));
      await redeliverFailed(deps, accountOf(request), range, webhookId, answer);
      return answer.send();
    },
  });
}

function readRange({ clock }: Deps, body: Static<typeof redeliveryBody>): TimeRange {
  const from = readInstant('from', body.from);
  const to = body.to ? readInstant('to', body.to) : clock.now();
  if (to < from) throw invalidField('to', 'must not be before from');
  return { from, to };
}

function readId(field: string, text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  if (!isId(text)) throw invalidField(field, 'is not an id');
  return text;
}
