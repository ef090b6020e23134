import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { claim, verified } from '../../../test/support/own-domain.ts';
import { createdCharge, hiddenValue, payOnPage, visitorOf } from '../../../test/support/pages.ts';

const HOST = 'pagar.padaria.com.br';
const BOLETO = {
  ...{ billing_type: 'BOLETO', value: 50 },
  customer: { name: 'Bia', cpf_cnpj: '52998224725', email: 'bia@example.com' },
};

let dns: DnsServer;
let gateway: TestGateway;
let seller: Seller;
let other: Seller;
beforeAll(async () => {
  dns = await startDnsServer();
  gateway = await startGateway({ environment: { GUICHE_DNS_SERVERS: dns.address } });
  seller = await gateway.seller('Padaria São Jorge');
  other = await gateway.seller('Outra Loja');
  await seller.call('PATCH', '/api/v1/account', { contact_email: 'oi@padaria.com.br' });
  await verified(dns, seller, HOST);
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
  await dns.stop();
});

const at = (host: string) => visitorOf(gateway, { host, accept: 'text/html' });
const ask = (host: string, path: string, headers: Record<string, string> = {}) =>
  gateway.call('GET', path, undefined, { host, ...headers });

describe('at a seller’s own domain', () => {
  it('the payer’s pages of the seller are shown, with their assets, and can be paid', async () => {
    const { path, checkout_url: url } = await createdCharge(seller, {
      billing_type: 'UNDEFINED',
      value: 100,
    });
    expect(url).toBe(`http://${HOST}${path}`);
    const { status, html, headers } = await at(HOST).get(path);
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain(`form-action 'self'`);
    expect(html).toContain(`<meta property="og:url" content="http://${HOST}${path}">`);
    expect(html).toContain(`<meta property="og:image" content="http://${HOST}/assets/preview.`);
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) expect((await ask(HOST, asset)).status, asset).toBe(200);
    const paid = await payOnPage(at(HOST), path);
    expect(paid.location).toMatch(/^\/receipt\//);
    const receipt = await at(HOST).get(paid.location);
    expect(receipt.html).toContain(`http://${HOST}/receipt/`);
    expect((await ask(HOST, `${path}/status`)).body.state).toContain('RECEIVED');
  });

  it('its links take orders', async () => {
    const { body } = await seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
    expect(body.url).toMatch(`http://${HOST}/l/`);
    const { pathname } = new URL(body.url);
    const { html } = await at(HOST).get(pathname);
    const sent = await at(HOST).post(pathname, { form_id: hiddenValue(html, 'form_id'), method: 'PIX' });
    expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/pay\//)]);
    const { raw } = await seller.call('GET', '/api/v1/payment-links/export?format=csv');
    expect(raw).toContain(body.url);
    expect((await seller.call('GET', '/api/v1/payment-links')).body.data[0].url).toBe(body.url);
  });

  it('boleto, its PDF and pictures are there, and the old addresses keep working', async () => {
    const { path, boleto } = await createdCharge(seller, BOLETO);
    expect([boleto.url, boleto.pdf_url].map((url) => new URL(url).host)).toEqual([HOST, HOST]);
    for (const host of [HOST, 'gateway.test']) {
      for (const url of [path, new URL(boleto.url).pathname, new URL(boleto.pdf_url).pathname]) {
        expect((await at(host).get(url)).status, `${host} ${url}`).toBe(200);
      }
    }
  });

  it('what is another seller’s is answered as what never was, byte for byte', async () => {
    const theirs = await createdCharge(other, BOLETO);
    const link = (await other.call('POST', '/api/v1/payment-links', { name: 'X', value: 20 })).body;
    const token = theirs.path.slice('/pay/'.length);
    const linkToken = new URL(link.url).pathname.slice('/l/'.length);
    const unknown = '0123456789ABCDEFGHIJKL';
    const paths = [
      '/pay/T',
      '/pay/T/status',
      '/pay/T/live',
      '/receipt/T',
      '/boleto/T',
      '/boleto/T.pdf',
      '/l/T',
    ];
    for (const path of paths) {
      const own = path === '/l/T' ? linkToken : token;
      const plain = async (filled: string) => {
        const { status, html } = await at(HOST).get(path.replace('T', filled));
        return `${status} ${html.replaceAll(filled, 'T').replace(/data-now="[^"]*"/, '')}`;
      };
      const seen = await plain(own);
      expect(seen, path).toBe(await plain(unknown));
      expect(seen).toMatch(/^404 /);
    }
    const posted = await at(HOST).post(`/l/${linkToken}`, { method: 'PIX' });
    expect(posted.status).toBe(404);
    expect((await at('gateway.test').get(theirs.path)).status).toBe(200);
  });

  it('dashboard, API, documents and what belongs to the gateway are not there', async () => {
    const browser = { accept: 'text/html' };
    for (const path of ['/login', '/charges', '/docs', '/docs/pix', '/admin', '/unsubscribe/x', '/nothing']) {
      const { status, raw } = await ask(HOST, path, browser);
      expect([status, raw.includes('id="app"'), raw.includes('<h1>')], path).toEqual([404, false, true]);
    }
    const key = { 'x-api-key': seller.apiKey };
    for (const path of [
      '/api/v1/charges',
      '/api/v1/nothing',
      '/openapi.json',
      '/metrics',
      '/llms.txt',
      '/assets/dashboard/x.js',
    ]) {
      expect(await ask(HOST, path, key), path).toMatchObject({ status: 404 });
    }
    const made = await gateway.call(
      'POST',
      '/api/v1/charges',
      { billing_type: 'PIX', value: 9 },
      { ...key, host: HOST },
    );
    expect(made).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await ask(HOST, '/healthz')).status).toBe(200);
  });

  it('its first page says whose it is', async () => {
    const { status, html } = await at(HOST).get('/');
    expect(status).toBe(200);
    for (const text of ['Padaria São Jorge', 'oi@padaria.com.br', 'abra o link'])
      expect(html).toContain(text);
    expect(html).not.toContain('id="app"');
    expect((await at(HOST).get('/?lang=en')).html).toContain('open the link');
  });

  it('the host is found in capitals, with a port and with a last dot', async () => {
    for (const host of [HOST.toUpperCase(), `${HOST}:8080`, `${HOST}.`]) {
      expect((await at(host).get('/')).html, host).toContain('Padaria São Jorge');
    }
  });

  it('mails to payers lead there, except where they unsubscribe', async () => {
    await seller.call('POST', '/api/v1/charges', BOLETO);
    await gateway.runDue();
    const as = { authorization: `Bearer ${seller.token}` };
    const list = (await gateway.call('GET', '/api/v1/sandbox/mails', undefined, as)).body.data;
    const { id } = list.find(({ kind }: { kind: string }) => kind === 'charge_issued');
    const { body } = await gateway.call('GET', `/api/v1/sandbox/mails/${id}`, undefined, as);
    expect(body.link).toMatch(`http://${HOST}/pay/`);
    expect(body.text).toContain(`http://${HOST}/pay/`);
    expect(body.html).toContain(`http://${HOST}/pay/`);
  });
});

