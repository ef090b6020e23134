import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers, plainJsonSerializer } from '../http/app-type.ts';
import { readAmount } from '../http/fields.ts';
import { idParams } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField } from '../kit/errors.ts';
import { changeDueDate } from './boletos/change-due-date.ts';
import { cancelCharge } from './cancel.ts';
import { captureCharge } from './cards/capture.ts';
import { payChargeBody, readCardWay } from './cards/input.ts';
import { createPaid, payCharge, type TriedCharge } from './cards/pay-charge.ts';
import { captureBody } from './cards/shape.ts';
import type { Charge } from './charge.ts';
import { createCharge } from './create.ts';
import { customerSummaryRoutes } from './customer-summary.ts';
import type { ChargeDeps } from './deps.ts';
import { chargeWithDetails, type DetailedCharge, requireCharge } from './details.ts';
import { disputeRoutes } from './disputes/routes.ts';
import { explainCharge, explanationShape } from './explain.ts';
import { feeRoutes } from './fee-routes.ts';
import { figureRoutes } from './figures/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { listRoutes } from './list-routes.ts';
import { quote, quoteBody, quoteShape } from './quote.ts';
import { readCreateCharge } from './read-request.ts';
import { receivableRoutes } from './receivables/routes.ts';
import { refundCharge } from './refunds/refund.ts';
import type { Refund } from './refunds/store.ts';
import {
  chargeChangeBody,
  chargeShape,
  createChargeBody,
  type Links,
  linksOf,
  presentCharge,
  presentRefund,
  refundBody,
  refundShape,
} from './shapes.ts';
import { storedCardRoutes } from './stored-cards/routes.ts';

const tags = ['Charges'];

export function chargeRoutes(app: App, deps: ChargeDeps): void {
  createRoutes(app, deps);
  readRoutes(app, deps);
  listRoutes(app, deps);
  customerSummaryRoutes(app, deps);
  storedCardRoutes(app, deps);
  payRoute(app, deps);
  captureRoute(app, deps);
  changeRoutes(app, deps);
  disputeRoutes(app, deps);
  figureRoutes(app, deps);
  receivableRoutes(app, deps);
  feeRoutes(app, deps);
  importRoutes(app, deps);
}

function createRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/charges', {
    ...plainJsonSerializer,
    config: { access: 'key', rate: 'charges', takesCard: true },
    schema: {
      tags,
      summary: 'Create a charge',
      body: createChargeBody,
      response: { 201: chargeShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const wanted = readCreateCharge(deps, accountOf(request), request.objectId, request.body);
      const way = await readCardWay(deps, accountOf(request), request.body);
      if (way && wanted.billingType !== 'CREDIT_CARD')
        throw invalidField('card', 'pays a CREDIT_CARD charge');
      const links = await linksOf(deps, accountOf(request));
      if (way) {
        const tried = answerTo(request, reply, 201, presentTried(links));
        await createPaid(deps, wanted, way, tried);
        return tried.send();
      }
      const answer = answerTo(request, reply, 201, (charge: Charge) => presentCharge(charge, links));
      await createCharge(deps, wanted, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/quotes', {
    config: { access: 'key', inactiveToo: true },
    schema: {
      tags,
      summary: 'Calculate the cost of a charge',
      body: quoteBody,
      response: { 200: quoteShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const quoted = await quote(deps, accountOf(request), request.body);
      const answer = answerTo(request, reply, 200, () => quoted);
      await deps.writer.answer(answer, quoted);
      return answer.send();
    },
  });
}

function readRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/charges/:id', {
    ...plainJsonSerializer,
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get a charge',
      params: idParams,
      response: { 200: chargeShape, ...errorAnswers },
    },
    handler: async (request) => {
      const [{ charge, ...details }, links] = await Promise.all([
        chargeWithDetails(deps, accountOf(request), request.params.id),
        linksOf(deps, accountOf(request)),
      ]);
      return presentCharge(charge, links, details);
    },
  });
  app.get('/api/v1/charges/:id/ledger', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get the ledger postings of a charge',
      params: idParams,
      response: { 200: explanationShape, ...errorAnswers },
    },
    handler: async (request) =>
      explainCharge(deps, await requireCharge(deps, accountOf(request), request.params.id)),
  });
}

