import { HOUR_MS } from '../../kit/clock.ts';
import type { Lang } from '../../kit/language.ts';
import type { Kind, LinkFacts, PayerFacts } from '../content.ts';
import { pageOfSeller, payerFooter, sellerAndAbout } from '../payer.ts';

export type ReminderFacts = PayerFacts & {
  path: string;
  due: string;
  /** Days until the due date; below zero: days since. */
  days: number;
  /** Of an overdue boleto: what is to be paid today, with fine and interest. Null: the value. */
  value_today: string | null;
  digitable_line: string;
  unsubscribe: LinkFacts;
};

/** A reminder of yesterday says the wrong day. */
const LIFE_MS = 12 * HOUR_MS;

export const chargeReminder: Kind<ReminderFacts> = {
  lifeMs: LIFE_MS,
  needsOpenCharge: true,
  write: (facts, { lang, publicUrl, unsubscribeLink }) => {
    const { seller, payer, value, value_today: today, due, days, digitable_line: text, path } = facts;
    const isEnglish = lang === 'en';
    const url = pageOfSeller(facts, publicUrl, path);
    const unsubscribeUrl = unsubscribeLink(facts.unsubscribe);
    const when = WHEN[lang](days);
    return {
      subject: isEnglish ? `Your boleto of ${seller.name} ${when}` : `Seu boleto de ${seller.name} ${when}`,
      heading: isEnglish ? `Your boleto ${when}` : `Seu boleto ${when}`,
      amount: today ?? value,
      paragraphs: [isEnglish ? english(payer, days) : portuguese(payer, days)],
      facts: [
        ...sellerAndAbout(facts, lang),
        [isEnglish ? 'Due date' : 'Vencimento', due],
        ...(today ? ([[isEnglish ? 'Value of the boleto' : 'Valor do boleto', value]] as const) : []),
      ],
      code: {
        label: isEnglish ? 'Digitable line, for your bank’s app' : 'Linha digitável, para o app do seu banco',
        text,
      },
      button: { label: isEnglish ? 'See the boleto' : 'Ver o boleto', url },
      notes: [
        isEnglish
          ? 'Paid already? Then disregard this message: a bank may take up to 3 business days to report a payment.'
          : 'Já pagou? Então desconsidere esta mensagem: o banco pode levar até 3 dias úteis para informar o pagamento.',
      ],
      footer: payerFooter(facts, lang),
      footerLink: {
        label: isEnglish
          ? `No more reminders of ${seller.name}`
          : `Não quero mais lembretes de ${seller.name}`,
        url: unsubscribeUrl,
      },
      unsubscribeUrl,
    };
  },
};

const WHEN: Record<Lang, (days: number) => string> = {
  pt: (days) => {
    if (days > 1) return `vence em ${days} dias`;
    if (days === 1) return 'vence amanhã';
    if (days === 0) return 'vence hoje';
    return days === -1 ? 'venceu ontem' : `venceu há ${-days} dias`;
  },
  en: (days) => {
    if (days > 1) return `is due in ${days} days`;
    if (days === 1) return 'is due tomorrow';
    if (days === 0) return 'is due today';
    return days === -1 ? 'was due yesterday' : `was due ${-days} days ago`;
  },
};

function portuguese(payer: string, days: number): string {
  return days >= 0
    ? `Olá, ${payer}. Este é um lembrete: o boleto ainda não consta como pago.`
    : `Olá, ${payer}. O boleto venceu e ainda não consta como pago. Você ainda pode pagar; a página mostra o valor de hoje.`;
}

function english(payer: string, days: number): string {
  return days >= 0
    ? `Hello, ${payer}. This is a reminder: we have not seen the payment of this boleto yet.`
    : `Hello, ${payer}. The due date has passed and we have not seen the payment yet. You can still pay; the page shows today’s amount.`;
}
