import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { sellerFooter } from '../seller.ts';
import type { WithdrawalFacts } from './withdrawal-requested.ts';

/** For the seller: `amount` is what came back. */
export const withdrawalReturned: Kind<WithdrawalFacts> = {
  lifeMs: 3 * DAY_MS,
  write: ({ amount, pix_key: key }, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const shared = { amount, ...sellerFooter(circumstances) };
    const url = `${publicUrl}/withdrawals`;
    if (lang === 'en') {
      return {
        ...shared,
        subject: `${amount} of a withdrawal came back`,
        heading: 'A withdrawal came back',
        paragraphs: [
          'The bank of the Pix key sent the money back. It is in your balance again. Check the key before you withdraw again.',
        ],
        facts: [['Pix key', key]],
        button: { label: 'See withdrawals', url },
      };
    }
    return {
      ...shared,
      subject: `${amount} de um saque voltaram`,
      heading: 'Um saque voltou',
      paragraphs: [
        'O banco da chave Pix devolveu o dinheiro. Ele está de novo no seu saldo. Confira a chave antes de sacar outra vez.',
      ],
      facts: [['Chave Pix', key]],
      button: { label: 'Ver saques', url },
    };
  },
};
