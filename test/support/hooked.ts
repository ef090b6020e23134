import { expect } from 'vitest';
import type { Seller } from './gateway.ts';
import type { Receiver } from './receiver.ts';

/** What a seller with a receiver does in tests of notifications. `now` gives those of the test that runs. */
export function hooked(now: () => { seller: Seller; receiver: Receiver }) {
  return {
    async register(fields: object = {}, account = now().seller) {
      const answer = await account.call('POST', '/api/v1/webhooks', {
        url: `${now().receiver.url}/hook`,
        events: ['payment.received'],
        ...fields,
      });
      expect(answer.status, answer.raw).toBe(201);
      return answer.body.webhook as { id: string; secret: string };
    },
    async charge(fields: object = {}) {
      const body = { billing_type: 'PIX', value: 12.34, ...fields };
      const answer = await now().seller.call('POST', '/api/v1/charges', body);
      expect(answer.status, answer.raw).toBe(201);
      return answer.body.id as string;
    },
    pay: (id: string) => now().seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`, {}),
    log: async (query = '') => (await now().seller.call('GET', `/api/v1/deliveries${query}`)).body,
    one: async (id: string) => (await now().seller.call('GET', `/api/v1/deliveries/${id}`)).body,
  };
}
