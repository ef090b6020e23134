import { readConfig } from '../../server/src/kit/config.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { Vault } from '../../server/src/kit/secrets.ts';
import { callbackUrl } from '../../server/src/providers/callback-address.ts';
import { openPsps } from '../../server/src/providers/psps.ts';
import { type Psp, type PspOptions, startPsp } from '../psp/psp.ts';
import { freePort, type Server, startServer } from './processes.ts';
import { PSP_NAME, pspSettings } from './psp-gateway.ts';

/** A PSP and a gateway that receives PIX there, each a process of its own. */
export type PspProcess = {
  readonly psp: Psp;
  /** The one that runs now. */
  server(): Server;
  /** Starts the gateway again at the same address. */
  restart(): Promise<Server>;
  stop(): Promise<void>;
};

export type PspProcessOptions = { pspOptions?: PspOptions; environment?: Record<string, string> };

/** Both ends must know the address of the callbacks, and it follows from this key. */
const SECRET_KEY = Buffer.alloc(32, 9);

export async function startPspProcess(
  databaseUrl: string,
  { pspOptions = {}, environment = {} }: PspProcessOptions = {},
): Promise<PspProcess> {
  const [psp, port] = [await startPsp(pspOptions), await freePort()];
  const settings = pspSettings({ [PSP_NAME]: psp });
  await registerCallbacks(settings, `http://127.0.0.1:${port}`);
  const start = () =>
    startServer({
      databaseUrl,
      port,
      environment: { GUICHE_SECRET_KEY: SECRET_KEY.toString('base64'), ...settings, ...environment },
    });
  let current = await start();
  return {
    psp,
    server: () => current,
    async restart() {
      current = await start();
      return current;
    },
    async stop() {
      await current.end('SIGKILL');
      await psp.stop();
    },
  };
}

/** What an operator does once, by the command that checks a PSP. */
async function registerCallbacks(settings: Record<string, string>, publicUrl: string): Promise<void> {
  const [provider] = openPsps(settings, readConfig(settings), createLog('silent'));
  if (!provider) throw new Error('the settings name a PSP');
  const url = callbackUrl(new Vault(SECRET_KEY), publicUrl, 'pix', PSP_NAME);
  const registered = await provider.remote.registerWebhook(url);
  await provider.close();
  if (!registered.ok) throw new Error(`the webhook was not registered: ${registered.reason}`);
}
