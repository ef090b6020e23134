import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answersOf,
  currentTransaction,
  loseTheAnswer,
  noteAnswers,
  writesSince,
} from '../support/answer-writes.ts';
import { bankCases } from '../support/bank-cases.ts';
import { cardCases, PAID_AT_ONCE } from '../support/card-cases.ts';
import { authenticator } from '../support/cookie-client.ts';
import { type Answer, type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { identityCases } from '../support/identity-cases.ts';
import { claimedDomain } from '../support/own-domain.ts';
import type { PostCase as Case } from '../support/post-case.ts';
import { rowCounts } from '../support/row-counts.ts';
import { teamCases } from '../support/team-cases.ts';

/**
 * A process that dies after a commit leaves either a key that has its answer (the same transaction wrote both) or a key
 * that still runs. Which of the two, is read from the rows that the request really wrote.
 */
let gateway: TestGateway;
let operator: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  await noteAnswers(gateway.db);
});
afterAll(() => gateway.stop());

type Headers = Record<string, string>;

const bearer = ({ token }: { token: string }): Headers => ({ authorization: `Bearer ${token}` });
const keyed = ({ apiKey }: Seller): Headers => ({ 'x-api-key': apiKey });
const PIX = { billing_type: 'PIX', value: 100 };
const [CARD, IMPORT] = [{ billing_type: 'CREDIT_CARD', value: 100 }, { csv: 'forma;valor\nPix;10,00' }];
const BOLETO = { billing_type: 'BOLETO', value: 100, customer: { name: 'Ana', cpf_cnpj: '52998224725' } };
const PERSON = { document: '11144477735', reason: 'asked for' };
const BIAS = { ...PIX, customer: { name: 'Bia', cpf_cnpj: PERSON.document } };
const [SALE, pixKey] = [10_000, { pix_key: 'loja@example.com' }];
const receiver = { url: 'https://example.com/h', events: ['charge.paid'] };

async function made(seller: Seller, path: string, body?: object): Promise<string> {
  const answer = await seller.call('POST', `/api/v1/${path}`, body);
  expect(answer.status, answer.raw).toBeLessThan(300);
  return answer.body.id ?? answer.body.webhook?.id;
}

async function paid(seller: Seller, fields: object = PIX): Promise<string> {
  const id = await made(seller, 'charges', fields);
  await made(seller, `sandbox/charges/${id}/pay`);
  return id;
}

async function withdrawal(seller: Seller): Promise<string> {
  await paid(seller, { ...PIX, value: SALE });
  return made(seller, 'withdrawals', { amount: 10, ...pixKey });
}

async function dispute(seller: Seller): Promise<string> {
  return made(seller, `sandbox/charges/${await paid(seller)}/med`);
}

async function delivery(seller: Seller): Promise<string> {
  const id = await made(seller, 'webhooks', receiver);
  await made(seller, `webhooks/${id}/test`);
  const { body } = await seller.call('GET', '/api/v1/deliveries');
  await gateway.db.query(`update deliveries set status = 'failed' where id = $1`, [body.data[0].id]);
  return body.data[0].id;
}

async function failedJob(seller: Seller): Promise<string> {
  const id = gateway.deps.ids.next();
  await gateway.db.query(
    `insert into jobs (account_id, id, kind, payload, attempts, run_at, created_at, failed_at)
     values ($1, $2, 'stray.return', '{}', 99, 'infinity', now(), now())`,
    [seller.id, id],
  );
  return id;
}

async function secondFactor(person: Seller) {
  const body = { password: person.password };
  const proposal = await gateway.call('POST', '/api/v1/auth/two-factor', body, bearer(person));
  return authenticator(proposal.body.secret);
}

async function signedIn({ email }: Seller, password: string): Promise<Headers> {
  return bearer((await gateway.call('POST', '/api/v1/auth/login', { email, password })).body);
}

/** A seller's request by API key. */
const asSeller = (
  path: string | ((seller: Seller) => Promise<string>),
  body?: object,
  name = 'a seller',
): Case => ({
  name,
  prepare: async (seller) => ({
    as: keyed(seller),
    path: typeof path === 'string' ? path : await path(seller),
    ...(body && { body }),
  }),
});
/** A signed-in seller's. */
const asUser = (path: string, bodyOf: (seller: Seller) => Promise<object>): Case => ({
  name: 'a seller',
  prepare: async (seller) => ({ as: bearer(seller), path, body: await bodyOf(seller) }),
});
const asOperator = (path: (seller: Seller) => Promise<string>, body?: object): Case => ({
  name: 'an operator',
  prepare: async (seller) => ({
    as: await signedIn(operator, operator.password),
    path: await path(seller),
    ...(body && { body }),
  }),
});
const onCharge = (fields: object, move: string, body?: object, name?: string): Case =>
  asSeller(async (seller) => `${move.replace('{id}', await made(seller, 'charges', fields))}`, body, name);
