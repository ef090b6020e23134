import { DAY_MS } from '../../kit/clock.ts';
import type { Kind, LinkFacts } from '../content.ts';

export const VERIFY_LIFE_MS = 7 * DAY_MS;

export const verifyEmail: Kind<LinkFacts & { name: string }> = {
  lifeMs: VERIFY_LIFE_MS,
  write: ({ name, ...claims }, { lang, signedLink }) => {
    const url = signedLink('/verify-email', claims);
    if (lang === 'en') {
      return {
        subject: 'Confirm your e-mail address',
        heading: 'Confirm your e-mail address',
        paragraphs: [
          `The account ${name} was opened with this address. Confirm that it is yours, so that only you can recover the password.`,
        ],
        button: { label: 'Confirm address', url },
        notes: [
          'The link works for 7 days.',
          'You did not open an account? Then do nothing: without your confirmation the address does not become part of it.',
        ],
      };
    }
    return {
      subject: 'Confirme seu e-mail',
      heading: 'Confirme seu e-mail',
      paragraphs: [
        `A conta ${name} foi aberta com este endereço. Confirme que ele é seu, para que só você possa recuperar a senha.`,
      ],
      button: { label: 'Confirmar e-mail', url },
      notes: [
        'O link vale por 7 dias.',
        'Não foi você? Então não faça nada: sem a sua confirmação, o endereço não passa a ser dessa conta.',
      ],
    };
  },
};
