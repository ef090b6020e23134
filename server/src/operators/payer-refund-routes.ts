import { Type } from 'typebox';
import type { ChargeDeps } from '../charges/deps.ts';
import { findCharge } from '../charges/find.ts';
import { recordPaidByHand, refuseByHand } from '../charges/payer-refunds/send.ts';
import { openPayerRefunds, type PayerRefund } from '../charges/payer-refunds/store.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { idParams } from '../http/lists.ts';
import { reaisFromCents } from '../kit/money.ts';
import { openText } from '../kit/sealed-text.ts';
import { paidBody, reasonBody } from './shapes.ts';

const tags = ['Operators'];

const shape = namedObject('PayerRefund', {
  object: Type.Literal('payer_refund'),
  id: Type.String({ description: 'Of the refund, or of the payment that is returned' }),
  account_id: Type.String(),
  charge_id: Type.String(),
  kind: namedEnum('PayerRefundKind', ['refund', 'return']),
  amount: Type.Number(),
  status: namedEnum('PayerRefundStatus', ['waiting', 'sending', 'done', 'expired'], {
    description: 'waiting: for a PIX key of the payer; sending: it was given',
  }),
  pix_key: nullable(Type.String()),
  payer_document: nullable(Type.String({ description: 'The owner that the key must have' })),
  provider: nullable(Type.String({ description: 'null: it is paid by hand' })),
  failure: nullable(Type.String({ description: 'Why the last key was not taken' })),
  reference: nullable(Type.String({ description: 'Proof of a payment by hand' })),
  created_at: instantShape,
});

/** Refunds of boletos: what waits for a key, and what waits for an operator to pay it. */
export function payerRefundRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/payer-refunds', {
    config: { access: 'operator' },
    schema: {
      tags,
      summary: 'List the refunds of boletos that are not done, oldest first',
      response: {
        200: namedObject('PayerRefundList', { data: Type.Array(shape) }),
        ...errorAnswers,
      },
    },
    handler: async () => {
      const open = await openPayerRefunds(deps.db);
      return { data: await Promise.all(open.map((refund) => present(deps, refund))) };
    },
  });
  app.post('/api/v1/admin/payer-refunds/:id/paid', {
    config: { access: 'operator' },
    schema: {
      tags,
      summary: 'Record that the refund of a boleto was paid by hand',
      params: idParams,
      body: paidBody,
      response: { 200: shape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, (refund: PayerRefund) => present(deps, refund));
      await recordPaidByHand(deps, request.params.id, request.body.reference, actorOf(request), answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/payer-refunds/:id/refuse', {
    config: { access: 'operator' },
    schema: {
      tags,
      summary: 'Refuse the key of a refund that is paid by hand; the payer is asked for another one',
      params: idParams,
      body: reasonBody,
      response: { 200: shape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, (refund: PayerRefund) => present(deps, refund));
      const { reason } = request.body;
      await refuseByHand(deps, request.params.id, { reason, actor: actorOf(request) }, answer);
      return answer.send();
    },
  });
}

async function present(deps: ChargeDeps, refund: PayerRefund) {
  const charge = await findCharge(deps, refund.accountId, refund.chargeId);
  const open = (text: string | null | undefined) => (text ? openText(deps.vault, text) : null);
  return {
    object: 'payer_refund' as const,
    id: refund.id,
    account_id: refund.accountId,
    charge_id: refund.chargeId,
    kind: refund.kind,
    amount: reaisFromCents(refund.amountCents),
    status: refund.status,
    pix_key: open(refund.pixKey),
    payer_document: open(charge?.customer?.cpf_cnpj),
    provider: refund.provider,
    failure: refund.failure,
    reference: refund.reference,
    created_at: refund.createdAt.toISOString(),
  };
}
