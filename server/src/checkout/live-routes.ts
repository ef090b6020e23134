import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app-type.ts';
import { MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import { LANGS } from '../kit/language.ts';
import { type CheckoutDeps, type LiveState, liveStateOf } from './live.ts';
import { payingOf } from './paying.ts';

/** Proxies close idle connections, and a page without messages reconnects. */
const KEEPALIVE_MS = 10 * SECOND_MS;
const MAX_DURATION_MS = 10 * MINUTE_MS;
const BUSY = 503;

/** For the script of the pages: the state of the charge, now and after every change. */
export function liveRoutes(app: App, deps: CheckoutDeps): void {
  app.get('/pay/:token/status', { schema: { hide: true } }, async (request) => {
    const { charge } = await payingOf(deps, request);
    return inLanguage(request, liveStateOf(charge));
  });
  const open = new Set<() => void>();
  app.get(
    '/pay/:token/live',
    { schema: { hide: true }, config: { isUncounted: true } },
    async (request, reply) => {
      const { charge } = await payingOf(deps, request);
      const stream = openStream(request, reply);
      const unwatch = deps.livePages.watch(charge, stream.send);
      if (!unwatch) return reply.status(BUSY).send({ state: 'busy', next: null });
      const end = stream.start(liveStateOf(charge), () => {
        unwatch();
        open.delete(end);
      });
      open.add(end);
      return reply;
    },
  );
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
}

/** Keeps the language that was chosen with ?lang=. */
function inLanguage(request: FastifyRequest, { state, next }: LiveState): LiveState {
  const { lang } = request.query as { lang?: unknown };
  const known = LANGS.find((each) => each === lang);
  return { state, next: next && known ? `${next}&lang=${known}` : next };
}

/** Server-sent events over one answer. Nothing is written before `start`. */
function openStream(request: FastifyRequest, reply: FastifyReply) {
  let latest: LiveState = { state: '', next: null };
  const send = (live: LiveState) => {
    latest = live;
    reply.raw.write(`data: ${JSON.stringify(inLanguage(request, live))}\n\n`);
  };
  return {
    send,
    start(first: LiveState, onEnd: () => void): () => void {
      const headers = reply.getHeaders() as Record<string, string>;
      reply.hijack();
      reply.raw.writeHead(200, {
        ...headers,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      });
      send(first);
      const beat = setInterval(() => send(latest), KEEPALIVE_MS);
      const last = setTimeout(() => reply.raw.end(), MAX_DURATION_MS);
      reply.raw.once('close', () => {
        clearInterval(beat);
        clearTimeout(last);
        onEnd();
      });
      return () => reply.raw.end();
    },
  };
}
