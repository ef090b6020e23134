import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { type Dns, openDns } from './dns.ts';

let server: DnsServer;
let dns: Dns;
beforeAll(async () => {
  server = await startDnsServer();
  dns = openDns([server.address]);
});
afterAll(() => server.stop());

describe('a look-up', () => {
  it('joins the parts of a text and gives every text of a name', async () => {
    server.set('_guiche.a.com', { texts: ['v=spf1 -all', ['guiche-', 'verification', '=x']] });
    expect(await dns.texts('_guiche.a.com')).toEqual({
      is: 'found',
      values: ['v=spf1 -all', 'guiche-verification=x'],
    });
  });

  it('finds addresses', async () => {
    server.set('a.com', { addresses: ['203.0.113.7', '203.0.113.8'] });
    expect(await dns.addresses('a.com')).toEqual({ is: 'found', values: ['203.0.113.7', '203.0.113.8'] });
  });

  it('distinguishes that there is nothing from no answer', async () => {
    server.set('empty.com', {});
    server.set('broken.com', 'failure');
    for (const name of ['unknown.com', 'empty.com']) {
      expect(await dns.texts(name)).toEqual({ is: 'none', values: [] });
      expect(await dns.addresses(name)).toEqual({ is: 'none', values: [] });
    }
    expect(await dns.texts('broken.com')).toEqual({ is: 'silent', values: [] });
    expect(await dns.addresses('broken.com')).toEqual({ is: 'silent', values: [] });
  });

  it('ends where no server answers', { timeout: 20_000 }, async () => {
    server.set('dead.com', 'silence');
    expect(await dns.texts('dead.com')).toEqual({ is: 'silent', values: [] });
    expect(server.asked('dead.com')).toBeGreaterThan(0);
    expect(await openDns(['127.0.0.1:1']).texts('a.com')).toEqual({ is: 'silent', values: [] });
  });

  it('takes a bounded number of texts of bounded length', async () => {
    const long = Array.from({ length: 3 }, () => 'x'.repeat(250));
    server.set('many.com', { texts: [long, ...Array.from({ length: 24 }, (_, index) => `t${index}`)] });
    const { values } = await dns.texts('many.com');
    expect(values).toHaveLength(20);
    expect(values[0]).toHaveLength(500);
  });
});
