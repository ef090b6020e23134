import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../test/support/dns-server.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { startSecondNode } from '../../../../test/support/nodes.ts';
import { claim, domainOf, publish, verified, verify } from '../../../../test/support/own-domain.ts';
import { until } from '../../../../test/support/until.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';

let dns: DnsServer;
let gateway: TestGateway;
beforeAll(async () => {
  dns = await startDnsServer();
  gateway = await startGateway({ environment: { GUICHE_DNS_SERVERS: dns.address } });
});
afterAll(async () => {
  await gateway.stop();
  await dns.stop();
});

let count = 0;
const newHost = () => {
  count += 1;
  return `pagar.loja${count}.com.br`;
};
const bearer = ({ token }: Seller) => ({ authorization: `Bearer ${token}` });
const linkOf = async (seller: Seller) =>
  new URL((await seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 })).body.url).origin;
const actionsOf = async (seller: Seller) => {
  const { body } = await seller.call('GET', '/api/v1/audit-log?limit=20');
  return (body.data as { action: string }[])
    .map(({ action }) => action)
    .filter((action) => action.startsWith('account.domain'));
};
const noticesOf = async (seller: Seller) => {
  const { body } = await gateway.call('GET', '/api/v1/notifications', undefined, bearer(seller));
  return (body.data as { kind: string; facts: object }[]).map(({ kind, facts }) => ({ kind, ...facts }));
};

describe('a seller’s own domain', () => {
  it('is none at first', async () => {
    const seller = await gateway.seller();
    expect((await domainOf(seller)).body).toMatchObject({
      object: 'domain',
      host: null,
      status: null,
      records: [],
    });
    expect(await verify(seller)).toMatchObject({ status: 404 });
    expect(await seller.call('DELETE', '/api/v1/account/domain')).toMatchObject({ status: 404 });
  });

  it('is claimed, shows its records, and is in use once they are there', async () => {
    const seller = await gateway.seller();
    const host = newHost();
    const { body } = await claim(seller, `  ${host.toUpperCase()}. `);
    expect(body).toMatchObject({
      ...{ host, status: 'pending', url: `http://${host}`, finding: null, checked_at: null },
      records: [
        {
          type: 'TXT',
          name: `_guiche.${host}`,
          value: expect.stringMatching(/^guiche-verification=\w{22}$/),
        },
        { type: 'CNAME', name: host, value: 'gateway.test' },
      ],
    });
    expect((await verify(seller)).body).toMatchObject({
      ...{ status: 'pending', finding: 'no_record', checked_at: expect.any(String) },
      found: { texts: [], addresses: [] },
    });
    dns.set(`_guiche.${host}`, { texts: ['<b>x</b>\u202e', 'guiche-verification=other'] });
    expect((await verify(seller)).body).toMatchObject({
      ...{ status: 'pending', finding: 'other_value' },
      found: { texts: ['<b>x</b> ', 'guiche-verification=other'] },
    });
    dns.set(`_guiche.${host}`, {
      texts: ['v=spf1 -all', [body.records[0].value.slice(0, 9), body.records[0].value.slice(9)]],
    });
    expect((await verify(seller)).body).toMatchObject({ status: 'pending', finding: 'no_address' });
    expect(await linkOf(seller)).toBe('http://gateway.test');
    dns.set(host, { addresses: ['203.0.113.7'] });
    expect((await verify(seller)).body).toMatchObject({
      ...{ status: 'verified', finding: 'ok', found: { addresses: ['203.0.113.7'] } },
      ...{ verified_at: expect.any(String), switches_off_at: null },
    });
    expect(await linkOf(seller)).toBe(`http://${host}`);
    expect((await claim(seller, host)).body).toMatchObject({ status: 'verified', records: body.records });
    expect(await actionsOf(seller)).toEqual(['account.domain_verified', 'account.domain_set']);
    expect(await seller.call('DELETE', '/api/v1/account/domain')).toMatchObject({ body: { success: true } });
    expect(await linkOf(seller)).toBe('http://gateway.test');
    expect((await claim(seller, host)).body.records[0].value).not.toBe(body.records[0].value);
  });

  it.each([
    '',
    'loja',
    '127.0.0.1',
    'gateway.test',
    'x.gateway.test',
    'https://loja.com.br',
    'a'.repeat(300),
  ])('cannot be %j', async (host) => {
    const seller = await gateway.seller();
    const { status, body } = await claim(seller, host);
    expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', ['host']]);
  });

  it('is not lost by a DNS that fails or is silent, and says so', { timeout: 60_000 }, async () => {
    const seller = await gateway.seller();
    const host = newHost();
    await verified(dns, seller, host);
    for (const fault of ['failure', 'silence'] as const) {
      dns.set(`_guiche.${host}`, fault);
      expect((await verify(seller)).body).toMatchObject({ status: 'failing', finding: 'no_answer' });
    }
    expect(await linkOf(seller)).toBe(`http://${host}`);
    expect(await noticesOf(seller)).toEqual([]);
    await seller.call('DELETE', '/api/v1/account/domain');
  });

  it('needs a recent proof of identity of a person, as the payout key does', async () => {
    const seller = await gateway.seller();
    const put = () => gateway.call('PUT', '/api/v1/account/domain', { host: newHost() }, bearer(seller));
    expect((await put()).status).toBe(200);
    const offset = gateway.clock.offsetMs;
    gateway.clock.setOffset(offset + 15 * MINUTE_MS);
    expect((await put()).body.code).toBe('REAUTHENTICATION_REQUIRED');
    gateway.clock.setOffset(offset);
  });

  it('is answered again byte for byte under the same key, whatever the DNS says then', async () => {
    const seller = await gateway.seller();
    const host = newHost();
    publish(dns, host, await claim(seller, host));
    const once = () =>
      seller.call('POST', '/api/v1/account/domain/verify', undefined, { 'idempotency-key': 'v' });
    const charge = () =>
      seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 9 }, { 'idempotency-key': 'c' });
    const [first, charged] = [await once(), await charge()];
    dns.remove(host);
    await verify(seller);
    await seller.call('DELETE', '/api/v1/account/domain');
    expect(first.body.status).toBe('verified');
    expect((await once()).raw).toBe(first.raw);
    expect(charged.body.checkout_url).toMatch(`http://${host}/pay/`);
    expect((await charge()).raw).toBe(charged.raw);
  });
});

