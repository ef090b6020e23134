import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Guiche as Client } from '../../sdk/src/main.ts';
import { commandWith, type Guiche } from '../support/command.ts';
import { authenticator, earlyInStep } from '../support/cookie-client.ts';
import { EMAIL, PASSWORD, type SignedIn, startSignedIn } from '../support/signed-in.ts';

const BUILD_MS = 300_000;

let place: SignedIn;
let guiche: Guiche;
let home: string;
let url: string;

beforeAll(async () => {
  place = await startSignedIn();
  ({ guiche, home, url } = place);
}, BUILD_MS);
afterAll(() => place?.stop());

describe('signing in', () => {
  it('keeps key and token for the owner’s eyes only', () => {
    const file = join(home, 'guiche', 'config.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default).toMatchObject({ url, email: EMAIL });
  });

  it('is refused with a wrong password, and then nothing is kept', async () => {
    const words = ['login', '--email', EMAIL, '--password-stdin', '--profile', 'other'];
    expect(await guiche.begin(words, 'wrong wrong').ended).toMatchObject({
      code: 3,
      err: expect.stringContaining('INVALID_CREDENTIALS'),
    });
    expect(await guiche('keys', 'list', '--profile', 'other')).toMatchObject({ code: 3 });
  });

  it('ends with logout, which revokes the key', async () => {
    const words = ['--profile', 'passing'];
    await guiche.begin(['login', '--email', EMAIL, '--password-stdin', ...words], PASSWORD).ended;
    const { apiKey } = JSON.parse(readFileSync(join(home, 'guiche', 'config.json'), 'utf8')).profiles.passing;
    expect(await guiche.json('logout', ...words)).toEqual({ signed_out: true, key_revoked: true });
    const old = commandWith({ GUICHE_URL: url, GUICHE_API_KEY: apiKey });
    expect(await old('charges', 'list')).toMatchObject({
      code: 3,
      err: expect.stringContaining('guiche login'),
    });
    expect(await guiche('logout', ...words)).toMatchObject({ code: 3 });
  });

  it('ten minutes ago is no proof for a new key: the command says what to do, and goes on after it', async () => {
    const words = ['--profile', 'later'];
    const signIn = () =>
      guiche.begin(['login', '--email', EMAIL, '--password-stdin', ...words], PASSWORD).ended;
    await signIn();
    try {
      await guiche('clock', 'advance', '11m');
      const refused = await guiche('keys', 'create', '--name', 'late', ...words);
      expect(refused.code).not.toBe(0);
      expect(refused.err).toContain('REAUTHENTICATION_REQUIRED');
      expect(refused.err).toContain('Sign in again with `guiche login`');
      expect(await guiche('keys', 'list', ...words)).toMatchObject({ code: 0 });
      expect(await signIn()).toMatchObject({ code: 0 });
      expect(await guiche('keys', 'create', '--name', 'late', ...words)).toMatchObject({ code: 0 });
    } finally {
      await guiche('clock', 'reset');
    }
  });

  it('anew revokes the key of the sign-in before', async () => {
    const words = ['login', '--email', EMAIL, '--password-stdin', '--profile', 'again'];
    const kept = () => JSON.parse(readFileSync(join(home, 'guiche', 'config.json'), 'utf8')).profiles.again;
    await guiche.begin(words, PASSWORD).ended;
    const first = kept().apiKeyId;
    expect(await guiche.begin(words, PASSWORD).ended).toMatchObject({ code: 0 });
    const keys: { id: string; status: string }[] = await guiche.json('keys', 'list');
    const statusOf = (id: string) => keys.find((key) => key.id === id)?.status;
    expect([statusOf(first), statusOf(kept().apiKeyId)]).toEqual(['revoked', 'active']);
  });

  it('where nothing can be kept makes no key, and says where it could', async () => {
    const before = await guiche.json('keys', 'list');
    const closed = commandWith({ XDG_CONFIG_HOME: '/dev/null', GUICHE_URL: url });
    const ended = await closed.begin(['login', '--email', EMAIL, '--password-stdin'], PASSWORD).ended;
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toMatch(/config\.json cannot be (read|written) \(ENOTDIR\)\. Set XDG_CONFIG_HOME/);
    expect(await guiche.json('keys', 'list')).toHaveLength(before.length);
  });

  it('is not needed, nor its file, where address and key are in the environment', async () => {
    const { api_key } = await guiche.json('keys', 'create', '--name', 'environment');
    const given = { XDG_CONFIG_HOME: '/dev/null', GUICHE_URL: url, GUICHE_API_KEY: api_key };
    expect(await commandWith(given)('charges', 'list')).toMatchObject({ code: 0 });
    const keys = await commandWith({ ...given, XDG_CONFIG_HOME: join(home, 'empty') })('keys', 'list');
    expect(keys).toMatchObject({ code: 3, err: expect.stringContaining('an API key is not enough') });
    expect(keys.err).not.toContain('GUICHE_API_KEY');
  });

  it('is not read from a damaged file', async () => {
    const folder = join(home, 'damaged', 'guiche');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), '{"profiles":{"default":{"url":5}}}');
    const damaged = commandWith({ XDG_CONFIG_HOME: join(home, 'damaged') });
    expect(await damaged('charges', 'list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is damaged'),
    });
  });

  it('lasts an hour for what needs a person, and says so afterwards', async () => {
    const folder = join(home, 'late', 'guiche');
    mkdirSync(folder, { recursive: true });
    const profile = { url, token: 'eyJ.old.token', tokenEndsAt: '2020-01-01T00:00:00.000Z' };
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles: { default: profile } }));
    const late = commandWith({ XDG_CONFIG_HOME: join(home, 'late'), GUICHE_URL: url });
    expect(await late('keys', 'list')).toMatchObject({
      code: 3,
      err: expect.stringContaining('Sign in again with `guiche login`'),
    });
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ profiles: { operator: profile } }));
    expect((await late('audit', '--profile', 'operator')).err).toContain('`guiche login --profile operator`');
  });
});

