import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealOldPayers } from '../../server/src/charges/seal-payers.ts';
import { PayerSeal, SEALED_FROM } from '../../server/src/db/payer-seal.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { ADDRESS, ADDRESS_LINE } from '../support/literals.ts';
import { createdCharge, GOOD_CARD, hiddenValue, payOnPage, visitorOf } from '../support/pages.ts';
import { until, untilFinal } from '../support/until.ts';

const ANA = {
  name: 'Ana Souza',
  email: 'Ana.Souza@example.com',
  cpf_cnpj: '52998224725',
  phone: '+55 11 98765-4321',
  address: ADDRESS,
};
const SECRETS = [
  /ana\.souza@example/i,
  /52998224725|529\.982\.247/,
  /98765-4321|987654321/,
  /Avenida Paulista|01310-?100|apto 42/,
];

/** Every row of every table as text, with the tables of sellers' own accounts left out. */
/** With a document of its own: a seller's is public, and stands in the mails to its payers. */
async function sellerOf({ db, seller }: TestGateway): Promise<Seller> {
  const made = await seller('Loja');
  await db.query(`update accounts set document = '11144477735' where id = $1`, [made.id]);
  return made;
}

async function dumpOf({ db }: TestGateway): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const own = ['accounts', 'users', 'user_emails', 'unclaimed_emails'];
  const texts = await Promise.all(
    tables
      .filter(({ name }) => !own.includes(name))
      .map(({ name }) => db.query<{ text: string }>(`select t::text as text from "${name}" t`)),
  );
  // Sorted: the nodes of a cluster answer in any order.
  return texts.flatMap((rows) => rows.map(({ text }) => text).sort()).join('\n');
}

/** A customer, and charges by every method with the payer's data through every endpoint and page; paid, refunded, with a webhook. */
async function trade(gateway: TestGateway, seller: Seller): Promise<string[]> {
  const visitor = visitorOf(gateway);
  await seller.call('POST', '/api/v1/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    events: ['payment.received', 'charge.pending'],
  });
  const saved = await seller.call('POST', '/api/v1/customers', ANA);
  expect(saved.body).toMatchObject(ANA);
  const pix = await createdCharge(seller, { billing_type: 'PIX', value: 50, customer: ANA });
  expect(pix.customer).toEqual(ANA);
  expect(pix.customer_id).toBe(saved.body.id);
  const boleto = await createdCharge(seller, { billing_type: 'BOLETO', value: 60, customer: ANA });
  const named = { billing_type: 'UNDEFINED', value: 70, customer_id: saved.body.id };
  const chosen = await createdCharge(seller, named);
  await visitor.post(chosen.path, { method: 'BOLETO' });
  const card = await createdCharge(seller, { billing_type: 'CREDIT_CARD', value: 80, customer: ANA });
  await payOnPage(visitor, card.path, GOOD_CARD);
  const link = await seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
  const linkPath = new URL(link.body.url).pathname;
  const form_id = hiddenValue((await visitor.get(linkPath)).html, 'form_id');
  const { name, email, cpf_cnpj: document } = ANA;
  const ordered = await visitor.post(linkPath, { form_id, method: 'BOLETO', name, email, document });
  expect(ordered.status).toBe(303);
  await seller.call('POST', `/api/v1/sandbox/charges/${pix.id}/pay`);
  await seller.call('POST', `/api/v1/charges/${pix.id}/refund`, { amount: 1 });
  await gateway.runDue();
  return [pix.id, boleto.id, chosen.id, card.id];
}

/** What the seller and the payer see is what was said, however it is stored. */
async function expectShown(gateway: TestGateway, seller: Seller, ids: readonly string[]): Promise<void> {
  const visitor = visitorOf(gateway);
  for (const id of ids) {
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body.customer).toEqual(ANA);
  }
  const filters = ['email=ana.souza@EXAMPLE.com', 'cpf_cnpj=529.982.247-25', 'search=ana.souza@example.com'];
  for (const filter of [...filters, 'search=52998224725', 'search=ana s']) {
    const { body } = await seller.call('GET', `/api/v1/customers?${filter}`);
    expect({ filter, total: body.total, data: body.data }).toMatchObject({ filter, total: 1, data: [ANA] });
  }
  expect((await seller.call('GET', '/api/v1/customers?email=x@example.com')).body.total).toBe(0);
  const again = await createdCharge(seller, { billing_type: 'PIX', value: 5, customer: ANA });
  const { body: found } = await seller.call('GET', '/api/v1/customers?cpf_cnpj=52998224725');
  expect(again.customer_id).toBe(found.data[0].id);
  const changed = await seller.call('POST', '/api/v1/customers', { ...ANA, phone: null });
  expect(changed.body).toMatchObject({ ...ANA, id: found.data[0].id });
  // The feed waits for every transaction of the server, those of other tests too.
  const paid = async () => {
    const { body: feed } = await seller.call('GET', '/api/v1/events?limit=100');
    return feed.data.find((event: { event: string }) => event.event === 'charge.paid');
  };
  await until('the feed shows the payment', async () => (await paid()) !== undefined);
  expect((await paid()).data.customer).toEqual({ name: ANA.name, email: ANA.email });
  const { body: deliveries } = await seller.call('GET', '/api/v1/deliveries?event=payment.received');
  const { body: delivery } = await seller.call('GET', `/api/v1/deliveries/${deliveries.data[0].id}`);
  expect(JSON.parse(delivery.body).data.customer).toEqual({ name: ANA.name, email: ANA.email });
  const { body: boleto } = await seller.call('GET', `/api/v1/charges/${ids[1]}`);
  const { html } = await visitor.get(new URL(boleto.boleto.url).pathname);
  expect(html).toContain('529.982.247-25');
  expect(html).toContain(ADDRESS_LINE);
}

