import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient } from '../../../../test/support/cookie-client.ts';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('a page in whose browser another user has signed in meanwhile', () => {
  it('is refused, for reading and for writing, and ends no session', async () => {
    const first = await gateway.seller('Primeira');
    const second = await gateway.seller('Segunda');
    const browser = new CookieClient(gateway);
    await browser.signIn(first);
    const shown = (await browser.call('GET', '/auth/session')).body.id;
    const ofPage = { 'x-guiche-session': shown };
    expect((await browser.call('GET', '/balance', undefined, ofPage)).status).toBe(200);
    await browser.signIn(second);
    for (const [method, path, body] of [
      ['GET', '/balance', undefined],
      ['PATCH', '/account', { name: 'Outra' }],
      ['POST', '/withdrawals', { amount: 1 }],
    ] as const) {
      const answer = await browser.call(method, path, body, ofPage);
      expect([answer.status, answer.body.code]).toEqual([403, 'SESSION_CHANGED']);
    }
    expect((await browser.call('GET', '/account')).body.name).toBe('Segunda');
  });
});
