import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sellers, startSellers, type TestAccount } from '../../../test/support/sellers.ts';

let sellers: Sellers;
let seller: TestAccount;

const CUSTOMERS = [
  { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725' },
  { name: 'ANABELA', email: 'Ana@Example.com' },
  { name: 'Élida Ramos', email: 'elida@example.com' },
  { name: 'Bruno', cpf_cnpj: '11144477735' },
  { name: '100% Algodão', email: 'bruno' },
  { name: 'a_b' },
  { name: 'ana@example.com' },
];

beforeAll(async () => {
  sellers = await startSellers();
  seller = await sellers.account();
  for (const { email, ...customer } of CUSTOMERS) {
    const address = email?.includes('@') ? { email } : {};
    const { status } = await seller.call('POST', '/api/v1/customers', { ...customer, ...address });
    expect(status).toBe(201);
  }
});
afterAll(() => sellers.stop());

const find = async (search: string, query = '', from = seller) => {
  const path = `/api/v1/customers?search=${encodeURIComponent(search)}${query}`;
  const { body } = await from.call('GET', path);
  return body as { data: { name: string }[]; total: number; has_more: boolean; next_cursor: string | null };
};
const namesOf = (page: { data: { name: string }[] }) => page.data.map(({ name }) => name);

describe('GET /customers?search=', () => {
  it.each([
    ['ana', ['Ana Souza', 'ana@example.com', 'ANABELA']],
    ['ANA S', ['Ana Souza', 'ana@example.com', 'ANABELA']],
    ['ANA SO', ['Ana Souza']],
    ['souza', ['Ana Souza']],
    ['ramos elida', ['Élida Ramos']],
    ['algodao', ['100% Algodão']],
    ['é', ['Élida Ramos']],
    ['ÉLIDA', ['Élida Ramos']],
    ['ana@example.com', ['Ana Souza', 'ana@example.com', 'ANABELA']],
    ['ELIDA@EXAMPLE.COM', ['Élida Ramos']],
    ['elida@', ['Élida Ramos']],
    ['elida@exa', ['Élida Ramos']],
    ['lida', []],
    ['ana 529982', ['Ana Souza']],
    ['529.982.247-25', ['Ana Souza']],
    ['11144477735', ['Bruno']],
    ['111444', ['Bruno']],
    ['111.444', ['Bruno']],
    ['44777', []],
    ['100%', ['100% Algodão']],
    ['%', []],
    ['a_', ['a_b']],
    [' bruno ', ['Bruno']],
    ["'; drop table customers; --", []],
  ])('%s finds %j', async (search, names) => {
    const page = await find(search);
    expect(namesOf(page)).toEqual(names);
    expect(page).toMatchObject({ object: 'list', total: names.length, has_more: false, next_cursor: null });
  });

  it('pages by cursor and by offset, in the order of names', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await find('a', `&limit=1${cursor}`);
      expect(page.total).toBe(4);
      seen.push(...namesOf(page));
      cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : '';
    } while (cursor);
    expect(seen).toEqual(['Ana Souza', 'ana@example.com', 'ANABELA', 'a_b'].sort(byLowerCase));
    expect(namesOf(await find('a', '&limit=2&offset=1'))).toEqual(seen.slice(1, 3));
  });

  it('goes together with the other filters', async () => {
    expect(await find('ana', '&cpf_cnpj=52998224725')).toMatchObject({
      total: 1,
      data: [{ name: 'Ana Souza' }],
    });
    expect(await find('bruno', '&email=ana@example.com')).toMatchObject({ total: 0, data: [] });
  });

  it("finds nothing of another seller's", async () => {
    const stranger = await sellers.account();
    for (const search of ['ana', 'ana@example.com', '52998224725']) {
      expect(await find(search, '', stranger)).toMatchObject({ total: 0, data: [] });
    }
  });

  it.each(['', '%20', 'x'.repeat(255)])('refuses "%s" and names it', async (search) => {
    const { status, body } = await seller.call('GET', `/api/v1/customers?search=${search}`);
    expect(status).toBe(400);
    expect(body.details).toHaveProperty('search');
  });
});

function byLowerCase(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
