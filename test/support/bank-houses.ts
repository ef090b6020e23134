import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../server/src/kit/log.ts';
import { Vault } from '../../server/src/kit/secrets.ts';
import { BankSettings } from '../../server/src/providers/banks/settings.ts';
import { callbackUrl } from '../../server/src/providers/callback-address.ts';
import { readEfi } from '../../server/src/providers/efi/config.ts';
import { openEfiPayouts } from '../../server/src/providers/efi/open.ts';
import { registerWebhook } from '../../server/src/providers/efi/payouts.ts';
import { type Efi, startEfi } from '../banks/efi/efi.ts';
import { type Inter, PASSPHRASE, startInter } from '../banks/inter/inter.ts';
import { COMPANY_DOCUMENT } from './cnab-gateway.ts';
import { cnabEnvironment } from './cnab-settings.ts';
import { FakeBank } from './file-bank.ts';
import { type HttpsFront, startHttpsFront } from './https-front.ts';
import { freePort, type Server, startServer } from './processes.ts';

/** The names of the banks in the settings: two with an interface, and one that takes files. */
export const HOUSES = ['efi', 'inter', 'main'] as const;
export type House = (typeof HOUSES)[number];
export const SENDERS = ['efi', 'inter'] as const;
export type Sender = (typeof SENDERS)[number];

/** Banks as processes of their own, and a gateway, a process too, that has accounts at all of them. */
export type BankHouses = {
  readonly efi: Efi;
  readonly inter: Inter;
  /** What takes and gives the files; nobody carries them by itself. */
  readonly files: { bank: FakeBank; folderOut: string; folderIn: string };
  /** The one that runs now. */
  server(): Server;
  /** Starts the gateway again at the same address. */
  restart(): Promise<Server>;
  stop(): Promise<void>;
};

/** At the start the gateway asks each bank for tokens, and they lose answers. */
const READY_WITHIN_MS = 240_000;
const BRADESCO = '237';
/** Both ends must know the addresses of notices, and they follow from this key. */
const SECRET_KEY = Buffer.alloc(32, 9);

export async function startBankHouses(
  databaseUrl: string,
  { seed, environment = {} }: { seed: number; environment?: Record<string, string> },
): Promise<BankHouses> {
  const root = await mkdtemp(join(tmpdir(), 'guiche-banks-'));
  const files = {
    bank: new FakeBank(BRADESCO, COMPANY_DOCUMENT),
    ...{ folderOut: join(root, 'out'), folderIn: join(root, 'in') },
  };
  await Promise.all([mkdir(files.folderOut), mkdir(files.folderIn)]);
  const [efi, inter, port] = [await startEfi({ seed }), await startInter({ seed }), await freePort()];
  const front = await startHttpsFront(port);
  const settings = { ...efiSettings(efi), ...interSettings(inter), ...fileSettings(files) };
  await registerNotices({ inter, front, port }, settings);
  const start = () =>
    startServer({
      ...{ databaseUrl, port, readyWithinMs: READY_WITHIN_MS },
      environment: {
        GUICHE_SECRET_KEY: SECRET_KEY.toString('base64'),
        ...{
          PUBLIC_URL: front.url,
          GUICHE_BOLETO: 'efi,inter,main:cnab-bradesco',
          GUICHE_PAYOUT: 'efi,inter',
        },
        ...settings,
        ...environment,
      },
    });
  let current = await start();
  return {
    ...{ efi, inter, files },
    server: () => current,
    async restart() {
      current = await start();
      return current;
    },
    async stop() {
      await current.end('SIGKILL');
      await Promise.all([efi.stop(), inter.stop(), front.close()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

function efiSettings(efi: Efi): Record<string, string> {
  return prefixed('EFI', {
    ...{ CLIENT_ID: efi.clientId, CLIENT_SECRET: efi.clientSecret, CERTIFICATE: efi.client.pfxFile },
    ...{ KEY: efi.pixKey, CA: efi.caFile, PIX_URL: efi.pixUrl, CHARGES_URL: efi.chargesUrl },
    SKIP_MTLS_CHECKING: 'true',
  });
}

function interSettings({ settings, client, caFile, apiUrl, tokenUrl }: Inter): Record<string, string> {
  return prefixed('INTER', {
    ...{ CLIENT_ID: settings.clientId, CLIENT_SECRET: settings.clientSecret, ACCOUNT: settings.account },
    ...{ CERTIFICATE: client.pfxFile, PASSPHRASE, CA: caFile, API_URL: apiUrl, TOKEN_URL: tokenUrl },
  });
}

function fileSettings({ folderOut, folderIn }: BankHouses['files']): Record<string, string> {
  return {
    ...cnabEnvironment('main', 'bradesco'),
    ...prefixed('MAIN', { FOLDER_OUT: folderOut, FOLDER_IN: folderIn, CUT_OFF: 'none' }),
  };
}

function prefixed(bank: string, settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`GUICHE_BANK_${bank}_${name}`, value]),
  );
}

type Doors = { inter: Inter; front: HttpsFront; port: number };

/** What an operator does once at each bank. Efí is given the address of a boleto with the boleto. */
async function registerNotices(
  { inter, front, port }: Doors,
  settings: Record<string, string>,
): Promise<void> {
  const vault = new Vault(SECRET_KEY);
  const own = `http://127.0.0.1:${port}`;
  await inter.notify('cobranca', callbackUrl(vault, own, 'boletos', 'inter'));
  await inter.notify('pix-pagamento', callbackUrl(vault, own, 'payouts', 'inter'));
  const instance = { name: 'efi', kinds: ['payout'] as const, sharesWithPix: false };
  const config = readEfi(new BankSettings(instance, settings, new Date()));
  if (!config.sending) throw new Error('Efí sends payouts here');
  const payouts = openEfiPayouts(config, config.sending, { log: createLog('silent'), noticeUrl: null });
  const registered = await registerWebhook(payouts.sending, callbackUrl(vault, front.url, 'payouts', 'efi'));
  await payouts.close();
  if (!registered.ok) throw new Error(`Efí took no address for notices: ${registered.reason}`);
}
