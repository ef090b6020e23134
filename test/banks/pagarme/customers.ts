import { type Bank, type Card, found, newId } from './bank.ts';
import { brandOf, spendToken } from './orders.ts';
import { requireShape } from './strict.ts';

/** A customer is known by the e-mail address. */
export function createCustomer(bank: Bank, body: unknown): object {
  const request = requireShape('customer', body);
  const email = String(request.email);
  const known = [...bank.customers.values()].find((each) => each.email === email);
  const customer = known ?? { id: newId('cus'), email };
  bank.customers.set(customer.id, customer);
  return { ...request, ...customer };
}

export function createCard(bank: Bank, customer: string | undefined, body: unknown): object {
  const { id } = found(bank.customers, customer, 'Customer');
  const { token } = requireShape('card', body);
  const card: Card = { ...spendToken(bank, String(token)).card, id: newId('card'), customer: id };
  bank.cards.set(card.id, card);
  return presentCard(card);
}

export function listCards(bank: Bank, customer: string | undefined): object {
  return { data: cardsOf(bank, customer).map(presentCard), paging: {} };
}

function cardsOf(bank: Bank, customer: string | undefined): Card[] {
  return [...bank.cards.values()].filter((card) => card.customer === customer);
}

export function deleteCard(bank: Bank, customer: string | undefined, id: string | undefined): object {
  const card = found(bank.cards, cardsOf(bank, customer).find((each) => each.id === id)?.id, 'Card');
  bank.cards.delete(card.id);
  return { ...presentCard(card), deleted_at: bank.now().toISOString() };
}

function presentCard({ id, number, holder, month, year }: Card): object {
  return {
    ...{
      id,
      last_four_digits: number.slice(-4),
      first_six_digits: number.slice(0, 6),
      brand: brandOf(number),
    },
    ...{ holder_name: holder, exp_month: month, exp_year: year, status: 'active', type: 'credit' },
  };
}
