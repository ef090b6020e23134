import { describe, expect, it } from 'vitest';
import { Secret } from '../../kit/secrets.ts';
import type { PspConfig } from './config.ts';
import type { Profile } from './profile.ts';
import { profiles } from './profiles/registry.ts';
import { readToken, type TokenAnswer, TokenKeeper, tokenRequest } from './token.ts';

function configOf(name: string): PspConfig {
  const profile = profiles.get(name) as Profile;
  return {
    name,
    profile,
    environment: 'production',
    clientId: 'id',
    clientSecret: new Secret('s&cret'),
    certificate: {
      certificate: { setting: '', path: '' },
      key: { setting: '', path: null },
      passphrase: { setting: '', value: null },
      authorities: null,
    },
    key: '52998224725',
    tokenUrl: profile.tokenUrl.production ?? 'https://bank.example/token',
    apiUrl: profile.apiUrl.production ?? 'https://bank.example/api',
    clientAuth: profile.clientAuth,
    tokenBody: profile.tokenBody,
    scopes: profile.scopes,
    city: 'SAO PAULO',
    extras: {},
  };
}

const BASIC = `Basic ${Buffer.from('id:s&cret').toString('base64')}`;
const SCOPE = 'scope=cob.read+cob.write+cobv.read+cobv.write+pix.read+pix.write+webhook.read+webhook.write';
const GRANT = 'grant_type=client_credentials';
const ID_AND_SECRET = 'client_id=id&client_secret=s%26cret';

describe('a token is asked for as each bank wants', () => {
  it.each([
    ['efi', '/oauth/token', BASIC, '{"grant_type":"client_credentials"}'],
    ['bb', '/oauth/token', BASIC, `${GRANT}&${SCOPE}`],
    ['itau', '/as/token.oauth2', undefined, `${GRANT}&${ID_AND_SECRET}`],
    ['santander', `/oauth/token?${GRANT}`, undefined, ID_AND_SECRET],
    ['bradesco', '/oauth/token', BASIC, GRANT],
    ['inter', '/oauth/v2/token', undefined, `${GRANT}&${SCOPE}&${ID_AND_SECRET}`],
    [
      'sicoob',
      '/auth/realms/cooperado/protocol/openid-connect/token',
      undefined,
      `${GRANT}&${SCOPE}&client_id=id`,
    ],
    ['sicredi', '/oauth/token', BASIC, `${GRANT}&${SCOPE}`],
    ['generic', '/token', BASIC, `${GRANT}&${SCOPE}`],
  ])('%s', (name, path, authorization, body) => {
    const request = tokenRequest(configOf(name));
    expect(request.url.pathname + request.url.search).toBe(path);
    expect(request.headers.authorization).toBe(authorization);
    expect(request.body).toBe(body);
    const type = name === 'efi' ? 'application/json' : 'application/x-www-form-urlencoded';
    expect(request.headers['content-type']).toBe(type);
  });
});

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
      give: (text: string) => waiting.shift()?.({ ok: true, token: new Secret(text), lifeMs }),
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
    if (first.ok) kept.drop(first.token);
    const again = kept.get();
    give('two');
    await again;
    if (first.ok) kept.drop(first.token);
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
