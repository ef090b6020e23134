import { Type } from 'typebox';
import { findCustomer } from '../../catalog/customers.ts';
import { actorOf } from '../../http/actor.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { idPageOf } from '../../http/id-page.ts';
import { cursorQuery, deleted, idParams, listOf, pageQuery, presentList } from '../../http/lists.ts';
import { accountOf } from '../../http/principal.ts';
import { notFound } from '../../kit/errors.ts';
import type { ChargeDeps } from '../deps.ts';
import { removeCard } from './remove.ts';
import { type KeptCard, listCards } from './store.ts';

const tags = ['Customers'];

const storedCardShape = namedObject('StoredCard', {
  object: Type.Literal('stored_card'),
  id: Type.String({ description: 'The card_id to pay a charge with' }),
  customer_id: Type.String(),
  brand: Type.String(),
  last_four: Type.String(),
  exp_month: nullable(Type.Integer()),
  exp_year: nullable(Type.Integer()),
  consent: namedObject('CardConsentOnRecord', {
    text: Type.String({ description: 'What the payer was shown' }),
    version: nullable(Type.String()),
    by: namedEnum('CardConsentBy', ['payer', 'seller'], {
      description: "payer: agreed to on the gateway's page; seller: on the seller's, who says so",
    }),
    merchant_initiated: Type.Boolean({ description: 'The seller may charge the card without the payer' }),
    given_at: instantShape,
  }),
  created_at: instantShape,
});

function presentStoredCard({ consent, ...card }: KeptCard) {
  return {
    object: 'stored_card' as const,
    id: card.id,
    customer_id: card.customerId,
    brand: card.brand,
    last_four: card.lastFour,
    exp_month: card.month,
    exp_year: card.year,
    consent: {
      text: consent.text,
      version: consent.version,
      by: consent.by,
      merchant_initiated: consent.merchantMayCharge,
      given_at: consent.at.toISOString(),
    },
    created_at: card.createdAt.toISOString(),
  };
}

const cardParams = Type.Object({ id: Type.String(), card_id: Type.String() });

export function storedCardRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/customers/:id/cards', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List the stored cards of a customer, newest first',
      params: idParams,
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(storedCardShape), ...errorAnswers },
    },
    handler: async (request) => {
      const accountId = accountOf(request);
      const { id } = request.params;
      if (!(await findCustomer(deps, deps.db, accountId, id))) throw notFound('Customer');
      const page = idPageOf('stored_cards', request.query);
      const { rows, total } = await listCards(deps.db, accountId, id, page);
      return presentList(rows, page, total, (card) => card.id, presentStoredCard);
    },
  });
  app.delete('/api/v1/customers/:id/cards/:card_id', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Remove a stored card; its acquirer forgets it too',
      params: cardParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      const { id: customerId, card_id: id } = request.params;
      await removeCard(deps, { accountId: accountOf(request), customerId, id }, actorOf(request));
      return { success: true, message: 'Card removed' };
    },
  });
}
