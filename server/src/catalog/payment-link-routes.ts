import type { FastifyRequest } from 'fastify';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { idPageOf } from '../http/id-page.ts';
import { deleted, idParams, presentList, searchedListOf } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { notFound } from '../kit/errors.ts';
import { createPaymentLink, deactivatePaymentLink } from './change-payment-link.ts';
import { editPaymentLink } from './edit-payment-link.ts';
import {
  paymentLinkBody,
  paymentLinkChangeBody,
  paymentLinkQuery,
  paymentLinkShape,
  presentPaymentLink,
  readPaymentLink,
  readPaymentLinkChange,
} from './payment-link-shapes.ts';
import { findPaymentLink, listPaymentLinks, type PaymentLinkRow } from './payment-links.ts';

const tags = ['Payment links'];

export function paymentLinkRoutes(app: App, deps: Deps): void {
  changeRoute(app, deps);
  app.post('/api/v1/payment-links', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Create a payment link',
      body: paymentLinkBody,
      response: { 201: paymentLinkShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const fields = readPaymentLink(request.body, deps);
      const { objectId } = request;
      const answer = answerTo(request, reply, 201, await presenter(deps, request));
      await createPaymentLink(deps, accountOf(request), objectId, fields, actorOf(request), answer);
      return answer.send();
    },
  });
  app.get('/api/v1/payment-links/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get a payment link',
      params: idParams,
      response: { 200: paymentLinkShape, ...errorAnswers },
    },
    handler: async (request) => {
      const link = await findPaymentLink(deps.db, accountOf(request), request.params.id);
      if (!link) throw notFound('Payment link');
      return (await presenter(deps, request))(link);
    },
  });
  app.get('/api/v1/payment-links', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List payment links, newest first',
      querystring: paymentLinkQuery,
      response: { 200: searchedListOf(paymentLinkShape), ...errorAnswers },
    },
    handler: async (request) => {
      const page = idPageOf('payment_links', request.query);
      const { active, search } = request.query;
      const filter = { active, search: search?.trim(), now: deps.clock.now() };
      const { rows, total, isMinimum } = await listPaymentLinks(deps, accountOf(request), filter, page);
      const present = await presenter(deps, request);
      return presentList(rows, page, total, (row) => row.id, present, isMinimum);
    },
  });
  app.delete('/api/v1/payment-links/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Deactivate a payment link',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await deactivatePaymentLink(deps, accountOf(request), request.params.id, actorOf(request));
      return { success: true, message: 'Payment link deactivated' };
    },
  });
}

/** Links may be at the seller's own domain. */
async function presenter(deps: Deps, request: FastifyRequest) {
  const pagesUrl = await deps.pagesUrl(accountOf(request));
  return (row: PaymentLinkRow) => presentPaymentLink(row, pagesUrl, deps.clock.now());
}

function changeRoute(app: App, deps: Deps): void {
  app.put('/api/v1/payment-links/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Update a payment link; absent fields are unchanged',
      params: idParams,
      body: paymentLinkChangeBody,
      response: { 200: paymentLinkShape, ...errorAnswers },
    },
    handler: async (request) => {
      const change = readPaymentLinkChange(request.body, deps);
      const { id } = request.params;
      const present = await presenter(deps, request);
      return present(await editPaymentLink(deps, accountOf(request), id, change, actorOf(request)));
    },
  });
}
