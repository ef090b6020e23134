import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../server/src/kit/clock.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { needsOneServer } from '../support/one-server.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let gateway: TestGateway;
let seller: Seller;
let receiver: Receiver;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  [seller, receiver] = await Promise.all([gateway.seller(), startReceiver()]);
});
afterEach(() => receiver.stop());

async function register(path: string, { call } = seller): Promise<string> {
  const answer = await call('POST', '/api/v1/webhooks', {
    url: receiver.url + path,
    events: ['charge.pending', 'charge.paid', 'charge.refunded', 'withdrawal.approved'],
  });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.webhook.id;
}

async function charge(fields: object = {}, { call } = seller): Promise<string> {
  const answer = await call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100, ...fields });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.id;
}

const pay = (id: string) => seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
const paths = () => receiver.received.map(({ path }) => path).sort();

describe('a delivery that cannot be made', () => {
  const setWebhook = (column: string, value: unknown) => (id: string) =>
    gateway.db.query(`update webhooks set ${column} = $2 where id = $1`, [id, value]);
  const setDelivery = (column: string, value: unknown) => (id: string) =>
    gateway.db.query(`update deliveries set ${column} = $2 where webhook_id = $1`, [id, value]);
  const sealed = (secret: string) => gateway.deps.vault.seal('webhook secrets', secret);

  const poisons: [string, string, (webhookId: string) => Promise<unknown>][] = [
    ['an address that is none', 'invalid_request', setWebhook('url', 'http://[not an address')],
    ['an empty address', 'invalid_request', setWebhook('url', '')],
    ['the address of a file', 'invalid_request', setWebhook('url', 'file:///etc/hostname')],
    ['a password in its address', 'invalid_request', setWebhook('url', 'http://me:secret@127.0.0.1/')],
    ['a port out of range', 'invalid_request', setWebhook('url', 'http://127.0.0.1:70000/')],
    ['a private address', 'address_refused', setWebhook('url', 'http://10.0.0.1/')],
    ['a name that does not exist', 'dns', setWebhook('url', 'http://nobody.invalid/')],
    ['a secret of two lines', 'invalid_request', (id) => setWebhook('secret_box', sealed('a\r\nb'))(id)],
    ['a secret beyond Latin', 'invalid_request', (id) => setWebhook('secret_box', sealed('chave 🔑'))(id)],
    ['a secret that was altered', 'invalid_request', setWebhook('secret_box', Buffer.from('altered'))],
    ['an event name that no header holds', 'invalid_request', setDelivery('event', 'charge\nX: y')],
  ];

  it.each(poisons)('because it has %s fails alone', async (_kind, reason, poison) => {
    const neighbour = await gateway.seller();
    await register('/own');
    await register('/neighbour', neighbour);
    const poisoned = await register('/poisoned');
    await Promise.all([charge(), charge({}, neighbour)]);
    await poison(poisoned);
    await gateway.advance(HOUR_MS);
    await charge();
    await gateway.advance(HOUR_MS);
    expect(paths().filter((path) => path !== '/poisoned')).toEqual(['/neighbour', '/own', '/own']);
    const [failed] = (await seller.call('GET', '/api/v1/deliveries?status=failed')).body.data.slice(-1);
    const whole = await seller.call('GET', `/api/v1/deliveries/${failed.id}`);
    expect(whole.body).toMatchObject({ webhook_id: poisoned, attempt_count: 3 });
    expect(whole.body.attempts.map(({ error }: { error: string }) => error)).toEqual(Array(3).fill(reason));
  });

  it.each(['null', '"text"', '[]', '{"charge":null}', '{"charge":7,"customer":3}', '{}'])(
    'as its event holds %s keeps nothing else back',
    async (data) => {
      const webhookId = await register('/hook');
      const [poisoned] = [await charge({ postback_url: `${receiver.url}/back` }), await charge()];
      await gateway.db.query('update events set data = $2 where charge_id = $1', [poisoned, data]);
      await gateway.advance(HOUR_MS);
      const left = await gateway.db.query(
        `select 1 from deliveries where webhook_id = $1 and (status = 'pending' or leased_until is not null)`,
        [webhookId],
      );
      expect(left).toEqual([]);
      const sane = receiver.received.filter(({ raw }) => JSON.parse(raw).data?.payment_id);
      expect(sane.map(({ path }) => path)).toEqual(['/hook']);
    },
  );

  it('as its event is gone fails too', async () => {
    await register('/hook');
    const [poisoned] = [await charge(), await charge()];
    await gateway.db.query('delete from events where charge_id = $1', [poisoned]);
    await gateway.advance(HOUR_MS);
    expect(paths()).toEqual(['/hook']);
    const { body } = await seller.call('GET', '/api/v1/deliveries?status=failed');
    expect(body.data).toMatchObject([{ charge_id: poisoned, attempt_count: 3 }]);
  });
});

describe('a change that fails', () => {
  /** Told of the change before it failed, a receiver would know of something that never was. */
  async function expectNothingToldOf(work: () => Promise<unknown>): Promise<void> {
    const count = async () => {
      const [counts] = await gateway.db.query(
        `select
           (select count(*) from events where account_id = $1) as events,
           (select count(*) from deliveries where account_id = $1) as deliveries`,
        [seller.id],
      );
      return { ...counts, received: receiver.received.length };
    };
    await gateway.runDue();
    const before = await count();
    await work();
    await gateway.runDue();
    expect(await count()).toEqual(before);
  }

  it('for want of money leaves neither event nor delivery', async () => {
    await register('/hook');
    const id = await charge();
    await pay(id);
    const { body } = await seller.call('GET', '/api/v1/balance');
    const withdrawn = { amount: body.available, pix_key: 'ana@example.com' };
    expect((await seller.call('POST', '/api/v1/withdrawals', withdrawn)).status).toBe(201);
    await expectNothingToldOf(async () => {
      const refused = await seller.call('POST', `/api/v1/charges/${id}/refund`, {});
      expect(refused.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    });
  });

  it.skipIf(needsOneServer('triggers'))('at its commit leaves neither event nor delivery', async () => {
    await register('/hook');
    const id = await charge({ description: 'never to be paid' });
    await gateway.db.query(`
      create function refuse_commit() returns trigger language plpgsql as
        $$ begin raise exception 'this commit fails'; end $$;
      create constraint trigger refuse_commit after update on charges deferrable initially deferred
        for each row when (new.description = 'never to be paid') execute function refuse_commit()`);
    await expectNothingToldOf(async () => {
      expect((await pay(id)).status).toBe(500);
      expect((await seller.call('POST', `/api/v1/charges/${id}/cancel`)).status).toBe(500);
    });
    await gateway.db.query('drop trigger refuse_commit on charges');
    expect((await pay(id)).body).toMatchObject({ status: 'RECEIVED' });
    await gateway.runDue();
    expect(paths()).toEqual(['/hook', '/hook']);
  });
});