describe('two sellers who claim one host', () => {
  it('do not hinder each other, and only the one whose record is there gets it', async () => {
    const [ana, bia, host] = [await gateway.seller('Ana'), await gateway.seller('Bia'), newHost()];
    const [anas, bias] = [await claim(ana, host), await claim(bia, host)];
    expect(anas.body.records[0].value).not.toBe(bias.body.records[0].value);
    publish(dns, host, bias);
    expect((await verify(ana)).body).toMatchObject({ status: 'pending', finding: 'other_value' });
    expect((await verify(bia)).body).toMatchObject({ status: 'verified' });
    // Both records: it stays with the one that has it.
    publish(dns, host, anas, bias);
    expect((await verify(ana)).body).toMatchObject({ status: 'pending', finding: 'taken' });
    expect(await linkOf(bia)).toBe(`http://${host}`);
    // Only Ana's: the DNS has decided.
    publish(dns, host, anas);
    expect((await verify(ana)).body).toMatchObject({ status: 'verified' });
    expect((await domainOf(bia)).body).toMatchObject({
      status: 'pending',
      switched_off_at: expect.any(String),
    });
    expect([await linkOf(ana), await linkOf(bia)]).toEqual([`http://${host}`, 'http://gateway.test']);
    expect((await actionsOf(bia))[0]).toBe('account.domain_switched_off');
    expect(await noticesOf(bia)).toEqual([{ kind: 'domain_switched_off', host, cause: 'moved' }]);
    expect((await verify(bia)).body).toMatchObject({ status: 'pending', finding: 'other_value' });
  });

  it('at the same moment with both records: one has it, the other is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ana, bia, host] = [await gateway.seller('Ana'), await gateway.seller('Bia'), newHost()];
      publish(dns, host, await claim(ana, host), await claim(bia, host));
      const answers = await Promise.all([verify(ana), verify(bia)]);
      expect(answers.map(({ body }) => `${body.status} ${body.finding}`).sort()).toEqual([
        'pending taken',
        'verified ok',
      ]);
    }
  });
});

