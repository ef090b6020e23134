import type { FastifyError, FastifyReply } from 'fastify';
import type { App } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import type { UnknownPage } from '../http/errors.ts';
import { keptFile, sendKept } from '../http/kept-files.ts';
import { notFound } from '../kit/errors.ts';
import type { CardEntry } from '../providers/card.ts';
import { accentRoutes } from './accent.ts';
import { answerError } from './error-page.ts';
import { readForms } from './form.ts';
import { pageOf } from './page.ts';
import { pictureRoutes } from './pictures.ts';
import { cardScript, script } from './script.ts';
import { stylesheet } from './styles.ts';

const POLICY = 'Content-Security-Policy';

type Sources = Partial<Record<'forms' | 'scripts' | 'connects' | 'frames', readonly string[]>>;

/** Beside our own origin, a page may post to, load from and call these. Nothing is framed unless it is named. */
function policyWith({ forms = [], scripts = [], connects = [], frames = [] }: Sources = {}): string {
  const own = (directive: string, others: readonly string[]) => [directive, `'self'`, ...others].join(' ');
  return [
    `default-src 'none'`,
    own('script-src', scripts),
    `style-src 'self'`,
    own('connect-src', connects),
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
    `img-src data: 'self'`,
    own('form-action', forms),
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
}

const HEADERS = {
  [POLICY]: policyWith(),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  Vary: 'Accept-Language',
};

export function asPublicPage(reply: FastifyReply): FastifyReply {
  return reply.headers(HEADERS);
}

/** The card of this page goes to its acquirer: exactly what that needs is allowed. */
export function allowCardEntry(reply: FastifyReply, sources: CardEntry['sources']): void {
  reply.header(POLICY, policyWith(sources));
}

/** The form of this page goes to another house: the payer's bank. */
export function allowFormTo(reply: FastifyReply, url: string): void {
  reply.header(POLICY, policyWith({ forms: [new URL(url).origin] }));
}

/** The public pages in their own Fastify scope: forms in, HTML out, with their own errors and headers. */
export function publicPages(app: App, deps: Deps, register: (pages: App) => void): void {
  app.register(async (scope) => {
    const pages = scope as unknown as App;
    readForms(pages);
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(HEADERS);
    });
    pages.setErrorHandler((error: FastifyError, request, reply) =>
      answerError(pageOf(request, deps), error, request, reply),
    );
    fileRoutes(pages);
    accentRoutes(pages);
    pictureRoutes(pages, deps);
    register(pages);
  });
}

/** For a path that cannot be decoded. No route and no hook has seen it, and its query is not read yet. */
export function unreadablePage(deps: Deps): UnknownPage {
  return (request, reply) => {
    request.query = Object.fromEntries(new URLSearchParams(request.url.split('?')[1]));
    return answerError(pageOf(request, deps), notFound('Page'), request, asPublicPage(reply));
  };
}

function fileRoutes(app: App): void {
  const files = [
    { path: stylesheet.path, file: keptFile('text/css; charset=utf-8', stylesheet.content) },
    ...[script, cardScript].map(({ path, content }) => ({
      path,
      file: keptFile('text/javascript; charset=utf-8', content),
    })),
  ];
  for (const { path, file } of files) {
    app.get(path, { schema: { hide: true } }, (request, reply) => sendKept(request, reply, file));
  }
}
