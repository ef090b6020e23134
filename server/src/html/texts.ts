import { english } from './texts-english.ts';
import { portuguese, type Texts } from './texts-portuguese.ts';

export const LANGS = ['pt', 'en'] as const;
export type Lang = (typeof LANGS)[number];

export type { Texts };

export const texts: Readonly<Record<Lang, Texts>> = { pt: portuguese, en: english };
