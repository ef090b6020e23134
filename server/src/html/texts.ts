import type { Lang } from '../kit/language.ts';
import { english } from './texts-english.ts';
import { portuguese, type Texts } from './texts-portuguese.ts';

export type { Lang, Texts };

export const texts: Readonly<Record<Lang, Texts>> = { pt: portuguese, en: english };
