import { DAY_MS } from '../../kit/clock.ts';
import type { Lang } from '../../kit/language.ts';
import type { Kind, PayerFacts } from '../content.ts';
import { pageOfSeller, payerFooter, sellerAndAbout } from '../payer.ts';

export type PayerRefundFacts = PayerFacts & {
  path: string;
  /** What goes back; `value` is what was paid. */
  amount: string;
  step: 'asked' | 'refused' | 'ending';
  /** The last day for a key; null: there is none. */
  ends: string | null;
  /** The payment could not be taken. Else the seller gives it back. */
  is_return: boolean;
};

type Words = { subject: string; heading: string; text: string };

/** For the payer of a boleto: where to say the Pix key that the money goes to. */
export const payerRefund: Kind<PayerRefundFacts> = {
  lifeMs: 7 * DAY_MS,
  write: (facts, { lang, publicUrl }) => {
    const { payer, amount, ends, path } = facts;
    const isEnglish = lang === 'en';
    const { subject, heading, text } = WORDS[lang](facts);
    return {
      ...{ subject, heading, amount, footer: payerFooter(facts, lang) },
      paragraphs: [`${isEnglish ? 'Hello' : 'Olá'}, ${payer}. ${text}`],
      facts: [
        ...sellerAndAbout(facts, lang),
        ...(ends ? ([[isEnglish ? 'Enter the key until' : 'Informe a chave até', ends]] as const) : []),
      ],
      button: {
        label: isEnglish ? 'Enter my Pix key' : 'Informar minha chave Pix',
        url: pageOfSeller(facts, publicUrl, path),
      },
      notes: [
        isEnglish
          ? 'The key must belong to the CPF or CNPJ of the boleto: the bank checks it.'
          : 'A chave precisa ser do CPF ou CNPJ do boleto: o banco confere.',
        isEnglish
          ? 'You pay nothing to be refunded, and no password is asked for.'
          : 'Você não paga nada para receber, e nenhuma senha é pedida.',
      ],
    };
  },
};

const WORDS: Record<Lang, (facts: PayerRefundFacts) => Words> = {
  pt: ({ seller, amount, step, is_return: isReturn }) => {
    if (step === 'refused')
      return {
        subject: `O banco não aceitou a chave: ${amount} de ${seller.name}`,
        heading: 'O banco não aceitou a sua chave Pix',
        text: 'O dinheiro não foi enviado. Informe outra chave para receber.',
      };
    if (step === 'ending')
      return {
        subject: `Último aviso: receba ${amount} de ${seller.name}`,
        heading: 'Falta a sua chave Pix',
        text: `Seu reembolso ainda espera por uma chave Pix. Depois do prazo, o valor volta para ${seller.name}.`,
      };
    return {
      subject: `Receba ${amount} de ${seller.name} por Pix`,
      heading: 'Para onde enviamos o seu dinheiro?',
      text: isReturn
        ? 'Um pagamento seu por boleto não pôde ser aceito e volta para você por Pix: informe a chave.'
        : `${seller.name} vai devolver o que você pagou por boleto. O dinheiro vai por Pix: informe a chave.`,
    };
  },
  en: ({ seller, amount, step, is_return: isReturn }) => {
    if (step === 'refused')
      return {
        subject: `The bank did not take the key: ${amount} from ${seller.name}`,
        heading: 'The bank did not take your Pix key',
        text: 'The money was not sent. Enter another key to receive it.',
      };
    if (step === 'ending')
      return {
        subject: `Last notice: receive ${amount} from ${seller.name}`,
        heading: 'Your Pix key is missing',
        text: `Your refund still waits for a Pix key. After the last day the amount goes back to ${seller.name}.`,
      };
    return {
      subject: `Receive ${amount} from ${seller.name} by Pix`,
      heading: 'Where do we send your money?',
      text: isReturn
        ? 'A payment of yours by boleto could not be taken and goes back to you by Pix: enter the key.'
        : `${seller.name} gives back what you paid by boleto. The money goes by Pix: enter the key.`,
    };
  },
};
