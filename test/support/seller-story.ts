import { addDays, civilDateOf } from '../../server/src/brazil/calendar.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import type { Answer, Seller, TestGateway } from './gateway.ts';
import { startReceiver } from './receiver.ts';

export const CHAPTERS = ['accounts', 'catalog', 'charges', 'payments', 'afterwards', 'later'] as const;
export type Chapter = (typeof CHAPTERS)[number];
type Person = Pick<Seller, 'id' | 'email' | 'password' | 'apiKey'>;
type Balance = { available: number; reserved: number };

/** What a reader needs to know of the story to ask for it, and what it must then be told. */
export type StoryFacts = {
  readonly seller: Person;
  readonly partner: Person;
  readonly charges: Readonly<Record<string, string>>;
  /** The gateway's clock before the last chapter, and at the end. */
  readonly tradedAt: string;
  readonly endedAt: string;
  readonly balances: {
    readonly traded: Balance;
    readonly ended: Balance;
    readonly partner: Balance;
  };
};

const RESERVE_IS_FREE_MS = 31 * DAY_MS;

type Teller = {
  gateway: TestGateway;
  seller: Seller;
  partner: Seller;
  post(path: string, body?: object): Promise<Answer['body']>;
};

/** A seller's month: it touches everything a seller's day writes. `begin` hears of each chapter. */
export async function tellStory(
  gateway: TestGateway,
  begin: (chapter: Chapter) => void,
): Promise<StoryFacts> {
  const receiver = await startReceiver();
  begin('accounts');
  const teller = await openAccounts(gateway, receiver.url);
  begin('catalog');
  const goods = await fillCatalog(teller);
  begin('charges');
  const charges = await createCharges(teller, goods);
  begin('payments');
  await payCharges(teller, charges);
  begin('afterwards');
  await refundAndWithdraw(teller, charges);
  const tradedAt = gateway.clock.now().toISOString();
  const traded = await balanceOf(teller.seller);
  begin('later');
  await gateway.advance(RESERVE_IS_FREE_MS);
  await gateway.deps.rollups.fold();
  const balances = {
    traded,
    ended: await balanceOf(teller.seller),
    partner: await balanceOf(teller.partner),
  };
  await receiver.stop();
  return {
    seller: personOf(teller.seller),
    partner: personOf(teller.partner),
    charges,
    tradedAt,
    endedAt: gateway.clock.now().toISOString(),
    balances,
  };
}

const personOf = ({ id, email, password, apiKey }: Seller): Person => ({ id, email, password, apiKey });

async function balanceOf({ call }: Seller): Promise<Balance> {
  const { available, reserved } = bodyOf(await call('GET', '/api/v1/balance'));
  return { available, reserved };
}

function bodyOf(answer: Answer): Answer['body'] {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.raw}`);
  return answer.body;
}

async function openAccounts(gateway: TestGateway, receiverUrl: string): Promise<Teller> {
  const [seller, partner] = [await gateway.seller('Loja Antiga'), await gateway.seller('Parceiro')];
  const post = async (path: string, body: object = {}) =>
    bodyOf(await seller.call('POST', `/api/v1/${path}`, body));
  const signedIn = { authorization: `Bearer ${seller.token}` };
  const spare = bodyOf(await gateway.call('POST', '/api/v1/keys', { name: 'spare' }, signedIn));
  bodyOf(await gateway.call('DELETE', `/api/v1/keys/${spare.id}`, undefined, signedIn));
  const { email, password } = seller;
  const { token } = bodyOf(await gateway.call('POST', '/api/v1/auth/login', { email, password }));
  bodyOf(await gateway.call('POST', '/api/v1/auth/logout', {}, { authorization: `Bearer ${token}` }));
  const profile = { phone: '11999990000', payout_pix_key: 'loja@example.com' };
  bodyOf(await seller.call('PATCH', '/api/v1/account', profile));
  await post('webhooks', { url: `${receiverUrl}/hook`, events: ['payment.received', 'charge.refunded'] });
  return { gateway, seller, partner, post };
}

type Goods = { customer: string; product: string };

async function fillCatalog({ post }: Teller): Promise<Goods> {
  const customer = await post('customers', { name: 'Maria', email: 'maria@example.com' });
  const product = await post('products', { name: 'Livro', price: 30, stock: 5 });
  await post('payment-links', { name: 'Doação', value: 20, billing_types: ['PIX'] });
  return { customer: customer.id, product: product.id };
}

async function createCharges({ gateway, seller, partner, post }: Teller, goods: Goods) {
  const charge = async (billing_type: string, value: number, more: object = {}): Promise<string> =>
    (await post('charges', { billing_type, value, ...more })).id;
  const once = { billing_type: 'PIX', value: 100, customer_id: goods.customer };
  const pix = await seller.call('POST', '/api/v1/charges', once, { 'idempotency-key': 'order-1' });
  const due_date = addDays(civilDateOf(gateway.clock.now()), 5);
  const customer = { name: 'João', cpf_cnpj: '11144477735' };
  return {
    pix: bodyOf(pix).id as string,
    shared: await charge('PIX', 50, { split: [{ recipient_id: partner.id, percent: 20 }] }),
    boleto: await charge('BOLETO', 80, { due_date, customer }),
    card: await charge('CREDIT_CARD', 120, { installments: 3 }),
    chosen: await charge('UNDEFINED', 60),
    product: await charge('PIX', 30, { product_id: goods.product }),
    disputed: await charge('PIX', 40),
    cancelled: await charge('PIX', 11),
    refused: await charge('CREDIT_CARD', 12),
    expired: await charge('PIX', 13),
    waiting: await charge('BOLETO', 70, { due_date: addDays(due_date, 90), customer }),
  };
}

type Charges = Awaited<ReturnType<typeof createCharges>>;

async function payCharges({ gateway, post }: Teller, charges: Charges): Promise<void> {
  const { pix, shared, boleto, card, chosen, product, disputed } = charges;
  for (const id of [pix, shared, boleto, card, chosen, product, disputed]) {
    await post(`sandbox/charges/${id}/pay`);
  }
  await post(`sandbox/charges/${charges.refused}/refuse`);
  await post(`sandbox/charges/${charges.expired}/expire`);
  await post(`charges/${charges.cancelled}/cancel`);
  await gateway.runDue();
  await gateway.deps.rollups.fold();
}

const LISTS = ['charges', 'transactions', 'balance', 'withdrawals', 'disputes', 'customers', 'products'];
const MORE_LISTS = ['payment-links', 'events', 'deliveries', 'webhooks', 'account'];

async function refundAndWithdraw({ gateway, seller, post }: Teller, charges: Charges): Promise<void> {
  await post(`charges/${charges.pix}/refund`, { amount: 30 });
  await post(`charges/${charges.chosen}/refund`);
  await post(`sandbox/charges/${charges.disputed}/med`);
  for (const outcome of ['approve', 'reject']) {
    const { id } = await post('withdrawals', { amount: 25 });
    await post(`sandbox/withdrawals/${id}/${outcome}`);
  }
  await gateway.runDue();
  const one = [`charges/${charges.pix}`, `charges/${charges.pix}/ledger`];
  for (const path of [...LISTS, ...MORE_LISTS, ...one]) bodyOf(await seller.call('GET', `/api/v1/${path}`));
}