/** `script` of other systems takes other words. */
describe.runIf(process.platform === 'linux')('signing in on a terminal', () => {
  const profiles = () => JSON.parse(readFileSync(join(home, 'guiche', 'config.json'), 'utf8')).profiles;

  it('asks for e-mail and password, and shows the password to nobody', async () => {
    const terminal = guiche.onTerminal('login', '--profile', 'asked');
    await terminal.untilOut('E-mail');
    terminal.press('\r');
    await terminal.untilOut('It is needed.');
    terminal.press(`${EMAIL}\r`);
    await terminal.untilOut('Password');
    terminal.press(`${PASSWORD}\r`);
    const { code, out } = await terminal.ended;
    expect(code).toBe(0);
    expect(out).toContain(`Signed in at ${url} as ${EMAIL}`);
    expect(out).not.toContain(PASSWORD.slice(0, 3));
    expect(profiles().asked).toMatchObject({ url, email: EMAIL });
  });

  it('asks for the code of a second factor', async () => {
    const email = 'careful@example.com';
    const visitor = new Client({ baseUrl: url });
    const account = { name: 'Loja', email, password: PASSWORD, document: '11144477735' };
    const { token } = await visitor.auth.register(account);
    const { twoFactor } = visitor.with({ token: token ?? '' }).auth;
    const code = authenticator((await twoFactor.propose(PASSWORD)).secret);
    await earlyInStep();
    await twoFactor.confirm(code(-1));
    const terminal = guiche.onTerminal('login', '--email', email, '--profile', 'careful');
    await terminal.untilOut('Password');
    terminal.press(`${PASSWORD}\r`);
    await terminal.untilOut('Code of the authenticator app');
    terminal.press(`${code()}\r`);
    expect(await terminal.ended).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Signed in at ${url} as ${email}`),
    });
    const words = ['login', '--email', email, '--password-stdin', '--profile', 'nobody'];
    const refused = await guiche.begin(words, PASSWORD).ended;
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('--code') });
  });

  it('is left with Ctrl-C, and then nothing is kept', async () => {
    const terminal = guiche.onTerminal('login', '--email', EMAIL, '--profile', 'left');
    await terminal.untilOut('Password');
    terminal.press('half\u0003');
    expect(await terminal.ended).toMatchObject({
      code: 130,
      out: expect.stringContaining('Nothing was changed.'),
    });
    expect(profiles()).not.toHaveProperty('left');
  });
});

describe('keys', () => {
  it('are made, listed and revoked', async () => {
    const made = await guiche.json('keys', 'create', '--name', 'shop');
    expect(made.api_key).toMatch(/^guiche_/);
    const { out } = await guiche('keys', 'list');
    expect(out).toContain(made.id);
    expect(out).not.toContain(made.api_key);
    expect(await guiche('keys', 'revoke', made.id)).toMatchObject({
      code: 0,
      out: `Key ${made.id} is revoked.\n`,
    });
  });
});
