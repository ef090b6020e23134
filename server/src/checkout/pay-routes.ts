import type { FastifyReply } from 'fastify';
import { latestAttempt } from '../charges/cards/attempts.ts';
import type { Charge, ChargeCustomer } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { chooseMethod, hasBoletoPayer } from '../charges/methods/choose.ts';
import { type Form, formOf } from '../html/form.ts';
import { goTo, sendPage } from '../html/page.ts';
import type { App } from '../http/app-type.ts';
import { GatewayError } from '../kit/errors.ts';
import { nameDevice } from './card/device.ts';
import { payOnForm } from './card/routes.ts';
import { pageFor, payableOf } from './charge-page.ts';
import { type MethodError, methodIn } from './methods.ts';
import { couponGone, type Paying, payPath } from './pay-page.ts';
import { readPayer } from './payer-form.ts';
import { isPaid, payingOf, receiptPath } from './paying.ts';
import { methodsOf, type PaymentState, paymentPage } from './payment-page.ts';
import { receiptPage } from './receipt-page.ts';

const hide = { schema: { hide: true } };
const withCard = { ...hide, config: { showsCardForm: true } };

export function payRoutes(app: App, deps: ChargeDeps): void {
  app.get('/pay/:token', withCard, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const { page, charge } = paying;
    if (isPaid(charge)) return goTo(reply, page, receiptPath(charge));
    const attempt = await latestAttempt(deps.db, charge);
    if (attempt?.status === 'challenge') return goTo(reply, page, `${payPath(charge)}/challenge`);
    if (methodsOf(paying).includes('CREDIT_CARD')) nameDevice(deps, request, reply);
    const { refused } = request.query as { refused?: string };
    return sendPage(
      reply,
      await pageFor(deps, paying, request, { attempt, isRefused: refused !== undefined }),
    );
  });
  app.post('/pay/:token', withCard, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const typed = formOf(request);
    const method = methodIn(typed, methodsOf(paying));
    if (method === 'CREDIT_CARD') return payOnForm(deps, { request, reply, paying, typed });
    return choose(deps, { reply, paying, typed, method });
  });
  app.get('/receipt/:token', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const { page, charge } = paying;
    return isPaid(charge) ? sendPage(reply, receiptPage(paying)) : goTo(reply, page, payPath(charge));
  });
}

const NOTHING_TYPED: ReturnType<typeof readPayer> = {
  payer: null,
  errors: new Set(),
  addressErrors: new Set(),
};

type Chosen = { reply: FastifyReply; paying: Paying; typed: Form; method: 'PIX' | 'BOLETO' | null };

/** Where the charge has changed meanwhile, its page shows the new state. */
async function choose(deps: ChargeDeps, { reply, paying, typed, method }: Chosen): Promise<FastifyReply> {
  const { page, charge } = paying;
  const again = async (state: PaymentState) =>
    sendPage(reply, paymentPage(deps, await payableOf(deps, paying), { typed, ...state }), 400);
  if (paying.methods.length === 0) return goTo(reply, page, payPath(charge));
  if (!method) return again({ methodError: 'method' });
  const asks = {
    phone: 'no' as const,
    address: paying.lacksAddress ? ('required' as const) : ('no' as const),
  };
  const isAsked = method === 'BOLETO' && (!hasBoletoPayer(charge) || paying.lacksAddress);
  const { payer, errors, addressErrors } = isAsked
    ? readPayer(typed, method, { known: charge.customer, asks })
    : NOTHING_TYPED;
  if (errors.size + addressErrors.size > 0) return again({ payerErrors: errors, addressErrors });
  const state = await chooseUnlessMoved(deps, payer ? openTo(payer, charge) : charge, method, payer);
  if (state === 'coupon') return again({ problem: couponGone(page, charge) });
  if (state === 'stock') return again({ problem: page.texts.linkClosed.soldOut });
  return state ? again({ methodError: state }) : goTo(reply, page, payPath(charge));
}

/** The payer's data completes the seller's. A payer with another document is another customer. */
function openTo({ cpf_cnpj: document }: ChargeCustomer, charge: Charge): Charge {
  const isSame = document === (charge.customer?.cpf_cnpj ?? null);
  return { ...charge, customer: null, customerId: isSame ? charge.customerId : null };
}

async function chooseUnlessMoved(
  deps: ChargeDeps,
  charge: Charge,
  method: 'PIX' | 'BOLETO',
  payer: ChargeCustomer | null,
): Promise<MethodError | 'coupon' | 'stock' | null> {
  try {
    await chooseMethod(deps, charge, { method, payer });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code === 'PROVIDER_UNAVAILABLE') return 'unavailable';
    if (error.code === 'COUPON_UNAVAILABLE') return 'coupon';
    if (error.code === 'OUT_OF_STOCK') return 'stock';
    if (error.code !== 'CHARGE_NOT_PAYABLE') throw error;
  }
  return null;
}
