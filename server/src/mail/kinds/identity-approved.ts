import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import type { SellerFacts } from '../seller.ts';

/** For the seller. `is_active`: the account may sell already. */
export const identityApproved: Kind<SellerFacts & { is_active: boolean }> = {
  lifeMs: 7 * DAY_MS,
  write: ({ name, is_active: isActive }, { lang, publicUrl }) => {
    if (lang === 'en') {
      return {
        subject: 'Your identity is verified',
        heading: 'Your identity is verified',
        paragraphs: [
          `We checked the documents of the account ${name}, and everything is in order.`,
          isActive
            ? 'There is nothing else to send.'
            : 'There is nothing else to send. We will notify you when the account can sell.',
        ],
        button: { label: 'Open dashboard', url: `${publicUrl}/` },
      };
    }
    return {
      subject: 'Sua identidade foi verificada',
      heading: 'Sua identidade foi verificada',
      paragraphs: [
        `Conferimos os documentos da conta ${name} e está tudo certo.`,
        isActive
          ? 'Não falta enviar mais nada.'
          : 'Não falta enviar mais nada. Avisamos você quando a conta puder vender.',
      ],
      button: { label: 'Abrir painel', url: `${publicUrl}/` },
    };
  },
};
