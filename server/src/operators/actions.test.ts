import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { contentsOf } from '../../../test/support/row-counts.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';

const PAYOUT_KEY = '11144477735';
const ORIGIN = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Till/2', 'x-request-id': 'the-request' };

type Line = {
  action: string;
  account_id: string;
  actor: Record<string, string | null>;
  target: { kind: string; id: string } | null;
  details: Record<string, unknown>;
  address: string;
};
type Ask = (method: string, path: string, body?: object) => Promise<Answer>;
type World = { byKey: Ask; byToken: Ask; byOperator: Ask };
/** Makes what the action needs, then returns the action itself. */
type Prepare = (world: World) => Promise<() => Promise<Answer>>;

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;
let partner: Seller;
let world: World;

beforeAll(async () => {
  gateway = await startGateway({ environment: { GUICHE_TRUST_PROXY: '127.0.0.0/8' } });
  [seller, operator, partner] = [await gateway.seller(), await gateway.operator(), await gateway.seller()];
  const as = (credential: Record<string, string>): Ask => {
    return (method, path, body) => gateway.call(method, `/api/v1${path}`, body, { ...credential, ...ORIGIN });
  };
  world = {
    byKey: as({ 'x-api-key': seller.apiKey }),
    byToken: as({ authorization: `Bearer ${seller.token}` }),
    byOperator: as({ authorization: `Bearer ${operator.token}` }),
  };
});
afterAll(() => gateway.stop());
afterEach(() => world.byOperator('POST', onAccount('approve')));

const webhook = {
  url: 'https://example.com/hook?token=hook-token',
  events: ['charge.paid'],
  secret: 'my own secret',
};
const product = { name: 'Caneca', price: 10 };
const link = { name: 'Curso', value: 50 };
const share = () => ({ recipient_id: partner.id, percent: 90 });
const made = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body, raw } = await answer;
  expect(status, raw).toBeLessThan(300);
  return body.id ?? body.webhook.id;
};
async function paidCharge({ byKey }: World): Promise<string> {
  const id = await made(byKey('POST', '/charges', { billing_type: 'PIX', value: 1_000 }));
  await byKey('POST', `/sandbox/charges/${id}/pay`);
  return id;
}
async function withdrawal(it: World): Promise<string> {
  await paidCharge(it);
  return made(it.byKey('POST', '/withdrawals', { amount: 10, pix_key: PAYOUT_KEY }));
}
const newProduct = ({ byKey }: World) => made(byKey('POST', '/products', product));
const hook = ({ byKey }: World) => made(byKey('POST', '/webhooks', webhook));
const onAccount = (what: string) => `/admin/accounts/${seller.id}/${what}`;

const KEY_ACTIONS: Record<string, Prepare> = {
  'webhook.created':
    async ({ byKey }) =>
    () =>
      byKey('POST', '/webhooks', webhook),
  'webhook.changed': async (it) => {
    const id = await hook(it);
    return () => it.byKey('PATCH', `/webhooks/${id}`, { active: false });
  },
  'webhook.secret_rotated': async (it) => {
    const id = await hook(it);
    return () => it.byKey('POST', `/webhooks/${id}/rotate-secret`);
  },
  'webhook.deleted': async (it) => {
    const id = await hook(it);
    return () => it.byKey('DELETE', `/webhooks/${id}`);
  },
  'account.changed': async ({ byKey }) => {
    await byKey('PATCH', '/account', { payout_pix_key: null });
    return () => byKey('PATCH', '/account', { payout_pix_key: PAYOUT_KEY });
  },
  'webhook.test_sent': async (it) => {
    const id = await hook(it);
    return () => it.byKey('POST', `/webhooks/${id}/test`);
  },
  'product.created':
    async ({ byKey }) =>
    () =>
      byKey('POST', '/products', product),
  'product.changed': async (it) => {
    const id = await newProduct(it);
    return () => it.byKey('PUT', `/products/${id}`, { price: 12.5, stock: 3 });
  },
  'product.split_changed': async (it) => {
    const id = await newProduct(it);
    return () => it.byKey('PUT', `/products/${id}/splits`, { split: [share()] });
  },
  'product.deleted': async (it) => {
    const id = await newProduct(it);
    return () => it.byKey('DELETE', `/products/${id}`);
  },
  'payment_link.created':
    async ({ byKey }) =>
    () =>
      byKey('POST', '/payment-links', link),
  'payment_link.deleted': async (it) => {
    const id = await made(it.byKey('POST', '/payment-links', link));
    return () => it.byKey('DELETE', `/payment-links/${id}`);
  },
  'charge.due_date_requested': async ({ byKey }) => {
    const customer = { name: 'Ana', cpf_cnpj: '52998224725' };
    const id = await made(byKey('POST', '/charges', { billing_type: 'BOLETO', value: 10, customer }));
    return () => byKey('PATCH', `/charges/${id}`, { due_date: '2027-06-10' });
  },
  'charge.cancelled': async ({ byKey }) => {
    const id = await made(byKey('POST', '/charges', { billing_type: 'PIX', value: 10 }));
    return () => byKey('POST', `/charges/${id}/cancel`);
  },
  'refund.requested': async (it) => {
    const id = await paidCharge(it);
    return () => it.byKey('POST', `/charges/${id}/refund`, { amount: 5, reason: 'broken' });
  },
  'withdrawal.requested': async (it) => {
    await paidCharge(it);
    return () => it.byKey('POST', '/withdrawals', { amount: 10, pix_key: PAYOUT_KEY });
  },
};

