import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAccess } from '../accounts/auth/access.ts';
import { inColorPath } from '../html/accent.ts';
import { OUR_COLOR } from '../html/styles.ts';
import { texts } from '../html/texts.ts';
import type { App } from '../http/app-type.ts';
import { cookieOf, sessionCookieOf } from '../http/cookies.ts';
import type { Deps } from '../http/deps.ts';
import type { UnknownPage } from '../http/errors.ts';
import { sendKept } from '../http/kept-files.ts';
import { langOf } from '../http/language.ts';
import { notFound } from '../kit/errors.ts';
import { type Html, html } from '../kit/html.ts';
import { LANGS, type Lang } from '../kit/language.ts';
import { PAGES } from '../kit/permissions.ts';
import type { Carrier } from '../mail/carrier.ts';
import { builtDashboard, type Dashboard } from './dashboard-files.ts';

const ASSETS = '/assets/dashboard';
const NONCE_BYTES = 16;
const THEMES = ['light', 'dark'];

/** What is drawn before the script has come; `web/dashboard/shell/first-paint.tsx` draws the same until there are data. */
const FIRST_PAINT = html`<div class="first-paint" aria-hidden="true"><p>Guichê</p><i></i><i></i><i></i></div>`;

/** The paths of the dashboard's pages; its script decides which of them exist. */
const PLACES = new Set([
  ...Object.keys(PAGES).flatMap((path) => path.split('/')[1] || []),
  ...['login', 'register', 'outbox', 'forgot-password', 'new-password', 'verify-email', 'invitation'],
]);

const WITHOUT_SESSION = [
  ...['/login', '/register', '/forgot-password', '/new-password', '/verify-email', '/invitation'],
];

/** With what its pages say before anyone has signed in: how mails leave. */
type OwnDashboard = Dashboard & { mail: Carrier['kind'] };

function dashboardOf({ mail }: Pick<Deps, 'mail'>): OwnDashboard {
  return { ...builtDashboard(), mail: mail.kind };
}

/** One document for every page of the dashboard; its data comes from the API. */
export function dashboardRoutes(app: App, deps: Deps): void {
  const dashboard = dashboardOf(deps);
  const access = createAccess(deps);
  const schema = { hide: true };
  fileRoutes(app, dashboard);
  app.get('/', { schema }, (request, reply) => sendDashboard(dashboard, request, reply));
  for (const place of PLACES) {
    for (const path of [`/${place}`, `/${place}/*`]) {
      app.get(path, { schema }, (request, reply) => sendDashboard(dashboard, request, reply));
    }
  }
  for (const path of ['/admin', '/admin/*']) {
    app.get(path, { schema }, async (request, reply) => {
      const token = sessionCookieOf(request.headers.cookie);
      const principal = token ? await access(token) : null;
      if (principal && principal.role !== 'operator') reply.status(403);
      return sendDashboard(dashboard, request, reply);
    });
  }
}

/** The dashboard's script shows that the page does not exist. */
export function unknownPage(deps: Pick<Deps, 'mail'>): UnknownPage {
  const dashboard = dashboardOf(deps);
  return (request, reply) => sendDashboard(dashboard, request, reply.header('Cache-Control', 'no-store'));
}

function fileRoutes(app: App, { files }: Dashboard): void {
  app.get(`${ASSETS}/:name`, { schema: { hide: true } }, (request, reply) => {
    const file = files.get((request.params as { name: string }).name);
    if (!file) throw notFound('Page');
    return sendKept(request, reply, file);
  });
}

function sendDashboard(dashboard: OwnDashboard, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return reply
    .header('Content-Security-Policy', policy(nonce))
    .header('Vary', 'Accept-Language, Cookie')
    .type('text/html; charset=utf-8')
    .send(documentOf(dashboard, request, nonce).toString());
}

/** Only our scripts and styles; a style added by an open dialog has the nonce of this document. */
function policy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src data: 'self'`,
    // A mail of the outbox, which has a policy of its own.
    `frame-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
}

function documentOf(
  { script, styles, preloadsOf, mail }: OwnDashboard,
  request: FastifyRequest,
  nonce: string,
): Html {
  const lang = languageOf(request);
  const isSignedOut = sessionCookieOf(request.headers.cookie) === null;
  const preloads = preloadsOf(isSignedOut ? pageWithoutSession(request) : pathOf(request), lang);
  const theme = THEMES.find((each) => each === cookieOf(request.headers.cookie, 'guiche_theme'));
  return html`<!doctype html>
<html lang="${texts[lang].languageTag}"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Guichê</title>
<link rel="icon" type="image/svg+xml" href="${inColorPath('icon', OUR_COLOR)}">
${styles.map((name) => html`<link rel="stylesheet" href="${`${ASSETS}/${name}`}">`)}
${preloads.map((name) => html`<link rel="modulepreload" href="${`${ASSETS}/${name}`}">`)}
<script type="module" src="${`${ASSETS}/${script}`}"></script>
</head>
<body>
<div id="app" data-nonce="${nonce}" data-mail="${mail}"${isSignedOut && html` data-signed-out`}>${FIRST_PAINT}</div>
<noscript>${texts[lang].dashboardNeedsScript}</noscript>
</body>
</html>
`;
}

/** Those that need no session; any other leads to the sign-in. */
function pageWithoutSession(request: FastifyRequest): string {
  const path = pathOf(request);
  return WITHOUT_SESSION.includes(path) ? path : '/login';
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '';
}

/** The chosen language, else the browser's. */
function languageOf(request: FastifyRequest): Lang {
  const asked = (request.query as { lang?: unknown }).lang;
  return LANGS.find((lang) => lang === asked) ?? langOf(request);
}
