import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { hooked } from '../../../test/support/hooked.ts';
import { withoutRefs } from '../../../test/support/openapi.ts';
import { type Received, type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { addDays, civilDateOf } from '../brazil/calendar.ts';
import { CHARGE_EVENTS, WEBHOOK_EVENTS } from '../events/catalogue.ts';

type Described = Record<
  string,
  {
    post: {
      parameters: { name: string }[];
      requestBody: { content: { 'application/json': { schema: object } } };
    };
  }
>;

let gateway: TestGateway;
let seller: Seller;
let recipient: Seller;
let receiver: Receiver;
let described: Described;
beforeAll(async () => {
  [gateway, receiver] = await Promise.all([startGateway(), startReceiver()]);
  [seller, recipient] = await Promise.all([gateway.seller(), gateway.seller()]);
  const { body } = await seller.call('GET', '/openapi.json');
  described = withoutRefs(body).webhooks;
});
afterAll(async () => {
  await receiver.stop();
  await gateway.stop();
});

const { register, charge, pay } = hooked(() => ({ seller, receiver }));
const bodyOf = ({ raw }: Received) => JSON.parse(raw);

/** A field that the description does not name is an error here, though receivers must accept new ones. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  return 'properties' in schema ? { ...inner, additionalProperties: false } : inner;
}

function kindOf(message: Received): string {
  if (message.path === '/back') return 'postback';
  const [kind = ''] = bodyOf(message).event.split('.');
  return kind === 'charge' ? 'payment' : kind;
}

function faultsOf(message: Received): unknown {
  const operation = described[kindOf(message)]?.post;
  if (!operation) return `nothing describes ${message.raw}`;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isRight = ajv.validate(
    closed(operation.requestBody.content['application/json'].schema) as object,
    bodyOf(message),
  );
  const missing = operation.parameters.filter(({ name }) => !(name.toLowerCase() in message.headers));
  return isRight && missing.length === 0 ? null : { message: message.raw, errors: ajv.errors, missing };
}

async function done(path: string, body: object = {}): Promise<string> {
  const answer = await seller.call('POST', `/api/v1/${path}`, body);
  expect(answer.status, answer.raw).toBeLessThan(300);
  return String(answer.body.id);
}

describe('the API description', () => {
  it('tells what sellers are sent: every field, and no other, of what really happens', async () => {
    for (const account of [seller, recipient]) await register({ events: [...WEBHOOK_EVENTS] }, account);
    const postback = { postback_url: `${receiver.url}/back` };
    await pay(await charge({ value: 1_000 }));
    const paid = await charge({ ...postback, value: 500, external_reference: 'a', description: 'Bolo' });
    await pay(paid);
    await pay(await charge({ ...postback, split: [{ recipient_id: recipient.id, percent: 10 }] }));
    await done(`charges/${paid}/refund`, { amount: 5 });
    await done(`charges/${paid}/refund`);
    await done(`sandbox/charges/${await charge(postback)}/expire`);
    const card = await charge({ ...postback, billing_type: 'CREDIT_CARD' });
    await done(`sandbox/charges/${card}/refuse`);
    await pay(await charge({ ...postback, billing_type: 'CREDIT_CARD', capture: false }));
    await charge({
      ...{ billing_type: 'CREDIT_CARD', customer: { name: 'Bia' }, consent: { text: 'Keep the card' } },
      card: { token: 'tok_visa_1111', brand: 'visa', last_four: '1111', holder: 'BIA' },
      save_card: true,
    });
    const boleto = { billing_type: 'BOLETO', customer: { name: 'Ana', cpf_cnpj: '52998224725' } };
    await done(`sandbox/charges/${await charge({ ...postback, ...boleto })}/overdue`);
    const moved = await seller.call('PATCH', `/api/v1/charges/${await charge({ ...postback, ...boleto })}`, {
      due_date: addDays(civilDateOf(gateway.clock.now()), 30),
    });
    expect(moved.status).toBe(200);
    const product_id = await done('products', { name: 'Último', price: 20, stock: 1 });
    const [first, second] = [
      await charge({ ...postback, product_id }),
      await charge({ ...postback, product_id }),
    ];
    await pay(first);
    await pay(second);
    const disputed = await charge({ value: 100 });
    await pay(disputed);
    await done(`sandbox/disputes/${await done(`sandbox/charges/${disputed}/med`)}/win`);
    for (const decision of ['approve', 'reject']) {
      const withdrawal = await done('withdrawals', { amount: 5, pix_key: 'caixa@padaria.example' });
      await done(`sandbox/withdrawals/${withdrawal}/${decision}`);
      if (decision === 'approve') await done(`sandbox/withdrawals/${withdrawal}/return`, { amount: 2 });
    }
    await gateway.runDue();
    expect(receiver.received.map(faultsOf).filter((fault) => fault !== null)).toEqual([]);
    const names = (path: string) =>
      new Set(
        receiver.received.filter((message) => message.path === path).map((message) => bodyOf(message).event),
      );
    // The sandbox's refunds never fail, its boletos are payable at once, and no bank refuses anything.
    const never = ['payment.refund_failed', 'charge.boleto_registered', 'charge.due_date_refused'];
    const happened = WEBHOOK_EVENTS.filter((name) => !never.includes(name));
    expect([...names('/hook')].sort()).toEqual([...happened].sort());
    expect([...names('/back')].sort()).toEqual([...CHARGE_EVENTS].sort());
  });

  it.each(WEBHOOK_EVENTS)('tells what the test of %s is sent as', async (event) => {
    receiver.received.length = 0;
    const { id } = await register({ events: [event] });
    await done(`webhooks/${id}/test`, { event });
    await gateway.runDue();
    expect(receiver.received.map(faultsOf)).toEqual([null]);
    await seller.call('DELETE', `/api/v1/webhooks/${id}`);
  });
});
