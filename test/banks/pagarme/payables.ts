import { newText } from '../../psp/random.ts';
import { type Bank, type Charge, type Payable, Problem, type Transaction } from './bank.ts';

const DAY_MS = 86_400_000;
const FEE_PERCENT = 4;
const RECIPIENT = 're_ck0000000000000000000000';

/** Midnight of São Paulo, as it writes days. */
function dayAfter(bank: Bank, days: number): string {
  const there = new Date(bank.now().getTime() - 3 * 3_600_000 + days * DAY_MS);
  return `${there.toISOString().slice(0, 10)}T00:00:00Z`;
}

function payable(
  bank: Bank,
  charge: Charge,
  own: Pick<Payable, 'amount' | 'fee' | 'type' | 'installment'>,
): Payable {
  const day = dayAfter(bank, bank.settings.payableDays * own.installment);
  return {
    ...{ id: newText(14, '0123456789'), status: 'waiting_funds', ...own, charge_id: charge.id },
    ...{ anticipation_fee: null, fraud_coverage_fee: 0, gateway_id: null, recipient_id: RECIPIENT },
    ...{ payment_date: day, original_payment_date: day, payment_method: 'credit_card' },
    created_at: bank.now().toISOString(),
  };
}

/** One for each installment; the last has what is left over. */
export function payablesOf(bank: Bank, charge: Charge): Payable[] {
  const { installments } = charge.transactions.at(-1) as Transaction;
  const paid = charge.paid_amount ?? charge.amount;
  const part = Math.floor(paid / installments);
  return Array.from({ length: installments }, (_, index) => {
    const amount = index + 1 < installments ? part : paid - part * (installments - 1);
    const fee = Math.floor((amount * FEE_PERCENT) / 100);
    return payable(bank, charge, { amount, fee, type: 'credit', installment: index + 1 });
  });
}

/** What goes back to the payer is taken from the next payment. */
export function takeBack(bank: Bank, charge: Charge, amount: number, type: 'refund' | 'chargeback'): void {
  bank.payables.push(payable(bank, charge, { amount: -amount, fee: 0, type, installment: 1 }));
}

/** An adjustment of the account, which belongs to no charge. */
export function adjust(bank: Bank, charge: Charge, amount: number): void {
  const own = payable(bank, charge, { amount, fee: 0, type: 'credit', installment: 1 });
  bank.payables.push({ ...own, charge_id: null });
}

export function payUpTo(bank: Bank, day: string): void {
  for (const each of bank.payables) if (each.payment_date.slice(0, 10) <= day) each.status = 'paid';
}

/** Pages by marks alone; the end of the period is not in it. */
export function listPayables(bank: Bank, query: Record<string, string>): object {
  const {
    payment_date_since: since = '',
    payment_date_until: until = '9',
    charge_id,
    recipient_id,
    cursor,
  } = query;
  if ('page' in query)
    throw new Problem(422, 'The request is invalid.', { page: ['is not known: use cursor'] });
  const all = bank.payables.filter(({ payment_date, charge_id: charge, recipient_id: recipient }) => {
    const day = payment_date.slice(0, 10);
    const isOf = charge_id === undefined || charge === charge_id;
    return day >= since && day < until && isOf && (recipient_id === undefined || recipient === recipient_id);
  });
  const from = cursor === undefined ? 0 : all.findIndex(({ id }) => markOf(id) === cursor);
  if (from < 0) throw new Problem(400, 'The cursor is not valid.');
  const size = Math.min(Number(query.size ?? '30'), bank.settings.payablePage);
  const next = all[from + size];
  return { data: all.slice(from, from + size), paging: { forward_cursor: next ? markOf(next.id) : null } };
}

const markOf = (id: string) => Buffer.from(`after ${id}`).toString('base64url');
