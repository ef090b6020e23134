import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/app-type.ts';
import { langOf } from '../http/language.ts';
import { notFound } from '../kit/errors.ts';
import { type DocsFile, readDocs } from './docs-files.ts';

const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';
/** The page for unknown paths. */
const MISSING = '404';
const CACHE_BRIEFLY = 'public, max-age=300';
const CACHE_NOT = 'no-store';

/** Pages that had another address. */
const MOVED: Readonly<Record<string, string>> = {
  'inicio-rapido': 'pt/quick-start',
  'emails-e-avisos': 'pt/mail',
};

/** The guides, public, as documents from the build. `/docs/pix.md` is the same page as markdown. */
export function docsRoutes(app: App): void {
  const files = readDocs();
  const schema = { hide: true };
  const page = (place: string, request: FastifyRequest, reply: FastifyReply) => {
    const { name } = request.params as { name: string };
    const isPage = /^[\w-]+(\.md)?$/.test(name) && name !== MISSING;
    const file = isPage ? files.get(`${place}${name.endsWith('.md') ? name : `${name}.html`}`) : undefined;
    return file
      ? send(reply, file, CACHE_BRIEFLY)
      : send(reply.code(404), files.get(`${place}${MISSING}.html`), CACHE_BRIEFLY);
  };
  // The one address without a language opens in the reader's. It must not be kept for others.
  app.get('/docs', { schema }, (request, reply) =>
    send(reply.header('Vary', 'Accept-Language, Cookie'), files.get(`${langOf(request)}.html`), CACHE_NOT),
  );
  for (const [name, now] of Object.entries(MOVED)) {
    for (const end of ['', '.md']) {
      app.get(`/docs/${name}${end}`, { schema }, (_request, reply) =>
        reply.redirect(`/docs/${now}${end}`, 301),
      );
    }
  }
  app.get('/docs/:name', { schema }, (request, reply) => page('', request, reply));
  app.get('/docs/pt/:name', { schema }, (request, reply) => page('pt/', request, reply));
  app.get('/assets/docs/:name', { schema }, (request, reply) => {
    const { name } = request.params as { name: string };
    return send(reply, name.startsWith('docs.') ? files.get(name) : undefined, CACHE_IMMUTABLE);
  });
  app.get('/llms.txt', { schema }, (_request, reply) => send(reply, files.get('llms.txt'), CACHE_BRIEFLY));
}

function send(reply: FastifyReply, file: DocsFile | undefined, cacheControl: string): FastifyReply {
  if (!file) throw notFound('Page');
  return reply.header('Cache-Control', cacheControl).type(file.type).send(file.content);
}
