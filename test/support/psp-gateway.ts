import { callbackUrl } from '../../server/src/providers/callback-address.ts';
import { type RemoteProvider, remotePixNamed } from '../../server/src/providers/rails.ts';
import type { Psp, PspOptions } from '../psp/psp.ts';
import { startPsp } from '../psp/psp.ts';
import { type GatewayOptions, startGateway, type TestGateway } from './gateway.ts';

/** The settings that make a gateway receive PIX at these simulators, in this order. */
export function pspSettings(psps: Readonly<Record<string, Psp>>): Record<string, string> {
  const settings = Object.entries(psps).map(([name, psp]) => {
    const prefix = `GUICHE_PIX_${name.toUpperCase()}`;
    return {
      [`${prefix}_TOKEN_URL`]: psp.tokenUrl,
      [`${prefix}_API_URL`]: psp.apiUrl,
      [`${prefix}_CLIENT_ID`]: psp.clientId,
      [`${prefix}_CLIENT_SECRET`]: psp.clientSecret,
      [`${prefix}_CERTIFICATE`]: psp.client.pfxFile,
      [`${prefix}_PASSPHRASE`]: psp.passphrase,
      [`${prefix}_CA`]: psp.caFile,
      [`${prefix}_KEY`]: psp.pixKey,
    };
  });
  const list = Object.keys(psps).map((name) => `${name}:generic`);
  return Object.assign({ GUICHE_PIX: list.join(',') }, ...settings);
}

export type PspGateway = { psp: Psp; gateway: TestGateway; provider: RemoteProvider };

export const PSP_NAME = 'main';

/** A gateway that listens, and a PSP in a process of its own that tells it of payments. */
export async function startPspGateway(
  pspOptions: PspOptions = {},
  options: GatewayOptions = {},
): Promise<PspGateway> {
  const psp = await startPsp(pspOptions);
  const gateway = await startGateway({ ...options, psps: pspSettings({ [PSP_NAME]: psp }) });
  const address = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const provider = remotePixNamed(gateway.deps.rails, PSP_NAME);
  if (!provider) throw new Error('the gateway knows its PSP');
  const url = callbackUrl(gateway.deps.vault, address, 'pix', PSP_NAME);
  const registered = await provider.remote.registerWebhook(url);
  if (!registered.ok) throw new Error(`the webhook was not registered: ${registered.reason}`);
  return { psp, gateway, provider };
}

export async function stopPspGateway({ psp, gateway }: PspGateway): Promise<void> {
  await psp.stop();
  await gateway.stop();
}
