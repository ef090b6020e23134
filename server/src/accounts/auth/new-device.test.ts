import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient } from '../../../../test/support/cookie-client.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { registered } from '../../../../test/support/outbox.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: { GUICHE_TRUST_PROXY: 'loopback' } });
});
afterAll(() => gateway.stop());

async function mailsOf({ call }: Pick<Seller, 'call'>, kind: string): Promise<number> {
  await gateway.runDue();
  const { body } = await call('GET', '/api/v1/mails');
  return body.data.filter((mail: { kind: string }) => mail.kind === kind).length;
}

describe('a sign-in from a new device', () => {
  it('in a browser is told of once: then the browser is known', async () => {
    const seller = await gateway.seller();
    const { email, password } = seller;
    const browser = new CookieClient(gateway);
    const signIn = () => browser.call('POST', '/auth/login', { email, password, cookie: true });
    expect((await signIn()).status).toBe(200);
    expect(await mailsOf(seller, 'new_device')).toBe(1);
    expect((await signIn()).status).toBe(200);
    expect(await mailsOf(seller, 'new_device')).toBe(1);
    const other = new CookieClient(gateway);
    await other.call('POST', '/auth/login', { email, password, cookie: true });
    expect(await mailsOf(seller, 'new_device')).toBe(2);
  });

  it('by a program is told of when it comes from a new network address', async () => {
    const seller = await gateway.seller();
    const { email, password } = seller;
    const signInFrom = (address: string) =>
      gateway.call('POST', '/api/v1/auth/login', { email, password }, { 'x-forwarded-for': address });
    const counts = [];
    for (const address of ['198.51.100.7', '198.51.100.7', '198.51.100.8']) {
      expect((await signInFrom(address)).status).toBe(200);
      counts.push(await mailsOf(seller, 'new_device'));
    }
    expect(counts).toEqual([1, 1, 2]);
    await gateway.call('POST', '/api/v1/auth/login', { email, password: 'not the password' });
    expect(await mailsOf(seller, 'new_device')).toBe(2);
  });

  it('and a changed password bother no mailbox that the user never proved to own', async () => {
    const { person } = await registered(gateway, 'unproved@example.com');
    const { email, password } = person;
    const browser = new CookieClient(gateway);
    await browser.call('POST', '/auth/login', { email, password, cookie: true });
    const change = { current_password: password, new_password: 'a wholly new passphrase' };
    expect((await person.call('POST', '/api/v1/auth/password', change)).status).toBe(200);
    const login = await gateway.call('POST', '/api/v1/auth/login', { email, password: change.new_password });
    const headers = { authorization: `Bearer ${login.body.token}` };
    await gateway.runDue();
    const { body } = await gateway.call('GET', '/api/v1/mails', undefined, headers);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['verify_email']);
  });

  it('is not what a sign-up is, and a changed password of a proved address is told of', async () => {
    const seller = await gateway.seller();
    expect(await mailsOf(seller, 'new_device')).toBe(0);
    const bearer = { authorization: `Bearer ${seller.token}` };
    const change = { current_password: seller.password, new_password: 'a wholly new passphrase' };
    expect((await gateway.call('POST', '/api/v1/auth/password', change, bearer)).status).toBe(200);
    expect(await mailsOf(seller, 'password_changed')).toBe(1);
  });
});
