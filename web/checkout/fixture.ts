import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { script } from '../../server/src/html/script.ts';
import { CHROMIUM } from '../../test/support/chromium.ts';

/** The content security policy of the real pages. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `img-src data:`,
  `form-action 'self'`,
  `base-uri 'none'`,
].join('; ');

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Fixture = {
  readonly origin: string;
  readonly browser: Browser;
  /** Answers a path; other paths are not found. */
  serve(path: string, handler: Handler): void;
  /** Opens a page with this body and the script, and collects browser errors. */
  open(page: StaticPage): Promise<Opened>;
  /** An open page keeps polling. */
  closePages(): Promise<void>;
  stop(): Promise<void>;
};

export type StaticPage = {
  body: string;
  path?: string;
  bodyAttributes?: string;
  lang?: string;
  now?: string;
  context?: BrowserContext;
};
export type Opened = { page: Page; context: BrowserContext; complaints: string[] };

/** A real browser and a small server, for pages with a single behaviour. */
export async function startFixture(): Promise<Fixture> {
  const handlers = new Map<string, Handler>();
  const server = createServer((request, response) => {
    const handler = handlers.get((request.url ?? '').split('?')[0] ?? '');
    if (handler) handler(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port was given');
  const origin = `http://127.0.0.1:${address.port}`;
  const browser = await chromium.launch(CHROMIUM);
  handlers.set(script.path, (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script.content);
  });
  return {
    origin,
    browser,
    serve: (path, handler) => void handlers.set(path, handler),
    async open(options) {
      const path = options.path ?? '/page';
      handlers.set(path, (_request, response) => sendHtml(response, documentOf(options)));
      const context = options.context ?? (await browser.newContext());
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
      });
      await page.goto(origin + path);
      return { page, context, complaints };
    },
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async stop() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function documentOf({ body, bodyAttributes = '', lang = 'pt-BR', now }: StaticPage): string {
  return `<!doctype html><html lang="${lang}" data-now="${now ?? new Date().toISOString()}">
<head><meta charset="utf-8"><title>Página</title><link rel="icon" href="data:,">
<script type="module" src="${script.path}" integrity="${script.integrity}"></script></head>
<body ${bodyAttributes}>${body}</body></html>`;
}

export function sendHtml(response: ServerResponse, html: string): void {
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY })
    .end(html);
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

/** A stream of server-sent events, and a function to send one. */
export function sendStream(response: ServerResponse): (value: unknown) => void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  return (value) => void response.write(`data: ${JSON.stringify(value)}\n\n`);
}

export function fieldHtml(name: string, attributes: string, hint?: string): string {
  const described = hint ? ` aria-describedby="${name}-hint"` : '';
  return `<div class="field"><label for="${name}">${name}</label>
<input id="${name}" name="${name}" type="text" ${attributes}${described}>
${hint ? `<p class="quiet" id="${name}-hint">${hint}</p>` : ''}</div>`;
}
