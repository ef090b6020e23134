import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { sellerFooter } from '../seller.ts';
import type { WithdrawalFacts } from './withdrawal-requested.ts';

/** For the seller. */
export const withdrawalPaid: Kind<WithdrawalFacts> = {
  lifeMs: 3 * DAY_MS,
  write: ({ amount, pix_key: key }, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const shared = { amount, ...sellerFooter(circumstances) };
    const url = `${publicUrl}/withdrawals`;
    if (lang === 'en') {
      return {
        ...shared,
        subject: `Withdrawal of ${amount} paid`,
        heading: 'Withdrawal paid',
        paragraphs: ['The money was sent to your Pix key.'],
        facts: [['Pix key', key]],
        button: { label: 'See withdrawals', url },
      };
    }
    return {
      ...shared,
      subject: `Saque de ${amount} pago`,
      heading: 'Saque pago',
      paragraphs: ['O dinheiro foi enviado para a sua chave Pix.'],
      facts: [['Chave Pix', key]],
      button: { label: 'Ver saques', url },
    };
  },
};
