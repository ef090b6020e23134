import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Psp, startPsp } from '../psp/psp.ts';
import { commandWith, endCommands, requireBuilt } from '../support/command.ts';
import { pspSettings } from '../support/psp-gateway.ts';

const BUILD_MS = 300_000;
let psp: Psp;
let settings: Record<string, string>;

beforeAll(async () => {
  await requireBuilt();
  psp = await startPsp();
  settings = {
    ...pspSettings({ main: psp }),
    PUBLIC_URL: 'https://pay.example.com',
    GUICHE_SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
  };
}, BUILD_MS);
afterAll(async () => {
  await endCommands();
  await psp?.stop();
});

const guiche = (more: Record<string, string> = {}) => commandWith({ ...settings, ...more });

describe('guiche pix', () => {
  it('goes through certificate, token, charge and webhook, and leaves nothing payable behind', async () => {
    const { code, out } = await guiche()('pix', 'check');
    expect(out).toMatch(/^main\n✓ Certificate .+ends on \d{4}-\d\d-\d\d/);
    for (const step of ['Token', 'Create', 'Read', 'Remove', 'Due charges', 'Payments'])
      expect(out).toMatch(new RegExp(`✓ ${step} `));
    expect(out).toMatch(/✗ Webhook +no address is registered/);
    expect(code).toBe(1);
    const { cobs, violations } = await psp.state();
    expect(cobs.map(({ status }) => status)).toEqual(['REMOVIDA_PELO_USUARIO_RECEBEDOR']);
    expect(violations).toEqual([]);
  });

  it('registers the URL for payment notices, and then passes', async () => {
    const registered = await guiche()('pix', 'register', 'main');
    expect(registered).toMatchObject({ code: 0 });
    const [webhook] = (await psp.state()).webhooks;
    expect(webhook?.webhookUrl).toMatch(/^https:\/\/pay\.example\.com\/pix\/callbacks\/main\/[0-9a-f]{32}$/);
    const [checked] = await guiche().json('pix', 'check', '--json');
    expect(checked).toMatchObject({ psp: 'main', ok: true });
  });

  it.each([
    ['pix.read', 'Payments', 'cob.read cob.write cobv.read cobv.write pix.write'],
    ['pix.write', 'Payments', 'cob.read cob.write cobv.read cobv.write pix.read'],
    ['cobv.read', 'Due charges', 'cob.read cob.write cobv.write pix.read pix.write'],
    ['cobv.write', 'Due charges', 'cob.read cob.write cobv.read pix.read pix.write'],
  ])('says that the scope %s is missing', async (scope, step, granted) => {
    const scopes = `${granted} webhook.read webhook.write`;
    const { code, out } = await guiche({ GUICHE_PIX_MAIN_SCOPES: scopes })('pix', 'check');
    expect(code).toBe(1);
    expect(out).toMatch(
      new RegExp(`✗ ${step} [^\\n]*\\n +→ The scope ${scope.replace('.', '\\.')} is missing`),
    );
    expect(out.match(/✗/g)).toHaveLength(1);
  });

  it.each([
    [{ GUICHE_PIX_MAIN_CLIENT_SECRET: 'wrong' }, 'GUICHE_PIX_MAIN_CLIENT_SECRET'],
    [{ GUICHE_PIX_MAIN_PASSPHRASE: 'wrong' }, 'GUICHE_PIX_MAIN_PASSPHRASE'],
    [{ GUICHE_PIX_MAIN_CERTIFICATE: '/nowhere.p12' }, 'GUICHE_PIX_MAIN_CERTIFICATE'],
    [{ GUICHE_PIX_MAIN_API_URL: 'https://127.0.0.1:1/v2' }, 'GUICHE_PIX_MAIN_API_URL'],
    [{ GUICHE_PIX: 'main:nobody' }, 'generic'],
  ])('says which setting to correct (%#)', async (wrong, named) => {
    const { code, out, err } = await guiche(wrong)('pix', 'check', 'main');
    expect(code).toBe(1);
    expect(out + err).toContain(named);
    expect(out + err).not.toMatch(/\bat .+:\d+:\d+/);
    expect(out + err).not.toContain(psp.clientSecret);
  });

  it('names those there are, when asked for another or when there are none', async () => {
    expect(await guiche()('pix', 'check', 'other')).toMatchObject({
      code: 2,
      err: expect.stringContaining('main'),
    });
    expect(await commandWith({})('pix', 'check')).toMatchObject({
      code: 2,
      err: expect.stringContaining('GUICHE_PIX'),
    });
  });
});
