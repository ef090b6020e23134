import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ApipixServer,
  CLIENT_SECRET,
  PASSPHRASE,
  PIX_KEY,
  type Reply,
  type SeenRequest,
  startApipixServer,
} from '../../../../test/support/apipix-server.ts';
import { type CheckOptions, type CheckStep, checkPsp, requireReachable } from './check.ts';
import type { PspConfig } from './config.ts';
import { apipixProvider } from './provider.ts';

const log = pino({ level: 'silent' });
const URL_WANTED = 'https://shop.example/pix';

let bank: ApipixServer;

/** A bank that works: it keeps one charge and one address. */
function working(changes: (request: SeenRequest) => Reply | undefined = () => undefined): void {
  let status: string | null = null;
  let registered: string | null = null;
  bank.answer((request) => {
    const other = changes(request);
    if (other) return other;
    const { method, path, body } = request;
    if (path.includes('/webhook/')) {
      if (method === 'PUT') registered = JSON.parse(body).webhookUrl;
      return registered === null ? { status: 404 } : { body: { webhookUrl: registered } };
    }
    if (method === 'PUT') status = 'ATIVA';
    if (method === 'PATCH') status = JSON.parse(body).status;
    if (path.includes('/pix?')) return { body: { parametros: {}, pix: [] } };
    if (status === null || path.includes('/cobv/')) return { status: 404 };
    return { body: { status, valor: { original: '0.01' }, pixCopiaECola: '000201' } };
  });
}

beforeAll(async () => {
  bank = await startApipixServer();
});
afterAll(() => bank.close());
beforeEach(() => {
  bank.seen.length = 0;
  bank.answerTokens(() => ({ body: { access_token: 'the-token', expires_in: '600' } }));
  working();
});

async function stepsOf(options: Partial<CheckOptions> = {}, config: PspConfig = bank.config()) {
  const steps: CheckStep[] = [];
  const all = { log, webhookUrl: URL_WANTED, registers: false, ...options };
  for await (const step of checkPsp(config, all)) steps.push(step);
  return steps;
}

const names = (steps: CheckStep[]) => steps.map(({ name, ok }) => `${name} ${ok ? 'well' : 'not well'}`);

