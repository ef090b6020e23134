import { DAY_MS } from '../../kit/clock.ts';
import type { Kind, PayerFacts } from '../content.ts';
import { pageOfSeller, payerFooter, sellerAndAbout } from '../payer.ts';

export type RefundedFacts = PayerFacts & {
  path: string;
  /** What is given back now; `value` is what was paid. */
  amount: string;
  is_whole: boolean;
  method: string;
  is_card: boolean;
  /** It went by Pix to a key that the payer said. Mails of earlier versions have none. */
  to_key?: boolean;
};

/** For the payer. */
export const paymentRefunded: Kind<RefundedFacts> = {
  lifeMs: 7 * DAY_MS,
  write: (facts, { lang, publicUrl }) => {
    const {
      seller,
      payer,
      value,
      amount,
      is_whole: isWhole,
      is_card: isCard,
      to_key: toKey,
      method,
      path,
    } = facts;
    const shared = { amount, footer: payerFooter(facts, lang) };
    const url = pageOfSeller(facts, publicUrl, path);
    if (lang === 'en') {
      return {
        ...shared,
        subject: `Refund of ${amount} from ${seller.name}`,
        heading: isWhole ? 'Your payment was refunded' : 'Part of your payment was refunded',
        paragraphs: [
          `Hello, ${payer}. ${seller.name} gave you back ${isWhole ? 'the whole payment' : 'part of your payment'}.`,
        ],
        facts: [...sellerAndAbout(facts, lang), ['Paid', value], ['Refunded', amount], ['Paid with', method]],
        button: { label: 'See the receipt', url },
        notes: [
          isCard
            ? 'The amount appears on one of your next two card statements.'
            : toKey
              ? 'The money was sent by Pix to the key that you entered.'
              : 'The money goes back to the account the payment came from.',
        ],
      };
    }
    return {
      ...shared,
      subject: `Reembolso de ${amount} de ${seller.name}`,
      heading: isWhole ? 'Seu pagamento foi reembolsado' : 'Parte do seu pagamento foi reembolsada',
      paragraphs: [
        `Olá, ${payer}. ${seller.name} devolveu ${isWhole ? 'todo o seu pagamento' : 'parte do seu pagamento'}.`,
      ],
      facts: [
        ...sellerAndAbout(facts, lang),
        ['Valor pago', value],
        ['Reembolsado', amount],
        ['Forma de pagamento', method],
      ],
      button: { label: 'Ver o comprovante', url },
      notes: [
        isCard
          ? 'O valor aparece em uma das suas próximas duas faturas do cartão.'
          : toKey
            ? 'O dinheiro foi enviado por Pix para a chave que você informou.'
            : 'O dinheiro volta para a conta de onde saiu o pagamento.',
      ],
    };
  },
};
