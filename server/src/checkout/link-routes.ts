import type { FastifyReply, FastifyRequest } from 'fastify';
import { findLinkByToken, isLinkOpen, type PaymentLinkRow } from '../catalog/payment-links.ts';
import { findProductPicture } from '../catalog/product-picture.ts';
import { findSellableProduct, type SellableProduct, unitsLeft } from '../catalog/products.ts';
import { loadSplit } from '../catalog/split-rules.ts';
import type { Charge, ChargeCustomer } from '../charges/charge.ts';
import { type CreateCharge, createCharge } from '../charges/create.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { openPurchase, type Purchase } from '../charges/purchase.ts';
import { DEFAULT_EXPIRY_SECONDS } from '../charges/read-request.ts';
import { readBoletoTerms } from '../charges/rules/boleto-terms.ts';
import { type Form, formOf, readFormId } from '../html/form.ts';
import { money } from '../html/format.ts';
import { goTo, type Page, pageOf, sendPage } from '../html/page.ts';
import { sellerOf } from '../html/seller.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import type { App } from '../http/app-type.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { derivedIdAt } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';
import { openContact } from '../kit/sealed-text.ts';
import { isOffered } from '../providers/offered.ts';
import { nameDevice } from './card/device.ts';
import { NO_ERRORS, readCard } from './card/form.ts';
import { payOnForm, workAsked } from './card/routes.ts';
import { cardHold } from './charge-page.ts';
import { asksOf, hasGrown, purchaseOf, readAnswers, valueErrorOf, wantedIn } from './link-order.ts';
import { type ClosedReason, cardOfferOf, closedLinkPage, type LinkState, linkPage } from './link-page.ts';
import { type LinkView, linkPath } from './link-view.ts';
import { methodIn } from './methods.ts';
import { payPath } from './pay-page.ts';
import { readPayer } from './payer-form.ts';
import { isToken, payingFor } from './paying.ts';

const hide = { schema: { hide: true } };
const GONE = 410;
/** Before the payer has typed who they are. */
const UNKNOWN_PAYER = { document: null, email: null };

export function linkRoutes(app: App, deps: ChargeDeps): void {
  app.get('/l/:token', hide, async (request, reply) => {
    const { view, closed } = await openLink(deps, request);
    if (closed) return sendPage(reply, closedLinkPage(view, closed), GONE);
    if (!view.link.billing_types.includes('CREDIT_CARD')) return sendPage(reply, linkPage(deps, view));
    nameDevice(deps, request, reply);
    return sendPage(reply, linkPage(deps, view, await cardHold(deps, request, UNKNOWN_PAYER)));
  });
  app.post('/l/:token/total', hide, (request, reply) => showAgain(deps, request, reply));
  app.get('/l/:token/total', hide, async (request, reply) => {
    const { view } = await openLink(deps, request);
    return goTo(reply, view.page, linkPath(view.link));
  });
  app.post('/l/:token', { ...hide, config: { rate: 'charges' } }, async (request, reply) => {
    const { view, closed } = await openLink(deps, request);
    if (closed) return sendPage(reply, closedLinkPage(view, closed), GONE);
    const typed = formOf(request);
    const again = (state: LinkState) =>
      sendPage(reply, linkPage(deps, view, { typed, ...workAsked(typed), ...state }), 400);
    const wanted = readOrder(deps, view, typed);
    if ('problem' in wanted) return again(wanted.problem);
    const isByCard = wanted.method === 'CREDIT_CARD';
    const held = isByCard ? await cardHold(deps, request, UNKNOWN_PAYER) : {};
    if (held.waitUntil) return again(held);
    const made = await createFromLink(deps, view, wanted);
    if (made === 'changed') return showAgain(deps, request, reply);
    if ('problem' in made) return again(made.problem);
    if ('closed' in made) return sendPage(reply, closedLinkPage(view, made.closed), GONE);
    const { charge } = made;
    if (!isByCard) return goTo(reply, view.page, payPath(charge));
    const paying = await payingFor(deps, request, charge);
    return payOnForm(deps, { request, reply, paying, typed, attemptId: firstAttempt(deps, charge, typed) });
  });
}

