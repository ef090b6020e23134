import { DAY_MS } from '../../kit/clock.ts';
import type { Kind, PayerFacts } from '../content.ts';
import { pageOfSeller, payerFooter, sellerAndAbout } from '../payer.ts';

export type ReceiptFacts = PayerFacts & { path: string; paid_at: string; method: string };

/** For the payer: proof of what was paid. `value` is what was paid. */
export const paymentReceipt: Kind<ReceiptFacts> = {
  lifeMs: 7 * DAY_MS,
  write: (facts, { lang, publicUrl }) => {
    const { seller, payer, value, paid_at: at, method, path } = facts;
    const shared = { amount: value, footer: payerFooter(facts, lang) };
    const url = pageOfSeller(facts, publicUrl, path);
    if (lang === 'en') {
      return {
        ...shared,
        subject: `Receipt: ${value} paid to ${seller.name}`,
        heading: 'Payment confirmed',
        paragraphs: [`Thank you, ${payer}. ${seller.name} received your payment.`],
        facts: [...sellerAndAbout(facts, lang), ['Paid with', method], ['When', at]],
        button: { label: 'See the receipt', url },
        notes: ['Keep this link: the receipt there can be printed, and shows refunds too.'],
      };
    }
    return {
      ...shared,
      subject: `Comprovante: ${value} para ${seller.name}`,
      heading: 'Pagamento confirmado',
      paragraphs: [`Obrigado, ${payer}. ${seller.name} recebeu seu pagamento.`],
      facts: [...sellerAndAbout(facts, lang), ['Forma de pagamento', method], ['Quando', at]],
      button: { label: 'Ver o comprovante', url },
      notes: ['Guarde este link: o comprovante pode ser impresso e também mostra reembolsos.'],
    };
  },
};
