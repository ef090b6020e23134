import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../server/src/kit/clock.ts';
import { type House, type Payment, Problem, publish, queried, refusal, type StoredCard } from './house.ts';

type Fields = Record<string, unknown>;
const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** By the last digit of the card, as the sandbox decides. */
const BY_LAST_DIGIT: Readonly<Record<string, { code: string; message: string }>> = {
  2: { code: '05', message: 'Not Authorized' },
  3: { code: '57', message: 'Card Expired' },
  5: { code: '78', message: 'Blocked Card' },
  6: { code: '99', message: 'Time Out' },
  7: { code: '77', message: 'Card Canceled' },
  8: { code: '70', message: 'Problems with Creditcard' },
};
const BRANDS = ['Visa', 'Master', 'Amex', 'Elo', 'Aura', 'JCB', 'Diners', 'Discover', 'Hipercard'];

/** A payment for the order, also when it has one: the interface recognises no request. */
export function createSale(house: House, body: unknown, isBraspag: boolean): object {
  const { MerchantOrderId, Payment: payment } = asFields(body);
  const fields = asFields(payment);
  const card = asFields(fields.CreditCard);
  requireSound(String(MerchantOrderId ?? ''), fields, card, isBraspag);
  const order = String(MerchantOrderId);
  if (house.behaviour.refusesDuplicates && paymentsOf(house, order).length > 0)
    throw refusal(302, 'Sent MerchantOrderId is duplicated');
  const typed = cardOf(house, card);
  const made: Payment = {
    ...{ paymentId: randomUUID(), order, amount: Number(fields.Amount), capture: fields.Capture === true },
    ...{ status: 3, captured: null, voided: 0, advice: null, chargebacks: [] },
    ...{ brand: String(card.Brand), masked: masked(typed.number), body },
    ...{ code: '', message: '', receivedAt: house.now().toISOString().slice(0, 23) },
  };
  decide(house, made, typed.number);
  house.payments.set(made.paymentId, made);
  publish(house, made);
  return { ...presented(made, isBraspag), MerchantOrderId: order };
}

function requireSound(order: string, payment: Fields, card: Fields, isBraspag: boolean): void {
  if (!/^[a-zA-Z0-9]{1,50}$/.test(order)) throw refusal(107, 'OrderId is invalid or does not exists');
  if (payment.Type !== 'CreditCard') throw refusal(102, 'Payment Type is required');
  if (!Number.isInteger(payment.Amount)) throw refusal(108, 'Amount must be greater or equal to zero');
  if (!(Number(payment.Installments) >= 1))
    throw refusal(123, 'Installments must be greater or equal to one');
  if (!/^[a-zA-Z0-9]{0,13}$/.test(String(payment.SoftDescriptor ?? '')))
    throw refusal(0, 'SoftDescriptor length exceeded');
  if (!BRANDS.includes(String(card.Brand))) throw refusal(185, 'Brand is not supported by selected provider');
  if (!/^[A-Za-z ]{0,25}$/.test(String(card.Holder ?? '')))
    throw refusal(214, 'Credit Card Holder Must Have Only Letters');
  if (isBraspag && !payment.Provider) throw refusal(133, 'Provider is not supported for this Payment Type');
}

function cardOf({ typed, stored }: House, card: Fields): StoredCard {
  if (card.CardToken !== undefined) {
    const found = stored.get(String(card.CardToken));
    if (!found) throw refusal(130, 'Could not get Credit Card');
    return found;
  }
  if (card.PaymentToken !== undefined) {
    const found = typed.get(String(card.PaymentToken));
    if (!found) throw refusal(180, 'The provided Card PaymentToken was not found');
    typed.delete(String(card.PaymentToken));
    return found;
  }
  if (!/^\d{13,19}$/.test(String(card.CardNumber ?? ''))) throw refusal(213, 'Credit Card Number is invalid');
  const { CardNumber, Holder, ExpirationDate, Brand } = card;
  return {
    ...{ number: String(CardNumber), holder: String(Holder) },
    ...{ expiration: String(ExpirationDate), brand: String(Brand) },
  };
}

