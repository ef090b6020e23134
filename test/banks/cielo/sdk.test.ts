import { readFileSync } from 'node:fs';
import https from 'node:https';
import { connect } from 'node:tls';
import { Cielo as Client } from 'cielo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { cieloUnderTest } from './acquirer.ts';

/** A client of other authors (npm `cielo`) drives the simulator, and sees what our adapter did. */
const acquirer = cieloUnderTest();
const { cielo, cards } = acquirer;

let client: Client;
const globalAgent = https.globalAgent;
beforeAll(() => {
  const { settings, apiUrl, queryUrl, caFile } = cielo();
  const ports: Record<string, number> = {
    'apisandbox.cieloecommerce.cielo.com.br': Number(new URL(apiUrl).port),
    'apiquerysandbox.cieloecommerce.cielo.com.br': Number(new URL(queryUrl).port),
  };
  // It knows port 443 alone, and no authority of ours.
  const agent = new https.Agent();
  Object.assign(agent, {
    createConnection: ({ host = '' }: { host?: string }) =>
      connect({
        ...{ host: '127.0.0.1', port: ports[host] ?? 0, servername: 'localhost' },
        ca: readFileSync(caFile),
      }),
  });
  https.globalAgent = agent;
  const { merchantId, merchantKey } = settings;
  client = new Client({ merchantId, merchantKey, sandbox: true, debug: false });
});
afterAll(() => {
  https.globalAgent = globalAgent;
});

// biome-ignore lint/suspicious/noExplicitAny: the client's own types leave out what it passes on
type Any = any;

const sale = (order: string, number = '4111111111111111', capture = false): Any => ({
  merchantOrderId: order,
  customer: { name: 'Ana Souza' },
  payment: {
    ...{ type: 'CreditCard', amount: 15_700, installments: 1, softDescriptor: 'Loja', capture },
    creditCard: {
      ...{ cardNumber: number, holder: 'Ana Souza', expirationDate: '12/2040', securityCode: '123' },
      brand: 'Visa',
    },
  },
});

/** The client sends what it is given; the interface takes names that begin with a capital. */
function written(value: Any): Any {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.charAt(0).toUpperCase() + name.slice(1),
      written(member),
    ]),
  );
}

describe('the client of other authors', () => {
  it('authorises, captures in part, gives back and looks up', async () => {
    const made: Any = await client.creditCard.transaction(written(sale('order1')));
    const { paymentId } = made.payment;
    expect(made.payment).toMatchObject({ status: 1, returnCode: '4', amount: 15_700 });
    const captured: Any = await client.creditCard.captureSaleTransaction({ paymentId, amount: 10_000 });
    expect(captured).toMatchObject({ status: 2, returnCode: '6' });
    const cancelled: Any = await client.creditCard.cancelTransaction({ paymentId, amount: 2_000 });
    expect(cancelled).toMatchObject({ status: 2, returnCode: '0' });
    const found: Any = await client.consult.paymentId({ paymentId });
    expect(found.payment).toMatchObject({ capturedAmount: 10_000, voidedAmount: 2_000 });
    const order: Any = await client.consult.merchantOrderId({ merchantOrderId: 'order1' });
    expect(order.payment).toMatchObject([{ paymentId, receveidDate: expect.any(String) }]);
  });

  it('is refused in the codes that we read', async () => {
    const made: Any = await client.creditCard.transaction(written(sale('order2', '4000000000000002')));
    expect(made.payment).toMatchObject({ status: 3, returnCode: '05' });
    const wrong = client.creditCard.transaction(written(sale('order-with-hyphens')));
    await expect(wrong).rejects.toMatchObject({ statusCode: 400, response: { Code: 107 } });
  });

  it('sees a payment of our adapter, captures it, and ours sees that', async () => {
    const request = cardRequest(acquirer.newReference(), await acquirer.type('4111111111111111'), 'later');
    const answer = await cards().authorise(request);
    if (answer.outcome !== 'authorised') throw new Error(answer.outcome);
    const { providerReference: paymentId } = answer;
    const order = request.reference.replaceAll('-', '');
    const found: Any = await client.consult.paymentId({ paymentId });
    expect(found).toMatchObject({ merchantOrderId: order, payment: { status: 1, amount: 12_345 } });
    await client.creditCard.captureSaleTransaction({ paymentId, amount: 12_345 });
    const capture = { reference: request.reference, providerReference: paymentId };
    expect(await cards().capture({ ...capture, amountCents: cents(12_345n) })).toEqual({
      outcome: 'captured',
    });
    expect(await cards().findCard(request.reference)).toMatchObject({ outcome: 'approved' });
  });

  it('asks as our adapter asks', async () => {
    const made: Any = await client.creditCard.transaction(written(sale('order3', undefined, true)));
    await client.creditCard.cancelTransaction({ paymentId: made.payment.paymentId, amount: 5_700 });
    const request = cardRequest(acquirer.newReference(), await acquirer.type('4111111111111111'));
    const answer = await cards().authorise(request);
    const paymentReference = answer.outcome === 'approved' ? answer.providerReference : '';
    await cards().refund({ reference: 'r', paymentReference, amountCents: cents(5_700n) });
    const { seen } = await cielo().state();
    for (const operation of ['sale', 'void']) {
      const [theirs, ours] = seen.filter((each) => each.operation === operation).slice(-2);
      const shape = ({ method, path, query }: NonNullable<typeof ours>) => ({
        ...{ method, query, path: path.replace(/[0-9a-f-]{36}/, 'id') },
      });
      if (!theirs || !ours) throw new Error('both asked');
      expect(shape(ours)).toEqual(shape(theirs));
    }
    const [theirs, ours] = seen.filter(({ operation }) => operation === 'sale').slice(-2);
    const names = (body: unknown) => Object.keys((body as Any).Payment);
    for (const name of names(theirs?.body)) expect(names(ours?.body)).toContain(name);
  });
});
