import type { FastifyRequest } from 'fastify';
import { findAccount } from '../accounts/store.ts';
import { addressOf } from '../brazil/address.ts';
import { findPaymentLink, type PaymentLinkRow } from '../catalog/payment-links.ts';
import { findProductPicture } from '../catalog/product-picture.ts';
import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { findChargeByToken } from '../charges/find.ts';
import { lacksAddress, mayChoose, wasRefused } from '../charges/methods/choose.ts';
import { sellerPageOf } from '../html/page.ts';
import { sellerOf } from '../html/seller.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import { isShownAt } from '../http/host.ts';
import { assert, notFound } from '../kit/errors.ts';
import { openContact } from '../kit/sealed-text.ts';
import type { BoletoPaying } from './boleto/page.ts';
import { methodsFor } from './methods.ts';
import { type Paying, payPath } from './pay-page.ts';

const TOKEN = /^[0-9A-Za-z]{22}$/;

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

export async function payingOf(deps: ChargeDeps, request: FastifyRequest): Promise<Paying> {
  const { token = '' } = request.params as { token?: string };
  const stored = isToken(token) ? await findChargeByToken(deps.db, token) : null;
  if (!stored || !isShownAt(request, stored.accountId)) throw notFound('Charge');
  return payingFor(deps, request, stored);
}

/** The charge as the payer's pages show it: with the payer's contact open. */
export async function payingFor(deps: ChargeDeps, request: FastifyRequest, stored: Charge): Promise<Paying> {
  const charge = { ...stored, customer: stored.customer && openContact(deps.vault, stored.customer) };
  const [facts, link, picture] = await Promise.all([
    deps.accountFacts(charge.accountId),
    openLinkOf(deps, charge),
    findProductPicture(deps.db, charge.accountId, charge.productId),
  ]);
  const page = sellerPageOf(request, deps, facts, payPath(charge));
  const { checked, paid } = request.query as { checked?: unknown; paid?: unknown };
  return {
    page,
    charge,
    seller: sellerOf(facts),
    picture,
    isSelling: facts.status === 'active',
    methods: mayChoose(charge)
      ? methodsFor(deps.rails, charge.valueCents)
          .filter(allowedBy(charge, link))
          .filter((method) => method !== 'BOLETO' || !wasRefused(charge))
      : [],
    lacksAddress: lacksAddress(deps.rails, facts, charge.customer),
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

export async function withBoleto(deps: ChargeDeps, paying: Paying): Promise<BoletoPaying> {
  const { accountId, boleto } = paying.charge;
  const account = await findAccount(deps.db, accountId);
  assert(boleto && account, 'a boleto charge has a boleto and a seller');
  const { name, document, address } = account;
  return { ...paying, boleto, beneficiary: { name, document, address: addressOf(address) } };
}