/** The clock is the installation's; the entry is in the log of the account that moved it. */
const CLOCK_ACTIONS: Record<string, Prepare> = {
  'clock.moved':
    async ({ byKey }) =>
    () =>
      byKey('POST', '/sandbox/clock', { advance_seconds: 60 }),
  'clock.reset': async ({ byKey }) => {
    await byKey('POST', '/sandbox/clock', { advance_seconds: 60 });
    return () => byKey('DELETE', '/sandbox/clock');
  },
};

const TOKEN_ACTIONS: Record<string, Prepare> = {
  'api_key.created':
    async ({ byToken }) =>
    () =>
      byToken('POST', '/keys', { name: 'till' }),
  'api_key.revoked': async ({ byToken }) => {
    const id = await made(byToken('POST', '/keys', { name: 'till' }));
    return () => byToken('DELETE', `/keys/${id}`);
  },
};

const OPERATOR_ACTIONS: Record<string, Prepare> = {
  'account.blocked': async ({ byOperator }) => {
    await byOperator('POST', onAccount('approve'));
    return () => byOperator('POST', onAccount('block'), { reason: 'police inquiry' });
  },
  'account.approved': async ({ byOperator }) => {
    await byOperator('POST', onAccount('block'), { reason: 'police inquiry' });
    return () => byOperator('POST', onAccount('approve'));
  },
  'account.fee_plan_changed':
    async ({ byOperator }) =>
    () =>
      byOperator('PUT', onAccount('fee-plan'), { percent: 4.5, fixed: 1 }),
  'account.limits_changed':
    async ({ byOperator }) =>
    () =>
      byOperator('PUT', onAccount('limits'), { general: 0 }),
  'withdrawal.approved': async (it) => {
    const id = await withdrawal(it);
    return () => it.byOperator('POST', `/admin/withdrawals/${id}/approve`);
  },
  'withdrawal.rejected': async (it) => {
    const id = await withdrawal(it);
    return () => it.byOperator('POST', `/admin/withdrawals/${id}/reject`, { reason: 'not your key' });
  },
  'dispute.closed': async (it) => {
    const id = await made(it.byKey('POST', `/sandbox/charges/${await paidCharge(it)}/med`, {}));
    return () => it.byOperator('POST', `/admin/disputes/${id}/close`, { outcome: 'lost' });
  },
};

let added = 0;
const newOperator = () => {
  added += 1;
  return { email: `operator-${added}@example.com`, name: 'New', password: 'correct horse battery' };
};

/** These belong to the log of an operator's account. */
const OTHER_ACTIONS: Record<string, Prepare> = {
  'operator.added':
    async ({ byOperator }) =>
    () =>
      byOperator('POST', '/admin/operators', newOperator()),
  'operator.removed': async ({ byOperator }) => {
    const id = await made(byOperator('POST', '/admin/operators', newOperator()));
    return () => byOperator('DELETE', `/admin/operators/${id}`);
  },
  'ledger.audited':
    async ({ byOperator }) =>
    () =>
      byOperator('GET', '/admin/ledger/audit'),
};

