import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { given, sellerFooter } from '../seller.ts';
import type { DisputeFacts } from './dispute-opened.ts';

export type DisputeClosedFacts = DisputeFacts & { outcome: 'won' | 'lost' };

/** For the seller. */
export const disputeClosed: Kind<DisputeClosedFacts> = {
  lifeMs: 3 * DAY_MS,
  write: ({ outcome, amount, payer, about, charge_id: id, dispute_id: disputeId }, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const isWon = outcome === 'won';
    const shared = { amount, ...sellerFooter(circumstances) };
    const url = disputeId ? `${publicUrl}/disputes/${disputeId}` : `${publicUrl}/charges/${id}`;
    const who = [
      ...given({ pt: 'Pagador', en: 'Payer' }, lang, payer),
      ...given({ pt: 'Referente a', en: 'About' }, lang, about),
    ];
    if (lang === 'en') {
      return {
        ...shared,
        subject: isWon
          ? `Dispute of ${amount} decided for you`
          : `Dispute of ${amount} decided for the payer`,
        heading: isWon ? 'The dispute was decided for you' : 'The dispute was decided for the payer',
        paragraphs: [
          isWon ? 'The amount is back in your balance.' : 'The amount went back to the payer for good.',
        ],
        facts: who,
        button: { label: 'See the dispute', url },
      };
    }
    return {
      ...shared,
      subject: isWon
        ? `Contestação de ${amount} decidida a seu favor`
        : `Contestação de ${amount} decidida a favor do pagador`,
      heading: isWon
        ? 'A contestação foi decidida a seu favor'
        : 'A contestação foi decidida a favor do pagador',
      paragraphs: [
        isWon ? 'O valor voltou para o seu saldo.' : 'O valor voltou para o pagador em definitivo.',
      ],
      facts: who,
      button: { label: 'Ver a contestação', url },
    };
  },
};
