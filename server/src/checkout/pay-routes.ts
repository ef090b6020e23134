import type { FastifyRequest } from 'fastify';
import { findPaymentLink, type PaymentLinkRow } from '../catalog/payment-links.ts';
import { type CardAttempt, latestAttempt } from '../charges/cards/attempts.ts';
import { type Hold, holdOf, tracesOfOrigin } from '../charges/cards/defence.ts';
import { readTries } from '../charges/cards/tries.ts';
import type { Charge, ChargeCustomer } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { hasTimeEnded } from '../charges/ending.ts';
import { findChargeByToken } from '../charges/find.ts';
import { chooseMethod, hasBoletoPayer, mayChoose } from '../charges/methods/choose.ts';
import { type Form, formOf } from '../html/form.ts';
import { goTo, pageOf, sendPage } from '../html/page.ts';
import { sellerOf } from '../html/seller.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import type { App } from '../http/app-type.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import type { Html } from '../kit/html.ts';
import { openContact } from '../kit/sealed-text.ts';
import { boletoPayPage } from './boleto/page.ts';
import { withBoleto } from './boleto/routes.ts';
import { deviceOf, nameDevice } from './card/device.ts';
import { cardPage, refusalText } from './card/page.ts';
import { chooserPage, type MethodError, methodsFor } from './chooser-page.ts';
import {
  confirmingPage,
  endedPage,
  fullLinkPage,
  hasPixExpired,
  type Paying,
  payPath,
  pixPage,
  sellerClosedPage,
} from './pay-page.ts';
import { methodIn, readPayer } from './payer-form.ts';
import { receiptPage } from './receipt-page.ts';

const hide = { schema: { hide: true } };

export function payRoutes(app: App, deps: ChargeDeps): void {
  app.get('/pay/:token', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const { page, charge } = paying;
    if (isPaid(charge)) return goTo(reply, page, receiptPath(charge));
    const attempt = await latestAttempt(deps.db, charge);
    if (attempt?.status === 'challenge') return goTo(reply, page, `${payPath(charge)}/challenge`);
    if (charge.billingType === 'CREDIT_CARD') nameDevice(deps, request, reply);
    const { change, refused } = request.query as { change?: string; refused?: string };
    if (change && paying.methods.length > 0) return sendPage(reply, chooserPage(paying));
    return sendPage(
      reply,
      await pageFor(deps, paying, request, { attempt, isRefused: refused !== undefined }),
    );
  });
  // The URLs of forms that were answered with errors: a browser that reloads one is sent to the payment.
  for (const form of ['card', 'method']) {
    app.get(`/pay/:token/${form}`, hide, async (request, reply) => {
      const { page, charge } = await payingOf(deps, request);
      return goTo(reply, page, payPath(charge));
    });
  }
  app.post('/pay/:token/method', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const problem = await choose(deps, paying, request);
    return problem ? sendPage(reply, problem, 400) : goTo(reply, paying.page, payPath(paying.charge));
  });
  app.get('/receipt/:token', hide, async (request, reply) => {
    const paying = await payingOf(deps, request);
    const { page, charge } = paying;
    return isPaid(charge) ? sendPage(reply, receiptPage(paying)) : goTo(reply, page, payPath(charge));
  });
}

const TOKEN = /^[0-9A-Za-z]{22}$/;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

export async function payingOf(deps: ChargeDeps, request: FastifyRequest): Promise<Paying> {
  const { token = '' } = request.params as { token?: string };
  const stored = isToken(token) ? await findChargeByToken(deps.db, token) : null;
  if (!stored) throw notFound('Charge');
  const charge = { ...stored, customer: stored.customer && openContact(deps.vault, stored.customer) };
  const [facts, link] = await Promise.all([deps.accountFacts(charge.accountId), openLinkOf(deps, charge)]);
  const page = { ...pageOf(request, deps), path: payPath(charge), accent: facts.pageColor };
  const { checked, paid } = request.query as { checked?: unknown; paid?: unknown };
  return {
    page,
    charge,
    seller: sellerOf(facts),
    isSelling: facts.status === 'active',
    methods: mayChoose(charge)
      ? methodsFor(deps.rails, charge.valueCents).filter(allowedBy(charge, link))
      : [],
    isLinkFull: link !== null && link.max_payments !== null && link.payments_count >= link.max_payments,
    publicUrl: deps.publicUrl,
    now: deps.clock.now(),
    hasChecked: checked !== undefined,
    hasJustPaid: paid !== undefined,
  };
}

export function isPaid({ status }: Charge): boolean {
  return status === 'RECEIVED' || status === 'REFUNDED';
}

