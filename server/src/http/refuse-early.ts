import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Config } from '../kit/config.ts';
import { catalogue } from '../kit/errors.ts';
import type { App } from './app-type.ts';
import { isOfApi, ROOM_AGAIN_SECONDS } from './errors.ts';
import type { InProgress } from './in-progress.ts';
import { noneLeft } from './rate-limit.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const [STATUS, MESSAGE] = catalogue.OVERLOADED;
const BODY = JSON.stringify({ error: MESSAGE, code: 'OVERLOADED', details: {} });

type Parts = { inProgress: InProgress; config: Config; ids: { next(): string } };

/**
 * Refuses calls of the API before the framework has done anything for them. Under twice the load that can be served,
 * half of all requests are refused: what each costs is taken from those that are served.
 */
export function refuseEarly(app: App, { inProgress, config, ids }: Parts): void {
  const listeners = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isOfApi(request.url ?? '') && inProgress.refusesMore()) {
      response.writeHead(STATUS, headersOf(config, ids.next())).end(BODY);
      return;
    }
    for (const listener of listeners) listener.call(app.server, request, response);
  });
}

function headersOf(config: Config, requestId: string): Record<string, string | number> {
  return {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(BODY),
    'Retry-After': ROOM_AGAIN_SECONDS,
    'X-Request-Id': requestId,
    ...noneLeft(config),
  };
}
