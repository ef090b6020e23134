import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { comparePix } from '../../server/src/charges/pix/comparison.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { remotePixNamed } from '../../server/src/providers/rails.ts';
import { type Psp, startPsp } from '../psp/psp.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { pspSettings } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

let first: Psp;
let second: Psp;
let gateway: TestGateway;
let seller: Seller;
let operator: Seller;

/** Each test has a gateway of its own: a breaker remembers. */
beforeAll(async () => {
  [first, second] = await Promise.all([startPsp(), startPsp()]);
});
afterAll(() => Promise.all([first.stop(), second.stop()]));
beforeEach(async () => {
  await Promise.all([first, second].map(wellAgain));
  gateway = await startGateway({ psps: pspSettings({ one: first, two: second }) });
  [seller, operator] = [await gateway.seller(), await gateway.operator()];
});
afterEach(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const wellAgain = (psp: Psp) =>
  psp.behave({
    slow: null,
    dropBefore: null,
    dropAfterActing: null,
    status5xx: null,
    unauthorized: null,
    refunds: 'held',
  });
const create = (more: object = {}, headers?: Record<string, string>) =>
  seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10, ...more }, headers);
const namesAt = async (psp: Psp) => (await psp.state()).cobs.map(({ txid }) => txid);
const activeAt = async (psp: Psp) =>
  (await psp.state()).cobs.filter(({ status }) => status === 'ATIVA').map(({ txid }) => txid);
const listed = async () => (await seller.call('GET', '/api/v1/charges')).body;
const intents = () => gateway.db.query('select provider, txid from pix_intents');
const health = async () => (await operator.call('GET', '/api/v1/admin/providers')).body.pix;

describe('an answer that never came', () => {
  it('is asked about, and the code that was made is used', async () => {
    await first.behave({ dropAfterActing: { on: 'cob.put', times: 1 } });
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(await activeAt(first)).toContain(body.pix.txid);
    expect(await intents()).toEqual([]);
  });

  it('of a request that did not arrive is no harm: it is sent again under the same name', async () => {
    await first.behave({ dropBefore: { on: 'cob.put', times: 1 } });
    const before = (await namesAt(first)).length;
    const { body } = await create();
    expect(await namesAt(first)).toHaveLength(before + 1);
    expect(await activeAt(first)).toContain(body.pix.txid);
  });

  it('and cannot be had: the next PSP is asked, and what the first made is taken away', async () => {
    const before = new Set(await namesAt(first));
    await first.behave({ dropAfterActing: { on: ['cob.put', 'cob.get'] } });
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(await activeAt(second)).toContain(body.pix.txid);
    const [left] = await intents();
    expect(left).toMatchObject({ provider: 'one' });
    const orphans = (await activeAt(first)).filter((txid) => !before.has(txid));
    expect(orphans).toHaveLength(1);
    await wellAgain(first);
    await gateway.db.query(`update pix_intents set touched_at = now() - interval '11 minutes'`);
    const provider = remotePixNamed(gateway.deps.rails, 'one');
    expect(provider && (await comparePix(gateway.deps, provider))).toBe(true);
    expect(await intents()).toEqual([]);
    expect(await activeAt(first)).not.toContain(orphans[0]);
  });
});

