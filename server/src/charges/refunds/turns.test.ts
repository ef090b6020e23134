import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { type Cents, cents, ZERO } from '../../kit/money.ts';
import type { PixProvider, RefundRequest } from '../../providers/provider.ts';
import type { Asked } from './store.ts';
import { turnAt } from './turns.ts';

const BY_SUM = { apartMs: 5 * SECOND_MS, seenAfterMs: 10 * MINUTE_MS };

describe('a refund of a payment whose refunds are known by their sum', () => {
  const now = new Date('2026-11-19T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const alone: Asked = { isBehind: false, earlierCents: ZERO, askedAt: null, otherAskedAt: null };
  it.each<[string, Partial<Asked>, object]>([
    ['the first is asked for', {}, { ok: true, inTurn: { earlierCents: ZERO } }],
    ['behind an older one it waits', { isBehind: true }, { ok: false }],
    ['too soon after another it waits', { otherAskedAt: ago(4_999) }, { ok: false }],
    [
      'after another it says the sum',
      { otherAskedAt: ago(5_000), earlierCents: cents(7n) },
      { ok: true, inTurn: { earlierCents: 7n } },
    ],
    [
      'a moment after it was asked for it is only looked for',
      { askedAt: ago(10 * MINUTE_MS - 1) },
      { ok: true, inTurn: { looksOnly: true } },
    ],
    [
      'when it must have been seen it is asked for again',
      { askedAt: ago(10 * MINUTE_MS) },
      { ok: true, inTurn: { earlierCents: ZERO } },
    ],
  ])('%s', (_, set, turn) => {
    const found = turnAt({ ...alone, ...set }, now, BY_SUM);
    expect(found).toMatchObject(turn);
    expect(found.ok && 'looksOnly' in found.inTurn).toBe(JSON.stringify(turn, text).includes('looksOnly'));
  });
});

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** Knows sums: adds what it is asked for, and may lose the answer after that. */
class Summing {
  sum: Cents = ZERO;
  readonly requests: RefundRequest[] = [];
  losesAnswers = false;
  isDown = false;

  provider(inner: PixProvider): PixProvider {
    return {
      ...inner,
      refundsAtOnce: false,
      refundsBySum: BY_SUM,
      refund: async (request) => {
        this.requests.push(request);
        const earlierCents = request.earlierCents ?? ZERO;
        if (this.sum === earlierCents + request.amountCents) return { ok: true, status: 'succeeded' };
        if (this.isDown || this.sum !== earlierCents || request.looksOnly)
          return { ok: false, kind: 'unavailable', reason: 'not to be seen' };
        this.sum = cents(this.sum + request.amountCents);
        if (this.losesAnswers) return { ok: false, kind: 'unavailable', reason: 'no answer' };
        return { ok: true, status: 'succeeded' };
      },
    };
  }
}

describe('refunds of one payment', () => {
  const summing = new Summing();
  let gateway: TestGateway;
  let seller: Seller;
  beforeAll(async () => {
    gateway = await startGateway({
      rails: (rails) => ({ ...rails, pix: [summing.provider(rails.pix[0])] }),
    });
    seller = await gateway.seller();
  });
  afterAll(async () => {
    expect(await gateway.audit()).toEqual([]);
    await gateway.stop();
  });

  async function paid(): Promise<string> {
    for (const _ of [1, 2]) {
      const made = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
      await seller.call('POST', `/api/v1/sandbox/charges/${made.body.id}/pay`);
      if (_ === 2) return made.body.id;
    }
    throw new Error('two charges were made');
  }
  const refund = (id: string, amount: number) =>
    seller.call('POST', `/api/v1/charges/${id}/refund`, { amount });
  const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;

  it('go one after another, apart from each other, each with the sum of those before', async () => {
    summing.sum = ZERO;
    const id = await paid();
    for (const amount of [10, 20, 30]) expect((await refund(id, amount)).body.status).toBe('pending');
    for (let step = 0; step < 20; step += 1) await gateway.advance(10 * SECOND_MS);
    expect(await read(id)).toMatchObject({ refunded_amount: 60 });
    const sent = summing.requests.map(({ amountCents, earlierCents }) => [amountCents, earlierCents]);
    expect(sent).toEqual([
      [1_000n, 0n],
      [2_000n, 1_000n],
      [3_000n, 3_000n],
    ]);
  });

  it('whose answer was lost are looked for, and not asked for again until they must be seen', async () => {
    summing.sum = ZERO;
    const id = await paid();
    summing.requests.length = 0;
    summing.isDown = true;
    await refund(id, 40);
    await gateway.advance(SECOND_MS);
    await gateway.advance(MINUTE_MS);
    await gateway.advance(MINUTE_MS);
    expect(summing.requests.map(({ looksOnly }) => looksOnly ?? false)).toEqual([false, true, true]);
    summing.isDown = false;
    summing.losesAnswers = true;
    await gateway.advance(20 * MINUTE_MS);
    summing.losesAnswers = false;
    for (let step = 0; step < 5; step += 1) await gateway.advance(10 * MINUTE_MS);
    expect(await read(id)).toMatchObject({ refunded_amount: 40 });
    expect(summing.sum).toBe(4_000n);
  });
});
