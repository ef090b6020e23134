import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkAsks } from '../catalog/link-asks.ts';
import { findLinkByToken, isLinkOpen, type PaymentLinkRow } from '../catalog/payment-links.ts';
import { findProductPicture } from '../catalog/product-picture.ts';
import { findSellableProduct, type SellableProduct, unitsLeft } from '../catalog/products.ts';
import { loadSplit } from '../catalog/split-rules.ts';
import { needsPayerAddress } from '../charges/boletos/register.ts';
import type { Charge, ChargeCustomer } from '../charges/charge.ts';
import { type CreateCharge, createCharge } from '../charges/create.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { findCharge } from '../charges/find.ts';
import { openPurchase, type Purchase } from '../charges/purchase.ts';
import { DEFAULT_EXPIRY_SECONDS } from '../charges/read-request.ts';
import { readBoletoTerms } from '../charges/rules/boleto-terms.ts';
import { type Form, formOf, readFormId } from '../html/form.ts';
import { money } from '../html/format.ts';
import { goTo, sellerPageOf, sendPage } from '../html/page.ts';
import { sellerOf } from '../html/seller.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import type { App } from '../http/app-type.ts';
import { isShownAt } from '../http/host.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { derivedIdAt } from '../kit/ids.ts';
import type { Lang } from '../kit/language.ts';
import type { Cents } from '../kit/money.ts';
import { openContact } from '../kit/sealed-text.ts';
import { isOffered } from '../providers/offered.ts';
import { nameDevice } from './card/device.ts';
import { cardEntryOf } from './card/entry.ts';
import { NO_ERRORS, readCard } from './card/form.ts';
import { payOnForm, workAsked } from './card/routes.ts';
import { cardHold } from './charge-page.ts';
import { asUsedBefore, couponIn } from './link-coupon.ts';
import { asksOf, hasGrown, purchaseOf, readAnswers, valueErrorOf, wantedIn } from './link-order.ts';
import { type ClosedReason, closedLinkPage, type LinkState, linkPage } from './link-page.ts';
import { cardOfferOf, dearerThanShown } from './link-prices.ts';
import { type LinkView, linkPath } from './link-view.ts';
import { methodIn } from './methods.ts';
import { payPath } from './pay-page.ts';
import { readPayer } from './payer-form.ts';
import { isToken, payingFor } from './paying.ts';

const hide = { schema: { hide: true } };
const withCard = { ...hide, config: { showsCardForm: true } };
const GONE = 410;
/** Before the payer has typed who they are. */
const UNKNOWN_PAYER = { document: null, email: null };

export function linkRoutes(app: App, deps: ChargeDeps): void {
  app.get('/l/:token', withCard, async (request, reply) => {
    const { view, closed } = await openLink(deps, request);
    if (closed) return sendPage(reply, closedLinkPage(view, closed), GONE);
    if (!view.link.billing_types.includes('CREDIT_CARD')) return sendPage(reply, linkPage(deps, view));
    nameDevice(deps, request, reply);
    return sendPage(reply, linkPage(deps, view, await cardHold(deps, request, UNKNOWN_PAYER)));
  });
  app.post('/l/:token/total', withCard, (request, reply) => showAgain(deps, request, reply));
  app.get('/l/:token/total', hide, async (request, reply) => {
    const { view } = await openLink(deps, request);
    return goTo(reply, view.page, linkPath(view.link));
  });
  app.post(
    '/l/:token',
    { ...hide, config: { rate: 'charges', showsCardForm: true } },
    async (request, reply) => {
      const { view, closed } = await openLink(deps, request);
      const typed = formOf(request);
      const now = closed ? { closed } : await makeOrdered(deps, view, { request, typed });
      const made = isMade(now) ? now : ((await madeBefore(deps, view, typed)) ?? now);
      if (made === 'changed') return showAgain(deps, request, reply);
      if ('closed' in made) return sendPage(reply, closedLinkPage(view, made.closed), GONE);
      if ('problem' in made) {
        const state = { typed, ...workAsked(typed), ...made.problem };
        return sendPage(reply, linkPage(deps, view, state), 400);
      }
      const { charge } = made;
      if (typed('method') !== 'CREDIT_CARD') return goTo(reply, view.page, payPath(charge));
      const paying = await payingFor(deps, request, charge);
      return payOnForm(deps, { request, reply, paying, typed, attemptId: firstAttempt(deps, charge, typed) });
    },
  );
}

