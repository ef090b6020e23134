import { DAY_MS } from '../../kit/clock.ts';
import type { Content, Kind, PayerFacts } from '../content.ts';
import { pageOfSeller, payerFooter, sellerAndAbout } from '../payer.ts';

export type IssuedMethod = 'PIX' | 'BOLETO' | 'CREDIT_CARD' | 'UNDEFINED';

export type IssuedFacts = PayerFacts & {
  method: IssuedMethod;
  /** The page of the payment. */
  path: string;
  due: string | null;
  digitable_line: string | null;
};

/** What is to be paid, until when and where. */
export const chargeIssued: Kind<IssuedFacts> = {
  lifeMs: 2 * DAY_MS,
  needsOpenCharge: true,
  write: (facts, { lang, publicUrl }) => {
    const { seller, payer, value, due, digitable_line: line, method, path } = facts;
    const url = pageOfSeller(facts, publicUrl, path);
    const isBoleto = method === 'BOLETO' && line !== null;
    const shared = { amount: value, footer: payerFooter(facts, lang) };
    if (lang === 'en') {
      return {
        ...shared,
        subject: isBoleto
          ? `Boleto of ${seller.name}: ${value}, due ${due}`
          : `${seller.name} sent you a payment of ${value}`,
        heading: isBoleto ? 'Your boleto' : 'Your payment',
        paragraphs: [
          `Hello, ${payer}. ${seller.name} sent you ${isBoleto ? 'a boleto' : 'a payment'}. See the details and pay on the page.`,
        ],
        facts: [
          ...sellerAndAbout(facts, lang),
          ...(due ? [['Due date', due] as const] : []),
          ['How to pay', METHODS.en[method]],
        ],
        ...(isBoleto && { code: { label: 'Digitable line, for your bank’s app', text: line } }),
        button: { label: isBoleto ? 'See the boleto' : 'Pay now', url },
        notes: [warning(seller.name, 'en')],
      } satisfies Content;
    }
    return {
      ...shared,
      subject: isBoleto
        ? `Boleto de ${seller.name}: ${value}, vence em ${due}`
        : `${seller.name} enviou uma cobrança de ${value}`,
      heading: isBoleto ? 'Seu boleto' : 'Sua cobrança',
      paragraphs: [
        `Olá, ${payer}. ${seller.name} enviou ${isBoleto ? 'um boleto' : 'uma cobrança'} para você. Veja os detalhes e pague pela página.`,
      ],
      facts: [
        ...sellerAndAbout(facts, lang),
        ...(due ? [['Vencimento', due] as const] : []),
        ['Como pagar', METHODS.pt[method]],
      ],
      ...(isBoleto && { code: { label: 'Linha digitável, para o app do seu banco', text: line } }),
      button: { label: isBoleto ? 'Ver o boleto' : 'Pagar agora', url },
      notes: [warning(seller.name, 'pt')],
    } satisfies Content;
  },
};

const METHODS = {
  pt: { PIX: 'Pix', BOLETO: 'Boleto', CREDIT_CARD: 'Cartão de crédito', UNDEFINED: 'Pix, cartão ou boleto' },
  en: { PIX: 'Pix', BOLETO: 'Boleto', CREDIT_CARD: 'Credit card', UNDEFINED: 'Pix, card or boleto' },
} as const;

/** Anyone with an account can send a charge: the payer must know whom it is for. */
function warning(name: string, lang: 'pt' | 'en'): string {
  return lang === 'en'
    ? `You do not know ${name}, or expected nothing? Then do not pay: without payment the charge simply ends.`
    : `Não conhece ${name} ou não esperava esta cobrança? Então não pague: sem pagamento, ela apenas perde a validade.`;
}