function presentTried(links: Links) {
  return ({ charge, ...details }: TriedCharge) => presentCharge(charge, links, details);
}

function payRoute(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/charges/:id/pay', {
    ...plainJsonSerializer,
    config: { access: 'key', takesCard: true },
    schema: {
      tags,
      summary: 'Pay a charge by card',
      description:
        'With the token that the acquirer made of the card in the browser of the payer. card_payment says what became of it: a refusal is an answer, not an error. The payer of a challenge is led to challenge_url.',
      params: idParams,
      body: payChargeBody,
      response: { 200: chargeShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const way = await readCardWay(deps, accountOf(request), request.body);
      if (!way) throw invalidField('card', 'is required');
      const wanted = {
        accountId: accountOf(request),
        chargeId: request.params.id,
        attemptId: request.objectId,
        installments: request.body.installments ?? null,
        way,
      };
      const answer = answerTo(request, reply, 200, presentTried(await linksOf(deps, wanted.accountId)));
      await payCharge(deps, wanted, answer);
      return answer.send();
    },
  });
}

function captureRoute(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/charges/:id/capture', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Capture what is held on a card, whole or in part',
      description:
        'Once: what is not captured is let go. While the acquirer has not answered, authorization.status is capturing, and the events of the charge say how it ended. The same capture again answers as before.',
      params: idParams,
      body: captureBody,
      response: { 200: chargeShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const amount = request.body?.amount ?? null;
      const wanted = {
        accountId: accountOf(request),
        chargeId: request.params.id,
        amountCents: amount === null ? null : readAmount('amount', amount),
      };
      const links = await linksOf(deps, accountOf(request));
      const answer = answerTo(request, reply, 200, ({ charge, ...details }: DetailedCharge) =>
        presentCharge(charge, links, details),
      );
      await captureCharge(deps, wanted, actorOf(request), answer);
      return answer.send();
    },
  });
}

function changeRoutes(app: App, deps: ChargeDeps): void {
  app.patch('/api/v1/charges/:id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Change the due date of a pending boleto',
      description:
        "A bank is asked for it: until it has accepted, due_date is the old one and due_date_change says what is wanted. The charge's events say what became of it.",
      params: idParams,
      body: chargeChangeBody,
      response: { 200: chargeShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { due_date: dueDate } = request.body;
      const links = await linksOf(deps, accountOf(request));
      const { id } = request.params;
      return presentCharge(
        await changeDueDate(deps, accountOf(request), id, dueDate, actorOf(request)),
        links,
      );
    },
  });
  app.post('/api/v1/charges/:id/refund', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Refund a received charge in full or in part',
      params: idParams,
      body: refundBody,
      response: { 200: refundShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const amount = request.body?.amount ?? null;
      const wanted = {
        accountId: accountOf(request),
        id: request.objectId,
        chargeId: request.params.id,
        amountCents: amount === null ? null : readAmount('amount', amount),
        reason: request.body?.reason ?? null,
        reverseSplit: request.body?.reverse_split ?? false,
      };
      const links = await linksOf(deps, accountOf(request));
      const answer = answerTo(request, reply, 200, (refund: Refund) => presentRefund(refund, links));
      await refundCharge(deps, wanted, actorOf(request), answer);
      return answer.send();
    },
  });
  app.post('/api/v1/charges/:id/cancel', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Cancel a pending or overdue charge',
      params: idParams,
      response: { 200: chargeShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const links = await linksOf(deps, accountOf(request));
      const answer = answerTo(request, reply, 200, (charge: Charge) => presentCharge(charge, links));
      await cancelCharge(deps, accountOf(request), request.params.id, actorOf(request), answer);
      return answer.send();
    },
  });
}