/** The page as it is now, with what was typed. Nothing is made. */
async function showAgain(deps: ChargeDeps, request: FastifyRequest, reply: FastifyReply) {
  const { view, closed } = await openLink(deps, request);
  if (closed) return sendPage(reply, closedLinkPage(view, closed), GONE);
  const typed = formOf(request);
  const state = { typed, ...workAsked(typed) };
  const { quantityError } = wantedIn(view, typed);
  return sendPage(reply, linkPage(deps, view, state), quantityError ? 400 : 200);
}

type OpenedLink = { view: LinkView; closed: ClosedReason | null };

async function openLink(deps: ChargeDeps, request: FastifyRequest): Promise<OpenedLink> {
  const { token = '' } = request.params as { token?: string };
  const found = isToken(token) ? await findLinkByToken(deps.db, token) : null;
  if (!found) throw notFound('Payment link');
  const offered = found.billing_types.filter((method) => isOffered(deps.rails, method));
  const link = { ...found, billing_types: offered };
  const facts = await deps.accountFacts(link.account_id);
  const page: Page = { ...pageOf(request, deps), path: linkPath(link), accent: facts.pageColor };
  const product = link.product_id
    ? await findSellableProduct(deps.db, link.account_id, link.product_id)
    : null;
  const closed =
    whyClosed(link, deps.clock.now()) ??
    (facts.status === 'active' ? whyUnsellable(link, product) : ('unavailable' as const));
  const picture = await findProductPicture(deps.db, link.account_id, link.product_id);
  return { view: { page, link, seller: sellerOf(facts), plan: facts, product, picture }, closed };
}

function whyClosed(link: PaymentLinkRow, now: Date): ClosedReason | null {
  if (isLinkOpen(link, now)) return null;
  if (!link.active) return 'inactive';
  return link.expires_at && link.expires_at <= now ? 'expired' : 'full';
}

function whyUnsellable(link: PaymentLinkRow, product: SellableProduct | null): ClosedReason | null {
  if (!link.product_id) return null;
  if (!product) return 'unavailable';
  return unitsLeft(product) === 0n ? 'soldOut' : null;
}

/** The same form with the same card is the same attempt; with another card it is another one. */
function firstAttempt({ vault }: ChargeDeps, { id }: Charge, typed: Form): string {
  return derivedIdAt(id, 'first attempt', vault.fingerprint('card of an attempt', typed('number')));
}

type Order = {
  id: string;
  method: MethodName;
  valueCents: Cents;
  payer: ChargeCustomer | null;
  purchase: Purchase | null;
};

/** Returns the errors of all fields together. */
function readOrder(deps: ChargeDeps, view: LinkView, typed: Form): Order | { problem: LinkState } {
  const { page, link } = view;
  const id = readFormId(deps, link.id, typed('form_id')) ?? deps.ids.next();
  const method = methodIn(typed, link.billing_types);
  const wanted = wantedIn(view, typed);
  const valueCents = wanted.total;
  const { payer, errors: payerErrors, addressErrors } = readPayer(typed, method, { asks: asksOf(view) });
  const { answers, errors: answerErrors } = readAnswers(view, typed);
  const valueError = valueErrorOf(view, method, wanted);
  const check = { now: deps.clock.now(), isStrict: !page.sandbox };
  const errors =
    method === 'CREDIT_CARD' ? readCard(typed, cardOfferOf(view, valueCents), check).errors : NO_ERRORS;
  const wrong = payerErrors.size + addressErrors.size + answerErrors.size + errors.size;
  if (method && valueCents !== null && wrong === 0 && !valueError && !wanted.quantityError) {
    if (hasGrown(view, typed, wanted)) return { problem: grown(view, valueCents) };
    return { id, method, valueCents, payer, purchase: purchaseOf(view, wanted, answers) };
  }
  const methodError = method === null ? 'method' : undefined;
  return { problem: { payerErrors, addressErrors, errors, answerErrors, methodError, valueError } };
}

