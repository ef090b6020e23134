import { type Static, Type } from 'typebox';
import { isCivilDate } from '../../brazil/calendar.ts';
import { actorOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import { exactObject, optionalBody, readAmount } from '../../http/fields.ts';
import { cursorQuery, listOf, pageOf, pageQuery, presentList } from '../../http/lists.ts';
import { accountOf } from '../../http/principal.ts';
import { invalidField } from '../../kit/errors.ts';
import { type Cents, ZERO } from '../../kit/money.ts';
import type { ChargeDeps } from '../deps.ts';
import { anticipate, quoteAnticipation, type Wanted } from './anticipate.ts';
import { isPlace, listReceivables, placeOf, type ReceivableFilter } from './list.ts';
import {
  anticipationQuoteShape,
  anticipationShape,
  presentAnticipation,
  presentQuote,
  presentReceivable,
  receivableShape,
  receivableStatusShape,
} from './shapes.ts';

const tags = ['Receivables'];
const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

const query = Type.Object({
  charge_id: Type.Optional(Type.String({ maxLength: 36 })),
  status: Type.Optional(receivableStatusShape),
  from: day('First day on which it is expected, YYYY-MM-DD'),
  to: day('Last day, included'),
  ...pageQuery,
  ...cursorQuery,
});

const amount = Type.Optional(Type.Number({ description: 'Reais of the installments; absent: all of them' }));

const list = listOf(receivableShape);
const receivableList = Type.Omit(list, ['total'], { title: 'ReceivableList' });

export function receivableRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/receivables', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'List what is still to come of payments by card, and what has come, soonest first',
      querystring: query,
      response: { 200: receivableList, ...errorAnswers },
    },
    handler: async (request) => {
      const page = pageOf('receivables', request.query, isPlace);
      const rows = await listReceivables(deps.db, accountOf(request), filterOf(request.query), page);
      const { total: _, ...shown } = presentList(rows, page, 0, placeOf, presentReceivable);
      return shown;
    },
  });
  anticipationRoutes(app, deps);
}

function anticipationRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/receivables/anticipations/quote', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Get what it costs to have installments paid out now',
      body: optionalBody(exactObject('QuoteAnticipation', { amount })),
      response: { 200: anticipationQuoteShape, ...errorAnswers },
    },
    handler: async (request) =>
      presentQuote(await quoteAnticipation(deps, accountOf(request), wantedOf(request.body))),
  });
  app.post('/api/v1/receivables/anticipations', {
    config: { access: 'key' },
    schema: {
      tags,
      summary: 'Have installments paid out now, soonest first',
      body: optionalBody(
        exactObject('CreateAnticipation', {
          amount,
          max_fee: Type.Optional(Type.Number({ description: 'Refused if it costs more' })),
        }),
      ),
      response: { 201: anticipationShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { max_fee: maxFee } = request.body ?? {};
      const answer = answerTo(request, reply, 201, presentAnticipation);
      const wanted = {
        ...{ accountId: accountOf(request), id: request.objectId, ...wantedOf(request.body) },
        maxFeeCents: maxFeeOf(maxFee),
      };
      await anticipate(deps, wanted, actorOf(request), answer);
      return answer.send();
    },
  });
}

/** Null: any. A small part may cost nothing. */
function maxFeeOf(maxFee: number | undefined): Cents | null {
  if (maxFee === undefined) return null;
  return maxFee === 0 ? ZERO : readAmount('max_fee', maxFee);
}

function wantedOf(body: { amount?: number } | null | undefined): Wanted {
  const wanted = body?.amount;
  return { amountCents: wanted === undefined ? null : readAmount('amount', wanted) };
}

function filterOf({ charge_id: chargeId, status, from, to }: Static<typeof query>): ReceivableFilter {
  return {
    ...(chargeId !== undefined && { chargeId }),
    ...(status !== undefined && { status }),
    ...(from !== undefined && { from: readDay('from', from) }),
    ...(to !== undefined && { to: readDay('to', to) }),
  };
}

function readDay(field: string, text: string): string {
  if (!isCivilDate(text)) throw invalidField(field, 'must be a date, YYYY-MM-DD');
  return text;
}
