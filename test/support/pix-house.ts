import type { ProviderHealth, RemotePix } from '../../server/src/providers/provider.ts';
import type { RemoteProvider } from '../../server/src/providers/rails.ts';

const SILENT = { ok: false, kind: 'unavailable', reason: 'nobody is there' } as const;

/** A PIX provider of another house that takes no charges: for what is shown and chosen of it. */
export function pixHouse(name: string, health: () => ProviderHealth): RemoteProvider {
  const silent = async () => SILENT;
  const remote: RemotePix = {
    findPix: silent,
    removePix: silent,
    receivedPix: silent,
    registerWebhook: silent,
    webhookUrl: silent,
    readNotice: () => null,
    accepts: () => false,
    health,
  };
  return {
    name,
    refundsAtOnce: false,
    refund: silent,
    newTxid: () => 'x'.repeat(35),
    createPix: silent,
    remote,
  };
}
