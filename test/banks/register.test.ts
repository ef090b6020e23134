import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandWith, endCommands, requireBuilt } from '../support/command.ts';
import { type Efi, startEfi } from './efi/efi.ts';
import { type Inter, PASSPHRASE, startInter } from './inter/inter.ts';

const BUILD_MS = 300_000;
let inter: Inter;
let efi: Efi;
let settings: Record<string, string>;

const prefixed = (bank: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`GUICHE_BANK_${bank}_${name}`, value]));

beforeAll(async () => {
  await requireBuilt();
  inter = await startInter();
  efi = await startEfi();
  settings = {
    ...{ PUBLIC_URL: 'https://pay.example.com', GUICHE_SECRET_KEY: Buffer.alloc(32, 5).toString('base64') },
    ...{ GUICHE_BOLETO: 'inter,efi', GUICHE_PAYOUT: 'inter,efi' },
    ...prefixed('INTER', {
      ...{ CLIENT_ID: inter.settings.clientId, CLIENT_SECRET: inter.settings.clientSecret },
      ...{ CERTIFICATE: inter.client.pfxFile, PASSPHRASE, CA: inter.caFile, ENVIRONMENT: 'homologation' },
      ...{ API_URL: inter.apiUrl, TOKEN_URL: inter.tokenUrl, ACCOUNT: inter.settings.account },
    }),
    ...prefixed('EFI', {
      ...{ CLIENT_ID: efi.clientId, CLIENT_SECRET: efi.clientSecret, CERTIFICATE: efi.client.pfxFile },
      ...{ KEY: efi.pixKey, CA: efi.caFile, PIX_URL: efi.pixUrl, CHARGES_URL: efi.chargesUrl },
    }),
  };
}, BUILD_MS);
afterAll(async () => {
  await endCommands();
  await inter?.stop();
  await efi?.stop();
});

const guiche = (more: Record<string, string> = {}) => commandWith({ ...settings, ...more });
const addressOf = (kind: string, name: string) =>
  new RegExp(`^https://pay\\.example\\.com/${kind}/callbacks/${name}/[0-9a-f]{32}$`);

describe('guiche payout register', () => {
  it('has both banks send their notices to this gateway, and moves nothing', async () => {
    const before = await guiche()('payout', 'check');
    expect(before).toMatchObject({ code: 1 });
    expect(before.out).toContain('guiche payout register');
    const { code, out } = await guiche()('payout', 'register');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/registered: notices/) });
    expect((await inter.state()).webhooks['pix-pagamento']).toMatch(addressOf('payouts', 'inter'));
    expect((await efi.state()).webhooks[efi.pixKey]).toMatch(addressOf('payouts', 'efi'));
    expect((await inter.state()).sent).toEqual([]);
    expect((await efi.state()).sent).toEqual([]);
    expect(await guiche()('payout', 'check')).toMatchObject({ code: 0 });
    const [again] = await guiche().json('payout', 'register', 'inter', '--json');
    expect(again).toMatchObject({ bank: 'inter', ok: true });
  });

  it('registers the address of payments where the key receives under the same name', async () => {
    const own = { ...settings, GUICHE_PIX: 'efi', GUICHE_PIX_EFI_KEY: efi.pixKey };
    const shared = { ...own, GUICHE_PIX_EFI_CLIENT_ID: efi.clientId, GUICHE_PIX_EFI_CLIENT_SECRET: 'secret' };
    expect(await commandWith(shared)('payout', 'register', 'efi')).toMatchObject({ code: 0 });
    const { [efi.pixKey]: kept } = (await efi.state()).webhooks;
    expect(kept).toMatch(addressOf('pix', 'efi'));
    // Under another name it is left as it is: payments would be cut off.
    const { code, out } = await guiche()('payout', 'register', 'efi');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('with those of payments') });
    expect((await efi.state()).webhooks[efi.pixKey]).toBe(kept);
  });

  it('refuses an address that banks do not call, and a bank that is not named', async () => {
    const plain = await guiche({ PUBLIC_URL: 'http://pay.example.com' })('payout', 'register');
    expect(plain.err).toContain('banks call https only');
    expect((await guiche()('payout', 'register', 'other')).err).toContain('does not name other');
  });
});

describe('guiche boleto register', () => {
  it('registers where the bank keeps an address, and says where it does not', async () => {
    expect(await guiche()('boleto', 'register')).toMatchObject({ code: 0 });
    expect((await inter.state()).webhooks.cobranca).toMatch(addressOf('boletos', 'inter'));
    const { code, err } = await guiche()('boleto', 'register', 'efi');
    expect(code).not.toBe(0);
    expect(err).toContain('Efí keeps no address for notices of boletos');
    expect((await inter.state()).cobrancas).toEqual([]);
  });
});
