import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createCertificateAuthority } from '../../../../test/support/certificates.ts';
import { pspSettings, readPixPsps, settingName } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'guiche-psp-config-'));
const issued = createCertificateAuthority('Bank').issueClient('shop', 'opens-the-pfx');
const pfx = join(folder, 'client.p12');
const pem = join(folder, 'client.pem');
writeFileSync(pfx, issued.pfx);
writeFileSync(pem, `${issued.cert}${issued.key}`);

afterAll(() => rmSync(folder, { recursive: true }));

type Environment = Record<string, string | undefined>;

function environmentOf(name: string, changes: Environment = {}): Environment {
  const least = {
    CLIENT_ID: 'client-id',
    CLIENT_SECRET: 'client-secret',
    CERTIFICATE: pem,
    KEY: '52998224725',
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(least).map(([setting, value]) => [settingName(name, setting), value]),
  );
}

function readOne(name: string, changes: Environment = {}, entry = name) {
  const [config] = readPixPsps(environmentOf(name, changes), [entry]);
  if (!config) throw new Error('nothing was read');
  return config;
}

describe('the settings of a PSP', () => {
  it("are the profile's where nothing else is said", () => {
    const config = readOne('efi');
    expect(config).toMatchObject({
      name: 'efi',
      environment: 'production',
      clientId: 'client-id',
      key: '52998224725',
      tokenUrl: 'https://pix.api.efipay.com.br/oauth/token',
      apiUrl: 'https://pix.api.efipay.com.br/v2',
      clientAuth: 'basic',
      tokenBody: 'json',
      scopes: [],
      city: 'SAO PAULO',
      extras: {},
    });
    expect(config.clientSecret?.reveal()).toBe('client-secret');
  });

  it('follow the environment', () => {
    expect(readOne('efi', { ENVIRONMENT: 'homologation' }).apiUrl).toBe('https://pix-h.api.efipay.com.br/v2');
  });

  it("may stand in for the profile's", () => {
    const config = readOne('efi', {
      TOKEN_URL: 'https://tokens.example.com/oauth?x=1',
      API_URL: 'https://api.example.com/pix/v2/',
      CLIENT_AUTH: 'body',
      TOKEN_BODY: 'form',
      SCOPES: 'cob.read, cob.write',
      CITY: 'RECIFE',
      CERTIFICATE: pfx,
      PASSPHRASE: 'opens-the-pfx',
    });
    expect(config).toMatchObject({
      tokenUrl: 'https://tokens.example.com/oauth?x=1',
      apiUrl: 'https://api.example.com/pix/v2',
      clientAuth: 'body',
      tokenBody: 'form',
      scopes: ['cob.read', 'cob.write'],
      city: 'RECIFE',
    });
    expect(readOne('inter', { SCOPES: 'none' }).scopes).toEqual([]);
  });

  it('are of an account at a PSP, when it has a name of its own', () => {
    const environment = {
      ...environmentOf('main-two'),
      ...environmentOf('reserve', { KEY: '+5511912345678' }),
    };
    const configs = readPixPsps(environment, ['main-two:efi', ' reserve:bradesco ']);
    expect(configs.map(({ name, profile, key }) => [name, profile.name, key])).toEqual([
      ['main-two', 'efi', '52998224725'],
      ['reserve', 'bradesco', '+5511912345678'],
    ]);
  });

  it('hold what the profile asks for besides', () => {
    expect(readOne('bb', { APP_KEY: 'the-app-key' }).extras.APP_KEY?.reveal()).toBe('the-app-key');
    expect(readOne('inter').extras).toEqual({});
  });

  it('need no secret where the certificate is the secret', () => {
    expect(readOne('sicoob', { CLIENT_SECRET: undefined }).clientSecret).toBeNull();
  });

  it('put the key into the form of the directory', () => {
    expect(readOne('efi', { KEY: 'Loja@Example.com' }).key).toBe('loja@example.com');
  });

  it('show no secret when they are printed', () => {
    const config = readOne('bb', { APP_KEY: 'the-app-key', CERTIFICATE: pfx, PASSPHRASE: 'opens-the-pfx' });
    const shown = inspect(config, { depth: 9 }) + JSON.stringify(config);
    for (const secret of ['client-secret', 'the-app-key', 'opens-the-pfx', 'PRIVATE KEY']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('all have a sentence about them', () => {
    for (const [name, { about }] of Object.entries(pspSettings)) {
      expect(name).toMatch(/^[A-Z_]+$/);
      expect(about.length).toBeGreaterThan(10);
    }
  });
});

describe('a wrong setting of a PSP', () => {
  it.each<[string, string, Environment, string | RegExp]>([
    [
      'efi',
      'efi',
      { CLIENT_ID: undefined },
      'GUICHE_PIX_EFI_CLIENT_ID is missing: Efí gives one with the application.',
    ],
    [
      'efi',
      'efi',
      { CLIENT_SECRET: '' },
      'GUICHE_PIX_EFI_CLIENT_SECRET is missing: Efí gives one with the application.',
    ],
    [
      'efi',
      'efi',
      { CERTIFICATE: undefined },
      'GUICHE_PIX_EFI_CERTIFICATE is missing: API Pix works with a client certificate only (Efí: a .p12 file).',
    ],
    [
      'efi',
      'efi',
      { CERTIFICATE: '/etc/x.p12' },
      'GUICHE_PIX_EFI_CERTIFICATE names /etc/x.p12, which cannot be read: no such file.',
    ],
    ['efi', 'efi', { CERTIFICATE_KEY: '/etc/x.key' }, /^GUICHE_PIX_EFI_CERTIFICATE_KEY names \/etc\/x\.key/],
    [
      'efi',
      'efi',
      { CERTIFICATE: pfx, PASSPHRASE: 'wrong' },
      `GUICHE_PIX_EFI_PASSPHRASE does not open ${pfx}.`,
    ],
    ['efi', 'efi', { CA: '/etc/ca.pem' }, /^GUICHE_PIX_EFI_CA names \/etc\/ca\.pem/],
    [
      'efi',
      'efi',
      { KEY: undefined },
      'GUICHE_PIX_EFI_KEY is missing: without a PIX key nothing can be received.',
    ],
    ['efi', 'efi', { KEY: '123' }, /^GUICHE_PIX_EFI_KEY must be a PIX key/],
    [
      'efi',
      'efi',
      { ENVIRONMENT: 'test' },
      'GUICHE_PIX_EFI_ENVIRONMENT must be one of production, homologation.',
    ],
    [
      'efi',
      'efi',
      { API_URL: 'http://x.example' },
      'GUICHE_PIX_EFI_API_URL must be a URL that begins with https://.',
    ],
    [
      'efi',
      'efi',
      { TOKEN_URL: 'https://me:pw@x.example' },
      /^GUICHE_PIX_EFI_TOKEN_URL must be a URL with no name/,
    ],
    [
      'efi',
      'efi',
      { CLIENT_AUTH: 'digest' },
      /^GUICHE_PIX_EFI_CLIENT_AUTH must be one of basic, body, body-id-only/,
    ],
    ['efi', 'efi', { TOKEN_BODY: 'xml' }, /^GUICHE_PIX_EFI_TOKEN_BODY must be one of form, json/],
    ['efi', 'efi', { SCOPES: 'cob.read "x"' }, /^GUICHE_PIX_EFI_SCOPES must list scopes/],
    ['bb', 'bb', {}, /^GUICHE_PIX_BB_APP_KEY is missing: Application key of the Banco do Brasil portal/],
    ['bb', 'bb', { APP_KEY: 'chave é' }, /^GUICHE_PIX_BB_APP_KEY must be plain ASCII/],
    [
      'x',
      'x:generic',
      {},
      'GUICHE_PIX_X_TOKEN_URL is missing: the profile generic knows no address for production.',
    ],
    [
      'itau',
      'itau',
      { ENVIRONMENT: 'homologation', TOKEN_URL: 'https://x.example' },
      'GUICHE_PIX_ITAU_API_URL is missing: the profile itau knows no address for homologation.',
    ],
    [
      'efi',
      'efi',
      { CERTIFICAT: pfx },
      /^GUICHE_PIX_EFI_CERTIFICAT is not a setting of the profile efi; it has CLIENT_ID, /,
    ],
    ['efi', 'efi', { APP_KEY: 'x' }, /^GUICHE_PIX_EFI_APP_KEY is not a setting of the profile efi/],
  ])('%s (%s) with %j is refused by its name', (name, entry, changes, sentence) => {
    const refusal = typeof sentence === 'string' ? new Error(sentence) : sentence;
    expect(() => readOne(name, changes, entry)).toThrow(refusal);
  });

  it.each([
    [['nubank'], /^GUICHE_PIX names the profile "nubank", which is unknown; known are efi, bb, itau, /],
    [['main:nubank'], /the profile "nubank", which is unknown/],
    [['Main:efi'], /^GUICHE_PIX names "Main:efi", which must be a profile or name:profile/],
    [['a:efi:x'], /which must be a profile or name:profile/],
    [[''], /which must be a profile or name:profile/],
    [['efi', 'efi'], /^GUICHE_PIX names "efi" twice/],
    [
      ['a:efi', 'a-certificate:efi'],
      /"a" and "a-certificate", which would share GUICHE_PIX_A_CERTIFICATE_KEY/,
    ],
  ])('a list like %j is refused', (list, sentence) => {
    expect(() => readPixPsps({}, list)).toThrow(sentence);
  });

  it('says when the certificate ended', () => {
    const later = new Date(Date.now() + 400 * 86_400_000);
    expect(() => readPixPsps(environmentOf('efi'), ['efi'], later)).toThrow(
      /^GUICHE_PIX_EFI_CERTIFICATE names .*client\.pem, which expired on \d{4}-\d\d-\d\d\.$/,
    );
  });

  it("is none when it belongs to another PSP's settings, or to nobody's", () => {
    const environment = {
      ...environmentOf('main'),
      ...environmentOf('main-two'),
      GUICHE_PIX_INTER_KEY: 'kept for later',
      GUICHE_PIXEL: 'x',
    };
    expect(readPixPsps(environment, ['main:efi', 'main-two:efi'])).toHaveLength(2);
  });

  it('never shows what it holds', () => {
    const secrets = { CLIENT_SECRET: 'do-not-show-1', PASSPHRASE: 'do-not-show-2', CERTIFICATE: pfx };
    expect(() => readOne('efi', secrets)).toThrow(/^(?!.*do-not-show).*PASSPHRASE/);
  });
});