describe('codes of a request that no PSP answered', () => {
  it('are taken away within two minutes', async () => {
    const before = new Set([...(await namesAt(first)), ...(await namesAt(second))]);
    const orphans = async () =>
      [...(await activeAt(first)), ...(await activeAt(second))].filter((txid) => !before.has(txid));
    for (const psp of [first, second]) await psp.behave({ dropAfterActing: { on: ['cob.put', 'cob.get'] } });
    expect((await create()).body.code).toBe('PROVIDER_UNAVAILABLE');
    expect(await orphans()).toHaveLength(2);
    await Promise.all([first, second].map(wellAgain));
    await clearAfter('30 seconds');
    expect(await orphans()).toHaveLength(2);
    await clearAfter('31 seconds');
    expect(await orphans()).toEqual([]);
    expect(await intents()).toEqual([]);
  });

  it('are used by the same request when it is repeated soon', async () => {
    const key = { 'idempotency-key': 'order-3' };
    await second.behave({ status5xx: {} });
    await first.behave({ dropAfterActing: { on: ['cob.put', 'cob.get'] } });
    expect((await create({}, key)).body.code).toBe('PROVIDER_UNAVAILABLE');
    const made = await namesAt(first);
    await wellAgain(first);
    await clearAfter('30 seconds');
    const { status, body } = await create({}, key);
    expect(status).toBe(201);
    expect(await namesAt(first)).toEqual(made);
    expect(body.pix.txid).toBe(made.at(-1));
    await clearAfter('2 minutes');
    expect(await activeAt(first)).toContain(body.pix.txid);
  });

  it('are tried again only a few at a time while the PSP does not take them away', async () => {
    await gateway.db.query(
      `insert into pix_intents (account_id, txid, charge_id, provider, is_due_charge)
       select $1, 'orphan' || lpad(n::text, 26, '0'), gen_random_uuid(), 'one', false
       from generate_series(1, 8) as n`,
      [seller.id],
    );
    await first.behave({ status5xx: { on: ['cob.patch', 'cob.get'] } });
    const asked = async () => (await first.state()).requests['cob.patch'];
    const before = await asked();
    await clearAfter('11 minutes');
    expect((await asked()) - before).toBe(3);
    const { length } = await intents();
    await wellAgain(first);
    await clearAfter('1 minute');
    expect([length, await intents()]).toEqual([8, []]);
  });

  /** What a comparison does when this time has passed. */
  async function clearAfter(time: string): Promise<void> {
    await gateway.db.query(`update pix_intents set touched_at = touched_at - interval '${time}'`);
    await gateway.db.query('update pix_comparisons set leased_until = null');
    for (const name of ['one', 'two']) {
      const provider = remotePixNamed(gateway.deps.rails, name);
      if (provider) await comparePix(gateway.deps, provider);
    }
  }
});

describe('a code that was never shown', () => {
  it('and that was paid all the same goes back to who paid it', async () => {
    const before = new Set(await namesAt(first));
    await first.behave({ dropAfterActing: { on: ['cob.put', 'cob.get'] } });
    expect((await create()).status).toBe(201);
    await wellAgain(first);
    await first.behave({ refunds: 'at once' });
    const [orphan = ''] = (await namesAt(first)).filter((txid) => !before.has(txid));
    const { endToEndId } = await first.pay(orphan);
    await gateway.db.query(`update pix_intents set touched_at = now() - interval '11 minutes'`);
    const provider = remotePixNamed(gateway.deps.rails, 'one');
    await until('the payment went back', async () => {
      await gateway.db.query('update pix_comparisons set leased_until = null');
      if (provider) await comparePix(gateway.deps, provider);
      return (await intents()).length === 0;
    });
    const { refunds } = await first.state();
    expect(refunds.filter((refund) => refund.endToEndId === endToEndId)).toMatchObject([
      { valor: '10.00', status: 'DEVOLVIDO' },
    ]);
  });
});

describe('a payer', () => {
  it('who chooses PIX when no provider answers reads that nothing was charged, and may try again', async () => {
    const { body } = await create({ billing_type: 'UNDEFINED' });
    const path = new URL(body.checkout_url).pathname;
    const choose = () =>
      gateway.app.inject({
        method: 'POST',
        url: `${path}?lang=pt`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'method=PIX',
      });
    await Promise.all([first, second].map((psp) => psp.behave({ status5xx: {} })));
    const refused = await choose();
    expect(refused.body).toContain('Nada foi cobrado');
    expect(refused.body).toContain('value="PIX"');
    await Promise.all([first, second].map(wellAgain));
    await choose();
    expect((await seller.call('GET', `/api/v1/charges/${body.id}`)).body.pix.txid).toMatch(/^\w{32}$/);
  });
});

