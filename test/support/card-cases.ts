import type { Seller, TestGateway } from './gateway.ts';
import type { PostCase as Case, Post } from './post-case.ts';
import { hasInstallments, soldByCard } from './receivables.ts';

const HELD = { billing_type: 'CREDIT_CARD', value: 100, capture: false };
const CARD = { brand: 'visa', last_four: '1111', holder: 'ANA SOUZA' };
/** A charge that is paid in the request that makes it. */
export const PAID_AT_ONCE = {
  ...{ billing_type: 'CREDIT_CARD', value: 100 },
  card: { ...CARD, token: 'tok_visa_1111' },
};

/** Requests about what is held on a card and what is to come of it, for a test that repeats each after a crash. */
export function cardCases(gateway: () => TestGateway): Record<string, Case[]> {
  const captured = (name: string, body?: object): Case => ({
    name,
    prepare: async (seller) => {
      const { body: charge } = await seller.call('POST', '/api/v1/charges', HELD);
      await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
      const path = `charges/${charge.id}/capture`;
      return { as: { 'x-api-key': seller.apiKey }, path, ...(body && { body }) };
    },
  });
  const early =
    (path: string) =>
    async (seller: Seller): Promise<Post> => {
      await hasInstallments(gateway(), seller);
      await soldByCard(seller, { value: 300, installments: 3 });
      return { as: { 'x-api-key': seller.apiKey }, path, body: { amount: 120 } };
    };
  const anticipations = 'receivables/anticipations';
  const paid = (name: string, token: string, set: object = {}): Case => ({
    name,
    prepare: async (seller) => {
      const wanted = { billing_type: 'CREDIT_CARD', value: 100, ...set };
      const { body: charge } = await seller.call('POST', '/api/v1/charges', wanted);
      const body = { card: { ...CARD, token } };
      return { as: { 'x-api-key': seller.apiKey }, path: `charges/${charge.id}/pay`, body };
    },
  });
  return {
    [anticipations]: [{ name: 'in part', prepare: early(anticipations) }],
    [`${anticipations}/quote`]: [{ name: 'in part', prepare: early(`${anticipations}/quote`) }],
    'charges/{id}/pay': [
      paid('approved', 'tok_visa_1111'),
      paid('refused', 'tok_visa_6285'),
      paid('held', 'tok_visa_1111', { capture: false }),
    ],
    'charges/{id}/capture': [captured('whole'), captured('in part', { amount: 5 })],
  };
}