describe('what is known of a payer', () => {
  let gateway: TestGateway;
  let seller: Seller;
  beforeAll(async () => {
    gateway = await startGateway();
    seller = await sellerOf(gateway);
  });
  afterAll(() => gateway.stop());

  it('is shown as it was said, and is in no table to be read', async () => {
    const ids = await trade(gateway, seller);
    await expectShown(gateway, seller, ids);
    await gateway.deps.requestLog.save();
    const dump = await dumpOf(gateway);
    expect(dump).toContain('Ana Souza');
    expect(SECRETS.filter((secret) => secret.test(dump))).toEqual([]);
    expect(await gateway.audit()).toEqual([]);
  });

  it('looks different in every row, and is found by what looks the same', async () => {
    const rows = await gateway.db.query<{ email: string; cpf_cnpj: string; document_sealed: string }>(
      'select email, cpf_cnpj, document_sealed from customers',
    );
    const other = await gateway.seller('Outra');
    await other.call('POST', '/api/v1/customers', ANA);
    const [theirs] = await gateway.db.query<(typeof rows)[0]>(
      'select email, cpf_cnpj, document_sealed from customers where account_id = $1',
      [other.id],
    );
    const mine = rows.find(({ cpf_cnpj: document }) => document === theirs?.cpf_cnpj);
    expect(mine?.email).toBe(theirs?.email);
    expect(mine?.document_sealed).not.toBe(theirs?.document_sealed);
  });

  it('may begin as sealed text does, and is only text', async () => {
    const { status, body } = await seller.call('POST', '/api/v1/customers', {
      name: 'Bia',
      phone: '~1.1199',
    });
    expect({ status, phone: body.phone }).toEqual({ status: 201, phone: '~1.1199' });
    expect((await seller.call('GET', `/api/v1/customers/${body.id}`)).body.phone).toBe('~1.1199');
  });
});

describe('while an older version may be at work', () => {
  let gateway: TestGateway;
  let seller: Seller;
  beforeEach(async () => {
    gateway = await startGateway();
    await sealFrom(new Date(Date.now() + DAY_MS));
    seller = await sellerOf(gateway);
  });
  afterEach(() => gateway.stop());

  const sealFrom = (at: Date) =>
    gateway.db.query('update installation set value = $2 where name = $1', [SEALED_FROM, at.toISOString()]);
  const laterDeps = async () => {
    await sealFrom(new Date(0));
    return { ...gateway.deps, payerSeal: new PayerSeal(gateway.db, gateway.deps.vault) };
  };

  it('it is stored in clear, for that version can read nothing else', async () => {
    const ids = await trade(gateway, seller);
    await expectShown(gateway, seller, ids);
    const dump = await dumpOf(gateway);
    expect(SECRETS.filter((secret) => secret.test(dump))).toHaveLength(SECRETS.length);
    expect(await sealOldPayers(gateway.deps)).toBe(0);
    expect(await dumpOf(gateway)).toBe(dump);
  });

  it('afterwards old rows are sealed in the background, and show the same', async () => {
    const ids = await trade(gateway, seller);
    const events = async () => (await seller.call('GET', '/api/v1/events?limit=100')).raw;
    await untilFinal(gateway);
    const before = await events();
    const deps = await laterDeps();
    for (let round = 0; round < 4; round += 1) await sealOldPayers(deps);
    const dump = await dumpOf(gateway);
    expect(SECRETS.filter((secret) => secret.test(dump))).toEqual([]);
    expect(await events()).toBe(before);
    await expectShown(gateway, seller, ids);
    expect(await gateway.audit()).toEqual([]);
  });

  it('a customer stored in clear is found and filled in by who stores sealed already', async () => {
    const { body } = await seller.call('POST', '/api/v1/customers', { name: 'Ana', cpf_cnpj: ANA.cpf_cnpj });
    await laterDeps();
    Object.assign(gateway.deps, { payerSeal: new PayerSeal(gateway.db, gateway.deps.vault) });
    const charge = await createdCharge(seller, { billing_type: 'PIX', value: 5, customer: ANA });
    expect(charge.customer_id).toBe(body.id);
    const { body: shown } = await seller.call('GET', `/api/v1/customers/${body.id}`);
    expect(shown).toMatchObject({ ...ANA, name: 'Ana' });
    expect((await seller.call('GET', '/api/v1/customers')).body.total).toBe(1);
    const stored = await gateway.db.query('select cpf_cnpj, email from customers');
    expect(stored).toEqual([{ cpf_cnpj: ANA.cpf_cnpj, email: expect.stringMatching(/^~[0-9a-f]{32}$/) }]);
  });
});
