export const LANGS = ['pt', 'en'] as const;
export type Lang = (typeof LANGS)[number];

const MAX_LANGUAGES = 20;

/** The supported language that the browser prefers; Portuguese if there is none. */
export function preferredLang(header: string | undefined): Lang {
  let best: Lang = 'pt';
  let bestWeight = 0;
  for (const item of (header ?? '').split(',').slice(0, MAX_LANGUAGES)) {
    const [, tag = '', weight = '1'] = /^\s*([a-z]+)(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(item) ?? [];
    const lang = LANGS.find((each) => each === tag.toLowerCase());
    if (lang && Number(weight) > bestWeight) [best, bestWeight] = [lang, Number(weight)];
  }
  return best;
}
