import type { FastifyRequest } from 'fastify';
import { MAX_BOLETO_CENTS } from '../brazil/boleto-code.ts';
import { findLinkByToken, isLinkOpen, type PaymentLinkRow } from '../catalog/payment-links.ts';
import { findProductPicture } from '../catalog/product-picture.ts';
import { findSellableProduct, isSoldOut, type SellableProduct } from '../catalog/products.ts';
import { loadSplit } from '../catalog/split-rules.ts';
import type { Charge, ChargeCustomer } from '../charges/charge.ts';
import { type CreateCharge, createCharge } from '../charges/create.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { DEFAULT_EXPIRY_SECONDS } from '../charges/read-request.ts';
import { readBoletoTerms } from '../charges/rules/boleto-terms.ts';
import { type Form, formOf, readFormId } from '../html/form.ts';
import { type AmountProblem, money, typedAmount } from '../html/format.ts';
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
import {
  type ClosedReason,
  cardOfferOf,
  closedLinkPage,
  type LinkState,
  type LinkView,
  linkPage,
  linkPath,
} from './link-page.ts';
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
    if ('problem' in made) return again(made.problem);
    if ('closed' in made) return sendPage(reply, closedLinkPage(view, made.closed), GONE);
    const { charge } = made;
    if (!isByCard) return goTo(reply, view.page, payPath(charge));
    const paying = await payingFor(deps, request, charge);
    return payOnForm(deps, { request, reply, paying, typed, attemptId: firstAttempt(deps, charge, typed) });
  });
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
  return isSoldOut(product) ? 'soldOut' : null;
}

/** The same form with the same card is the same attempt; with another card it is another one. */
function firstAttempt({ vault }: ChargeDeps, { id }: Charge, typed: Form): string {
  return derivedIdAt(id, 'first attempt', vault.fingerprint('card of an attempt', typed('number')));
}

type Order = { id: string; method: MethodName; valueCents: Cents; payer: ChargeCustomer | null };

/** Returns the errors of all fields together. */
function readOrder(deps: ChargeDeps, view: LinkView, typed: Form): Order | { problem: LinkState } {
  const { page, link } = view;
  const id = readFormId(deps, link.id, typed('form_id')) ?? deps.ids.next();
  const method = methodIn(typed, link.billing_types);
  const value = link.value_cents ?? typedAmount(typed('value'), page.lang);
  const { payer, errors: payerErrors } = readPayer(typed, method);
  const valueError = valueErrorOf(view, method, value);
  const offer = cardOfferOf(view, typeof value === 'bigint' ? value : null);
  const check = { now: deps.clock.now(), isStrict: !page.sandbox };
  const errors = method === 'CREDIT_CARD' ? readCard(typed, offer, check).errors : NO_ERRORS;
  if (method && typeof value === 'bigint' && payerErrors.size + errors.size === 0 && !valueError) {
    return { id, method, valueCents: value, payer };
  }
  const methodError = method === null ? 'method' : undefined;
  return { problem: { payerErrors, errors, methodError, valueError } };
}

function valueErrorOf(
  { page, link }: LinkView,
  method: MethodName | null,
  value: Cents | AmountProblem,
): string | undefined {
  const { texts, lang } = page;
  if (value === 'tooManyDecimals' || value === 'unclear') return texts.linkValueErrors[value];
  const { min_value_cents: min, max_value_cents: max } = link;
  const isFree = link.value_cents === null;
  if (value === 'tooLarge' || (isFree && (value < min || value > max))) {
    return texts.linkValueBetween(money(min, lang), money(max, lang));
  }
  return method === 'BOLETO' && value > MAX_BOLETO_CENTS ? texts.linkValueTooLarge : undefined;
}

type Made = { charge: Charge } | { closed: ClosedReason } | { problem: LinkState };

async function createFromLink(deps: ChargeDeps, { page, link }: LinkView, order: Order): Promise<Made> {
  try {
    return { charge: await createOrdered(deps, link, order) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code === 'OUT_OF_STOCK') return { closed: 'soldOut' };
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
  if (isOrdered({ ...charge, customer }, order)) return charge;
  return createCharge(deps, chargeFor(deps, link, { ...order, id: idOfChangedOrder(order) }));
}

/** A boleto that was paid by its PIX code has billing type PIX, and is still the same order. */
function isOrdered({ boleto, billingType, valueCents, customer }: Charge, order: Order): boolean {
  const isSamePayer = documentOf(customer) === documentOf(order.payer);
  return (boleto ? 'BOLETO' : billingType) === order.method && valueCents === order.valueCents && isSamePayer;
}

function documentOf(payer: ChargeCustomer | null): string {
  return payer?.cpf_cnpj ?? '';
}

/** A charge's id contains its time: the id of a changed order has the time of its form. */
function idOfChangedOrder({ id, method, valueCents, payer }: Order): string {
  return derivedIdAt(id, 'changed order', method, valueCents.toString(), documentOf(payer));
}

function chargeFor(
  deps: ChargeDeps,
  link: PaymentLinkRow,
  { id, method, valueCents, payer }: Order,
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
    boletoTerms: method === 'BOLETO' ? readBoletoTerms({}, valueCents, deps.clock.now()) : null,
  };
}
