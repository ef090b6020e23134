import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import { OPERATIONS } from '../kit/permissions.ts';

const ROUTES = Object.keys(OPERATIONS).filter((operation) => operation.includes(' /api/v1/admin/'));

const FEE_PLAN = { name: 'Volume', percent: 1, fixed: 1, reserve_percent: 0, reserve_days: 0 };

const BODIES: Record<string, object> = {
  block: { reason: 'for the test' },
  view: { reason: 'for the test' },
  reject: { reason: 'for the test' },
  refuse: { reason: 'for the test' },
  'fee-plan': { percent: 1, fixed: 1 },
  limits: { general: 1 },
  close: { outcome: 'won' },
  decide: { decision: 'approve' },
  confirm: { proposal_id: 'x' },
  'send-back': { proposal_id: 'x', note: 'for the test' },
  resolve: { note: 'for the test' },
  search: { query: 'ana' },
  'named-fee-plan': { fee_plan_id: null },
  'fee-plans': FEE_PLAN,
  'PUT /api/v1/admin/fee-plans/{id}': FEE_PLAN,
  'POST /api/v1/admin/bank-files/{id}/payments': { line: 3, reason: 'for the test' },
  paid: { reference: 'E1' },
  export: { document: '52998224725', reason: 'for the test' },
  erase: { document: '52998224725', reason: 'for the test' },
  'pix-providers': { pix_providers: null },
  'boleto-providers': { boleto_providers: null },
  'payout-terms': { payout_to: null },
  operators: { email: 'new@example.com', name: 'New', password: 'correct horse battery' },
};

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;

beforeAll(async () => {
  gateway = await startGateway();
  [seller, operator] = await Promise.all([gateway.seller(), gateway.operator()]);
  await waitForCacheExpiry();
});
afterAll(() => gateway.stop());

function ask(route: string, headers: Record<string, string>, id = seller.id) {
  const [method = '', path = ''] = route.split(' ');
  const body = method === 'GET' ? undefined : (BODIES[route] ?? BODIES[path.split('/').at(-1) ?? '']);
  return gateway.call(method, path.replace('{id}', id).replace('{account_id}', id), body, headers);
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the operator endpoints', () => {
  it('are all of those tested here', async () => {
    const { body } = await gateway.call('GET', '/openapi.json');
    const described = Object.entries(body.paths as Record<string, object>)
      .filter(([path]) => path.startsWith('/api/v1/admin/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
    expect(described.sort()).toEqual([...ROUTES].sort());
  });

  it.each(ROUTES)('%s answers 401 without a credential', async (route) => {
    expect(await ask(route, {})).toMatchObject({ status: 401, body: { code: 'API_KEY_MISSING' } });
  });

  it.each(ROUTES)('%s answers 401 to a wrong token', async (route) => {
    expect(await ask(route, bearer('nonsense'))).toMatchObject({
      status: 401,
      body: { code: 'API_KEY_INVALID' },
    });
  });

  it.each(ROUTES)('%s is forbidden to a seller, by token and by key', async (route) => {
    for (const headers of [bearer(seller.token), bearer(seller.apiKey), { 'x-api-key': seller.apiKey }]) {
      expect(await ask(route, headers)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
  });

  it.each(ROUTES)("%s is forbidden to the API key of an operator's account", async (route) => {
    const answer = await ask(route, { 'x-api-key': operator.apiKey });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: {} } });
  });

  it('change nothing when they refuse', async () => {
    const { body } = await operator.call('GET', `/api/v1/admin/accounts/${seller.id}`);
    expect(body).toMatchObject({
      account_status: 'active',
      status_reason: null,
      fee_plan: { percent: 5.99, fixed: 2.5, reserve_percent: 5, reserve_days: 30 },
      limits: { general: null, charges: null, webhooks: null },
    });
    expect((await operator.call('GET', '/api/v1/admin/operators')).body.total).toBe(1);
  });

  it.each(ROUTES.filter((route) => route.includes('{id}')))(
    '%s answers 404 for what does not exist',
    async (route) => {
      for (const id of ['0199a1b2-0000-7000-8000-000000000000', 'nonsense', '%00', "'; select 1"]) {
        const answer = await ask(route, bearer(operator.token), encodeURI(id));
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      }
    },
  );
});
