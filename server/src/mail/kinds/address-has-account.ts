import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';

/** Instead of a link to confirm an address that its owner has confirmed already, for another account. */
export const addressHasAccount: Kind<{ name: string }> = {
  lifeMs: DAY_MS,
  write: ({ name }, { lang, publicUrl }) => {
    if (lang === 'en') {
      return {
        subject: 'You already have an account',
        heading: 'You already have an account',
        paragraphs: [
          'Someone, perhaps you, has just opened another account with this address.',
          `The address belongs to your account ${name}, and nothing changes there. Sign in to it, or choose a new password if you do not remember yours.`,
        ],
        button: { label: 'Sign in', url: `${publicUrl}/login` },
        notes: [
          `Choose a new password: ${publicUrl}/forgot-password`,
          'It was not you? Then do nothing: without this address the other account cannot be confirmed.',
        ],
      };
    }
    return {
      subject: 'Você já tem uma conta',
      heading: 'Você já tem uma conta',
      paragraphs: [
        'Alguém, talvez você, acabou de abrir outra conta com este endereço.',
        `O endereço é da sua conta ${name}, e nela nada muda. Entre na sua conta ou crie uma nova senha, se não lembra da sua.`,
      ],
      button: { label: 'Entrar', url: `${publicUrl}/login` },
      notes: [
        `Criar nova senha: ${publicUrl}/forgot-password`,
        'Não foi você? Então não faça nada: sem este e-mail, a outra conta não pode ser confirmada.',
      ],
    };
  },
};
