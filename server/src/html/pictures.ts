import { PURPOSES } from '../files/purposes.ts';
import { findFile } from '../files/store.ts';
import type { App } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { isShownAt } from '../http/host.ts';
import { notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';

/** Logos and pictures of products, to everyone who has their address; mail programs show them too. */
export function pictureRoutes(app: App, deps: Deps): void {
  app.get('/pictures/:account/:id', { schema: { hide: true } }, async (request, reply) => {
    const { account = '', id = '' } = request.params as { account?: string; id?: string };
    const isShown = isId(account) && isShownAt(request, account);
    const file = isShown ? await findFile(deps.db, account, id) : null;
    if (!file || !PURPOSES[file.purpose].isPublic) throw notFound('Page');
    return reply
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', `default-src 'none'; sandbox`)
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .type(file.content_type)
      .send(await deps.files.read(file));
  });
}
