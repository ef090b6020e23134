import type { Lang } from '../kit/language.ts';
import type { PayerFacts } from './content.ts';

/** A page of the seller, at its own domain if it had one when the mail was written. */
export function pageOfSeller({ seller }: PayerFacts, publicUrl: string, path: string): string {
  return (seller.pages_url ?? publicUrl) + path;
}

/** Whom the money goes to, and for what: in every mail to a payer. */
export function sellerAndAbout(
  { seller, about }: PayerFacts,
  lang: Lang,
): (readonly [label: string, value: string])[] {
  const labels = lang === 'en' ? (['Seller', 'About'] as const) : (['Vendedor', 'Referente a'] as const);
  return [[labels[0], seller.name], ...(about ? [[labels[1], about] as const] : [])];
}

/** Why the payer got the mail, and where an answer goes. */
export function payerFooter({ seller }: PayerFacts, lang: Lang): string[] {
  if (lang === 'en') {
    return [
      `You received this e-mail because ${seller.name} entered your address for this payment.`,
      seller.reply_to
        ? 'Questions? Reply to this e-mail: your answer goes to the seller.'
        : 'Please do not reply.',
    ];
  }
  return [
    `Você recebeu este e-mail porque ${seller.name} informou seu endereço nesta cobrança.`,
    seller.reply_to
      ? 'Dúvidas? Responda a este e-mail: a resposta vai para o vendedor.'
      : 'Mensagem automática: não responda a este e-mail.',
  ];
}
