import type { App } from '../../http/app-type.ts';
import { noticeOf } from '../../http/json-body.ts';
import { takenInTime } from '../../http/taken-in-time.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import { isCallbackToken } from '../../providers/callback-address.ts';
import { cardProviderNamed } from '../../providers/rails.ts';
import type { ChargeDeps } from '../deps.ts';
import { enqueueCardLooks } from './notices.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_PER_NOTICE = 500;

/**
 * Receives notices of acquirers. The URL cannot be guessed, the acquirer checks its own proof, and the content is not
 * trusted: it only makes the gateway read the payment at the acquirer.
 */
export function cardCallbackRoutes(app: App, deps: ChargeDeps): void {
  const options = { bodyLimit: MAX_BODY_BYTES, schema: { hide: true }, config: { keepsRawBody: true } };
  app.post('/cards/callbacks/:provider/:token', options, async (request) => {
    const { provider: name = '', token = '' } = request.params as { provider?: string; token?: string };
    const remote = cardProviderNamed(deps.rails, name)?.remote;
    if (!remote || !isCallbackToken(deps.vault, 'cards', name, token)) throw notFound('Address');
    const hints = (await remote.readNotice(noticeOf(request)))?.slice(0, MAX_PER_NOTICE);
    if (!hints) {
      deps.log.warn({ provider: name }, 'a notice of an acquirer has no valid proof');
      throw new GatewayError('FORBIDDEN', 'This notice has no valid proof of its sender');
    }
    for (const { about } of hints) {
      if (about === 'dispute') deps.log.warn({ provider: name }, 'the acquirer tells of a chargeback');
    }
    const known = await takenInTime(() => enqueueCardLooks(deps, name, hints));
    if (known < hints.length) {
      const facts = { provider: name, named: hints.length, known };
      deps.log.info(facts, 'a notice names unknown card payments');
    }
    return {};
  });
}
