import { describe, expect, it } from 'vitest';
import { Secret } from '../../kit/secrets.ts';
import { readToken, type TokenAnswer, TokenKeeper } from './token.ts';

describe("a token server's answer", () => {
  it.each([
    ['a number', 3_600, 3_600_000],
    ['a number as text', '300', 300_000],
    ['nothing', undefined, 300_000],
    ['nonsense', 'soon', 300_000],
    ['a negative number', -5, 300_000],
    ['a century', 3_000_000_000, 86_400_000],
  ])('with %s for its life is read', (_, expires_in, lifeMs) => {
    const answer = readToken(200, JSON.stringify({ access_token: 'abc', expires_in }));
    expect(answer).toMatchObject({ ok: true, lifeMs });
    expect(answer.ok && answer.token.reveal()).toBe('abc');
    expect(JSON.stringify(answer)).not.toContain('abc');
  });

  it.each([
    [400, '{"error":"invalid_client","client_secret":"s&cret"}', 'credentials'],
    [401, '', 'credentials'],
    [403, '<html>', 'credentials'],
    [429, '{}', 'service'],
    [500, '{"access_token":"abc"}', 'service'],
    [302, '', 'service'],
    [200, '{"access_token":""}', 'service'],
    [200, '{"access_token":"a\\nb"}', 'service'],
    [200, 'null', 'service'],
    [200, 'token', 'service'],
  ])('of %i %s is no token', (status, text, failure) => {
    const answer = readToken(status, text);
    expect(answer).toMatchObject({ ok: false, failure });
    expect(JSON.stringify(answer)).not.toContain('s&cret');
  });
});

describe('the keeper of a token', () => {
  function keeper(lifeMs: number) {
    let nowMs = 0;
    let asked = 0;
    const waiting: ((answer: TokenAnswer) => void)[] = [];
    const answers = () => {
      asked += 1;
      return new Promise<TokenAnswer>((resolve) => waiting.push(resolve));
    };
    const kept = new TokenKeeper(answers, () => nowMs);
    return {
      kept,
      asked: () => asked,
      pass: (ms: number) => {
        nowMs += ms;
      },
      give: (text: string) => waiting.shift()?.({ ok: true, token: new Secret(text), lifeMs, scopes: [] }),
      fail: () => waiting.shift()?.({ ok: false, reason: 'no', failure: 'service' }),
    };
  }
  const textOf = (answer: TokenAnswer) => (answer.ok ? answer.token.reveal() : null);

  it('asks once, however many want it at the same time', async () => {
    const { kept, asked, give } = keeper(3_600_000);
    const all = Array.from({ length: 20 }, () => kept.get());
    give('one');
    expect(new Set((await Promise.all(all)).map(textOf))).toEqual(new Set(['one']));
    expect([textOf(await kept.get()), asked()]).toEqual(['one', 1]);
  });

  it.each([
    [3_600_000, 3_540_000],
    [300_000, 240_000],
    [30_000, 15_000],
  ])('keeps one that lives %i ms for %i ms', async (lifeMs, keptMs) => {
    const { kept, asked, give, pass } = keeper(lifeMs);
    const first = kept.get();
    give('one');
    await first;
    pass(keptMs - 1);
    expect([textOf(await kept.get()), asked()]).toEqual(['one', 1]);
    pass(1);
    const second = kept.get();
    give('two');
    expect([textOf(await second), asked()]).toEqual(['two', 2]);
  });

  it('does not keep a failure', async () => {
    const { kept, asked, give, fail } = keeper(3_600_000);
    const first = kept.get();
    fail();
    expect(textOf(await first)).toBeNull();
    const second = kept.get();
    give('two');
    expect([textOf(await second), asked()]).toEqual(['two', 2]);
  });

  it('drops the one that was refused, and not the one that took its place', async () => {
    const { kept, asked, give } = keeper(3_600_000);
    const asking = kept.get();
    give('one');
    const first = await asking;
    if (first.ok) await kept.drop(first.token);
    const again = kept.get();
    give('two');
    await again;
    if (first.ok) await kept.drop(first.token);
    expect([textOf(await kept.get()), asked()]).toEqual(['two', 2]);
  });

  it('does not keep what was asked for with a certificate that is no longer in use', async () => {
    const { kept, asked, give } = keeper(3_600_000);
    const old = kept.get();
    kept.dropAll();
    const fresh = kept.get();
    give('of the old certificate');
    await old;
    give('of the new certificate');
    expect(textOf(await fresh)).toBe('of the new certificate');
    expect([textOf(await kept.get()), asked()]).toEqual(['of the new certificate', 2]);
  });
});
