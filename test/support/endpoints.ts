import type { Call, Seller, TestGateway } from './gateway.ts';

/** What the sample requests refer to. */
export type World = {
  gateway: TestGateway;
  seller: Seller;
  other: Seller;
  operator: Seller;
  paidCharge: string;
  product: string;
  webhook: string;
  withdrawal: string;
  dispute: string;
};

/** An endpoint that takes a body, with a body that it would take. */
export type Endpoint = {
  name: string;
  method: 'POST' | 'PUT' | 'PATCH';
  path: (world: World) => string;
  body: (world: World) => object;
  /** Who asks; the seller by API key when absent. */
  by?: 'operator' | 'token' | 'nobody';
  /** Of its body, where that may be longer than others. */
  maxBytes?: number;
};

const api = (path: string) => () => `/api/v1${path}`;

const charge = { billing_type: 'PIX', value: 10, description: 'A book', external_reference: 'order 1' };
const customer = { name: 'Ana', email: 'ana@example.com', cpf_cnpj: '52998224725', phone: '11999990000' };

const FILE = { csv: 'forma;valor\nPix;10,00', file_name: 'vendas.csv' };

const chargeEndpoints: readonly Endpoint[] = [
  {
    name: 'POST /charges',
    method: 'POST',
    path: api('/charges'),
    body: ({ other }) => ({
      ...charge,
      customer,
      postback_url: 'https://example.com/postback',
      success_url: 'https://example.com/thanks',
      metadata: { order: '1' },
      expires_in: 3_600,
      split: [{ recipient_id: other.id, amount: 1, description: 'author' }],
    }),
  },
  {
    name: 'POST /charges (card)',
    method: 'POST',
    path: api('/charges'),
    body: ({ other }) => ({
      ...{ billing_type: 'CREDIT_CARD', value: 100, installments: 3, max_installments: 6 },
      callback_url: 'https://example.com/postback',
      split: [{ recipient_id: other.id, percent: 10 }],
    }),
  },
  {
    name: 'POST /charges (boleto)',
    method: 'POST',
    path: api('/charges'),
    body: ({ gateway }) => ({
      ...{ billing_type: 'BOLETO', value: 100, customer: { name: 'Ana', cpf_cnpj: '52998224725' } },
      ...{ due_date: dayFrom(gateway, 10), fine: { percent: 2 }, interest: { percent: 1 } },
      ...{ discount: { amount: 5, until: dayFrom(gateway, 5) }, cancel_after_days: 5 },
    }),
  },
  {
    ...{ name: 'POST /charge-imports', method: 'POST', path: api('/charge-imports'), body: () => FILE },
    maxBytes: 4 * 1_024 * 1_024,
  },
  {
    name: 'POST /quotes',
    method: 'POST',
    path: api('/quotes'),
    body: ({ other }) => ({
      ...{ billing_type: 'CREDIT_CARD', value: 100, installments: 2 },
      split: [{ recipient_id: other.id, amount: 1 }],
    }),
  },
  {
    name: 'POST /charges/{id}/mails',
    method: 'POST',
    path: ({ paidCharge }) => `/api/v1/charges/${paidCharge}/mails`,
    body: () => ({ email: 'ana@example.com' }),
  },
  {
    name: 'POST /charges/{id}/refund',
    method: 'POST',
    path: ({ paidCharge }) => `/api/v1/charges/${paidCharge}/refund`,
    body: () => ({ amount: 0.01, reason: 'broken', reverse_split: false }),
  },
];

const catalogEndpoints: readonly Endpoint[] = [
  { name: 'POST /customers', method: 'POST', path: api('/customers'), body: () => customer },
  {
    name: 'POST /products',
    method: 'POST',
    path: api('/products'),
    body: () => ({
      name: 'Book',
      price: 10,
      description: 'Paper',
      image_url: 'https://example.com/1.png',
      stock: 3,
    }),
  },
  {
    name: 'PUT /products/{id}',
    method: 'PUT',
    path: ({ product }) => `/api/v1/products/${product}`,
    body: () => ({ name: 'Book', price: 11, description: 'Paper', stock: 4, active: true }),
  },
  {
    name: 'PUT /products/{id}/splits',
    method: 'PUT',
    path: ({ product }) => `/api/v1/products/${product}/splits`,
    body: ({ other }) => ({ split: [{ recipient_id: other.id, percent: 5, description: 'author' }] }),
  },
  {
    name: 'POST /payment-links',
    method: 'POST',
    path: api('/payment-links'),
    body: ({ other }) => ({
      ...{ name: 'Link', description: 'For a book', value: 10, billing_types: ['PIX'], max_installments: 2 },
      ...{ success_url: 'https://example.com/a', postback_url: 'https://example.com/b', max_payments: 3 },
      ...{ expires_at: '2090-12-31T23:59:59Z', split: [{ recipient_id: other.id, amount: 1 }] },
      ...{ asks: { questions: [{ label: 'Size', options: ['S', 'M'] }] }, pix_discount: 5 },
    }),
  },
  {
    name: 'POST /coupons',
    method: 'POST',
    path: api('/coupons'),
    body: ({ gateway }) => ({
      ...{
        code: `NATAL_${gateway.deps.ids.next().slice(-8)}`,
        percent: 10,
        min_value: 50,
        max_uses: 100,
        active: true,
      },
      ...{ valid_from: '2080-01-01', valid_until: '2090-12-31' },
    }),
  },
];