function decide({ behaviour, random }: House, payment: Payment, number: string): void {
  const { nextStatus } = behaviour;
  behaviour.nextStatus = null;
  if (nextStatus !== null) {
    Object.assign(payment, { status: nextStatus, code: '', message: 'Pending' });
    return;
  }
  const isLucky = number.endsWith('9') && random.next() < 0.5;
  const denied = isLucky ? undefined : (BY_LAST_DIGIT[number.slice(-1)] ?? unlucky(number));
  if (denied) Object.assign(payment, { status: 3, ...denied, advice: behaviour.advice });
  else approve(payment);
}

function unlucky(number: string) {
  return number.endsWith('9') ? { code: '99', message: 'Time Out' } : undefined;
}

function approve(payment: Payment): void {
  const { capture, amount } = payment;
  Object.assign(payment, {
    status: capture ? 2 : 1,
    code: capture ? '6' : '4',
    message: 'Operation Successful',
    captured: capture ? amount : null,
  });
}

function masked(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`;
}

export function paymentsOf({ payments }: House, order: string): Payment[] {
  return [...payments.values()].filter((payment) => payment.order === order);
}

function presented(payment: Payment, isBraspag: boolean): { Payment: object } {
  const { paymentId, amount, status, capture, captured, voided, brand, masked: CardNumber } = payment;
  return {
    Payment: {
      ...{ Installments: 1, Interest: 'ByMerchant', Capture: capture, Authenticate: false },
      CreditCard: { CardNumber, Holder: 'TESTE', ExpirationDate: '12/2030', SaveCard: false, Brand: brand },
      ...{ Tid: '1006993069483CE61001', ProofOfSale: '674532', AuthorizationCode: '123456' },
      ...{ PaymentId: paymentId, Type: 'CreditCard', Amount: amount, Currency: 'BRL', Country: 'BRA' },
      ...(captured === null ? {} : { CapturedAmount: captured }),
      ...(voided === 0 ? {} : { VoidedAmount: voided }),
      ...(payment.advice === null ? {} : { MerchantAdviceCode: payment.advice }),
      ...(payment.chargebacks.length === 0 ? {} : { Chargebacks: payment.chargebacks }),
      ...{ ReceivedDate: payment.receivedAt.replace('T', ' '), Status: status },
      ...codes(payment.code, payment.message, isBraspag),
    },
  };
}

function codes(code: string, message: string, isBraspag: boolean): object {
  return isBraspag
    ? { ReasonCode: 0, ProviderReturnCode: code, ProviderReturnMessage: message }
    : { ReturnCode: code, ReturnMessage: message };
}

export function paymentAt(house: House, paymentId: string, isBraspag: boolean): object {
  const payment = queried(house, paymentId);
  if (!payment) throw new Problem(404, '');
  return { MerchantOrderId: payment.order, ...presented(payment, isBraspag) };
}

/** The list names no order that has no payment. */
export function orderAt(house: House, order: string, isBraspag: boolean): object {
  const found = paymentsOf(house, order).filter(({ paymentId }) => queried(house, paymentId));
  if (found.length === 0) throw new Problem(404, '');
  const list = found.map(({ paymentId, receivedAt }) => ({ PaymentId: paymentId, ReceveidDate: receivedAt }));
  return isBraspag ? { Payments: list } : { Payment: list };
}

export function held(house: House, paymentId: string): Payment {
  const payment = house.payments.get(paymentId.toLowerCase());
  if (!payment) throw refusal(307, 'Transaction not found', 404);
  return payment;
}

export function captureSale(house: House, payment: Payment, amount: string | undefined, isBraspag: boolean) {
  if (payment.status !== 1) throw refusal(308, 'Transaction not available to capture');
  const cents = amount === undefined ? payment.amount : Number(amount);
  if (!(cents > 0 && cents <= payment.amount)) throw refusal(308, 'Transaction not available to capture');
  const voided = house.behaviour.countsLetGo ? payment.amount - cents : 0;
  Object.assign(payment, { status: 2, captured: cents, code: '6', message: 'Operation Successful', voided });
  publish(house, payment);
  return changed(payment, '6', isBraspag);
}

function changed({ status }: Payment, code: string, isBraspag: boolean): object {
  const known = { Status: status, Tid: '0719094510712', ProofOfSale: '4510712', AuthorizationCode: '693066' };
  return { ...known, ...codes(code, 'Operation Successful', isBraspag) };
}

/** Of what is held, the whole; of what is captured, any part of what is left, at a distance from the one before. */
export function voidSale(house: House, payment: Payment, amount: string | undefined, isBraspag: boolean) {
  const { behaviour, settings, lastVoid } = house;
  if (payment.status !== 1 && payment.status !== 2) throw refusal(309, 'Transaction not available to void');
  const now = house.now().getTime();
  const isTooSoon = now - (lastVoid.get(payment.paymentId) ?? Number.NEGATIVE_INFINITY) < settings.spacingMs;
  if (isTooSoon) return changed(payment, '223', isBraspag);
  if (behaviour.voidCode !== null) return changed(payment, behaviour.voidCode, isBraspag);
  const letGo = behaviour.countsLetGo ? payment.amount - (payment.captured ?? payment.amount) : 0;
  const left = (payment.captured ?? payment.amount) - (payment.voided - letGo);
  const cents = amount === undefined ? left : Number(amount);
  if (!(cents > 0 && cents <= left)) return changed(payment, '102', isBraspag);
  const isCaptured = payment.status === 2;
  if (!isCaptured && cents !== payment.amount) return changed(payment, '41', isBraspag);
  if (isCaptured && behaviour.agendaCents !== null) {
    if (cents > behaviour.agendaCents) return changed(payment, '43', isBraspag);
    behaviour.agendaCents -= cents;
  }
  lastVoid.set(payment.paymentId, now);
  payment.voided += cents;
  if (cents === left) payment.status = isSameDay(house, payment) ? 10 : 11;
  publish(house, payment);
  return changed(payment, cents === left ? '9' : '0', isBraspag);
}

/** Within 24 hours here, so that no test depends on midnight. */
function isSameDay(house: House, { receivedAt }: Payment): boolean {
  return house.now().getTime() - Date.parse(`${receivedAt}Z`) < DAY_MS;
}

/** A day later the issuer, or the agenda, says no to a cancellation that was taken. */
export function denyVoid(house: House, paymentId: string, cents: number): void {
  const payment = held(house, paymentId);
  Object.assign(payment, { voided: payment.voided - cents, status: 2 });
  publish(house, payment);
  house.notices.push({ PaymentId: payment.paymentId, ChangeType: 5 });
}

/** What had no end gets one. */
export function finish(house: House, paymentId: string, status: 1 | 2 | 3 | 13): void {
  const payment = held(house, paymentId);
  if (status === 1 || status === 2) approve(payment);
  else Object.assign(payment, { status, code: status === 3 ? '05' : '', message: 'Not Authorized' });
  publish(house, payment);
  house.notices.push({ PaymentId: payment.paymentId, ChangeType: 1 });
}

/** The same order is sent once more, past what recognises repeats. */
export function duplicate(house: House, paymentId: string): string {
  const copy: Payment = { ...held(house, paymentId), paymentId: randomUUID() };
  copy.receivedAt = house.now().toISOString().slice(0, 23);
  house.payments.set(copy.paymentId, copy);
  publish(house, copy);
  return copy.paymentId;
}

export function chargeback(house: House, paymentId: string): void {
  const payment = held(house, paymentId);
  const { amount: Amount } = payment;
  payment.chargebacks.push({ Amount, CaseNumber: '123456', ReasonCode: '104', Status: 'Received' });
  publish(house, payment);
  house.notices.push({ PaymentId: payment.paymentId, ChangeType: 7 });
}
