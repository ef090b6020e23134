import { type Bank, found, type Operation, Problem } from './bank.ts';
import { cancel, capture, listOf } from './charges.ts';
import { createCard, createCustomer, deleteCard, listCards } from './customers.ts';
import { createOrder, createToken, presentCharge, presentOrder } from './orders.ts';
import { listPayables } from './payables.ts';

export type Request = {
  path: Readonly<Record<string, string>>;
  query: Record<string, string>;
  body: unknown;
};
export type Route = {
  operation: Operation;
  method: 'GET' | 'POST' | 'DELETE';
  pattern: RegExp;
  /** Without a secret key. */
  isOpen?: true;
  act(bank: Bank, request: Request): object;
};

const route = (
  method: Route['method'],
  path: string,
  operation: Operation,
  act: Route['act'],
  isOpen?: true,
): Route => ({
  ...{ operation, method, act },
  ...(isOpen && { isOpen }),
  pattern: new RegExp(`^/core/v5/${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
});

const ROUTES: readonly Route[] = [
  route('POST', 'tokens', 'token', (bank, { query, body }) => createToken(bank, query.appId, body), true),
  route('POST', 'orders', 'order.create', (bank, { body }) => createOrder(bank, body)),
  route('GET', 'orders', 'order.list', (bank, { query }) => {
    const { page = '1', size = '10', code } = query;
    const known = [...bank.orders.values()].filter(
      (order) => !order.isHidden && order.code === (code ?? order.code),
    );
    const from = (Number(page) - 1) * Number(size);
    const shown = known.reverse().slice(from, from + Number(size));
    const orders = shown.map((order) => presentOrder(bank, order));
    const data = bank.behaviour.listsShort ? orders.map(({ charges: _, ...order }) => order) : orders;
    return { data, paging: { total: known.length } };
  }),
  route('GET', 'orders/:id', 'order.get', (bank, { path }) =>
    presentOrder(bank, found(bank.orders, path.id, 'Order')),
  ),
  route('GET', 'charges', 'charge.list', (bank, { query }) => {
    const { page, paging } = listOf(bank, query);
    return { data: page.map(presentCharge), paging };
  }),
  route('GET', 'charges/:id', 'charge.get', (bank, { path }) =>
    presentCharge(found(bank.charges, path.id, 'Charge')),
  ),
  route('GET', 'charges/:id/transactions', 'charge.transactions', (bank, { path }) => ({
    data: [...found(bank.charges, path.id, 'Charge').transactions].reverse(),
    paging: {},
  })),
  route('POST', 'charges/:id/capture', 'charge.capture', (bank, { path, body }) =>
    capture(bank, path.id, body),
  ),
  route('DELETE', 'charges/:id', 'charge.cancel', (bank, { path, body }) => cancel(bank, path.id, body)),
  route('POST', 'customers', 'customer.create', (bank, { body }) => createCustomer(bank, body)),
  route('POST', 'customers/:id/cards', 'card.create', (bank, { path, body }) =>
    createCard(bank, path.id, body),
  ),
  route('GET', 'customers/:id/cards', 'card.list', (bank, { path }) => listCards(bank, path.id)),
  route('DELETE', 'customers/:id/cards/:card', 'card.delete', (bank, { path }) =>
    deleteCard(bank, path.id, path.card),
  ),
  route('GET', 'payables', 'payable.list', (bank, { query }) => listPayables(bank, query)),
  route('GET', 'tds-token', 'tds.token', () => ({ tds_token: 'tds.for-one-card' })),
];

export function routeOf(method: string | undefined, path: string): { route: Route; path: Request['path'] } {
  for (const each of ROUTES) {
    const match = each.method === method ? each.pattern.exec(path) : null;
    if (match) return { route: each, path: { ...match.groups } };
  }
  throw new Problem(404, 'Route not found.');
}
