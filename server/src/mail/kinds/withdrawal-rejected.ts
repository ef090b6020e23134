import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { given, sellerFooter } from '../seller.ts';
import type { WithdrawalFacts } from './withdrawal-requested.ts';

/** For the seller. */
export const withdrawalRejected: Kind<WithdrawalFacts & { reason: string | null }> = {
  lifeMs: 3 * DAY_MS,
  write: ({ amount, pix_key: key, reason }, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const shared = { amount, ...sellerFooter(circumstances) };
    const url = `${publicUrl}/withdrawals`;
    const why = given({ pt: 'Motivo', en: 'Reason' }, lang, reason);
    if (lang === 'en') {
      return {
        ...shared,
        subject: `Withdrawal of ${amount} not made`,
        heading: 'The withdrawal was not made',
        paragraphs: ['The amount is back in your balance. Check the Pix key before you ask again.'],
        facts: [['Pix key', key], ...why],
        button: { label: 'See withdrawals', url },
      };
    }
    return {
      ...shared,
      subject: `Saque de ${amount} não realizado`,
      heading: 'O saque não foi realizado',
      paragraphs: ['O valor voltou para o seu saldo. Confira a chave Pix antes de pedir de novo.'],
      facts: [['Chave Pix', key], ...why],
      button: { label: 'Ver saques', url },
    };
  },
};
