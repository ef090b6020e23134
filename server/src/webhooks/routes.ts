import { Type } from 'typebox';
import { WEBHOOK_EVENTS } from '../events/catalogue.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { namedEnum, namedObject, optionalBody } from '../http/fields.ts';
import { idPageOf } from '../http/id-page.ts';
import { cursorQuery, deleted, idParams, listOf, pageQuery, presentList } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import type { DeliveryRow } from './deliveries.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { deliveryResultShape, presentDelivery } from './delivery-shapes.ts';
import { feedRoutes } from './feed-routes.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  opened,
  rotateSecret,
  updateWebhook,
} from './registrations.ts';
import {
  changedWebhookShape,
  openedWebhookShape,
  presentChangedWebhook,
  presentOpenedWebhook,
  presentWebhook,
  readWebhook,
  readWebhookChange,
  webhookBody,
  webhookChangeBody,
  webhookShape,
} from './shapes.ts';
import { sendTest } from './test-event.ts';
import type { WebhookRow } from './webhook-store.ts';

const tags = ['Webhooks'];
const config = { access: 'key', rate: 'webhooks' } as const;
const CREATION_PATHS = ['/api/webhooks', '/api/v1/webhooks'];

export function webhookRoutes(app: App, deps: Deps): void {
  for (const path of CREATION_PATHS) creationRoute(app, deps, path);
  listRoute(app, deps);
  changeRoutes(app, deps);
  testRoute(app, deps);
  deliveryRoutes(app, deps);
  feedRoutes(app, deps);
}

function creationRoute(app: App, deps: Deps, path: string): void {
  app.post(path, {
    config,
    schema: {
      tags,
      summary: 'Register a webhook',
      body: webhookBody,
      response: { 201: openedWebhookShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const fields = readWebhook(request.body, deps.addresses);
      const actor = actorOf(request);
      const answer = answerTo(request, reply, 201, (row: WebhookRow) =>
        presentOpenedWebhook(opened(deps, row)),
      );
      await createWebhook(deps, actor.accountId, request.objectId, fields, actor, answer);
      return answer.send();
    },
  });
}

function listRoute(app: App, deps: Deps): void {
  app.get('/api/v1/webhooks', {
    config,
    schema: {
      tags,
      summary: 'List webhooks, newest first',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(webhookShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf(request.query);
      const { rows, total } = await listWebhooks(deps.db, accountOf(request), page);
      return presentList(rows, page, total, (row) => row.id, presentWebhook);
    },
  });
}

function changeRoutes(app: App, deps: Deps): void {
  app.patch('/api/v1/webhooks/:id', {
    config,
    schema: {
      tags,
      summary: 'Update, pause or resume a webhook',
      params: idParams,
      body: webhookChangeBody,
      response: { 200: changedWebhookShape, ...errorAnswers },
    },
    handler: async (request) => {
      const change = readWebhookChange(request.body, deps.addresses);
      const actor = actorOf(request);
      return presentChangedWebhook(
        await updateWebhook(deps, actor.accountId, request.params.id, change, actor),
      );
    },
  });
  app.post('/api/v1/webhooks/:id/rotate-secret', {
    config,
    schema: {
      tags,
      summary: 'Rotate the secret of a webhook',
      params: idParams,
      response: { 200: openedWebhookShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, (row: WebhookRow) =>
        presentOpenedWebhook(opened(deps, row)),
      );
      await rotateSecret(deps, accountOf(request), request.params.id, actorOf(request), answer);
      return answer.send();
    },
  });
  app.delete('/api/v1/webhooks/:id', {
    config,
    schema: {
      tags,
      summary: 'Delete a webhook',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await deleteWebhook(deps, accountOf(request), request.params.id, actorOf(request));
      return { success: true, message: 'Webhook deleted' };
    },
  });
}

function testRoute(app: App, deps: Deps): void {
  app.post('/api/v1/webhooks/:id/test', {
    config,
    schema: {
      tags,
      summary: 'Send a test event to a webhook',
      description:
        'The event has sample data and is marked as a test. It is sent once, also to a paused webhook. The delivery log shows the result.',
      params: idParams,
      body: optionalBody(
        namedObject('TestWebhook', {
          event: Type.Optional(
            namedEnum('EventName', WEBHOOK_EVENTS, { description: 'Default: the first registered' }),
          ),
        }),
      ),
      response: { 201: deliveryResultShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const event = request.body?.event ?? null;
      const test = { deliveryId: request.objectId, event };
      const answer = answerTo(request, reply, 201, (delivery: DeliveryRow) => ({
        success: true,
        delivery: presentDelivery(delivery),
      }));
      await sendTest(deps, actorOf(request), request.params.id, test, answer);
      return answer.send();
    },
  });
}
