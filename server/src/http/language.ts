import type { FastifyRequest } from 'fastify';
import { LANGS, type Lang, preferredLang } from '../kit/language.ts';
import { cookieOf } from './cookies.ts';

/** The language chosen on our pages, else the browser's. */
export function langOf({ headers }: FastifyRequest): Lang {
  const kept = cookieOf(headers.cookie, 'guiche_lang');
  return LANGS.find((lang) => lang === kept) ?? preferredLang(headers['accept-language']);
}
