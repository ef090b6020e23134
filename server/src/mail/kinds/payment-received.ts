import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { given, type SellerFacts, sellerFooter } from '../seller.ts';

export type ReceivedFacts = SellerFacts & {
  gross: string;
  net: string;
  method: string;
  payer: string | null;
  about: string | null;
  charge_id: string;
};

/** For the seller: one payment. */
export const paymentReceived: Kind<ReceivedFacts> = {
  lifeMs: DAY_MS,
  write: (facts, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const { gross, net, method, payer, about, charge_id: id } = facts;
    const shared = { amount: gross, ...sellerFooter(circumstances) };
    const url = `${publicUrl}/charges/${id}`;
    const who = [
      ...given({ pt: 'De', en: 'From' }, lang, payer),
      ...given({ pt: 'Referente a', en: 'About' }, lang, about),
    ];
    if (lang === 'en') {
      return {
        ...shared,
        subject: `You received ${gross}`,
        heading: 'You received a payment',
        paragraphs: [],
        facts: [...who, ['Paid with', method], ['Net, in your balance', net]],
        button: { label: 'See the charge', url },
      };
    }
    return {
      ...shared,
      subject: `Você recebeu ${gross}`,
      heading: 'Você recebeu um pagamento',
      paragraphs: [],
      facts: [...who, ['Forma de pagamento', method], ['Líquido no saldo', net]],
      button: { label: 'Ver a cobrança', url },
    };
  },
};
