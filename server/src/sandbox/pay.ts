import { bankOf } from '../charges/boletos/at-bank.ts';
import { checkBoleto } from '../charges/boletos/look.ts';
import { payByCard } from '../charges/cards/pay.ts';
import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { requireCharge } from '../charges/details.ts';
import { chooseMethod } from '../charges/methods/choose.ts';
import type { Payment, Receipt } from '../charges/payments/decide.ts';
import { receivePayment, receivePaymentOf } from '../charges/payments/receive.ts';
import { expectedCents } from '../charges/rules/amount-due.ts';
import { fail, invalidField } from '../kit/errors.ts';
import type { Cents } from '../kit/money.ts';
import type { CardNumber } from '../providers/card.ts';
import { isRemote, remotePixNamed, SANDBOX_BANK } from '../providers/rails.ts';
import { payAtSandboxBank } from '../providers/sandbox/boleto-bank.ts';
import { endToEndId } from '../providers/sandbox/end-to-end-id.ts';
import { TEST_CARDS } from '../providers/sandbox/test-cards.ts';

export type SandboxPayment = {
  accountId: string;
  chargeId: string;
  /** The same id is the same payment. */
  id: string;
  amountCents: Cents | null;
  times: number;
};

/**
 * Simulates the provider: applies the notice that a real one would send, `times` times. Returns the charge it settled;
 * null when it settled none.
 */
export async function paySandboxCharge(deps: ChargeDeps, request: SandboxPayment): Promise<Charge | null> {
  const charge = await withMethod(deps, await requireCharge(deps, request.accountId, request.chargeId));
  if (charge.billingType === 'PIX' && remotePixNamed(deps.rails, charge.pixProvider)) {
    fail('INVALID_STATE', `The PIX code was issued by ${charge.pixProvider}: pay it there`);
  }
  if (bankOf(charge)?.provider === SANDBOX_BANK) return payAtBank(deps, charge, request);
  if (charge.billingType === 'CREDIT_CARD') requireWholeValue(charge, request.amountCents);
  if (charge.billingType === 'CREDIT_CARD') await payByTestCard(deps, charge, request.id);
  // Held, and not paid before it is captured.
  if (charge.capturesLater) return null;
  const payment = noticeFor(deps, charge, request);
  const receipts = await Promise.all(
    Array.from({ length: request.times }, () => receive(deps, charge, payment)),
  );
  const settled = receipts.find((receipt) => receipt?.outcome === 'settled');
  return settled?.charge ?? null;
}

/** The payer pays there; then the bank is read, as after its notice. */
async function payAtBank(
  deps: ChargeDeps,
  charge: Charge,
  { id, amountCents }: SandboxPayment,
): Promise<Charge | null> {
  const paidAt = deps.clock.now();
  const isPaid = await payAtSandboxBank(deps.db, charge.id, {
    paymentReference: id,
    by: 'boleto',
    amountCents: amountCents ?? expectedCents(charge, { paidAt, method: 'BOLETO' }),
    paidAt,
  });
  if (!isPaid) fail('INVALID_STATE', 'The bank has not registered the boleto yet, or it is closed there');
  await checkBoleto(deps, charge);
  const after = await requireCharge(deps, charge.accountId, charge.id);
  return after.paymentReference?.endsWith(id) ? after : null;
}

/** A card payment is found by its attempt, others by the charge. */
function receive(deps: ChargeDeps, charge: Charge, payment: Payment): Promise<Receipt | null> {
  return payment.method === 'CREDIT_CARD'
    ? receivePayment(deps, payment)
    : receivePaymentOf(deps, charge, payment);
}

function requireWholeValue({ valueCents }: Charge, amountCents: Cents | null): void {
  if (amountCents !== null && amountCents !== valueCents)
    throw invalidField('amount', 'must be the value of the charge for a card');
}

async function withMethod(deps: ChargeDeps, charge: Charge): Promise<Charge> {
  const undecided = charge.billingType === 'UNDEFINED' && charge.status === 'PENDING';
  if (undecided && deps.rails.pix.some(isRemote)) {
    fail('INVALID_STATE', 'PIX is received by a PSP: choose the method on the payment page and pay there');
  }
  return undecided ? chooseMethod(deps, charge, { method: 'PIX', payer: null }) : charge;
}

/** A card is paid as the page pays it, with the first approved test card. */
async function payByTestCard(deps: ChargeDeps, charge: Charge, attemptId: string): Promise<void> {
  const number = TEST_CARDS[0]?.number ?? '';
  const year = deps.clock.now().getUTCFullYear() + 1;
  const person = { holder: 'SANDBOX PAYER', document: null };
  const card: CardNumber = { kind: 'number', number, ...person, month: 12, year, cvv: '123' };
  await payByCard(deps, charge, {
    attemptId,
    card,
    installments: charge.installments,
    origin: null,
    workBits: 0,
  });
}

function noticeFor(deps: ChargeDeps, charge: Charge, { id, amountCents }: SandboxPayment): Payment {
  const paidAt = deps.clock.now();
  const method = charge.billingType;
  if (method === 'UNDEFINED') fail('CHARGE_NOT_PAYABLE');
  return {
    provider: SANDBOX,
    paidAt,
    method,
    amountCents:
      amountCents ?? expectedCents(charge, { paidAt, method, installments: charge.installments ?? 1 }),
    chargeReference: chargeReference(charge, method, id),
    paymentReference: paymentReference(method, id),
  };
}

function chargeReference({ pixTxid, boleto }: Charge, method: Payment['method'], id: string): string {
  if (method === 'CREDIT_CARD') return id;
  return (method === 'PIX' ? pixTxid : boleto?.ourNumber) ?? '';
}

function paymentReference(method: Payment['method'], id: string): string {
  if (method === 'PIX') return endToEndId(id);
  return method === 'BOLETO' ? `sandbox-boleto-${id}` : `sandbox-${id}`;
}

const SANDBOX = 'sandbox';