const payoutEndpoints: readonly Endpoint[] = [
  {
    name: 'POST /withdrawals',
    method: 'POST',
    path: api('/withdrawals'),
    body: () => ({ amount: 0.01, pix_key: 'loja@example.com' }),
  },
  {
    name: 'POST /webhooks',
    method: 'POST',
    path: api('/webhooks'),
    body: () => ({ url: 'https://example.com/hook', events: ['charge.paid'], secret: 'a secret' }),
  },
  {
    name: 'PATCH /webhooks/{id}',
    method: 'PATCH',
    path: ({ webhook }) => `/api/v1/webhooks/${webhook}`,
    body: () => ({ url: 'https://example.com/hook', events: ['charge.paid'], active: true }),
  },
];

const accountEndpoints: readonly Endpoint[] = [
  { name: 'POST /keys', method: 'POST', by: 'token', path: api('/keys'), body: () => ({ name: 'till' }) },
  {
    name: 'PATCH /account/notifications',
    method: 'PATCH',
    path: api('/account/notifications'),
    body: () => ({
      ...{ boleto_to_payer: true, charge_to_payer: false, reminders_to_payer: true, reminder_days: [-3, 0] },
      ...{ receipt_to_payer: true, refund_to_payer: true, payments_to_seller: true, refunds_to_seller: true },
      ...{ disputes_to_seller: true, withdrawals_to_seller: true },
      ...{ sender_name: 'Loja', reply_to: 'loja@example.com' },
    }),
  },
  {
    ...{ name: 'PUT /account/domain', method: 'PUT' as const, path: api('/account/domain') },
    body: () => ({ host: 'pagar.loja.com.br' }),
  },
  {
    name: 'POST /keys (limited)',
    method: 'POST',
    by: 'token',
    path: api('/keys'),
    body: () => ({
      ...{ name: 'till', scopes: ['charges:read'], allowed_ips: ['203.0.113.7'] },
      expires_at: '2099-01-01T00:00:00Z',
    }),
  },
  {
    name: 'PATCH /account',
    method: 'PATCH',
    path: api('/account'),
    body: () => ({ name: 'Loja', phone: '11999990000', payout_pix_key: 'loja@example.com' }),
  },
  {
    name: 'POST /auth/register',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/register'),
    body: () => ({
      ...{
        name: 'Nova',
        email: 'nova@example.com',
        password: 'correct horse battery',
        document: '52998224725',
      },
      ...{ person_type: 'PF', phone: '11999990000' },
    }),
  },
  {
    name: 'POST /auth/login',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/login'),
    body: ({ seller }) => ({ email: seller.email, password: seller.password }),
  },
  {
    name: 'POST /auth/recover',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/recover'),
    body: ({ seller }) => ({ email: seller.email }),
  },
  {
    name: 'POST /auth/reset',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/reset'),
    body: () => ({ token: 'no.token', password: 'correct horse battery' }),
  },
  {
    name: 'POST /auth/check-link',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/check-link'),
    body: () => ({ purpose: 'verify_email', token: 'no.token' }),
  },
  {
    name: 'POST /auth/check-invitation',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/check-invitation'),
    body: () => ({ token: 'no.token' }),
  },
  {
    name: 'POST /auth/accept-invitation',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/accept-invitation'),
    body: () => ({ token: 'no.token', name: 'Ana', password: 'correct horse battery' }),
  },
  {
    name: 'POST /auth/switch',
    method: 'POST',
    by: 'token',
    path: api('/auth/switch'),
    body: ({ other }) => ({ account_id: other.id }),
  },
  {
    name: 'POST /auth/verify-email',
    method: 'POST',
    by: 'nobody',
    path: api('/auth/verify-email'),
    body: () => ({ token: 'no.token' }),
  },
  {
    name: 'POST /auth/confirm',
    method: 'POST',
    by: 'token',
    path: api('/auth/confirm'),
    body: ({ seller }) => ({ password: seller.password }),
  },
  {
    name: 'POST /auth/password',
    method: 'POST',
    by: 'token',
    path: api('/auth/password'),
    body: ({ seller }) => ({ current_password: seller.password, new_password: 'another horse battery' }),
  },
];

