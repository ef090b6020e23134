import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/gateway.ts';
import { rowCounts } from '../support/row-counts.ts';
import { balanceOf, created, paid, type Race, startTwoNodes, type TwoNodes } from '../support/two-nodes.ts';

let nodes: TwoNodes;
beforeAll(async () => {
  nodes = await startTwoNodes();
});
afterAll(() => nodes.stop());

type Post = { path: string; body?: object; headers?: Record<string, string> };
/** `again`: a move that has happened cannot happen once more, and the second try may be told so. */
type Case = { name: string; prepare: (race: Race) => Promise<Post>; again: 'same object' | 'any answer' };

const A_MINUTE_MS = 61_000;
const pixKey = { pix_key: 'loja@example.com' };
const making = (name: string, path: string, body: object): Case => ({
  name,
  prepare: async () => ({ path, body }),
  again: 'same object',
});
const moving = (name: string, prepare: Case['prepare']): Case => ({ name, prepare, again: 'any answer' });

const CASES: readonly Case[] = [
  making('a charge with a customer without document', '/api/v1/charges', {
    ...{ billing_type: 'PIX', value: 10, customer: { name: 'Ana' } },
  }),
  making('a boleto', '/api/v1/charges', {
    ...{ billing_type: 'BOLETO', value: 10, customer: { name: 'Ana', cpf_cnpj: '52998224725' } },
  }),
  making('a card charge', '/api/v1/charges', { billing_type: 'CREDIT_CARD', value: 10 }),
  making('a customer', '/api/v1/customers', { name: 'Ana' }),
  making('a product', '/api/v1/products', { name: 'Book', price: 10 }),
  making('a payment link', '/api/v1/payment-links', { name: 'Link', value: 10 }),
  making('a webhook', '/api/v1/webhooks', { url: 'https://example.com/h', events: ['charge.paid'] }),
  making('a withdrawal', '/api/v1/withdrawals', { amount: 10, ...pixKey }),
  {
    name: 'an API key',
    prepare: async ({ seller }) => ({
      ...{ path: '/api/v1/keys', body: {} },
      headers: { authorization: `Bearer ${seller.token}`, 'x-api-key': '' },
    }),
    again: 'same object',
  },
  {
    name: 'a refund',
    prepare: async (race) => ({ path: `/api/v1/charges/${await paid(race)}/refund`, body: { amount: 5 } }),
    again: 'same object',
  },
  {
    name: 'a chargeback',
    prepare: async (race) => ({
      ...{ path: `/api/v1/sandbox/charges/${await paid(race)}/chargeback`, body: { amount: 5 } },
    }),
    again: 'same object',
  },
  moving('a payment by PIX', async (race) => ({
    path: `/api/v1/sandbox/charges/${await created(race)}/pay`,
  })),
  moving('a payment by card', async (race) => ({
    path: `/api/v1/sandbox/charges/${await created(race, { billing_type: 'CREDIT_CARD' })}/pay`,
  })),
  moving('a payment of a charge whose payer chooses', async (race) => ({
    path: `/api/v1/sandbox/charges/${await created(race, { billing_type: 'UNDEFINED' })}/pay`,
  })),
  moving('a payment of a wrong amount', async (race) => ({
    ...{ path: `/api/v1/sandbox/charges/${await created(race)}/pay`, body: { amount: 7 } },
  })),
  moving('a cancellation', async (race) => ({ path: `/api/v1/charges/${await created(race)}/cancel` })),
  moving('a dispute won', async (race) => {
    const dispute = await race.here('POST', `/api/v1/sandbox/charges/${await paid(race)}/med`);
    return { path: `/api/v1/sandbox/disputes/${dispute.body.id}/win` };
  }),
  moving('a withdrawal rejected', async (race) => {
    const withdrawal = await race.here('POST', '/api/v1/withdrawals', { amount: 10, ...pixKey });
    return { path: `/api/v1/sandbox/withdrawals/${withdrawal.body.id}/reject` };
  }),
];

/** As a process leaves it that was killed after the effect and before the answer was stored. */
async function loseTheAnswer(race: Race): Promise<void> {
  await nodes.gateway.db.query(
    `update idempotency_keys
     set state = 'running', answer_status = null, answer_box = null, lease_until = now() - interval '1 second'
     where account_id = $1`,
    [race.seller.id],
  );
}

const objectId = ({ body }: Answer) => body.id ?? body.webhook?.id;

describe('a request that died between its effect and its answer, and is tried again with its key', () => {
  it.each(CASES.map((each) => [each.name, each] as const))(
    'makes nothing twice: %s',
    async (_, { prepare, again }) => {
      const race = await nodes.newRace(1_000);
      const { path, body, headers = {} } = await prepare(race);
      const post = () => race.here('POST', path, body, { ...headers, 'idempotency-key': 'once' });
      const first = await post();
      expect(first.status, first.raw).toBeLessThan(300);
      const before = { rows: await rowCounts(nodes.gateway.db), balance: await balanceOf(race) };
      await loseTheAnswer(race);
      nodes.gateway.clock.setOffset(nodes.gateway.clock.offsetMs + A_MINUTE_MS);
      const second = await post();
      expect(second.status, second.raw).toBeLessThan(500);
      if (again === 'same object') {
        expect([second.status, objectId(second)]).toEqual([first.status, objectId(first)]);
      }
      expect({ rows: await rowCounts(nodes.gateway.db), balance: await balanceOf(race) }).toEqual(before);
      expect(await nodes.gateway.audit()).toEqual([]);
    },
  );
});
