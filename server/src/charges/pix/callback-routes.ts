import { readPayoutNotice } from '../../balance/payouts/notices.ts';
import type { App } from '../../http/app-type.ts';
import { noticeOf } from '../../http/json-body.ts';
import { takenInTime } from '../../http/taken-in-time.ts';
import { notFound } from '../../kit/errors.ts';
import { isCallbackToken } from '../../providers/callback-address.ts';
import { type RemoteProvider, remotePixNamed } from '../../providers/rails.ts';
import type { ChargeDeps } from '../deps.ts';
import { enqueueChecks } from './look.ts';

const MAX_PER_NOTICE = 2_000;

/**
 * Receives payment notices from PSPs. The URL cannot be guessed, and the content of a notice is not trusted: it only
 * makes the gateway read the charge at the PSP.
 */
export function callbackRoutes(app: App, deps: ChargeDeps): void {
  const schema = { hide: true };
  const answer = { bodyLimit: 4 * 1024 * 1024, schema, config: { keepsRawBody: true } };
  app.post('/pix/callbacks/:provider/:token/pix', answer, async (request) => {
    const provider = callerOf(deps, request.params);
    // A bank that has one address for a key sends notices of what was paid out there too.
    const isOfPayouts = await takenInTime(() => readPayoutNotice(deps, provider.name, noticeOf(request)));
    const hints = provider.remote.readNotice(request.body)?.slice(0, MAX_PER_NOTICE);
    if (!hints) {
      if (isOfPayouts) return {};
      deps.log.warn({ provider: provider.name }, 'a notice could not be understood');
      return {};
    }
    const txids = hints.map((hint) => hint.txid);
    const known = await takenInTime(() => enqueueChecks(deps, provider.name, txids));
    if (known < hints.length) {
      deps.log.info(
        { provider: provider.name, named: hints.length, known },
        'a notice names unknown charges',
      );
    }
    return {};
  });
  // Some PSPs call the bare URL to test it when it is registered.
  app.post('/pix/callbacks/:provider/:token', answer, async (request) => {
    callerOf(deps, request.params);
    return {};
  });
}

function callerOf(deps: ChargeDeps, params: unknown): RemoteProvider {
  const { provider: name = '', token = '' } = params as { provider?: string; token?: string };
  const provider = remotePixNamed(deps.rails, name);
  if (!provider || !isCallbackToken(deps.vault, 'pix', name, token)) throw notFound('Address');
  return provider;
}