describe('a PSP that fails', () => {
  it('creates nothing when no provider is left: the answer says when to retry', async () => {
    await first.behave({ status5xx: {} });
    await second.behave({ status5xx: { status: 503 } });
    const { status, body, headers } = await create({}, { 'idempotency-key': 'order-1' });
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'PROVIDER_UNAVAILABLE' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await listed()).total).toBe(0);
    expect(await gateway.db.query('select 1 from events where account_id = $1', [seller.id])).toEqual([]);
    await Promise.all([wellAgain(first), wellAgain(second)]);
    expect((await create({}, { 'idempotency-key': 'order-2' })).status).toBe(201);
    expect((await listed()).total).toBe(1);
  });

  it('is passed over when it fails too often; what is there stays there, and it is tried again later', async () => {
    const early = (await create()).body;
    await first.behave({ status5xx: {} });
    for (let charge = 0; charge < 12; charge += 1) expect((await create()).status).toBe(201);
    const [one, two] = await health();
    expect(one).toMatchObject({ name: 'one', state: 'open' });
    expect(one.failures).toBeGreaterThan(5);
    expect(one.last_failure.reason).toBeTruthy();
    expect(two).toMatchObject({ name: 'two', state: 'closed', failures: 0 });
    const asked = (await first.state()).requests['cob.put'];
    const { body } = await create();
    expect((await first.state()).requests['cob.put']).toBe(asked);
    expect(await activeAt(second)).toContain(body.pix.txid);
    await wellAgain(first);
    await seller.call('POST', `/api/v1/charges/${early.id}/cancel`);
    await gateway.runDue();
    expect(await activeAt(first)).not.toContain(early.pix.txid);
    const metrics = (await gateway.call('GET', '/metrics')).raw;
    expect(metrics).toMatch(/guiche_provider_accepting\{provider="one"\} 0/);
    expect(metrics).toMatch(
      /guiche_provider_calls_total\{provider="one",operation="createPix",outcome="unknown"\} \d/,
    );
  });

  it('with its token gone early is asked again with a new one', async () => {
    await create();
    await first.expireTokens();
    const { body } = await create();
    expect(await activeAt(first)).toContain(body.pix.txid);
  });

  it('with a new certificate, its own or ours, is spoken to without a restart', async () => {
    await create();
    await first.rotateServerCertificate();
    const after = (await create()).body;
    expect(await activeAt(first)).toContain(after.pix.txid);
    await first.rotateClientCertificate({ samePath: true });
    const later = (await create()).body;
    expect(await activeAt(first)).toContain(later.pix.txid);
  });
});

describe('the end of a charge', () => {
  it('comes by our clock although the PSP does not answer, and the code goes later', async () => {
    const { id, pix } = (await create({ expires_in: 3_600 })).body;
    const status = async () => (await seller.call('GET', `/api/v1/charges/${id}`)).body.status;
    await first.behave({ status5xx: {} });
    await gateway.advance(HOUR_MS + SECOND_MS);
    expect(await status()).toBe('PENDING');
    for (let minute = 0; minute < 10 && (await status()) === 'PENDING'; minute += 1) {
      await gateway.advance(MINUTE_MS);
    }
    expect(await status()).toBe('CANCELLED');
    await wellAgain(first);
    await gateway.advance(HOUR_MS);
    expect(await activeAt(first)).not.toContain(pix.txid);
  });

  it('comes by a cancel although the PSP does not answer', async () => {
    const { id, pix } = (await create()).body;
    await first.behave({ status5xx: {} });
    expect((await seller.call('POST', `/api/v1/charges/${id}/cancel`)).status).toBe(200);
    await wellAgain(first);
    await gateway.advance(MINUTE_MS);
    expect(await activeAt(first)).not.toContain(pix.txid);
  });
});

describe("an account's own order", () => {
  it('goes before that of the gateway, for new charges', async () => {
    const path = `/api/v1/admin/accounts/${seller.id}/pix-providers`;
    const { status, body } = await operator.call('PUT', path, { pix_providers: ['two', 'one'] });
    expect({ status, names: body.pix_providers }).toEqual({ status: 200, names: ['two', 'one'] });
    const own = (await create()).body;
    expect(await activeAt(second)).toContain(own.pix.txid);
    expect((await operator.call('PUT', path, { pix_providers: null })).body.pix_providers).toBeNull();
    const usual = (await create()).body;
    expect(await activeAt(first)).toContain(usual.pix.txid);
    const wrong = await operator.call('PUT', path, { pix_providers: ['three'] });
    expect(wrong).toMatchObject({ status: 400, body: { details: { pix_providers: expect.any(String) } } });
  });
});