describe('the daily look-up', () => {
  it('switches a domain off whose record stays away, with notices and lines in the log', async () => {
    const seller = await gateway.seller();
    const host = newHost();
    await verified(dns, seller, host);
    await gateway.advance(HOUR_MS);
    const asked = dns.asked(host);
    await gateway.advance(DAY_MS);
    expect(dns.asked(host)).toBeGreaterThan(asked);
    expect((await domainOf(seller)).body).toMatchObject({ status: 'verified' });
    dns.remove(`_guiche.${host}`);
    await gateway.advance(DAY_MS);
    const { body } = await domainOf(seller);
    expect(body).toMatchObject({
      status: 'failing',
      finding: 'no_record',
      failing_since: expect.any(String),
    });
    expect(Date.parse(body.switches_off_at) - Date.parse(body.failing_since)).toBe(3 * DAY_MS);
    expect(await linkOf(seller)).toBe(`http://${host}`);
    await gateway.advance(DAY_MS);
    await gateway.advance(DAY_MS);
    expect((await domainOf(seller)).body).toMatchObject({ status: 'failing' });
    await gateway.advance(DAY_MS + HOUR_MS);
    expect((await domainOf(seller)).body).toMatchObject({
      ...{ status: 'pending', switched_off_at: expect.any(String), switches_off_at: null },
    });
    // Nobody waits for what the look-up does: caches follow a moment later.
    await until(
      'links are those of the gateway',
      async () => (await linkOf(seller)) === 'http://gateway.test',
    );
    expect(await noticesOf(seller)).toEqual([
      { kind: 'domain_switched_off', host, cause: 'no_record' },
      { kind: 'domain_failing', host, cause: 'no_record', switches_off_at: body.switches_off_at },
    ]);
    expect((await actionsOf(seller)).slice(0, 3)).toEqual([
      'account.domain_switched_off',
      'account.domain_failing',
      'account.domain_verified',
    ]);
    // It is not looked up any more, and comes back when the seller asks.
    const last = dns.asked(host);
    await gateway.advance(2 * DAY_MS);
    expect(dns.asked(host)).toBe(last);
    publish(dns, host, await domainOf(seller));
    expect((await verify(seller)).body).toMatchObject({ status: 'verified', switched_off_at: null });
  });

  it('recovers by itself when the record is back', async () => {
    const seller = await gateway.seller();
    const host = newHost();
    await verified(dns, seller, host);
    const records = await domainOf(seller);
    dns.remove(`_guiche.${host}`);
    await gateway.advance(DAY_MS);
    expect((await domainOf(seller)).body.status).toBe('failing');
    publish(dns, host, records);
    await gateway.advance(DAY_MS);
    expect((await domainOf(seller)).body).toMatchObject({ status: 'verified', failing_since: null });
    expect((await actionsOf(seller))[0]).toBe('account.domain_found_again');
  });
});

describe('another process', () => {
  it('uses a domain from the moment its verification is answered, and no longer once it is removed', async () => {
    const other = await startSecondNode(gateway);
    const seller = await gateway.seller();
    const host = newHost();
    const there = other.callAs(seller);
    const urlThere = async () =>
      (await there('POST', '/api/v1/charges', { billing_type: 'PIX', value: 9 })).body.checkout_url;
    const isKnownThere = async () => (await there('GET', `/internal/tls/ask?domain=${host}`)).status === 200;
    expect(await urlThere()).toMatch(/^http:\/\/gateway\.test\//);
    expect(await isKnownThere()).toBe(false);
    await verified(dns, seller, host);
    expect(await isKnownThere()).toBe(true);
    expect(await urlThere()).toMatch(`http://${host}/pay/`);
    await seller.call('DELETE', '/api/v1/account/domain');
    expect(await isKnownThere()).toBe(false);
    expect(await urlThere()).toMatch(/^http:\/\/gateway\.test\//);
    await other.stop();
  });
});
