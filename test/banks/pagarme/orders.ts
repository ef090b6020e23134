import {
  type Bank,
  type Card,
  type Charge,
  found,
  newId,
  type Order,
  Problem,
  type Transaction,
} from './bank.ts';
import { transactionOf, update } from './charges.ts';
import { requireShape } from './strict.ts';

const TOKEN_LIFE_MS = 60_000;
/** The gateway's own simulator knows these. */
const REFUSED = '4000000000000028';
const LATE = ['4000000000000036', '4000000000000044'];
const REFUSED_DOCUMENT = '11111111111';

export function createToken(bank: Bank, appId: string | undefined, body: unknown): object {
  if (appId !== bank.settings.publicKey) throw new Problem(401, 'Invalid public key.');
  const { card } = requireShape('token', body);
  const { number, holder_name, exp_month, exp_year, cvv } = card as Record<string, string & number>;
  const id = newId('token');
  const kept = { number: String(number), holder: String(holder_name) };
  const ends = { month: Number(exp_month), year: Number(exp_year) };
  bank.tokens.set(id, {
    ...{ card: { ...kept, ...ends }, cvv: String(cvv), isUsed: false },
    endsAtMs: bank.now().getTime() + TOKEN_LIFE_MS,
  });
  const shown = { last_four_digits: kept.number.slice(-4), brand: brandOf(kept.number), ...ends };
  return { id, type: 'card', created_at: bank.now().toISOString(), card: shown };
}

export function brandOf(number: string): string {
  return number.startsWith('4') ? 'Visa' : 'Mastercard';
}

/** A token is good once. */
export function spendToken(bank: Bank, id: string): { card: Omit<Card, 'id' | 'customer'>; cvv: string } {
  const token = bank.tokens.get(id);
  if (!token || token.isUsed || token.endsAtMs < bank.now().getTime()) {
    throw new Problem(422, 'The request is invalid.', {
      'order.payments[0].credit_card.card_token': ['is not valid'],
    });
  }
  token.isUsed = true;
  return token;
}

type CreditCard = {
  operation_type: string;
  installments: number;
  card_token?: string;
  card_id?: string;
  statement_descriptor?: string;
};

export function createOrder(bank: Bank, body: unknown): object {
  const request = requireShape('order', body);
  const [payment] = request.payments as [{ payment_method: string; amount: number; credit_card: CreditCard }];
  requireSense(request, payment);
  const { credit_card: how, amount } = payment;
  const { card, cvv } = cardOf(bank, request, how);
  const at = bank.now().toISOString();
  const order: Order = {
    ...{ id: newId('or'), code: String(request.code), amount, created_at: at, charge: null },
    ...{ request, isHidden: bank.behaviour.hidesNew },
  };
  bank.orders.set(order.id, order);
  if (bank.behaviour.failsOrders) return presentOrder(bank, order);
  order.charge = newId('ch');
  const charge: Charge = {
    ...{ id: order.charge, code: order.code, amount, status: 'pending', currency: 'BRL' },
    ...{ payment_method: 'credit_card', created_at: at, updated_at: at, paid_at: null, paid_amount: null },
    ...{ canceled_amount: null, order: { id: order.id, code: order.code }, transactions: [] },
  };
  bank.charges.set(charge.id, charge);
  const isLater = how.operation_type === 'auth_only';
  charge.transactions.push(
    transactionOf(bank, how.operation_type, 'processing', amount, card, how.installments),
  );
  decide(bank, charge, { card, cvv, isLater, document: documentOf(request) });
  return presentOrder(bank, order);
}

