import type { PostCase as Case } from './post-case.ts';

const HELD = { billing_type: 'CREDIT_CARD', value: 100, capture: false };

/** Requests about what is held on a card, for a test that repeats each after a crash. */
export function cardCases(): Record<string, Case[]> {
  const captured = (name: string, body?: object): Case => ({
    name,
    prepare: async (seller) => {
      const { body: charge } = await seller.call('POST', '/api/v1/charges', HELD);
      await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
      const path = `charges/${charge.id}/capture`;
      return { as: { 'x-api-key': seller.apiKey }, path, ...(body && { body }) };
    },
  });
  return { 'charges/{id}/capture': [captured('whole'), captured('in part', { amount: 5 })] };
}
