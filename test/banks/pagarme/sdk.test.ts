import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions } from 'node:https';
import { type ConnectionOptions, connect } from 'node:tls';
import {
  ChargesController,
  Client,
  CustomError,
  CustomersController,
  OrdersController,
  PayablesController,
  TokensController,
} from '@pagarme/pagarme-nodejs-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDays, civilDateOf } from '../../../server/src/brazil/calendar.ts';
import { cents } from '../../../server/src/kit/money.ts';
import type { CardRequest } from '../../../server/src/providers/card.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { pagarmeUnderTest } from './account.ts';
import type { Operation, Seen } from './bank.ts';

/** Pagar.me's own client works with the simulator, and asks as our adapter asks. */
const account = pagarmeUnderTest();
let client: Client;

/** The client's address is fixed: its connections end at the simulator. */
class ToSimulator extends Agent {
  override createConnection(options: RequestOptions) {
    if (options.host !== 'api.pagar.me') throw new Error(`a connection to ${options.host}`);
    const { apiUrl, caFile } = account.there();
    const local = { host: '127.0.0.1', port: Number(new URL(apiUrl).port), servername: 'localhost' };
    return connect({ ...(options as ConnectionOptions), ...local, ca: readFileSync(caFile) });
  }
}

beforeAll(() => {
  client = new Client({
    basicAuthCredentials: { username: account.there().secretKey, password: '' },
    httpClientOptions: { timeout: 10_000, httpsAgent: new ToSimulator() },
  });
});

const ADDRESS = {
  ...{ line1: '1578, Avenida Paulista, Bela Vista', line2: 'sala 2', zipCode: '01310100' },
  ...{ city: 'São Paulo', state: 'SP', country: 'BR' },
  // Of an older form of addresses: the client insists on them, and the service does not.
  ...{ street: '', number: '', neighborhood: '', complement: '' },
};
const CUSTOMER = {
  ...{ name: 'Ana Souza', email: 'ana@example.com', document: '52998224725', documentType: 'CPF' },
  ...{ type: 'individual', address: ADDRESS, metadata: {}, code: '' },
  phones: { mobilePhone: { countryCode: '55', areaCode: '11', number: '987654321' } },
};

async function tokenBySdk(): Promise<string> {
  const tokens = new TokensController(client);
  const card = {
    number: '4000000000000010',
    holderName: 'ANA SOUZA',
    expMonth: 12,
    expYear: 2040,
    cvv: '123',
  };
  const request = { type: 'card', card: { ...card, brand: '', label: '' } };
  const { result } = await tokens.createToken(account.there().publicKey, request);
  return result.id ?? '';
}

async function orderBySdk(code: string, operationType = 'auth_and_capture') {
  const orders = new OrdersController(client);
  const { result } = await orders.createOrder(
    {
      ...{ code, closed: true, ip: '203.0.113.7', customer: CUSTOMER },
      items: [{ amount: 12_345, description: 'Loja da Ana', quantity: 1, code, category: '' }],
      payments: [
        {
          ...{ paymentMethod: 'credit_card', amount: 12_345 },
          creditCard: {
            ...{ operationType, installments: 3, statementDescriptor: 'Loja da Ana' },
            ...{ cardToken: await tokenBySdk(), card: { billingAddress: ADDRESS } },
          },
        },
      ],
    },
    code,
  );
  return { order: result, charge: result.charges?.[0] };
}

const OF_THE_CLIENT = ['street', 'number', 'neighborhood', 'complement', 'metadata', 'category'];

/** Without what the client alone insists on, and with names instead of what each makes anew. */
function comparable({ query, ...seen }: Seen, names: readonly string[]): unknown {
  const text = names.reduce(
    (rest, name) => rest.replaceAll(name, 'NAME'),
    JSON.stringify({ ...seen, query }, (field, value) => {
      const isOfClient = OF_THE_CLIENT.includes(field) && (value === '' || typeof value === 'object');
      const isEmpty = field === 'code' && value === '';
      return isOfClient || isEmpty ? undefined : value;
    }),
  );
  return JSON.parse(text.replace(/token_\w+/g, 'TOKEN'));
}

const seenCount = async () => (await account.there().state()).seen.length;

async function firstSince(count: number, operation: Operation, ...names: string[]): Promise<unknown> {
  const { seen } = await account.there().state();
  const first = seen.slice(count).find((each) => each.operation === operation);
  if (!first) throw new Error(`no ${operation} came`);
  return comparable(first, names);
}

async function newRequest(captures: CardRequest['captures'] = 'at once'): Promise<CardRequest> {
  const request = cardRequest(account.newReference(), await account.there().token(), captures);
  const { payer } = request;
  const address = payer.address && { ...payer.address, complement: 'sala 2' };
  return { ...request, payer: { ...payer, address } };
}

