import type { FastifyRequest } from 'fastify';
import { type CardAttempt, isHeld } from '../charges/cards/attempts.ts';
import { type CardOrigin, type Hold, holdOf, tracesOfOrigin } from '../charges/cards/defence.ts';
import { readTries } from '../charges/cards/tries.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { hasTimeEnded } from '../charges/ending.ts';
import type { Form } from '../html/form.ts';
import type { Html } from '../kit/html.ts';
import { deviceOf } from './card/device.ts';
import { type CardState, refusalText } from './card/page.ts';
import {
  authorisedPage,
  confirmingPage,
  endedPage,
  fullLinkPage,
  hasPixExpired,
  type Paying,
  sellerClosedPage,
} from './pay-page.ts';
import { withBoleto } from './paying.ts';
import { methodsOf, type Payable, paymentPage } from './payment-page.ts';

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
  tried: Tried,
): Promise<Html> {
  const { charge } = paying;
  if (charge.cancelCause === 'ended_by_bank') return endedPage(paying, 'bank');
  if (charge.status === 'CANCELLED') {
    return endedPage(paying, (await hasTimeEnded(deps.db, charge)) ? 'time' : 'seller');
  }
  if (tried.attempt?.status === 'running') return confirmingPage(paying);
  const heldUntil = tried.attempt && isHeld(tried.attempt) ? tried.attempt.captureUntil : null;
  if (heldUntil) return authorisedPage(paying, heldUntil);
  if (!paying.isSelling) return sellerClosedPage(paying);
  if (paying.isLinkFull) return fullLinkPage(paying);
  if (charge.billingType === 'PIX' && hasPixExpired(paying)) return endedPage(paying, 'time');
  const state = methodsOf(paying).includes('CREDIT_CARD')
    ? await cardStateOf(deps, paying, request, tried)
    : {};
  return paymentPage(deps, await payableOf(deps, paying), state);
}

export async function payableOf(deps: ChargeDeps, paying: Paying): Promise<Payable> {
  const { billingType, status } = paying.charge;
  const isIssued = billingType === 'BOLETO' && status !== 'REFUSED';
  return { paying, boleto: isIssued ? await withBoleto(deps, paying) : null };
}

async function cardStateOf(
  deps: ChargeDeps,
  paying: Paying,
  request: FastifyRequest,
  { attempt, isRefused, typed }: Tried,
): Promise<CardState> {
  const { charge, page } = paying;
  const last = attempt?.status === 'refused' ? attempt : null;
  const hasFailed = charge.status === 'REFUSED' || (last !== null && isRefused);
  const { cpf_cnpj: document = null, email = null } = charge.customer ?? {};
  const held = await cardHold(deps, request, { document, email });
  return {
    refusal: hasFailed && !held.waitUntil ? refusalText(page.texts, last?.reason ?? null) : null,
    installments: hasFailed ? last?.installments : undefined,
    ...(typed && { typed }),
    ...held,
  };
}

/** By device, address and the payer that the seller named; card and document are known only when they are typed. */
export async function cardHold(
  deps: ChargeDeps,
  request: FastifyRequest,
  payer: Pick<CardOrigin, 'document' | 'email'>,
): Promise<Pick<CardState, 'waitUntil' | 'workBits'>> {
  const origin = { address: request.ip, device: deviceOf(deps, request), ...payer };
  const tries = await readTries(deps.db, tracesOfOrigin(deps.vault, origin));
  const hold: Hold | null = holdOf(tries, deps.clock.now(), { brand: null, workBits: 0 });
  if (hold?.because === 'device') return { waitUntil: hold.until };
  return hold?.because === 'work' ? { workBits: hold.bits } : {};
}