const onPaid = (move: string, body?: object, fields?: object): Case =>
  asSeller(async (seller) => move.replace('{id}', await paid(seller, fields)), body);

/** They come without a credential: there is no account that a key could belong to. */
const OPEN = 'auth/register auth/login auth/recover auth/reset auth/check-link auth/verify-email '
  .concat('auth/check-invitation auth/accept-invitation')
  .split(' ');

const CASES: Record<string, Case[]> = {
  'auth/logout': [
    {
      name: 'a seller',
      prepare: async (seller) => ({
        as: bearer(seller),
        path: 'auth/logout',
        signIn: () => signedIn(seller, seller.password),
      }),
    },
  ],
  'auth/password': [
    {
      name: 'a seller',
      prepare: async (seller) => ({
        as: bearer(seller),
        path: 'auth/password',
        body: { current_password: seller.password, new_password: 'another good horse battery' },
        signIn: () => signedIn(seller, 'another good horse battery'),
      }),
    },
  ],
  'auth/verify-email/resend': [
    {
      name: 'a seller who has yet to confirm the address',
      prepare: async (seller) => {
        const unverify = 'update users set email_verified_at = null where account_id = $1';
        await gateway.db.query(unverify, [seller.id]);
        return { as: bearer(seller), path: 'auth/verify-email/resend' };
      },
    },
  ],
  'auth/confirm': [asUser('auth/confirm', async ({ password }) => ({ password }))],
  'auth/two-factor': [asUser('auth/two-factor', async ({ password }) => ({ password }))],
  'auth/two-factor/confirm': [
    asUser('auth/two-factor/confirm', async (seller) => ({ code: (await secondFactor(seller))() })),
  ],
  'auth/two-factor/disable': [
    {
      name: 'a seller',
      prepare: async (seller) => {
        const body = { code: (await secondFactor(seller))() };
        const confirm = '/api/v1/auth/two-factor/confirm';
        const confirmed = await gateway.call('POST', confirm, body, bearer(seller));
        return {
          as: bearer(seller),
          path: 'auth/two-factor/disable',
          body: { password: seller.password, code: confirmed.body.recovery_codes[0] },
        };
      },
    },
  ],
  ...{ ...teamCases(() => gateway), ...cardCases(() => gateway) },
  'account/domain/verify': [asSeller(claimedDomain)],
  ...identityCases(
    () => gateway,
    () => signedIn(operator, operator.password),
  ),
  ...bankCases(
    () => gateway,
    () => signedIn(operator, operator.password),
  ),
  keys: [asUser('keys', async () => ({ name: 'till' }))],
  charges: [
    asSeller('charges', PIX, 'PIX'),
    asSeller('charges', CARD, 'card'),
    asSeller('charges', PAID_AT_ONCE, 'a card that pays at once'),
    asSeller('charges', BOLETO, 'boleto'),
    asSeller('charges', { ...PIX, billing_type: 'UNDEFINED' }, 'the payer chooses'),
    asSeller('charges', { ...PIX, customer: { name: 'Ana' } }, 'a customer without document'),
  ],
  'charge-imports': [asSeller('charge-imports', IMPORT)],
  'charge-imports/{id}/confirm': [
    asSeller(async (seller) => `charge-imports/${await made(seller, 'charge-imports', IMPORT)}/confirm`),
  ],
  quotes: [asSeller('quotes', PIX)],
  'charges/{id}/refund': [onPaid('charges/{id}/refund', { amount: 5 })],
  'charges/{id}/mails': [
    onCharge({ ...PIX, customer: { name: 'Ana', email: 'ana@example.com' } }, 'charges/{id}/mails'),
  ],
  'charges/{id}/cancel': [onCharge(PIX, 'charges/{id}/cancel'), onCharge(BOLETO, 'charges/{id}/cancel')],
  customers: [asSeller('customers', { name: 'Ana' })],
  products: [asSeller('products', { name: 'Book', price: 10 })],
  'payment-links': [asSeller('payment-links', { name: 'Link', value: 10 })],
  coupons: [asSeller('coupons', { code: 'NATAL10', percent: 10 })],
  withdrawals: [
    asSeller(
      async (seller) => {
        await paid(seller, { ...PIX, value: SALE });
        return 'withdrawals';
      },
      { amount: 10, ...pixKey },
    ),
  ],
  'unversioned webhooks': [asSeller('../webhooks', receiver)],
  webhooks: [asSeller('webhooks', receiver)],
  'webhooks/{id}/rotate-secret': [
    asSeller(async (seller) => `webhooks/${await made(seller, 'webhooks', receiver)}/rotate-secret`),
  ],
  'webhooks/{id}/test': [
    asSeller(async (seller) => `webhooks/${await made(seller, 'webhooks', receiver)}/test`),
  ],
  'deliveries/{id}/redeliver': [asSeller(async (seller) => `deliveries/${await delivery(seller)}/redeliver`)],
  'deliveries/redeliver': [
    asSeller(
      async (seller) => {
        await delivery(seller);
        return 'deliveries/redeliver';
      },
      { from: '2026-01-01T00:00:00Z' },
    ),
  ],
  'admin/accounts/{id}/approve': [
    asOperator(async ({ id }) => {
      await operator.call('POST', `/api/v1/admin/accounts/${id}/block`, { reason: 'fraud' });
      return `admin/accounts/${id}/approve`;
    }, {}),
  ],
  'admin/accounts/{id}/block': [
    asOperator(async ({ id }) => `admin/accounts/${id}/block`, { reason: 'fraud' }),
  ],
  'admin/withdrawals/{id}/approve': [
    asOperator(async (seller) => `admin/withdrawals/${await withdrawal(seller)}/approve`),
  ],
  'admin/withdrawals/{id}/paid': [
    asOperator(
      async (seller) => {
        const id = await withdrawal(seller);
        await gateway.db.query('update withdrawals set to_pay_since = now() where id = $1', [id]);
        return `admin/withdrawals/${id}/paid`;
      },
      { reference: 'E1' },
    ),
  ],
  'admin/withdrawals/{id}/reject': [
    asOperator(async (seller) => `admin/withdrawals/${await withdrawal(seller)}/reject`, { reason: 'no' }),
  ],
  'admin/disputes/{id}/close': [
    asOperator(async (seller) => `admin/disputes/${await dispute(seller)}/close`, { outcome: 'won' }),
    asOperator(async (seller) => `admin/disputes/${await dispute(seller)}/close`, { outcome: 'lost' }),
  ],
  'disputes/{id}/answer': [
    asSeller(async (seller) => `disputes/${await dispute(seller)}/answer`, { text: 'Entregue no prazo' }),
  ],
  'disputes/{id}/accept': [asSeller(async (seller) => `disputes/${await dispute(seller)}/accept`)],
  'admin/jobs/{account_id}/{id}/retry': [
    asOperator(async (seller) => `admin/jobs/${seller.id}/${await failedJob(seller)}/retry`),
  ],
  'admin/people/export': [asOperator(async () => 'admin/people/export', PERSON)],
  'admin/people/erase': [
    asOperator(async (seller) => (await paid(seller, BIAS)) && 'admin/people/erase', PERSON),
  ],
  'admin/fee-plans': [
    asOperator(async () => 'admin/fee-plans', {
      ...{ name: 'Volume', percent: 3, fixed: 1, reserve_percent: 5, reserve_days: 30 },
    }),
  ],
  'admin/search': [asOperator(async () => 'admin/search', { query: PERSON.document })],
  'admin/charges/{id}/open': [
    asOperator(async (seller) => `admin/charges/${await paid(seller)}/open`, { reason: 'asked for' }),
  ],
  'admin/customers/{id}/open': [
    asOperator(async (seller) => `admin/customers/${await made(seller, 'customers', { name: 'Ana' })}/open`),
  ],
  'admin/operators': [
    asOperator(async () => 'admin/operators', {
      email: 'second@operators.example',
      name: 'Second',
      password: 'correct horse battery',
    }),
  ],
  'sandbox/charges/{id}/pay': [
    onCharge(PIX, 'sandbox/charges/{id}/pay', undefined, 'PIX'),
    onCharge(CARD, 'sandbox/charges/{id}/pay', undefined, 'card'),
    onCharge(BOLETO, 'sandbox/charges/{id}/pay', undefined, 'boleto'),
    onCharge(
      { ...PIX, billing_type: 'UNDEFINED' },
      'sandbox/charges/{id}/pay',
      undefined,
      'the payer chooses',
    ),
    onCharge(PIX, 'sandbox/charges/{id}/pay', { amount: 7 }, 'a wrong amount'),
  ],
  'sandbox/charges/{id}/refuse': [onCharge(CARD, 'sandbox/charges/{id}/refuse')],
  'sandbox/charges/{id}/expire': [onCharge(PIX, 'sandbox/charges/{id}/expire')],
  'sandbox/charges/{id}/overdue': [onCharge(BOLETO, 'sandbox/charges/{id}/overdue')],
  'sandbox/charges/{id}/chargeback': [onPaid('sandbox/charges/{id}/chargeback', { amount: 5 }, CARD)],
  'sandbox/charges/{id}/med': [onPaid('sandbox/charges/{id}/med')],
  'sandbox/disputes/{id}/win': [asSeller(async (seller) => `sandbox/disputes/${await dispute(seller)}/win`)],
  'sandbox/disputes/{id}/lose': [
    asSeller(async (seller) => `sandbox/disputes/${await dispute(seller)}/lose`),
  ],
  'sandbox/withdrawals/{id}/approve': [
    asSeller(async (seller) => `sandbox/withdrawals/${await withdrawal(seller)}/approve`),
  ],
  'sandbox/withdrawals/{id}/reject': [
    asSeller(async (seller) => `sandbox/withdrawals/${await withdrawal(seller)}/reject`),
  ],
  'sandbox/clock': [
    {
      name: 'a seller',
      prepare: async (seller) => ({
        as: bearer(seller),
        path: 'sandbox/clock',
        body: { advance_seconds: 60 },
        // The first run answers when everything due has run: the run that finishes its work tells its own time.
        timeOfAnswer: 'now',
      }),
    },
  ],
};