const sandboxEndpoints: readonly Endpoint[] = [
  {
    name: 'POST /sandbox/charges/{id}/pay',
    method: 'POST',
    path: ({ paidCharge }) => `/api/v1/sandbox/charges/${paidCharge}/pay`,
    body: () => ({ amount: 10, times: 1 }),
  },
  {
    name: 'POST /sandbox/charges/{id}/med',
    method: 'POST',
    path: ({ paidCharge }) => `/api/v1/sandbox/charges/${paidCharge}/med`,
    body: () => ({ amount: 0.01, reason: 'not mine' }),
  },
  {
    name: 'POST /sandbox/clock',
    method: 'POST',
    path: api('/sandbox/clock'),
    body: () => ({ advance_seconds: 1, advance_days: 1 }),
  },
];

const operatorEndpoints: readonly Endpoint[] = [
  {
    name: 'POST /admin/accounts/{id}/approve',
    method: 'POST',
    by: 'operator',
    path: ({ other }) => `/api/v1/admin/accounts/${other.id}/approve`,
    body: () => ({ identity_verified: true }),
  },
  {
    name: 'POST /admin/accounts/{id}/block',
    method: 'POST',
    by: 'operator',
    path: ({ other }) => `/api/v1/admin/accounts/${other.id}/block`,
    body: () => ({ reason: 'fraud' }),
  },
  {
    name: 'PUT /admin/accounts/{id}/fee-plan',
    method: 'PUT',
    by: 'operator',
    path: ({ other }) => `/api/v1/admin/accounts/${other.id}/fee-plan`,
    body: () => ({ percent: 5.99, fixed: 2.5, reserve_percent: 5, reserve_days: 30 }),
  },
  {
    name: 'PUT /admin/accounts/{id}/limits',
    method: 'PUT',
    by: 'operator',
    path: ({ other }) => `/api/v1/admin/accounts/${other.id}/limits`,
    body: () => ({ general: 100, charges: 60, webhooks: 500 }),
  },
  {
    name: 'POST /admin/withdrawals/{id}/reject',
    method: 'POST',
    by: 'operator',
    path: ({ withdrawal }) => `/api/v1/admin/withdrawals/${withdrawal}/reject`,
    body: () => ({ reason: 'wrong key' }),
  },
  {
    name: 'POST /admin/operators',
    method: 'POST',
    by: 'operator',
    path: api('/admin/operators'),
    body: () => ({ name: 'Nova', email: 'operator@example.com', password: 'correct horse battery' }),
  },
  {
    name: 'POST /admin/disputes/{id}/close',
    method: 'POST',
    by: 'operator',
    path: ({ dispute }) => `/api/v1/admin/disputes/${dispute}/close`,
    body: () => ({ outcome: 'won' }),
  },
];

export const ENDPOINTS: readonly Endpoint[] = [
  ...chargeEndpoints,
  ...catalogEndpoints,
  ...payoutEndpoints,
  ...accountEndpoints,
  ...sandboxEndpoints,
  ...operatorEndpoints,
];

/** A civil date some days from now, far enough from midnight to be right anywhere. */
function dayFrom({ clock }: TestGateway, days: number): string {
  return new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

export async function makeWorld(gateway: TestGateway): Promise<World> {
  const [seller, other, operator] = [
    await gateway.seller(),
    await gateway.seller(),
    await gateway.operator(),
  ];
  const paidCharge = await pay(seller.call);
  const make = async (path: string, body: object) => (await seller.call('POST', `/api/v1${path}`, body)).body;
  const product = await make('/products', { name: 'Book', price: 10 });
  const { webhook } = await make('/webhooks', { url: 'https://example.com/h', events: ['charge.paid'] });
  const withdrawal = await make('/withdrawals', { amount: 1, pix_key: 'loja@example.com' });
  const dispute = await make(`/sandbox/charges/${await pay(seller.call)}/med`, {});
  const ids = { product: product.id, webhook: webhook.id, withdrawal: withdrawal.id, dispute: dispute.id };
  return { gateway, seller, other, operator, paidCharge, ...ids };
}

async function pay(call: Call): Promise<string> {
  const { body } = await call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 1_000 });
  await call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  return body.id;
}
