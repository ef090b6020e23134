import { describe, expect, it } from 'vitest';
import { Secret } from '../../kit/secrets.ts';
import type { PspConfig } from './config.ts';
import type { Profile } from './profile.ts';
import { profiles } from './profiles/registry.ts';
import { tokenRequest } from './token.ts';

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