export function receiptPath({ token }: Charge): string {
  return `/receipt/${token}`;
}

export type Tried = {
  attempt: CardAttempt | null;
  /** The payer comes from a refusal, with what was typed then. */
  isRefused: boolean;
  typed?: Form;
};

/** What a charge that is not paid looks like. */
export async function pageFor(
  deps: ChargeDeps,
  paying: Paying,
  request: FastifyRequest,
  { attempt, isRefused, typed }: Tried,
): Promise<Html> {
  const { charge } = paying;
  if (charge.status === 'CANCELLED') {
    return endedPage(paying, (await hasTimeEnded(deps.db, charge)) ? 'time' : 'seller');
  }
  if (attempt?.status === 'running') return confirmingPage(paying);
  if (!paying.isSelling) return sellerClosedPage(paying);
  if (paying.isLinkFull) return fullLinkPage(paying);
  switch (charge.billingType) {
    case 'UNDEFINED':
      return chooserPage(paying);
    case 'PIX':
      return hasPixExpired(paying) ? endedPage(paying, 'time') : pixPage(paying);
    case 'BOLETO':
      return boletoPayPage(await withBoleto(deps, paying));
    case 'CREDIT_CARD': {
      const last = attempt?.status === 'refused' ? attempt : null;
      const failed = charge.status === 'REFUSED' || (last && isRefused);
      const hold = await knownHold(deps, paying, request);
      const until = hold?.because === 'device' ? hold.until : null;
      return cardPage(deps, paying, {
        refusal: failed && !until ? refusalText(paying.page.texts, last?.reason ?? null) : null,
        installments: failed ? last?.installments : undefined,
        waitUntil: until,
        ...(typed && { typed }),
        ...(hold?.because === 'work' ? { workBits: hold.bits } : {}),
      });
    }
  }
}

/** By device, address and the payer that the seller named; card and document are known only when they are typed. */
async function knownHold(
  deps: ChargeDeps,
  { charge, now }: Paying,
  request: FastifyRequest,
): Promise<Hold | null> {
  const { cpf_cnpj: document = null, email = null } = charge.customer ?? {};
  const origin = { address: request.ip, device: deviceOf(deps, request), document, email };
  const tries = await readTries(deps.db, tracesOfOrigin(deps.vault, origin));
  return holdOf(tries, now, { brand: null, workBits: 0 });
}

/** The link of a charge that can be paid through it. */
async function openLinkOf(
  { db }: ChargeDeps,
  { accountId, paymentLinkId, status }: Charge,
): Promise<PaymentLinkRow | null> {
  if (!paymentLinkId || (status !== 'PENDING' && status !== 'REFUSED')) return null;
  return findPaymentLink(db, accountId, paymentLinkId);
}

function allowedBy({ paymentLinkId }: Charge, link: PaymentLinkRow | null): (method: MethodName) => boolean {
  return (method) => paymentLinkId === null || link?.billing_types.includes(method) === true;
}

/** Null when the method was chosen, or when the charge has changed meanwhile: its page shows the new state. */
async function choose(deps: ChargeDeps, paying: Paying, request: FastifyRequest): Promise<Html | null> {
  const { charge, methods } = paying;
  if (methods.length === 0) return null;
  const typed = formOf(request);
  const method = methodIn(typed, methods);
  const again = (methodError: MethodError | null) =>
    methodError && chooserPage(paying, { typed, methodError });
  if (!method) return again('method');
  if (hasBoletoPayer(charge)) return again(await chooseUnlessMoved(deps, charge, method, null));
  const { payer, errors } = readPayer(typed, method, charge.customer);
  if (errors.size > 0) return chooserPage(paying, { typed, errors });
  return again(await chooseUnlessMoved(deps, payer ? openTo(payer, charge) : charge, method, payer));
}

/** The payer's data completes the seller's. A payer with another document is another customer. */
function openTo({ cpf_cnpj: document }: ChargeCustomer, charge: Charge): Charge {
  const isSame = document === (charge.customer?.cpf_cnpj ?? null);
  return { ...charge, customer: null, customerId: isSame ? charge.customerId : null };
}

async function chooseUnlessMoved(
  deps: ChargeDeps,
  charge: Charge,
  method: 'PIX' | 'CREDIT_CARD' | 'BOLETO',
  payer: ChargeCustomer | null,
): Promise<MethodError | null> {
  try {
    await chooseMethod(deps, charge, { method, payer });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code === 'PROVIDER_UNAVAILABLE') return 'unavailable';
    if (error.code !== 'CHARGE_NOT_PAYABLE') throw error;
  }
  return null;
}
