import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { type Place, placeFacts } from '../place.ts';

export const newDevice: Kind<Place & { name: string }> = {
  lifeMs: 3 * DAY_MS,
  write: ({ name, ...place }, { lang, publicUrl }) => {
    const facts = placeFacts(place, lang);
    const url = `${publicUrl}/settings/security`;
    if (lang === 'en') {
      return {
        subject: 'New sign-in to your account',
        heading: 'New sign-in to your account',
        paragraphs: [`The account ${name} was signed in to from a device that we did not know.`],
        facts,
        button: { label: 'See my sessions', url },
        notes: [`It was not you? Choose a new password now: ${publicUrl}/forgot-password`],
      };
    }
    return {
      subject: 'Novo acesso à sua conta',
      heading: 'Novo acesso à sua conta',
      paragraphs: [`A conta ${name} foi acessada de um dispositivo que ainda não conhecíamos.`],
      facts,
      button: { label: 'Ver minhas sessões', url },
      notes: [`Não foi você? Crie uma nova senha agora: ${publicUrl}/forgot-password`],
    };
  },
};
