import type { ChargeDeps } from '../charges/deps.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { idParams } from '../http/lists.ts';
import { type OpenedCharge, type OpenedCustomer, openCharge, openCustomer } from './open.ts';
import { type Found, search } from './search.ts';
import {
  foundShape,
  openBody,
  openedChargeShape,
  openedCustomerShape,
  presentFound,
  presentOpenedCharge,
  presentOpenedCustomer,
  searchBody,
} from './search-shapes.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

/** By POST, so that a document is in no address, and because an opening leaves a line in the log. */
export function searchRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/admin/search', {
    config,
    schema: {
      tags,
      summary: 'Find charges, customers and accounts of all sellers by an exact key',
      body: searchBody,
      response: { 200: foundShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, (found: Found) => presentFound(deps, found));
      await search(deps, actorOf(request), request.body.query, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/charges/:id/open', {
    config,
    schema: {
      tags,
      summary: 'Open a charge of any account: masked, and on record in its audit log',
      params: idParams,
      body: openBody,
      response: { 200: openedChargeShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const opening = {
        operator: actorOf(request),
        id: request.params.id,
        reason: request.body?.reason ?? null,
      };
      const answer = answerTo(request, reply, 200, (opened: OpenedCharge) =>
        presentOpenedCharge(deps, opened),
      );
      await openCharge(deps, opening, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/customers/:id/open', {
    config,
    schema: {
      tags,
      summary: 'Open a customer of any account: masked, and on record in its audit log',
      params: idParams,
      body: openBody,
      response: { 200: openedCustomerShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const opening = {
        operator: actorOf(request),
        id: request.params.id,
        reason: request.body?.reason ?? null,
      };
      const answer = answerTo(request, reply, 200, (opened: OpenedCustomer) => presentOpenedCustomer(opened));
      await openCustomer(deps, opening, answer);
      return answer.send();
    },
  });
}
