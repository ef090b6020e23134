import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { noticeOf } from '../../http/json-body.ts';
import { takenInTime } from '../../http/taken-in-time.ts';
import { notFound } from '../../kit/errors.ts';
import { isCallbackToken } from '../../providers/callback-address.ts';
import { remotePayoutNamed } from './choose.ts';
import { readPayoutNotice } from './notices.ts';

/** Some banks append a path of their own to the address. */
const PATHS = ['/payouts/callbacks/:provider/:token', '/payouts/callbacks/:provider/:token/pix'];

/** Receives notices about payouts. The URL cannot be guessed, and the content of a notice is not trusted. */
export function payoutCallbackRoutes(app: App, deps: Deps): void {
  for (const path of PATHS) {
    app.post(path, { schema: { hide: true }, config: { keepsRawBody: true } }, async (request) => {
      const name = callerOf(deps, request);
      if (!(await takenInTime(() => readPayoutNotice(deps, name, noticeOf(request))))) {
        deps.log.warn({ provider: name }, 'a notice could not be understood');
      }
      return {};
    });
  }
}

function callerOf(deps: Deps, { params }: FastifyRequest): string {
  const { provider = '', token = '' } = params as { provider?: string; token?: string };
  const isKnown = remotePayoutNamed(deps.rails, provider) !== null;
  if (!isKnown || !isCallbackToken(deps.vault, 'payouts', provider, token)) throw notFound('Address');
  return provider;
}
