import type { FastifyReply, FastifyRequest } from 'fastify';
import { parsePixKey } from '../brazil/pix-key.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { findCharge } from '../charges/find.ts';
import { readPayerRefundToken } from '../charges/payer-refunds/address.ts';
import { takeKey } from '../charges/payer-refunds/send.ts';
import { findPayerRefund } from '../charges/payer-refunds/store.ts';
import { formOf } from '../html/form.ts';
import { goTo, sellerPageOf, sendPage } from '../html/page.ts';
import { sellerOf } from '../html/seller.ts';
import type { App } from '../http/app-type.ts';
import { isShownAt } from '../http/host.ts';
import { notFound } from '../kit/errors.ts';
import { type RefundView, refundPage } from './refund-page.ts';

const hide = { schema: { hide: true } };

/** Where a payer who paid by barcode says the PIX key that the money goes back to. */
export function refundRoutes(app: App, deps: ChargeDeps): void {
  app.get('/refund/:token', hide, async (request, reply) => {
    return show(reply, await viewOf(deps, request), {});
  });
  app.post('/refund/:token', { ...hide, config: { rate: 'charges' } }, async (request, reply) => {
    const view = await viewOf(deps, request);
    const typed = formOf(request)('pix_key');
    const key = parsePixKey(typed);
    if (view.refund.status === 'waiting' && !key) return show(reply, view, { typed, isWrong: true }, 400);
    if (key) await takeKey(deps, view.refund, key.key);
    return goTo(reply, view.page, view.path);
  });
}

function show(
  reply: FastifyReply,
  view: RefundView,
  state: { typed?: string; isWrong?: boolean },
  status = 200,
): FastifyReply {
  return sendPage(reply, refundPage(view, state), status);
}

async function viewOf(deps: ChargeDeps, request: FastifyRequest): Promise<RefundView> {
  const { token = '' } = request.params as { token?: string };
  const key = readPayerRefundToken(deps.vault, token);
  const refund = key && (await findPayerRefund(deps.db, key.accountId, key.id));
  const charge = refund && (await findCharge(deps, refund.accountId, refund.chargeId));
  if (!charge || !isShownAt(request, charge.accountId)) throw notFound('Page');
  const facts = await deps.accountFacts(charge.accountId);
  const path = `/refund/${token}`;
  return { page: sellerPageOf(request, deps, facts, path), path, refund, charge, seller: sellerOf(facts) };
}