function grown({ page: { texts, lang } }: LinkView, valueCents: Cents): LinkState {
  return { problem: texts.totalChanged(money(valueCents, lang)) };
}

type Made = { charge: Charge } | { closed: ClosedReason } | { problem: LinkState } | 'changed';

async function createFromLink(deps: ChargeDeps, { page, link }: LinkView, order: Order): Promise<Made> {
  try {
    return { charge: await createOrdered(deps, link, order) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // Others have taken units since the page was read: read again, it says how many are left, or that none is.
    if (error.code === 'OUT_OF_STOCK') return order.purchase ? 'changed' : { closed: 'soldOut' };
    if (error.code === 'PROVIDER_UNAVAILABLE') {
      return { problem: { methodError: 'unavailable' } };
    }
    if (error.code === 'INVALID_SPLIT' && link.value_cents === null) {
      return { problem: { valueError: page.texts.linkValueTooSmall } };
    }
    if (error.code === 'INVALID_SPLIT' || error.code === 'VALIDATION_ERROR') return { closed: 'unavailable' };
    throw error;
  }
}

/** A form that is sent again with other content is another order, which is also created once. */
async function createOrdered(deps: ChargeDeps, link: PaymentLinkRow, order: Order): Promise<Charge> {
  const charge = await createCharge(deps, chargeFor(deps, link, order));
  const customer = charge.customer && openContact(deps.vault, charge.customer);
  const purchase = openPurchase(deps.vault, charge.purchase);
  if (isOrdered({ ...charge, customer, purchase }, order)) return charge;
  return createCharge(deps, chargeFor(deps, link, { ...order, id: idOfChangedOrder(order) }));
}

/** A boleto that was paid by its PIX code has billing type PIX, and is still the same order. */
function isOrdered(charge: Charge, order: Order): boolean {
  const { boleto, billingType, valueCents, customer, purchase } = charge;
  const isSamePayer = payerIn(customer) === payerIn(order.payer);
  const isSame =
    isSamePayer && valueCents === order.valueCents && textOf(purchase) === textOf(order.purchase);
  return isSame && (boleto ? 'BOLETO' : billingType) === order.method;
}

function textOf(purchase: Purchase | null): string {
  return JSON.stringify(purchase);
}

/** Who owes a boleto, and where the goods go. */
function payerIn(payer: ChargeCustomer | null): string {
  return [payer?.cpf_cnpj ?? '', payer?.address ?? ''].join(' ').trim();
}

/** A charge's id contains its time: the id of a changed order has the time of its form. */
function idOfChangedOrder({ id, method, valueCents, payer, purchase }: Order): string {
  const bought = purchase ? [textOf(purchase)] : [];
  return derivedIdAt(id, 'changed order', method, valueCents.toString(), payerIn(payer), ...bought);
}

function chargeFor(
  deps: ChargeDeps,
  link: PaymentLinkRow,
  { id, method, valueCents, payer, purchase }: Order,
): CreateCharge {
  return {
    accountId: link.account_id,
    id,
    billingType: method,
    payerChooses: link.billing_types.length > 1,
    valueCents,
    description: link.name,
    externalReference: null,
    postbackUrl: link.postback_url,
    successUrl: link.success_url,
    metadata: null,
    customer: payer,
    customerId: null,
    productId: link.product_id,
    paymentLinkId: link.id,
    split: loadSplit(link.split),
    installments: null,
    maxInstallments: link.max_installments,
    interestByPayer: link.interest_by_payer,
    expiresInSeconds: DEFAULT_EXPIRY_SECONDS,
    purchase,
    boletoTerms: method === 'BOLETO' ? readBoletoTerms({}, valueCents, deps.clock.now()) : null,
  };
}
