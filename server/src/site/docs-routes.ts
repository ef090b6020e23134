import type { FastifyReply } from 'fastify';
import type { App } from '../http/app-type.ts';
import { notFound } from '../kit/errors.ts';
import { type DocsFile, readDocs } from './docs-files.ts';

const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';
/** The page for unknown paths. */
const MISSING = '404';
const CACHE_BRIEFLY = 'public, max-age=300';

/** The guides, public, as documents from the build. `/docs/pix.md` is the same page as markdown. */
export function docsRoutes(app: App): void {
  const files = readDocs();
  const schema = { hide: true };
  app.get('/docs', { schema }, (_request, reply) => send(reply, files.get('index.html'), CACHE_BRIEFLY));
  app.get('/docs/:name', { schema }, (request, reply) => {
    const { name } = request.params as { name: string };
    const file = name === MISSING ? undefined : files.get(name.endsWith('.md') ? name : `${name}.html`);
    return file
      ? send(reply, file, CACHE_BRIEFLY)
      : send(reply.code(404), files.get(`${MISSING}.html`), CACHE_BRIEFLY);
  });
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