describe('any other host', () => {
  it('is served as the gateway, and its name is in nothing that we write', async () => {
    const { path } = await createdCharge(seller, { billing_type: 'PIX', value: 100 });
    const theirs = await createdCharge(other, { billing_type: 'PIX', value: 100 });
    for (const host of ['evil.example.com', `${HOST}.evil.com`, `evil${HOST}`, '127.0.0.1:3000']) {
      for (const page of [path, theirs.path]) {
        const { status, raw, headers } = await ask(host, page, { 'x-forwarded-host': 'evil.example.com' });
        expect(status).toBe(200);
        expect(JSON.stringify([raw, headers])).not.toContain('evil');
      }
      const { body } = await gateway.call(
        ...(['POST', '/api/v1/charges', { billing_type: 'PIX', value: 9 }] as const),
        { host, 'x-api-key': other.apiKey },
      );
      expect(body.checkout_url).toMatch(/^http:\/\/gateway\.test\/pay\//);
    }
  });

  it('that is only claimed has no effect', async () => {
    await claim(other, 'pagar.outra.com.br');
    expect((await ask('pagar.outra.com.br', '/login', { accept: 'text/html' })).raw).toContain('id="app"');
    expect((await ask('gateway.test', '/internal/tls/ask?domain=pagar.outra.com.br')).status).toBe(404);
  });

  it.each([`${HOST},evil.com`, `evil.com ${HOST}`, `${HOST}/x`, `user@${HOST}`])(
    '%j is refused',
    async (host) => {
      const { path } = await createdCharge(other, { billing_type: 'PIX', value: 100 });
      expect((await ask(host, path)).status).toBe(400);
    },
  );
});

describe('the question of a proxy that wants a certificate', () => {
  it.each([
    [HOST, 200],
    [HOST.toUpperCase(), 200],
    ['unknown.com.br', 404],
    ['gateway.test', 404],
    ['127.0.0.1', 404],
    ['', 404],
    [`${HOST}&domain=x.com`, 404],
    [`${'a'.repeat(3_000)}.com`, 404],
  ])('for %s is answered with %d', async (domain, status) => {
    expect((await ask('127.0.0.1:3000', `/internal/tls/ask?domain=${domain}`)).status).toBe(status);
  });

  it('asks the database once for a host, also for one that is unknown', async () => {
    const query = gateway.db.query.bind(gateway.db);
    const asked: unknown[] = [];
    gateway.db.query = ((...given: Parameters<typeof query>) => {
      const [statement] = given as unknown as [{ name?: string }];
      if (statement.name === 'domains.by_host') asked.push(given[1]);
      return query(...given);
    }) as typeof query;
    try {
      for (let round = 0; round < 5; round += 1) {
        await ask('127.0.0.1:3000', '/internal/tls/ask?domain=once.com.br');
        await ask('gateway.test', '/docs');
        await ask('127.0.0.1:3000', '/docs');
      }
    } finally {
      gateway.db.query = query;
    }
    expect(asked).toEqual([['once.com.br']]);
  });
});
