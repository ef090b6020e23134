import { DAY_MS } from '../../kit/clock.ts';
import type { Kind } from '../content.ts';
import { type SellerFacts, sellerFooter } from '../seller.ts';

export type ManyReceivedFacts = SellerFacts & { count: number; gross: string; net: string; until: string };

/** For the seller: the payments of an hour that had more of them than get a mail each. */
export const paymentsReceived: Kind<ManyReceivedFacts> = {
  lifeMs: DAY_MS,
  write: ({ count, gross, net, until }, circumstances) => {
    const { lang, publicUrl } = circumstances;
    const shared = { amount: gross, ...sellerFooter(circumstances) };
    const url = `${publicUrl}/statement`;
    if (lang === 'en') {
      return {
        ...shared,
        subject: `You received ${count} more payments: ${gross}`,
        heading: count === 1 ? 'You received 1 more payment' : `You received ${count} more payments`,
        paragraphs: ['There were many payments in one hour, so we put these into one message.'],
        facts: [
          ['Payments', String(count)],
          ['Net, in your balance', net],
          ['Until', until],
        ],
        button: { label: 'See the statement', url },
      };
    }
    return {
      ...shared,
      subject: `Você recebeu mais ${count} ${count === 1 ? 'pagamento' : 'pagamentos'}: ${gross}`,
      heading: `Você recebeu mais ${count} ${count === 1 ? 'pagamento' : 'pagamentos'}`,
      paragraphs: ['Foram muitos pagamentos em uma hora, então juntamos estes em uma só mensagem.'],
      facts: [
        ['Pagamentos', String(count)],
        ['Líquido no saldo', net],
        ['Até', until],
      ],
      button: { label: 'Ver o extrato', url },
    };
  },
};
