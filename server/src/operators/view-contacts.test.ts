import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient } from '../../../test/support/cookie-client.ts';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { readDescription } from '../../../test/support/openapi.ts';
import { hiddenValue, visitorOf } from '../../../test/support/pages.ts';
import { isForView, OPERATIONS, VIEWER_OPERATIONS } from '../kit/permissions.ts';

const { paths } = readDescription<{ paths: Record<string, object> }>();
const operations = Object.entries(paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  .filter((operation) => OPERATIONS[operation] !== 'public');

const PAYER = {
  name: 'Zulmira Prado',
  email: 'zulmira.prado@payer.example',
  cpf_cnpj: '11144477735',
  phone: '21976543210',
  address: {
    ...{ postal_code: '20040002', street: 'Travessa Escondida', number: '7781', complement: 'fundos 9' },
    ...{ district: 'Bairro Oculto', city: 'Niterói', state: 'RJ' },
  },
};
const ANSWER = 'Gravar Bem-te-vi';
const TEXT = `Falar com ${PAYER.email} ou (21) 97654-3210, CPF 111.444.777-35`;
/** However they are written. The name is shown (decision 0047). */
const PLANTED = [
  /zulmira\.prado/i,
  /111\D?444\D?777\D?35/,
  /97654\D?3210/,
  /Escondida|7781|fundos 9|Oculto|20040\D?002/,
  /Bem-te-vi/,
  /Etiqueta/,
  /postback-secret/,
];

let gateway: TestGateway;
let seller: Seller;
let client: CookieClient;
const ids: Record<string, string> = {};

const made = async (path: string, body?: object): Promise<Answer['body']> => {
  const answer = await seller.call('POST', `/api/v1${path}`, body);
  expect(answer.status, answer.raw).toBeLessThan(300);
  return answer.body;
};

/** The payer in everything that a seller can be told about one. */
async function plant(): Promise<void> {
  const { id: webhook } = (
    await made('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['payment.received'] })
  ).webhook;
  const customer = await made('/customers', PAYER);
  const charge = (fields: object) =>
    made('/charges', {
      ...{
        value: 100,
        customer: PAYER,
        description: TEXT,
        metadata: { etiqueta: 'Etiqueta', [PAYER.email]: TEXT },
      },
      ...{ postback_url: 'http://127.0.0.1:9/postback-secret', external_reference: PAYER.cpf_cnpj },
      ...fields,
    });
  await charge({ billing_type: 'BOLETO' });
  const paid = await charge({ billing_type: 'PIX' });
  await made(`/sandbox/charges/${paid.id}/pay`);
  await made(`/charges/${paid.id}/refund`, { amount: 1, reason: TEXT });
  await made(`/charges/${paid.id}/mails`, { email: PAYER.email });
  const dispute = await made(`/sandbox/charges/${paid.id}/med`, { reason: TEXT });
  await made(`/disputes/${dispute.id}/answer`, { text: TEXT });
  const sale = await charge({ billing_type: 'PIX', value: 500 });
  await made(`/sandbox/charges/${sale.id}/pay`);
  await made('/withdrawals', { amount: 1, pix_key: PAYER.email });
  const product = await made('/products', { name: 'Caneca', price: 10, description: TEXT });
  const link = await made('/payment-links', {
    ...{ name: 'Camiseta', value: 50, asks: { phone: 'required', questions: [{ label: 'Recado' }] } },
  });
  const coupon = await made('/coupons', { code: 'BEMVINDO', percent: 10 });
  const visitor = visitorOf(gateway);
  const path = new URL(link.url).pathname;
  const { html } = await visitor.get(path);
  const form = { form_id: hiddenValue(html, 'form_id'), total: hiddenValue(html, 'total'), method: 'PIX' };
  const { name, email, phone, cpf_cnpj: document } = PAYER;
  const ordered = await visitor.post(path, { ...form, name, email, phone, document, 'answer-0': ANSWER });
  expect(ordered.status).toBe(303);
  const imported = await made('/charge-imports', {
    csv: `forma;valor;cliente;e-mail;cpf/cnpj;telefone;descrição\nPix;10;${name};${email};${document};${phone};${TEXT}\nPix;x;${name};${email};1;2;3`,
    file_name: `${PAYER.email}.csv`,
  });
  await gateway.runDue();
  await seller.call('GET', `/api/v1/customers?email=${encodeURIComponent(email)}&cpf_cnpj=${document}`);
  await gateway.deps.requestLog.save();
  const { body } = await seller.call('GET', '/api/v1/deliveries');
  const sent = body.data.find((each: { webhook_id: string | null }) => each.webhook_id !== null);
  Object.assign(ids, {
    ...{
      charges: paid.id,
      customers: customer.id,
      disputes: dispute.id,
      products: product.id,
      webhooks: webhook,
    },
    ...{ 'payment-links': link.id, 'charge-imports': imported.id, deliveries: sent.id, coupons: coupon.id },
  });
}

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Loja da Ana');
  await plant();
  const operator = await gateway.operator();
  client = new CookieClient(gateway);
  await client.signIn(operator);
  const begun = await client.call('POST', `/admin/accounts/${seller.id}/view`, { reason: 'Chamado 4711' });
  expect(begun.status, begun.raw).toBe(201);
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const addressOf = (path: string) =>
  path
    .replace('/api/v1', '')
    .replace(/([\w-]+)\/\{\w+\}/g, (_, kind: string) => `${kind}/${ids[kind] ?? seller.id}`);

/** With the queries that show more, or look for the payer. */
const QUERIES: Record<string, readonly string[]> = {
  '/api/v1/charges': ['?limit=100', '?search=Zulmira', `?search=${PAYER.cpf_cnpj}`],
  '/api/v1/customers': ['?limit=100', '?search=Zulmira', `?email=${PAYER.email}`],
  '/api/v1/events': ['?limit=100'],
};

describe('a view of a dashboard', () => {
  it('shows no contact of a payer in any answer, and all that a member sees besides', async () => {
    /** Where the seller's own program reads them. */
    const readable = new Set<string>();
    for (const operation of operations.filter((each) => each.startsWith('GET '))) {
      const [, path = ''] = operation.split(' ');
      for (const query of QUERIES[path] ?? ['']) {
        const address = addressOf(path) + query;
        const answer = await client.call('GET', address);
        if (!isForView(operation)) {
          expect([operation, answer.status, answer.body?.code]).toEqual([operation, 403, 'VIEW_ONLY']);
          continue;
        }
        expect([address, answer.status]).toEqual([address, 200]);
        expect(answer.headers['content-type']).toContain('application/json');
        for (const planted of PLANTED)
          expect([address, answer.raw.match(planted)?.[0]]).toEqual([address, undefined]);
        if (OPERATIONS[operation] === 'session') continue;
        const own = await seller.call('GET', `/api/v1${address}`);
        if (PLANTED.some((planted) => planted.test(own.raw))) readable.add(path);
      }
    }
    expect([...readable].sort()).toEqual(
      [
        ...[
          'audit-log',
          'balance/statement',
          'charge-imports',
          'charge-imports/{id}',
          'charges',
          'charges/{id}',
        ],
        ...[
          'charges/{id}/events',
          'customers',
          'customers/{id}',
          'deliveries',
          'deliveries/{id}',
          'disputes',
        ],
        ...['disputes/{id}', 'events', 'products', 'products/{id}', 'transactions', 'withdrawals'],
      ].map((path) => `/api/v1/${path}`),
    );
  });

  it('answers VIEW_ONLY to everything that is not a reading, and changes nothing', async () => {
    const before = await gateway.db.query(`select count(*) as lines from audit_log`);
    for (const operation of operations.filter((each) => !each.startsWith('GET '))) {
      // The same operation under an older address.
      if (VIEWER_OPERATIONS.includes(operation) || operation === 'POST /api/webhooks') continue;
      const [method = '', path = ''] = operation.split(' ');
      const { status, body } = await client.call(method, addressOf(path), {});
      expect([operation, status, body.code]).toEqual([operation, 403, 'VIEW_ONLY']);
    }
    expect(await gateway.db.query(`select count(*) as lines from audit_log`)).toEqual(before);
  });

  it('leaves out files, keys, the team, mails of the outbox and what is a person’s own', () => {
    const closed = operations.filter((each) => each.startsWith('GET ') && !isForView(each));
    expect(closed.filter((each) => !each.includes('/admin/')).sort()).toEqual(
      [
        ...['auth/sessions', 'first-steps', 'notifications', 'notifications/unread', 'keys', 'team'],
        ...['team/invitations', 'charges/export', 'charge-imports/{id}/export', 'disputes/export'],
        ...['disputes/{id}/documents/{document_id}', 'customers/export', 'payment-links/export'],
        ...['transactions/export', 'withdrawals/export', 'sandbox/mails', 'sandbox/mails/{id}'],
      ]
        .map((path) => `GET /api/v1/${path}`)
        .sort(),
    );
  });

  it('counts against the operator, and is no use of the seller’s credentials', async () => {
    const uses = () =>
      gateway.db.query(
        `select (select max(last_used_at) from api_keys where account_id = $1) as key,
           (select max(last_seen_at) from sessions where account_id = $1) as session,
           (select count(*) from request_log where account_id = $1) as calls`,
        [seller.id],
      );
    await gateway.deps.requestLog.save();
    const before = await uses();
    await client.call('GET', '/charges');
    await gateway.deps.requestLog.save();
    expect(await uses()).toEqual(before);
  });
});
