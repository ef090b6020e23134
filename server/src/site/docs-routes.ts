import type { FastifyReply } from 'fastify';
import type { App } from '../http/app-type.ts';
import { notFound } from '../kit/errors.ts';
import { type DocsFile, readDocs } from './docs-files.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** The page that says that there is none. */
const MISSING = '404';
const SHORTLY = 'public, max-age=300';

/** The guides: whole documents from the build, for everybody. `/docs/pix.md` is the same as markdown. */
export function docsRoutes(app: App): void {
  const files = readDocs();
  const schema = { hide: true };
  app.get('/docs', { schema }, (_request, reply) => send(reply, files.get('index.html'), SHORTLY));
  app.get('/docs/:name', { schema }, (request, reply) => {
    const { name } = request.params as { name: string };
    const file = name === MISSING ? undefined : files.get(name.endsWith('.md') ? name : `${name}.html`);
    return file ? send(reply, file, SHORTLY) : send(reply.code(404), files.get(`${MISSING}.html`), SHORTLY);
  });
  app.get('/assets/docs/:name', { schema }, (request, reply) => {
    const { name } = request.params as { name: string };
    return send(reply, name.startsWith('docs.') ? files.get(name) : undefined, FOR_EVER);
  });
  app.get('/llms.txt', { schema }, (_request, reply) => send(reply, files.get('llms.txt'), SHORTLY));
}

function send(reply: FastifyReply, file: DocsFile | undefined, cacheControl: string): FastifyReply {
  if (!file) throw notFound('Page');
  return reply.header('Cache-Control', cacheControl).type(file.type).send(file.content);
}
