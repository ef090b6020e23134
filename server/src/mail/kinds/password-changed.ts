import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { type Place, placeFacts } from '../place.ts';

export const passwordChanged: Kind<Place & { name: string }> = {
  lifeMs: 3 * DAY_MS,
  write: ({ name, ...place }, { lang, publicUrl }) => {
    const facts = placeFacts(place, lang);
    if (lang === 'en') {
      return {
        subject: 'Your password was changed',
        heading: 'Your password was changed',
        paragraphs: [`The password of the account ${name} was changed, and every session was ended.`],
        facts,
        notes: [`It was not you? Choose a new password now: ${publicUrl}/forgot-password`],
      };
    }
    return {
      subject: 'Sua senha foi alterada',
      heading: 'Sua senha foi alterada',
      paragraphs: [`A senha da conta ${name} foi alterada e todas as sessões foram encerradas.`],
      facts,
      notes: [`Não foi você? Crie uma nova senha agora: ${publicUrl}/forgot-password`],
    };
  },
};
