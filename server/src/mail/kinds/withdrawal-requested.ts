import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { type SellerFacts, sellerFooter } from '../seller.ts';

export type WithdrawalFacts = SellerFacts & { amount: string; pix_key: string };

/** For the seller: also a warning, should someone else have asked for it. */
export const withdrawalRequested: Kind<WithdrawalFacts> = {
  lifeMs: DAY_MS,
  write: ({ amount, pix_key: key }, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const shared = { amount, ...sellerFooter(circumstances) };
    const url = `${publicUrl}/withdrawals`;
    if (lang === 'en') {
      return {
        ...shared,
        subject: `Withdrawal of ${amount} requested`,
        heading: 'Withdrawal requested',
        paragraphs: ['We received the request. We will write again when it is paid.'],
        facts: [['Pix key', key]],
        button: { label: 'See withdrawals', url },
        notes: [`It was not you? Choose a new password now: ${publicUrl}/forgot-password`],
      };
    }
    return {
      ...shared,
      subject: `Saque de ${amount} solicitado`,
      heading: 'Saque solicitado',
      paragraphs: ['Recebemos o pedido. Avisaremos quando for pago.'],
      facts: [['Chave Pix', key]],
      button: { label: 'Ver saques', url },
      notes: [`Não foi você? Crie uma nova senha agora: ${publicUrl}/forgot-password`],
    };
  },
};
