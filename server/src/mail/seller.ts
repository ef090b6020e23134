import type { Lang } from '../kit/language.ts';
import type { Circumstances, Content } from './content.ts';

/** What every notice to a seller says. */
export type SellerFacts = { name: string; is_test: boolean };

/** Why the seller got the mail, and where it is switched off. */
export function sellerFooter({ lang, publicUrl }: Circumstances): Pick<Content, 'footer' | 'footerLink'> {
  const url = `${publicUrl}/settings/notifications`;
  return lang === 'en'
    ? {
        footer: ['Notice of your account at Guichê.'],
        footerLink: { label: 'Choose what you are notified of', url },
      }
    : {
        footer: ['Aviso da sua conta no Guichê.'],
        footerLink: { label: 'Escolher quais avisos receber', url },
      };
}

/** A label and a value, left out where there is none. */
export function given(
  labels: Readonly<Record<Lang, string>>,
  lang: Lang,
  value: string | null,
): (readonly [string, string])[] {
  return value ? [[labels[lang], value]] : [];
}