describe("Pagar.me's own client and our adapter", () => {
  it('make an order with the same request, and read the same answer', async () => {
    const request = await newRequest();
    const before = await seenCount();
    const ours = await account.cards().authorise(request);
    const middle = await seenCount();
    const code = account.newReference();
    const { order, charge } = await orderBySdk(code);
    expect(order).toMatchObject({ code, status: 'paid', amount: 12_345 });
    expect(charge).toMatchObject({
      status: 'paid',
      lastTransaction: { acquirerReturnCode: '00', installments: 3 },
    });
    expect(ours).toMatchObject({ outcome: 'approved' });
    expect(await firstSince(before, 'order.create', request.reference)).toEqual(
      await firstSince(middle, 'order.create', code),
    );
  });

  it('hold, capture in part and let go with the same requests', async () => {
    const charges = new ChargesController(client);
    for (const isCaptured of [true, false]) {
      const request = await newRequest('later');
      const before = await seenCount();
      const answer = await account.cards().authorise(request);
      const providerReference = answer.outcome === 'authorised' ? answer.providerReference : '';
      const { reference } = request;
      const authorisation = { reference, providerReference };
      if (isCaptured) await account.cards().capture({ ...authorisation, amountCents: cents(10_000n) });
      else await account.cards().voidAuthorisation(authorisation);
      const middle = await seenCount();
      const code = account.newReference();
      const { charge } = await orderBySdk(code, 'auth_only');
      expect(charge).toMatchObject({
        status: 'pending',
        lastTransaction: { status: 'authorized_pending_capture' },
      });
      const id = charge?.id ?? '';
      const names = isCaptured ? ['charge.capture', 'capture'] : ['charge.cancel', 'void'];
      const { result } = isCaptured
        ? await charges.captureCharge(
            id,
            { amount: 10_000, code, operationReference: code },
            `${code}-capture`,
          )
        : await charges.cancelCharge(id, { operationReference: code }, `${code}-void`);
      expect(result).toMatchObject(
        isCaptured ? { status: 'paid', paidAmount: 10_000 } : { status: 'canceled' },
      );
      for (const operation of ['order.create', names[0] as Operation] as const) {
        expect(await firstSince(before, operation, reference, providerReference)).toEqual(
          await firstSince(middle, operation, code, id),
        );
      }
    }
  });

  it('give back and look up with the same requests', async () => {
    const [charges, orders] = [new ChargesController(client), new OrdersController(client)];
    const request = await newRequest();
    const answer = await account.cards().authorise(request);
    const paymentReference = answer.outcome === 'approved' ? answer.providerReference : '';
    const [ours, theirs] = [account.newReference(), account.newReference()];
    await account.there().behave({ refunds: 'pending' });
    const before = await seenCount();
    await account.cards().refund({ reference: ours, paymentReference, amountCents: cents(345n) });
    await account.cards().findCard(request.reference);
    const middle = await seenCount();
    const code = account.newReference();
    const { charge } = await orderBySdk(code);
    const id = charge?.id ?? '';
    const { result } = await charges.cancelCharge(id, { amount: 345, operationReference: theirs }, theirs);
    expect(result).toMatchObject({ status: 'paid', lastTransaction: { status: 'pending_refund' } });
    const transactions = await charges.getChargeTransactions(id, 1, 100);
    expect(transactions.result.data).toHaveLength(2);
    const listed = await orders.getOrders(1, 30, code);
    expect(listed.result.data).toMatchObject([{ code, charges: [{ id }] }]);
    for (const operation of ['charge.cancel', 'charge.transactions', 'order.list'] as const) {
      expect(await firstSince(before, operation, ours, request.reference, paymentReference)).toEqual(
        await firstSince(middle, operation, theirs, code, id),
      );
    }
  });

  it('list payables with the same request', async () => {
    const { charge } = await orderBySdk(account.newReference());
    const from = addDays(civilDateOf(new Date()), 31);
    const before = await seenCount();
    await account.cards().remote.settlements?.settlementsIn({ from, until: from, page: 0 });
    const middle = await seenCount();
    const none = undefined;
    const { result } = await new PayablesController(client).getPayables(
      ...([
        none,
        none,
        none,
        none,
        none,
        none,
        addDays(from, 1),
        from,
        none,
        none,
        none,
        none,
        none,
        100,
      ] as const),
    );
    expect(result.data?.length).toBeGreaterThan(0);
    expect(charge?.id).toMatch(/^ch_/);
    expect(await firstSince(before, 'payable.list')).toEqual(await firstSince(middle, 'payable.list'));
  });

  it('store a card and charge it with the same requests', async () => {
    const customers = new CustomersController(client);
    const reference = account.newReference();
    const { payer } = await newRequest();
    const source = await account.there().token();
    const before = await seenCount();
    const stored = await account.cards().vault?.storeCard({ reference, source, payer });
    const middle = await seenCount();
    const [customer = ''] = stored?.ok ? stored.card.id.split(':') : [];
    const key = account.newReference();
    await customers.createCustomer(CUSTOMER, `${key}-customer`);
    const { result } = await customers.createCard(customer, { token: await tokenBySdk() }, key);
    expect(result).toMatchObject({ lastFourDigits: '0010', brand: 'Visa', expYear: 2040 });
    for (const operation of ['customer.create', 'card.create'] as const) {
      expect(await firstSince(before, operation, reference)).toEqual(
        await firstSince(middle, operation, key),
      );
    }
  });

  it('are refused alike for a wrong request', async () => {
    const charges = new ChargesController(client);
    const wrong = charges.captureCharge('ch_unknown', { code: 'x', operationReference: 'x' }, 'x');
    await expect(wrong).rejects.toBeInstanceOf(CustomError);
    await expect(wrong).rejects.toMatchObject({ statusCode: 404 });
    const held = { reference: account.newReference(), providerReference: 'ch_unknown' };
    const answer = await account.cards().capture({ ...held, amountCents: cents(1n) });
    expect(answer).toEqual({ outcome: 'unknown' });
  });

  it('send nothing that Pagar.me does not know', async () => {
    const { violations } = await account.there().state();
    expect(violations).toEqual([]);
  });
});
