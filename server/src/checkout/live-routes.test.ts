import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bestOf } from '../../../test/support/best-of.ts';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { until } from '../../../test/support/until.ts';

let gateway: TestGateway;
let address: string;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  address = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  gateway.app.server.closeAllConnections();
  await gateway.stop();
});
beforeEach(async () => {
  seller = await gateway.seller();
});

async function charge(fields: object = {}) {
  const { body } = await seller.call('POST', '/api/v1/charges', {
    billing_type: 'PIX',
    value: 10,
    ...fields,
  });
  return { id: body.id as string, token: (body.checkout_url as string).split('/').at(-1) as string };
}
const pay = (id: string) => seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`, {});

/** Reads a stream of server-sent events as a browser does. */
async function listen(token: string) {
  const stopping = new AbortController();
  const answer = await fetch(`${address}/pay/${token}/live`, { signal: stopping.signal });
  const told: { state: string; next: string | null; atMs: number }[] = [];
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) {
      for (const [, json = ''] of Buffer.from(chunk)
        .toString()
        .matchAll(/^data: (.+)$/gm)) {
        told.push({ ...JSON.parse(json), atMs: performance.now() });
      }
    }
  })().catch(() => undefined);
  const stop = () => {
    stopping.abort();
    return reading;
  };
  return { answer, told, stop };
}

describe('a page that follows its charge', () => {
  it('is notified of the payment and of the receipt within a second', async () => {
    const toldAfterMs = await bestOf(1_000, async () => {
      const { id, token } = await charge();
      const page = await listen(token);
      expect(page.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(page.answer.headers.get('cache-control')).toBe('no-store');
      await until('the page knows its state', () => page.told.length === 1);
      expect(page.told[0]).toMatchObject({ state: 'PENDING PIX', next: null });
      await pay(id);
      const paidMs = performance.now();
      await until('the page is told', () => page.told.length === 2);
      expect(page.told[1]).toMatchObject({ state: 'RECEIVED PIX', next: `/receipt/${token}?paid=1` });
      await page.stop();
      return (page.told[1]?.atMs ?? 0) - paidMs;
    });
    expect(toldAfterMs).toBeLessThan(1_000);
  });

  it('is notified of commits of another process too', async () => {
    const { id, token } = await charge();
    const page = await listen(token);
    await until('the page knows its state', () => page.told.length === 1);
    await gateway.db.query(`update charges set status = 'CANCELLED' where account_id = $1 and id = $2`, [
      seller.id,
      id,
    ]);
    await until('the page is told', () => page.told.length === 2, 5_000);
    expect(page.told[1]).toMatchObject({ state: 'CANCELLED PIX', next: null });
    await page.stop();
  });

  it('is removed when it disconnects', async () => {
    const { token } = await charge();
    const pages = await Promise.all(Array.from({ length: 5 }, () => listen(token)));
    await until('all are watched', () => gateway.deps.livePages.watchers === 5);
    await Promise.all(pages.map((page) => page.stop()));
    await until('all are forgotten', () => gateway.deps.livePages.watchers === 0);
  });

  it('may ask instead', async () => {
    const { id, token } = await charge();
    const status = async () => (await fetch(`${address}/pay/${token}/status`)).json();
    expect(await status()).toEqual({ state: 'PENDING PIX', next: null });
    await pay(id);
    expect(await status()).toEqual({ state: 'RECEIVED PIX', next: `/receipt/${token}?paid=1` });
  });

  it.each(['live', 'status'])('of no charge answers 404 to %s', async (path) => {
    expect((await fetch(`${address}/pay/A1b2C3d4E5f6G7h8I9j0K1/${path}`)).status).toBe(404);
  });
});