const EVERY_ACTION = {
  ...KEY_ACTIONS,
  ...TOKEN_ACTIONS,
  ...OPERATOR_ACTIONS,
  ...OTHER_ACTIONS,
  ...CLOCK_ACTIONS,
};
const each = (actions: Record<string, Prepare>) => Object.entries(actions);

const countLines = async () =>
  Number((await gateway.db.query<{ lines: bigint }>('select count(*) as lines from audit_log'))[0]?.lines);

/** Does it, and returns the one line it left. */
async function lineOf(prepare: Prepare): Promise<Line> {
  const act = await prepare(world);
  const before = await countLines();
  const answer = await act();
  expect(answer.status, answer.raw).toBeLessThan(300);
  expect(await countLines()).toBe(before + 1);
  return (await operator.call('GET', '/api/v1/admin/audit-log?limit=1')).body.data[0];
}

const from = { address: '203.0.113.9', user_agent: 'Till/2', request_id: 'the-request' };

describe('an action leaves one entry with who did it and from where', () => {
  it.each(each(KEY_ACTIONS))('%s, by API key', async (action, prepare) => {
    expect(await lineOf(prepare)).toMatchObject({
      ...{ action, account_id: seller.id, ...from },
      actor: { kind: 'api_key', user_id: null, email: null, key_name: 'test' },
      target: { kind: action.split('.')[0], id: expect.any(String) },
    });
  });

  it.each(each(CLOCK_ACTIONS))('%s, by API key', async (action, prepare) => {
    expect(await lineOf(prepare)).toMatchObject({
      ...{ action, account_id: seller.id, ...from, target: null },
      details: { offset_seconds: { before: expect.any(Number), after: expect.any(Number) } },
    });
  });

  it.each(each(TOKEN_ACTIONS))('%s, by token', async (action, prepare) => {
    expect(await lineOf(prepare)).toMatchObject({
      ...{ action, account_id: seller.id, ...from },
      actor: { kind: 'user', email: seller.email, key_id: null, key_name: null },
      details: { name: 'till' },
    });
  });

  it.each(each(OPERATOR_ACTIONS))('%s, by an operator, in the log of the seller', async (action, prepare) => {
    expect(await lineOf(prepare)).toMatchObject({
      ...{ action, account_id: seller.id, ...from },
      actor: { kind: 'user', email: operator.email },
    });
  });

  it.each(each(OTHER_ACTIONS))('%s, by an operator', async (action, prepare) => {
    expect(await lineOf(prepare)).toMatchObject({ action, ...from, actor: { email: operator.email } });
  });

  it('whose address is not what a stranger says it is', async () => {
    const plain = await startGateway();
    const owner = await plain.seller();
    await owner.call('PATCH', '/api/v1/account', { name: 'Nova' }, ORIGIN);
    const { body } = await owner.call('GET', '/api/v1/audit-log');
    expect(body.data[0]).toMatchObject({ action: 'account.changed', address: '127.0.0.1' });
    await plain.stop();
  });
});