/** The page as it is now, with what was typed. Nothing is made. */
async function showAgain(deps: ChargeDeps, request: FastifyRequest, reply: FastifyReply) {
  const { view, closed } = await openLink(deps, request);
  if (closed) return sendPage(reply, closedLinkPage(view, closed), GONE);
  const typed = formOf(request);
  const state = { typed, ...workAsked(typed) };
  const { quantityError, couponError } = wantedIn(view, typed);
  return sendPage(reply, linkPage(deps, view, state), quantityError || couponError ? 400 : 200);
}

type OpenedLink = { view: LinkView; closed: ClosedReason | null };

async function openLink(deps: ChargeDeps, request: FastifyRequest): Promise<OpenedLink> {
  const { token = '' } = request.params as { token?: string };
  const found = isToken(token) ? await findLinkByToken(deps.db, token) : null;
  if (!found || !isShownAt(request, found.account_id)) throw notFound('Payment link');
  const offered = found.billing_types.filter((method) => isOffered(deps.rails, method));
  const link = { ...found, billing_types: offered };
  const facts = await deps.accountFacts(link.account_id);
  const page = sellerPageOf(request, deps, facts, linkPath(link));
  const product = link.product_id
    ? await findSellableProduct(deps.db, link.account_id, link.product_id)
    : null;
  const closed =
    whyClosed(link, deps.clock.now()) ??
    (facts.status === 'active' ? whyUnsellable(link, product) : ('unavailable' as const));
  const picture = await findProductPicture(deps.db, link.account_id, link.product_id);
  const coupon = await couponIn(deps, request, link);
  const boletoNeedsAddress = needsPayerAddress(deps.rails, facts);
  const seller = sellerOf(facts);
  const view = { page, link, seller, plan: facts, product, picture, coupon, boletoNeedsAddress };
  return { view, closed };
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
  return derivedIdAt(
    id,
    'first attempt',
    vault.fingerprint('card of an attempt', typed('number') || typed('card_token')),
  );
}

type Order = {
  id: string;
  method: MethodName;
  valueCents: Cents;
  payer: ChargeCustomer | null;
  purchase: Purchase | null;
  lang: Lang;
};

/** Returns the errors of all fields together. */
function readOrder(deps: ChargeDeps, view: LinkView, typed: Form): Order | { problem: LinkState } {
  const { page, link } = view;
  const id = readFormId(deps, link.id, typed('form_id')) ?? deps.ids.next();
  const method = methodIn(typed, link.billing_types);
  const wanted = wantedIn(view, typed);
  const valueCents = wanted.total;
  const {
    payer,
    errors: payerErrors,
    addressErrors,
  } = readPayer(typed, method, {
    asks: asksOfPayer(view, method),
  });
  const { answers, errors: answerErrors } = readAnswers(view, typed);
  const valueError = valueErrorOf(view, method, wanted);
  const check = { now: deps.clock.now(), isStrict: !page.sandbox, byToken: cardEntryOf(deps.rails) !== null };
  const errors =
    method === 'CREDIT_CARD' ? readCard(typed, cardOfferOf(view, valueCents), check).errors : NO_ERRORS;
  const wrong = payerErrors.size + addressErrors.size + answerErrors.size + errors.size;
  const isRefused = wanted.couponError !== undefined && !view.coupon.isWarned;
  if (method && valueCents !== null && wrong === 0 && !valueError && !wanted.quantityError && !isRefused) {
    if (hasGrown(view, typed, wanted)) return { problem: grown(view, valueCents) };
    const dearer = dearerThanShown(view, typed, { method, installments: typed('installments'), valueCents });
    if (dearer !== null) return { problem: grown(view, dearer) };
    return { id, method, valueCents, payer, purchase: purchaseOf(view, wanted, answers), lang: page.lang };
  }
  const methodError = method === null ? 'method' : undefined;
  return { problem: { payerErrors, addressErrors, errors, answerErrors, methodError, valueError } };
}

