import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountFacts } from '../http/account-facts.ts';
import type { Deps } from '../http/deps.ts';
import { pagesUrlOf } from '../kit/host-name.ts';
import type { Html } from '../kit/html.ts';
import { LANGS, type Lang, preferredLang } from '../kit/language.ts';
import { type Texts, texts } from './texts.ts';

/** What every page needs from its request. */
export type Page = {
  lang: Lang;
  texts: Texts;
  /** Chosen with ?lang=, which is kept in every link of the page. */
  langChosen: boolean;
  /** The path of this page for GET. */
  path: string;
  sandbox: boolean;
  /** The seller's colour, on pages of a seller. */
  accent: string | null;
  /** Shown to the seller, not to a payer: nothing of it works. */
  isPreview: boolean;
  /** Where this page is reached, for addresses that are read elsewhere: never what a request says of its host. */
  pagesUrl: string;
  /** The gateway's time, for what counts down: a payer's clock may be wrong. */
  now: Date;
};

export function pageOf(request: FastifyRequest, deps: Deps): Page {
  const chosen = (request.query as { lang?: unknown }).lang;
  const known = LANGS.find((lang) => lang === chosen);
  const lang = known ?? preferredLang(request.headers['accept-language']);
  return {
    lang,
    texts: texts[lang],
    langChosen: known !== undefined,
    path: request.url.split('?')[0] ?? '/',
    sandbox: deps.config.GUICHE_RAILS === 'sandbox',
    accent: null,
    isPreview: false,
    pagesUrl: deps.publicUrl,
    now: deps.clock.now(),
  };
}

/** A page of a seller: in its colour, and at its own domain if it has one. */
export function sellerPageOf(request: FastifyRequest, deps: Deps, facts: AccountFacts, path: string): Page {
  const pagesUrl = pagesUrlOf(deps.publicUrl, facts.domain);
  return { ...pageOf(request, deps), path, accent: facts.pageColor, pagesUrl };
}

/** A link inside the pages that stays in the chosen language. */
export function address(page: Page, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({
    ...query,
    ...(page.langChosen ? { lang: page.lang } : {}),
  }).toString();
  return search ? `${path}?${search}` : path;
}

export function sendPage(reply: FastifyReply, document: Html, status = 200): FastifyReply {
  return reply.status(status).type('text/html; charset=utf-8').send(document.toString());
}

/** 303: the browser follows with GET, and a reload does not post again. */
export function goTo(
  reply: FastifyReply,
  page: Page,
  path: string,
  query?: Record<string, string>,
): FastifyReply {
  return reply.redirect(address(page, path, query), 303);
}
