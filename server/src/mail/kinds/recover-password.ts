import { HOUR_MS } from '../../kit/clock.ts';
import type { Kind, LinkFacts } from '../content.ts';

export const RECOVERY_LIFE_MS = HOUR_MS;

/** `is_confirmed` false: who opened the account never showed that the address is theirs. It may be a stranger's. */
export const recoverPassword: Kind<LinkFacts & { name: string; is_confirmed: boolean }> = {
  lifeMs: RECOVERY_LIFE_MS,
  write: ({ name, is_confirmed: isConfirmed, ...claims }, { lang, signedLink }) => {
    const url = signedLink('/new-password', claims);
    if (lang === 'en') {
      return {
        subject: 'Choose a new password',
        heading: 'Choose a new password',
        paragraphs: [
          `You asked for a new password for the account ${name}. Choose it here; it ends every open session.`,
          ...(isConfirmed
            ? []
            : [
                'This address was never confirmed for that account. If you do not know the account, a stranger opened it with your address: do not use it, open your own.',
              ]),
        ],
        button: { label: 'Choose a new password', url },
        notes: [
          'The link works once, for 1 hour. If your account has a second factor, it is still asked for when you sign in.',
          'You did not ask for this? Then do nothing: your password stays as it is.',
        ],
      };
    }
    return {
      subject: 'Crie uma nova senha',
      heading: 'Crie uma nova senha',
      paragraphs: [
        `Você pediu uma nova senha para a conta ${name}. Crie a senha aqui; todas as sessões abertas serão encerradas.`,
        ...(isConfirmed
          ? []
          : [
              'Este endereço nunca foi confirmado nessa conta. Se você não conhece a conta, outra pessoa a abriu com o seu e-mail: não use essa conta, abra a sua.',
            ]),
      ],
      button: { label: 'Criar nova senha', url },
      notes: [
        'O link funciona uma única vez, por 1 hora. Se a conta tem verificação em duas etapas, o código continua sendo pedido ao entrar.',
        'Não foi você? Então não faça nada: sua senha continua a mesma.',
      ],
    };
  },
};
