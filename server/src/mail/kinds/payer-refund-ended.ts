import { DAY_MS } from '../../kit/clock.ts';
import type { Kind, PayerFacts } from '../content.ts';
import { pageOfSeller, payerFooter, sellerAndAbout } from '../payer.ts';

export type PayerRefundEndedFacts = PayerFacts & {
  path: string;
  amount: string;
  /** `expired`: no key was said in time. */
  outcome: 'paid' | 'expired';
};

/** For the payer of a boleto: how a refund by Pix ended, where no other mail says it. */
export const payerRefundEnded: Kind<PayerRefundEndedFacts> = {
  lifeMs: 7 * DAY_MS,
  write: (facts, { lang, publicUrl }) => {
    const { seller, payer, amount, outcome, path } = facts;
    const isPaid = outcome === 'paid';
    const shared = { amount, facts: sellerAndAbout(facts, lang), footer: payerFooter(facts, lang) };
    const url = pageOfSeller(facts, publicUrl, path);
    if (lang === 'en') {
      return {
        ...shared,
        subject: isPaid
          ? `${amount} from ${seller.name} were sent to you`
          : `The time to receive ${amount} is over`,
        heading: isPaid ? 'Your money was sent' : 'The time to enter a key is over',
        paragraphs: [
          isPaid
            ? `Hello, ${payer}. The payment that could not be taken was sent to your Pix key.`
            : `Hello, ${payer}. No Pix key was entered in time, and the amount went back to ${seller.name}. Talk to the seller to receive it.`,
        ],
        button: { label: 'See the refund', url },
      };
    }
    return {
      ...shared,
      subject: isPaid
        ? `${amount} de ${seller.name} foram enviados a você`
        : `O prazo para receber ${amount} terminou`,
      heading: isPaid ? 'Seu dinheiro foi enviado' : 'O prazo para informar a chave terminou',
      paragraphs: [
        isPaid
          ? `Olá, ${payer}. O pagamento que não pôde ser aceito foi enviado para a sua chave Pix.`
          : `Olá, ${payer}. Nenhuma chave Pix foi informada a tempo, e o valor voltou para ${seller.name}. Fale com o vendedor para receber.`,
      ],
      button: { label: 'Ver o reembolso', url },
    };
  },
};