describe('an action and its line', () => {
  it.each(each(EVERY_ACTION))('%s: without the line nothing is done', async (_, prepare) => {
    const act = await prepare(world);
    await waitForCacheExpiry();
    await gateway.db.query('alter table audit_log add constraint no_more check (false) not valid');
    const before = await contentsOf(gateway.db);
    const answer = await act();
    const after = await contentsOf(gateway.db);
    await gateway.db.query('alter table audit_log drop constraint no_more');
    expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
    expect(after).toEqual(before);
  });

  it.each<[string, (it: World) => Promise<Answer>]>([
    ['a key that does not exist is revoked', ({ byToken }) => byToken('DELETE', `/keys/${seller.id}`)],
    [
      'a webhook has an unknown event',
      ({ byKey }) => byKey('POST', '/webhooks', { ...webhook, events: ['no'] }),
    ],
    ['a webhook that does not exist is deleted', ({ byKey }) => byKey('DELETE', `/webhooks/${seller.id}`)],
    [
      'more is withdrawn than there is',
      ({ byKey }) => byKey('POST', '/withdrawals', { amount: 9e8, pix_key: PAYOUT_KEY }),
    ],
    [
      'a charge that does not exist is refunded',
      ({ byKey }) => byKey('POST', `/charges/${seller.id}/refund`),
    ],
    ['an active account is approved', ({ byOperator }) => byOperator('POST', onAccount('approve'))],
    [
      'a fee plan is impossible',
      ({ byOperator }) => byOperator('PUT', onAccount('fee-plan'), { percent: 101, fixed: 1 }),
    ],
    [
      'an operator removes itself',
      ({ byOperator }) => byOperator('DELETE', `/admin/operators/${operator.id}`),
    ],
    [
      'a seller asks for what operators do',
      ({ byKey }) => byKey('POST', onAccount('block'), { reason: 'no' }),
    ],
  ])('no line when %s', async (_, act) => {
    const before = await countLines();
    expect((await act(world)).status).toBeGreaterThanOrEqual(400);
    expect(await countLines()).toBe(before);
  });

  it('no line when a profile stays as it is, or a key is revoked twice', async () => {
    const id = await made(world.byToken('POST', '/keys', {}));
    await world.byToken('DELETE', `/keys/${id}`);
    await world.byKey('PATCH', '/account', { name: 'Loja' });
    const before = await countLines();
    await world.byToken('DELETE', `/keys/${id}`);
    await world.byKey('PATCH', '/account', { name: 'Loja' });
    await world.byKey('PATCH', '/account', {});
    expect(await countLines()).toBe(before);
  });
});

describe('the details', () => {
  it('tell what was and what is', async () => {
    await world.byOperator('PUT', onAccount('fee-plan'), { percent: 5, fixed: 2 });
    const change = () => world.byOperator('PUT', onAccount('fee-plan'), { percent: 3.5, fixed: 0.5 });
    expect((await lineOf(async () => change)).details).toMatchObject({
      before: { percent: 5, fixed: 2 },
      after: { percent: 3.5, fixed: 0.5 },
    });
    await world.byKey('PATCH', '/account', { name: 'Loja' });
    const rename = () => world.byKey('PATCH', '/account', { name: 'Nova' });
    expect((await lineOf(async () => rename)).details).toEqual({ name: { before: 'Loja', after: 'Nova' } });
  });

  it('tell who redirected the money of a product, and what it cost before', async () => {
    const id = await newProduct(world);
    const split = (list: object[]) => world.byKey('PUT', `/products/${id}/splits`, { split: list });
    const shared = {
      recipient_id: partner.id,
      type: 'percent',
      amount: null,
      percent: 90,
      description: null,
    };
    expect((await lineOf(async () => () => split([share()]))).details).toEqual({
      before: [],
      after: [shared],
    });
    expect((await lineOf(async () => () => split([]))).details).toEqual({ before: [shared], after: [] });
    const change = () => world.byKey('PUT', `/products/${id}`, { price: 12.5, stock: 3 });
    expect((await lineOf(async () => change)).details).toEqual({
      price: { before: 10, after: 12.5 },
      stock: { before: null, after: 3 },
    });
    const before = await countLines();
    await split([]);
    await change();
    expect(await countLines()).toBe(before);
  });

  it('mask the payout key', async () => {
    const line = await lineOf(EVERY_ACTION['account.changed'] as Prepare);
    expect(line.details).toEqual({ payout_pix_key: { before: null, after: '*******7735' } });
  });

  it('hold no secret, key, token or payout key', async () => {
    const key = await world.byToken('POST', '/keys', { name: 'till' });
    const rotated = await world.byKey('POST', `/webhooks/${await hook(world)}/rotate-secret`);
    const [row] = await gateway.db.query<{ text: string }>(
      `select string_agg(line::text, '\n') as text from audit_log line`,
    );
    const text = String(row?.text);
    expect(text).toContain('webhook.secret_rotated');
    const secrets = [
      ...[key.body.api_key, seller.apiKey, seller.token, operator.token, seller.password],
      ...[rotated.body.webhook.secret, 'my own secret', 'hook-token', PAYOUT_KEY, 'correct horse battery'],
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
