import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from './languages.ts';
import type { Texts } from './portuguese/texts.ts';

const LANGUAGE_TAGS: Record<Language, string> = { pt: 'pt-BR', en: 'en' };
const load: Record<Language, () => Promise<{ texts: Texts }>> = {
  pt: () => import('./portuguese/texts.ts'),
  en: () => import('./english/texts.ts'),
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Texts;
  }
}

/** The page is served in the user's language: chosen, or the browser's. */
function languageOfPage(): Language {
  return document.documentElement.lang.startsWith('en') ? 'en' : 'pt';
}

export async function startTexts(): Promise<void> {
  const language = languageOfPage();
  const { texts } = await load[language]();
  await i18next.use(initReactI18next).init({
    lng: language,
    defaultNS: 'common',
    resources: { [language]: texts },
    // React escapes texts.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

export async function changeLanguage(language: Language): Promise<void> {
  const { texts } = await load[language]();
  for (const [name, part] of Object.entries(texts)) i18next.addResourceBundle(language, name, part);
  document.documentElement.lang = LANGUAGE_TAGS[language];
  rememberChoice('guiche_lang', language);
  await i18next.changeLanguage(language);
}

/** Language and theme are cookies, so that the first paint is right. They are not secret. */
export function rememberChoice(name: 'guiche_lang' | 'guiche_theme', value: string): void {
  const year = 365 * 24 * 3600;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax`;
}

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'pt';
}

export function languageTag(language: Language): string {
  return LANGUAGE_TAGS[language];
}
