import { type Bank, type Card, type Charge, found, newId, Problem, type Transaction } from './bank.ts';
import { brandOf, presentCharge } from './orders.ts';
import { payablesOf, takeBack } from './payables.ts';
import { requireShape } from './strict.ts';

export function transactionOf(
  bank: Bank,
  operation: string,
  status: string,
  amount: number,
  card: Omit<Card, 'id' | 'customer'> | object,
  installments: number,
): Transaction {
  const at = bank.now().toISOString();
  const shown =
    'number' in card
      ? { last_four_digits: card.number.slice(-4), brand: brandOf(card.number), holder_name: card.holder }
      : card;
  return {
    ...{ id: newId('tran'), status, operation_type: operation, amount, success: false, card: shown },
    ...{ created_at: at, updated_at: at, transaction_type: 'credit_card', installments },
    ...{ acquirer_name: 'simulator', acquirer_return_code: null, acquirer_message: null, retry_info: null },
    ...{ threed_authentication_url: null, gateway_response: { code: '200', errors: [] } },
  };
}

/** The charge and its last transaction as they are from now on. */
export function update(bank: Bank, charge: Charge, status: string, last: string, notice: string): void {
  const at = bank.now().toISOString();
  const transaction = charge.transactions.at(-1) as Transaction;
  if (status === 'paid' && charge.status !== 'paid') {
    charge.paid_at = at;
    bank.payables.push(...payablesOf(bank, charge));
  }
  Object.assign(transaction, { status: last, updated_at: at });
  Object.assign(charge, { status, updated_at: at });
  bank.notify(notice, charge);
}

function isHeld(charge: Charge): boolean {
  return charge.status === 'pending' && charge.transactions.at(-1)?.status === 'authorized_pending_capture';
}

/** A new transaction beside the one that authorised. */
function another(bank: Bank, charge: Charge, operation: string, amount: number): Transaction {
  const [first] = charge.transactions as [Transaction];
  const next = transactionOf(bank, operation, 'processing', amount, first.card, first.installments);
  next.success = true;
  charge.transactions.push(next);
  return next;
}

export function capture(bank: Bank, id: string | undefined, body: unknown): object {
  const charge = found(bank.charges, id, 'Charge');
  const { amount = charge.amount } = requireShape('capture', body) as { amount?: number };
  if (!isHeld(charge)) throw new Problem(412, 'This charge can not be captured.');
  if (amount > charge.amount) throw new Problem(412, 'The amount exceeds what was authorized.');
  another(bank, charge, 'capture', amount);
  charge.paid_amount = amount;
  update(bank, charge, 'paid', amount < charge.amount ? 'partial_capture' : 'captured', 'charge.paid');
  return presentCharge(charge);
}

/** Lets go of what is held, and gives back what was captured. */
export function cancel(bank: Bank, id: string | undefined, body: unknown): object {
  const charge = found(bank.charges, id, 'Charge');
  const { amount } = requireShape('cancel', body ?? {}) as { amount?: number };
  if (isHeld(charge)) {
    another(bank, charge, 'cancel', charge.amount);
    charge.canceled_amount = charge.amount;
    update(bank, charge, 'canceled', 'voided', 'charge.refunded');
    return presentCharge(charge);
  }
  if (charge.status !== 'paid') throw new Problem(412, 'This charge can not be canceled.');
  const left = refundable(charge);
  const wanted = amount ?? left;
  if (wanted > left) throw new Problem(412, 'The amount exceeds what can be refunded.');
  if (bank.behaviour.refunds === 'refused') throw new Problem(412, 'Insufficient balance to refund.');
  const transaction = another(bank, charge, 'cancel', wanted);
  if (bank.behaviour.refunds === 'pending') update(bank, charge, 'paid', 'pending_refund', 'charge.pending');
  else finish(bank, charge, transaction, true);
  return presentCharge(charge);
}

function refundable(charge: Charge): number {
  const pending = charge.transactions.filter(({ status }) => status === 'pending_refund');
  const held = pending.reduce((sum, { amount }) => sum + amount, 0);
  return (charge.paid_amount ?? 0) - (charge.canceled_amount ?? 0) - held;
}

function finish(bank: Bank, charge: Charge, transaction: Transaction, isDone: boolean): void {
  transaction.success = isDone;
  if (!isDone) {
    transaction.acquirer_message = 'Estorno negado pelo emissor';
    transaction.status = 'error_on_refunding';
    bank.notify('charge.pending', charge);
    return;
  }
  charge.canceled_amount = (charge.canceled_amount ?? 0) + transaction.amount;
  takeBack(bank, charge, transaction.amount, 'refund');
  const isAll = charge.canceled_amount === charge.paid_amount;
  transaction.status = isAll ? 'refunded' : 'partial_refunded';
  charge.status = isAll ? 'canceled' : 'paid';
  charge.updated_at = bank.now().toISOString();
  bank.notify(isAll ? 'charge.refunded' : 'charge.partial_canceled', charge);
}

/** The next day says whether pending refunds are made. */
export function finishRefunds(bank: Bank, id: string, isDone: boolean): void {
  const charge = found(bank.charges, id, 'Charge');
  for (const transaction of charge.transactions) {
    if (transaction.status === 'pending_refund') finish(bank, charge, transaction, isDone);
  }
}

/** The payer disputes what was not given back yet. */
export function chargeBack(bank: Bank, id: string): void {
  const charge = found(bank.charges, id, 'Charge');
  const amount = refundable(charge);
  another(bank, charge, 'chargeback', amount);
  takeBack(bank, charge, amount, 'chargeback');
  update(bank, charge, 'chargedback', 'chargedback', 'charge.chargedback');
}

export function listOf(bank: Bank, query: Record<string, string>): { page: Charge[]; paging: object } {
  const { page = '1', size = '10', status, created_since } = query;
  const all = [...bank.charges.values()]
    .filter((charge) => status === undefined || charge.status === status)
    .filter((charge) => created_since === undefined || charge.created_at >= created_since)
    .reverse();
  const from = (Number(page) - 1) * Number(size);
  return { page: all.slice(from, from + Number(size)), paging: { total: all.length } };
}
