import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { register } from '../accounts/register.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';

let gateway: TestGateway;
let operator: Seller;
const ids: Record<string, string> = {};

const PEOPLE = [
  { name: 'Ana Água', email: 'ana@one.example', document: '111.444.777-35' },
  { name: 'ANA Borges', email: 'borges@two.example', document: '390.533.447-05' },
  { name: '100% Doces_e_Cia', email: 'contato@three.example', document: '11.222.333/0001-81' },
  { name: 'Banco Alfa', email: 'alfa@four.example', document: '12.abc.345/01de-35' },
];

beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  for (const person of PEOPLE) {
    const { accountId } = await register(gateway.deps, { ...person, password: 'correct horse battery' });
    ids[person.name] = accountId;
  }
  await gateway.db.query(`update accounts set status = 'pending' where name = 'Banco Alfa'`);
  await waitForCacheExpiry();
});
afterAll(() => gateway.stop());

async function list(query: Record<string, string>) {
  const { status, body } = await operator.call('GET', `/api/v1/admin/accounts?${new URLSearchParams(query)}`);
  return { status, body, names: (body.data ?? []).map((account: { name: string }) => account.name) };
}

describe('the list of accounts', () => {
  it('is newest first and shows everything an operator needs', async () => {
    const { body, names } = await list({});
    expect(names).toEqual(['Banco Alfa', '100% Doces_e_Cia', 'ANA Borges', 'Ana Água', 'Operator']);
    expect(body).toMatchObject({ object: 'list', total: 5, has_more: false, next_cursor: null });
    expect(body.data[0]).toEqual({
      object: 'account',
      id: ids['Banco Alfa'],
      name: 'Banco Alfa',
      email: 'alfa@four.example',
      email_verified: false,
      document: '12ABC34501DE35',
      person_type: 'PJ',
      phone: null,
      account_status: 'pending',
      status_reason: null,
      identity_verified: false,
      language: null,
      address: null,
      contact_email: null,
      contact_phone: null,
      contact_whatsapp: null,
      payment_provider: 'sandbox',
      payout_pix_key: null,
      pix_providers: null,
      boleto_providers: null,
      page_name: null,
      page_color: null,
      fee_plan_name: null,
      named_fee_plan: null,
      fee_plan: {
        ...{ percent: 5.99, fixed: 2.5, reserve_percent: 5, reserve_days: 30 },
        ...{ card_settlement: 'instant', anticipation_percent: null },
      },
      limits: { general: null, charges: null, webhooks: null },
      created_at: expect.any(String),
    });
  });

  it.each([
    ['ana', ['ANA Borges', 'Ana Água']],
    ['ANA ÁG', ['Ana Água']],
    ['Borges', ['ANA Borges']],
    ['BORGES@two', ['ANA Borges']],
    ['111.444', ['Ana Água']],
    ['11144477735', ['Ana Água']],
    ['11.222.333/0001-81', ['100% Doces_e_Cia']],
    ['12abc', ['Banco Alfa']],
    ['100%', ['100% Doces_e_Cia']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ["o'", []],
    ['nobody', []],
  ])('is searched by the beginning of name, e-mail or document: %s', async (q, expected) => {
    const { status, names, body } = await list({ q });
    expect(status).toBe(200);
    expect(names).toEqual(expected);
    expect(body.total).toBe(expected.length);
  });

  it('is searched by id', async () => {
    expect((await list({ q: String(ids['Ana Água']) })).names).toEqual(['Ana Água']);
  });

  it('is filtered by status, also together with a search', async () => {
    expect((await list({ status: 'pending' })).names).toEqual(['Banco Alfa']);
    expect((await list({ status: 'pending', q: 'ana' })).names).toEqual([]);
    expect((await list({ status: 'active', q: 'ana' })).names).toEqual(['ANA Borges', 'Ana Água']);
  });

  it('is read in pages by cursor and by offset', async () => {
    const first = await list({ limit: '2' });
    expect(first.body).toMatchObject({ total: 5, has_more: true });
    const second = await list({ limit: '2', cursor: first.body.next_cursor });
    expect(second.names).toEqual(['ANA Borges', 'Ana Água']);
    expect((await list({ limit: '2', offset: '2' })).names).toEqual(second.names);
    const last = await list({ limit: '2', cursor: second.body.next_cursor });
    expect(last).toMatchObject({ names: ['Operator'], body: { has_more: false, next_cursor: null } });
  });

  it.each(['status=gone', 'q=', 'q=%20%20', 'limit=0', 'limit=101', 'cursor=MTIz'])(
    'refuses a wrong filter: %s',
    async (query) => {
      const answer = await operator.call('GET', `/api/v1/admin/accounts?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
      expect(Object.keys(answer.body.details)).toEqual([query.split('=')[0]]);
    },
  );

  it('has one account by id', async () => {
    const { body } = await operator.call('GET', `/api/v1/admin/accounts/${ids['Ana Água']}`);
    expect(body).toMatchObject({ id: ids['Ana Água'], name: 'Ana Água', document: '11144477735' });
  });
});
