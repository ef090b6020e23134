import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { given, type SellerFacts, sellerFooter } from '../seller.ts';

export type RefundSentFacts = SellerFacts & {
  amount: string;
  is_whole: boolean;
  paid: string;
  payer: string | null;
  about: string | null;
  charge_id: string;
};

/** For the seller. */
export const refundSent: Kind<RefundSentFacts> = {
  lifeMs: 3 * DAY_MS,
  write: ({ amount, is_whole: isWhole, paid, payer, about, charge_id: id }, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const shared = { amount, ...sellerFooter(circumstances) };
    const url = `${publicUrl}/charges/${id}`;
    const who = [
      ...given({ pt: 'Para', en: 'To' }, lang, payer),
      ...given({ pt: 'Referente a', en: 'About' }, lang, about),
    ];
    if (lang === 'en') {
      return {
        ...shared,
        subject: `Refund of ${amount} done`,
        heading: 'Refund done',
        paragraphs: [
          isWhole
            ? 'The whole payment went back to the payer.'
            : 'Part of the payment went back to the payer.',
        ],
        facts: [...who, ['Paid', paid]],
        button: { label: 'See the charge', url },
      };
    }
    return {
      ...shared,
      subject: `Devolução de ${amount} concluída`,
      heading: 'Devolução concluída',
      paragraphs: [
        isWhole ? 'O pagamento inteiro voltou para o pagador.' : 'Parte do pagamento voltou para o pagador.',
      ],
      facts: [...who, ['Valor pago', paid]],
      button: { label: 'Ver a cobrança', url },
    };
  },
};