/** What its contract says of a card payment. */
function requireSense(
  { code, customer, customer_id }: Record<string, unknown>,
  { payment_method, credit_card }: { payment_method: string; credit_card: CreditCard },
): void {
  const errors: Record<string, string[]> = {};
  const { operation_type, installments, card_token, card_id, statement_descriptor = '' } = credit_card;
  if (payment_method !== 'credit_card') errors['order.payments[0].payment_method'] = ['is not simulated'];
  if (!['auth_only', 'auth_and_capture'].includes(operation_type)) {
    errors['order.payments[0].credit_card.operation_type'] = ['is not valid'];
  }
  if (installments > 12) errors['order.payments[0].credit_card.installments'] = ['is at most 12'];
  if (!card_token === !card_id) errors['order.payments[0].credit_card'] = ['needs one card'];
  if (statement_descriptor.length > 13)
    errors['order.payments[0].credit_card.statement_descriptor'] = ['is long'];
  if (!customer === !customer_id) errors['order.customer'] = ['is required'];
  if (String(code).length > 52) errors['order.code'] = ['is at most 52 characters'];
  if (Object.keys(errors).length > 0) throw new Problem(422, 'The request is invalid.', errors);
}

function cardOf(
  bank: Bank,
  { customer_id }: Record<string, unknown>,
  { card_token, card_id }: CreditCard,
): { card: Omit<Card, 'id' | 'customer'>; cvv: string } {
  if (card_token) return spendToken(bank, card_token);
  const card = found(bank.cards, card_id, 'Card');
  if (card.customer !== customer_id) throw new Problem(404, 'Card not found.');
  return { card, cvv: '' };
}

function documentOf({ customer }: Record<string, unknown>): string {
  return String((customer as { document?: unknown } | undefined)?.document ?? '');
}

type Payment = { card: { number: string }; cvv: string; isLater: boolean; document: string };

function decide(bank: Bank, charge: Charge, { card, cvv, isLater, document }: Payment): void {
  const { refusal, challengeUrl } = bank.behaviour;
  const [transaction] = charge.transactions as [Transaction];
  const isSuspected = cvv.startsWith('6') || document === REFUSED_DOCUMENT;
  if (refusal || card.number === REFUSED || isSuspected) {
    const { code = '51', advice } = refusal ?? {};
    transaction.retry_info = advice === undefined ? null : { brand_failure_return_code: advice };
    refuse(bank, charge, code);
  } else if (challengeUrl !== null) {
    transaction.threed_authentication_url = challengeUrl;
    update(bank, charge, 'pending', 'waiting_payer', 'charge.pending');
  } else if (LATE.includes(card.number)) {
    update(bank, charge, 'processing', 'processing', 'charge.processing');
  } else accept(bank, charge, isLater);
}

/** The issuer says no. */
export function refuse(bank: Bank, charge: Charge, code = '51'): void {
  const last = charge.transactions.at(-1) as Transaction;
  last.acquirer_return_code = code;
  last.acquirer_message = 'Transação não autorizada';
  update(bank, charge, 'failed', 'not_authorized', 'charge.payment_failed');
}

/** The issuer says yes. */
export function accept(bank: Bank, charge: Charge, isLater: boolean): void {
  const last = charge.transactions.at(-1) as Transaction;
  last.acquirer_return_code = '00';
  last.success = true;
  if (isLater) update(bank, charge, 'pending', 'authorized_pending_capture', 'charge.pending');
  else {
    charge.paid_amount = charge.amount;
    update(bank, charge, 'paid', 'captured', 'charge.paid');
  }
}

const ORDER_STATUSES: Record<string, string> = { chargedback: 'paid' };

export function presentOrder(bank: Bank, order: Order): Record<string, unknown> {
  const { id, code, amount, created_at, charge, request } = order;
  const own = charge === null ? null : found(bank.charges, charge, 'Charge');
  return {
    ...{
      id,
      code,
      amount,
      currency: 'BRL',
      closed: true,
      created_at,
      updated_at: own?.updated_at ?? created_at,
    },
    ...{ status: own ? (ORDER_STATUSES[own.status] ?? own.status) : 'failed', items: request.items },
    ...{ customer: customerShown(request), charges: own ? [presentCharge(own)] : [] },
  };
}

function customerShown({ customer, customer_id }: Record<string, unknown>): object {
  return { id: customer_id ?? newId('cus'), ...(customer as object | undefined) };
}

export function presentCharge({ transactions, ...charge }: Charge): object {
  return { ...charge, last_transaction: transactions.at(-1) };
}
