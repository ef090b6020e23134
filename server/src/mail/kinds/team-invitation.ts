import { DAY_MS } from '../../kit/clock.ts';
import type { TeamRole } from '../../kit/permissions.ts';
import type { Kind, LinkFacts } from '../content.ts';

export const INVITATION_LIFE_MS = 7 * DAY_MS;

const ROLE_NAMES: Record<'pt' | 'en', Record<TeamRole, string>> = {
  pt: {
    owner: 'Titular',
    finance: 'Financeiro',
    support: 'Atendimento',
    developer: 'Desenvolvimento',
    read_only: 'Somente leitura',
  },
  en: {
    owner: 'Owner',
    finance: 'Finance',
    support: 'Support',
    developer: 'Developer',
    read_only: 'Read only',
  },
};

/** The same whether or not the address has an account: the page asks. */
export const teamInvitation: Kind<LinkFacts & { name: string; role: TeamRole }> = {
  lifeMs: INVITATION_LIFE_MS,
  write: ({ name, role, ...claims }, { lang, signedLink }) => {
    const url = signedLink('/invitation', claims);
    const shownRole = ROLE_NAMES[lang][role];
    if (lang === 'en') {
      return {
        subject: `Invitation to the team of ${name}`,
        heading: `Join the team of ${name}`,
        paragraphs: [`You were invited to work in the account ${name}.`],
        facts: [['Your role', shownRole]],
        button: { label: 'Accept invitation', url },
        notes: [
          'The link works for 7 days, once.',
          'You do not know the account? Then do nothing: without you nothing happens.',
        ],
      };
    }
    return {
      subject: `Convite para a equipe de ${name}`,
      heading: `Entre na equipe de ${name}`,
      paragraphs: [`Você foi convidado para trabalhar na conta ${name}.`],
      facts: [['Sua função', shownRole]],
      button: { label: 'Aceitar convite', url },
      notes: [
        'O link vale por 7 dias e para um único uso.',
        'Não conhece a conta? Então não faça nada: sem você, nada acontece.',
      ],
    };
  },
};