function pathOf(path: string): string {
  const { pathname, search } = new URL(path, 'http://x/api/v1/');
  return pathname + search;
}

const A_MINUTE_MS = 61_000;
const listed = Object.entries(CASES).flatMap(([operation, cases]) =>
  cases.map(({ name, prepare }) => ({ operation, name, prepare })),
);

describe('a request that died between its effect and its answer, sent again with its key', () => {
  it.each(listed)(
    'gets the same bytes, and nothing happens twice: POST $operation, $name',
    async ({ operation, prepare }) => {
      const seller = await gateway.seller();
      const { as, path, body, signIn, timeOfAnswer } = await prepare(seller);
      const key = `${operation} ${gateway.deps.ids.next()}`;
      const post = (headers: Headers): Promise<Answer> =>
        gateway.call('POST', pathOf(path), body, {
          ...headers,
          'idempotency-key': key,
        });
      const start = await currentTransaction(gateway.db);
      const first = await post(as);
      expect(first.status, first.raw).toBeLessThan(300);
      const answered = await answersOf(gateway.db, key);
      expect(answered.length).toBeGreaterThan(0);
      const isOneTransaction = (await writesSince(gateway.db, start)).every((id) => answered.includes(id));
      if (!isOneTransaction) await loseTheAnswer(gateway.db, key);
      const headers = (await signIn?.()) ?? as;
      const before = await rowCounts(gateway.db);
      gateway.clock.setOffset(gateway.clock.offsetMs + A_MINUTE_MS);
      const second = await post(headers);
      const bytes = ({ raw, body: fields }: Answer) =>
        timeOfAnswer ? raw.replaceAll(fields[timeOfAnswer], '') : raw;
      expect([second.status, bytes(second)]).toEqual([first.status, bytes(first)]);
      expect(await rowCounts(gateway.db)).toEqual({
        ...before,
        answer_writes: String(Number(before.answer_writes) + (isOneTransaction ? 0 : 1)),
      });
      expect(await gateway.audit()).toEqual([]);
    },
  );

  it('is tried here for every POST that is described', () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
    const posts = Object.entries(paths)
      .filter(([, methods]) => 'post' in methods)
      .map(([path]) => path.replace('/api/v1/', '').replace('/api/', 'unversioned '));
    expect([...Object.keys(CASES), ...OPEN].sort()).toEqual(posts.sort());
  });
});