function asksOfPayer(view: LinkView, method: MethodName | null): LinkAsks {
  const asks = asksOf(view);
  return method === 'BOLETO' && view.boletoNeedsAddress ? { ...asks, address: 'required' } : asks;
}

function grown({ page: { texts, lang } }: LinkView, valueCents: Cents): LinkState {
  return { problem: texts.totalChanged(money(valueCents, lang)) };
}

type Made = { charge: Charge } | { closed: ClosedReason } | { problem: LinkState } | 'changed';

function isMade(made: Made): made is { charge: Charge } {
  return made !== 'changed' && 'charge' in made;
}

async function makeOrdered(
  deps: ChargeDeps,
  view: LinkView,
  { request, typed }: { request: FastifyRequest; typed: Form },
): Promise<Made> {
  const wanted = readOrder(deps, view, typed);
  if ('problem' in wanted) return wanted;
  const held = wanted.method === 'CREDIT_CARD' ? await cardHold(deps, request, UNKNOWN_PAYER) : {};
  return held.waitUntil ? { problem: held } : createFromLink(deps, view, wanted);
}

/**
 * What this very form has made already. Sent twice, it does not answer that nothing is left: the units that are missing
 * are its own, and so is the last use of a coupon.
 */
async function madeBefore(deps: ChargeDeps, view: LinkView, typed: Form): Promise<{ charge: Charge } | null> {
  const wanted = readOrder(deps, { ...view, product: null, coupon: asUsedBefore(view.coupon) }, typed);
  if ('problem' in wanted) return null;
  for (const id of [wanted.id, idOfChangedOrder(wanted)]) {
    const charge = await findCharge(deps, view.link.account_id, id);
    if (charge && isOrdered(deps, charge, wanted)) return { charge };
  }
  return null;
}

async function createFromLink(deps: ChargeDeps, { page, link }: LinkView, order: Order): Promise<Made> {
  try {
    return { charge: await createOrdered(deps, link, order) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // Others have taken units since the page was read: read again, it says how many are left, or that none is.
    if (error.code === 'COUPON_UNAVAILABLE') return 'changed';
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
  if (isOrdered(deps, charge, order)) return charge;
  return createCharge(deps, chargeFor(deps, link, { ...order, id: idOfChangedOrder(order) }));
}

/** A boleto that was paid by its PIX code has billing type PIX, and is still the same order. */
function isOrdered({ vault }: ChargeDeps, charge: Charge, order: Order): boolean {
  const { boleto, billingType, valueCents } = charge;
  const customer = charge.customer && openContact(vault, charge.customer);
  const purchase = openPurchase(vault, charge.purchase);
  const isSamePayer = payerIn(customer) === payerIn(order.payer);
  const isSame =
    isSamePayer && valueCents === order.valueCents && textOf(purchase) === textOf(order.purchase);
  return isSame && (boleto ? 'BOLETO' : billingType) === order.method;
}

function textOf(purchase: Purchase | null): string {
  return JSON.stringify(purchase);
}

/** Who pays, whom the seller calls or writes to, and where the goods go: what is corrected must not be lost. */
function payerIn(payer: ChargeCustomer | null): string {
  if (!payer) return '';
  const { name, email, cpf_cnpj: document, phone, address } = payer;
  return JSON.stringify([name, email, document, phone, address ?? null]);
}

/** A charge's id contains its time: the id of a changed order has the time of its form. */
function idOfChangedOrder({ id, method, valueCents, payer, purchase }: Order): string {
  const bought = purchase ? [textOf(purchase)] : [];
  return derivedIdAt(id, 'changed order', method, valueCents.toString(), payerIn(payer), ...bought);
}

function chargeFor(
  deps: ChargeDeps,
  link: PaymentLinkRow,
  { id, method, valueCents, payer, purchase, lang }: Order,
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
    // The payer is written to in the language of the page.
    metadata: lang === 'pt' ? null : { language: lang },
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
