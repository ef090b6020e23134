import { describe, expect } from 'vitest';
import { ENDPOINTS, type World } from '../support/endpoints.ts';
import { it } from '../support/invariant-fixtures.ts';
import { send } from '../support/send-sample.ts';

let world: World;
it.beforeAll(({ world: started }) => {
  world = started;
});

const FOREIGN_ID = '01a1dd1b-0000-7000-8000-000000000000';

/** Names of columns and answers that no request may set. */
const wishes = () => ({
  ...{
    id: FOREIGN_ID,
    object: 'balance',
    account_id: world.other.id,
    accountId: world.other.id,
    user_id: FOREIGN_ID,
  },
  ...{
    status: 'RECEIVED',
    paid_cents: 1,
    paidCents: 1,
    paid_value: 1,
    net_value: 1_000_000,
    netValueCents: 1,
  },
  ...{ platform_fee: 0, platformFeeCents: 0, fee_basis_points: 0, feeFixedCents: 0, reserve_amount: 0 },
  ...{ refunded_amount: 5, payment_date: '2020-01-01T00:00:00Z', created_at: '2020-01-01T00:00:00Z' },
  ...{ has_split: true, charge_id: 1, token: 'mine', payments_count: 9, deleted_at: '2020-01-01T00:00:00Z' },
  ...{ role: 'operator', account_status: 'active', identity_verified: true, payment_provider: 'mine' },
  ...{ toString: 'x', hasOwnProperty: 'x', prototype: 'x' },
});

/** Sent with each of the wishes alone: every one is refused by its name. */
async function refusesWishes(name: string) {
  const endpoint = ENDPOINTS.find((each) => each.name === name);
  if (!endpoint) throw new Error(`there is no ${name}`);
  for (const [field, wish] of Object.entries(wishes())) {
    const body = endpoint.body(world) as Record<string, unknown>;
    if (field in body) continue;
    const reply = await send(world, endpoint, JSON.stringify({ [field]: wish, ...body }));
    const says = expect.stringContaining('is not a field of this operation');
    expect([reply.status, reply.body.details], reply.text).toEqual([400, { [field]: says }]);
  }
}

const CREATING = [
  ...['POST /charges', 'POST /charges (card)', 'POST /charges (boleto)', 'POST /customers', 'POST /products'],
  ...['PUT /products/{id}', 'POST /payment-links', 'POST /withdrawals', 'POST /webhooks'],
  ...['PATCH /webhooks/{id}', 'POST /keys', 'PATCH /account', 'POST /auth/register'],
];

describe('fields that no request has', () => {
  it.each(CREATING)('are refused by %s', async (name) => {
    const stored = async () => {
      const paths = [
        'charges',
        'customers',
        'products',
        'payment-links',
        'withdrawals',
        'webhooks',
        'account',
      ];
      const answers = paths.map((path) => world.seller.call('GET', `/api/v1/${path}`));
      return (await Promise.all(answers)).map(({ body }) => body);
    };
    const before = await stored();
    await refusesWishes(name);
    expect(await stored()).toEqual(before);
  });

  it('refuse a refund, because a misspelt amount would return everything', async () => {
    const path = `/api/v1/charges/${world.paidCharge}/refund`;
    for (const [field, meant] of Object.entries({ amout: 'amount', Amount: 'amount', value: null })) {
      const { status, body } = await world.seller.call('POST', path, { [field]: 0.01 });
      const says = `is not a field of this operation${meant ? `; did you mean ${meant}?` : ''}`;
      expect([status, body.details]).toEqual([400, { [field]: says }]);
    }
  });

  it('are refused with the name that was meant, also inside and in a query', async () => {
    const charge = { billing_type: 'PIX', value: 10 };
    const post = (body: object) => world.seller.call('POST', '/api/v1/charges', { ...charge, ...body });
    const split = [{ recipient_id: world.other.id, amount: 1, basisPoints: 9_000 }];
    const cases = [
      [await post({ externalReference: 'x' }), 'externalReference', 'external_reference'],
      [await post({ customer: { name: 'Ana', cpfCnpj: '1' } }), 'customer.cpfCnpj', 'cpf_cnpj'],
      [await post({ split }), 'split.0.basisPoints', null],
      [await world.seller.call('GET', '/api/v1/charges?statuss=PENDING'), 'statuss', 'status'],
    ] as const;
    for (const [{ status, body }, field, meant] of cases) {
      const says = `is not a field of this operation${meant ? `; did you mean ${meant}?` : ''}`;
      expect([status, body.details]).toEqual([400, { [field]: says }]);
    }
  });

  it('of the metadata are free', async () => {
    const metadata = { anything: 'goes', status: 'mine' };
    const body = { billing_type: 'PIX', value: 10, metadata };
    expect((await world.seller.call('POST', '/api/v1/charges', body)).body).toMatchObject({ metadata });
  });
});