describe('the check of a PSP', () => {
  it('goes through all that it is needed for, and leaves no charge behind', async () => {
    const steps = await stepsOf({ registers: true });
    expect(names(steps)).toEqual([
      ...['certificate well', 'token well', 'create well', 'read well', 'remove well'],
      ...['due well', 'payments well', 'webhook well'],
    ]);
    const [certificate, token, create] = steps;
    expect(certificate?.detail).toMatch(/client\.p12, CN=shop, ends on \d{4}-\d\d-\d\d \(\d+ days\)$/);
    expect(token?.detail).toMatch(/^given by localhost:\d+ for 600 seconds$/);
    expect(create?.detail).toMatch(/^a charge of R\$ 0\.01 with the txid [a-zA-Z0-9]{32}$/);
    expect(bank.seen.map(({ method }) => method)).toEqual([
      ...['PUT', 'GET', 'PATCH', 'GET', 'GET', 'GET', 'PUT'],
    ]);
  });

  it('warns of a certificate that ends soon, and of none that does not', async () => {
    const at = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });
    const [soon] = await stepsOf(at(20));
    expect(soon?.remedy).toMatch(/^GUICHE_PIX_BANK_CERTIFICATE names a certificate that ends on/);
    const [gone, ...others] = await stepsOf(at(100));
    expect(gone).toMatchObject({
      ok: false,
      remedy: expect.stringMatching(/^GUICHE_PIX_BANK_CERTIFICATE .* expired on/),
    });
    expect(others).toEqual([]);
  });

  it('stops at a token that is refused, and names the settings', async () => {
    bank.answerTokens(() => ({ status: 401 }));
    const steps = await stepsOf();
    expect(names(steps)).toEqual(['certificate well', 'token not well']);
    expect(steps[1]?.remedy).toMatch(
      /^GUICHE_PIX_BANK_CLIENT_ID or GUICHE_PIX_BANK_CLIENT_SECRET is not what/,
    );
  });

  it.each([
    ['a key of somebody else', 400, /^GUICHE_PIX_BANK_KEY must be a PIX key of this account/],
    ['no permission', 403, /^The scope cob\.write is missing: .* GUICHE_PIX_BANK_SCOPES if that is set/],
  ])('names the setting when a charge cannot be made for %s', async (_, status, remedy) => {
    working(({ method, path }) => (method === 'PUT' && path.includes('/cob/') ? { status } : undefined));
    const steps = await stepsOf();
    expect(steps[2]).toMatchObject({ name: 'create', ok: false, remedy: expect.stringMatching(remedy) });
  });

  it.each([
    ['due', 'cobv.read', '/cobv/'],
    ['payments', 'pix.read', '/pix?'],
    ['webhook', 'webhook.read', '/webhook/'],
  ])('says which scope is missing when the PSP refuses what is read for %s', async (name, scope, part) => {
    working(({ path }) => (path.includes(part) ? { status: 403 } : undefined));
    const steps = await stepsOf({ registers: true });
    const wrong = steps.filter(({ ok }) => !ok);
    expect(wrong).toMatchObject([{ name }]);
    expect(wrong[0]?.remedy).toMatch(new RegExp(`^The scope ${scope.replace('.', '\\.')} is missing: `));
  });

  it('says which scope the token is not good for, where it tells', async () => {
    const granted = 'cob.read cob.write cobv.read pix.read webhook.read';
    bank.answerTokens(() => ({ body: { access_token: 'the-token', expires_in: 600, scope: granted } }));
    const steps = await stepsOf({ registers: true });
    expect(steps.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`)).toEqual([
      'due: the token is not good for cobv.write',
      'payments: the token is not good for pix.write',
    ]);
    bank.answerTokens(() => ({ body: { access_token: 'the-token', expires_in: 600, scope: 'their-own' } }));
    expect((await stepsOf({ registers: true })).every(({ ok }) => ok)).toBe(true);
  });

  it('tries to remove a charge that it does not know to be made', async () => {
    working(({ method }) => (method === 'PUT' || method === 'GET' ? 'drop' : undefined));
    const steps = await stepsOf();
    expect(names(steps).slice(2, 4)).toEqual(['create not well', 'remove well']);
  });

  it('notices that the charge is not where it was made', async () => {
    working(({ method, path }) => (method === 'GET' && path.includes('/cob/') ? { status: 404 } : undefined));
    const [, , , read] = await stepsOf();
    expect(read).toMatchObject({
      name: 'read',
      ok: false,
      remedy: expect.stringMatching(/^GUICHE_PIX_BANK_API_URL/),
    });
  });

  it('registers no URL unless asked to', async () => {
    const unregistered = (await stepsOf()).at(-1);
    expect(unregistered).toMatchObject({ ok: false, detail: 'no address is registered' });
    expect(unregistered?.remedy).toContain(URL_WANTED);
    expect((await stepsOf({ webhookUrl: null })).at(-1)?.remedy).toMatch(/^PUBLIC_URL must be the address/);
    await stepsOf({ registers: true });
    expect((await stepsOf()).at(-1)).toMatchObject({ ok: true });
    expect((await stepsOf({ webhookUrl: null })).at(-1)).toMatchObject({ ok: true });
    const other = (await stepsOf({ webhookUrl: 'https://other.example' })).at(-1);
    expect(other).toMatchObject({ ok: false, detail: `payments are sent to ${URL_WANTED}` });
  });

  it('shows no secret', async () => {
    const shown = JSON.stringify(await stepsOf({ registers: true }));
    for (const secret of [CLIENT_SECRET, PASSPHRASE, 'the-token', PIX_KEY])
      expect(shown).not.toContain(secret);
  });
});

describe('at the start', () => {
  async function reached(changes: Record<string, string> = {}): Promise<string | null> {
    const provider = apipixProvider(bank.config(changes), { log });
    try {
      return await requireReachable(provider);
    } finally {
      await provider.close();
    }
  }

  it('a PSP that answers is well, whatever it says about a charge that is not there', async () => {
    for (const status of [404, 403, 400]) {
      bank.answer(() => ({ status }));
      expect(await reached()).toBeNull();
    }
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'an unknown host for tokens',
      { GUICHE_PIX_BANK_TOKEN_URL: 'https://bank.invalid/token' },
      /^GUICHE_PIX_BANK_TOKEN_URL leads to bank\.invalid, a name that is not known/,
    ],
    [
      'an unknown host for calls',
      { GUICHE_PIX_BANK_API_URL: 'https://bank.invalid' },
      /^GUICHE_PIX_BANK_API_URL leads to bank\.invalid/,
    ],
    [
      'a port where nobody listens',
      { GUICHE_PIX_BANK_TOKEN_URL: 'https://127.0.0.1:1/token' },
      /^GUICHE_PIX_BANK_TOKEN_URL leads to 127\.0\.0\.1:1, which refuses connections/,
    ],
  ])('%s is a warning that names the setting: the bank may have a bad day', async (_, changes, sentence) => {
    expect(await reached(changes)).toMatch(sentence);
  });

  it('an authority that is not named stops it with a sentence that names the setting', async () => {
    const { cert, key } = bank.authority.issueClient('shop', '');
    const path = join(bank.folder, 'client.pem');
    writeFileSync(path, cert + key);
    const changes = { GUICHE_PIX_BANK_CA: '', GUICHE_PIX_BANK_CERTIFICATE: path };
    await expect(reached(changes)).rejects.toThrow(
      /^GUICHE_PIX_BANK_CA must name the authority of localhost:\d+/,
    );
  });

  it('wrong credentials stop it with a sentence that names the settings', async () => {
    bank.answerTokens(() => ({ status: 401 }));
    await expect(reached()).rejects.toThrow(/^GUICHE_PIX_BANK_CLIENT_ID or GUICHE_PIX_BANK_CLIENT_SECRET/);
  });

  it.each<[string, Reply]>([
    ['fails', { status: 503 }],
    ['breaks off', 'drop'],
  ])('a token server that %s is a warning', async (_, reply) => {
    bank.answerTokens(() => reply);
    expect(await reached()).toMatch(/localhost:\d+ (did not serve this request|closed the connection)/);
  });

  it('an API that fails is a warning', async () => {
    bank.answer(() => ({ status: 500 }));
    expect(await reached()).toMatch(/^localhost:\d+ did not serve this request/);
  });
});
