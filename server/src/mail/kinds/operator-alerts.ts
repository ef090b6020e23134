import type { AlertKind } from '../../kit/alerts.ts';
import { DAY_MS } from '../../kit/clock.ts';
import type { Lang } from '../../kit/language.ts';
import type { Kind } from '../content.ts';
import type { SellerFacts } from '../seller.ts';

type AlertFacts = {
  kind: AlertKind;
  amount: string | null;
  account: string | null;
  provider: string | null;
  is_over: boolean;
};

/** `more`: how many are not listed. */
export type OperatorAlertsFacts = SellerFacts & { alerts: readonly AlertFacts[]; more: number };

/** For operators: what needs them, several at once if they came at once. */
export const operatorAlerts: Kind<OperatorAlertsFacts> = {
  lifeMs: 7 * DAY_MS,
  write: ({ alerts, more }, { lang, publicUrl }) => {
    const words = WORDS[lang];
    const count = alerts.length + more;
    const [first] = alerts;
    const single = count === 1 && first ? titleOf(first, lang) : null;
    return {
      subject: single ? `${words.alert}: ${single}` : words.several(count),
      heading: single ?? words.several(count),
      ...(single && first?.amount ? { amount: first.amount } : {}),
      paragraphs: [first && single ? aboutOf(first, lang) : words.look],
      facts: alerts.map((alert) => factOf(alert, single === null ? titleOf(alert, lang) : null)),
      button: { label: words.see, url: `${publicUrl}/admin/alerts` },
      notes: more > 0 ? [words.more(more)] : [],
      footer: [words.footer],
    };
  },
};

/** The amount beside what it is of. */
function factOf(
  { amount, account, provider }: AlertFacts,
  title: string | null,
): readonly [label: string, value: string] {
  const value = [title, account, provider].filter((each) => each !== null).join(' · ');
  return [amount ?? '—', value || '—'];
}

function titleOf({ kind, is_over: isOver }: AlertFacts, lang: Lang): string {
  return isOver ? WORDS[lang].over[0] : WORDS[lang].kinds[kind][0];
}

function aboutOf({ kind, is_over: isOver }: AlertFacts, lang: Lang): string {
  return isOver ? WORDS[lang].over[1] : WORDS[lang].kinds[kind][1];
}

type Words = {
  alert: string;
  several: (count: number) => string;
  look: string;
  see: string;
  more: (count: number) => string;
  footer: string;
  over: readonly [title: string, about: string];
  kinds: Record<AlertKind, readonly [title: string, about: string]>;
};

const WORDS: Record<Lang, Words> = {
  pt: {
    alert: 'Alerta',
    several: (count) => `${count} alertas para a operação`,
    look: 'O que um banco disse não combina com os livros, ou falta dinheiro no banco. Confira cada caso no painel.',
    see: 'Ver alertas',
    more: (count) => `Mais ${count} no painel.`,
    footer: 'Aviso para os operadores desta instalação do Guichê.',
    over: ['O saldo nos bancos voltou a cobrir', 'Os bancos têm de novo o que os vendedores podem sacar.'],
    kinds: {
      payout_paid_after_rejection: [
        'Saque rejeitado foi pago pelo banco',
        'O banco diz que pagou um saque que aqui foi rejeitado, com o valor devolvido ao vendedor. Nada foi lançado.',
      ],
      payout_failed_after_payment: [
        'Saque pago consta como falho no banco',
        'O banco diz agora que um saque pago falhou. Nada foi lançado: confira no banco onde está o dinheiro.',
      ],
      payout_returned_too_much: [
        'Voltou mais do que um saque',
        'O banco informa devoluções acima do valor do saque. O excedente não foi lançado.',
      ],
      payout_not_found: [
        'O banco não encontra um saque',
        'O banco já tinha dado um nome a este saque e agora não o encontra. Ele não é enviado de novo.',
      ],
      payout_unclear: [
        'Saque sem resultado conhecido',
        'O banco recusa o saque agora, mas um envio anterior ficou sem resposta. Confira o extrato: se não foi pago, rejeite o saque.',
      ],
      payout_other_owner: [
        'Saque pago a outro titular',
        'O banco diz que o dinheiro foi para um documento que não é o do titular da conta.',
      ],
      payer_refund_returned: [
        'Estorno de boleto voltou',
        'O Pix para o pagador foi devolvido. O pagador está sem o dinheiro: pague de outra forma.',
      ],
      refund_made_after_failure: [
        'Estorno falho foi feito pelo provedor',
        'O provedor fez um estorno que aqui consta como falho, e a cobrança já não tem saldo para ele.',
      ],
      refund_not_in_books: [
        'Estorno desconhecido no provedor',
        'O provedor informa um estorno que não cabe na cobrança. Nada foi lançado.',
      ],
      return_failed: [
        'Devolução de um pagamento falhou',
        'Um pagamento que não pôde ser aceito deve voltar ao pagador, e o provedor recusou. Novas tentativas são feitas.',
      ],
      coverage_low: [
        'O saldo nos bancos não cobre os saques',
        'Os bancos têm menos do que os vendedores podem sacar. O valor é o que falta.',
      ],
    },
  },
  en: {
    alert: 'Alert',
    several: (count) => `${count} alerts for operators`,
    look: 'What a bank said does not fit the books, or money is missing at the bank. Check each one in the dashboard.',
    see: 'See alerts',
    more: (count) => `${count} more in the dashboard.`,
    footer: 'Notice for the operators of this installation of Guichê.',
    over: ['Bank balances cover again', 'The banks hold what sellers may withdraw again.'],
    kinds: {
      payout_paid_after_rejection: [
        'A rejected withdrawal was paid by the bank',
        'The bank says that it paid a withdrawal that was rejected here, its amount given back to the seller. Nothing was posted.',
      ],
      payout_failed_after_payment: [
        'A paid withdrawal has failed at the bank',
        'The bank now says that a paid withdrawal failed. Nothing was posted: check at the bank where the money is.',
      ],
      payout_returned_too_much: [
        'More came back than a withdrawal',
        'The bank reports returns above the amount of the withdrawal. What is above it was not posted.',
      ],
      payout_not_found: [
        'The bank does not find a withdrawal',
        'The bank had given this withdrawal a name and does not find it now. It is not sent again.',
      ],
      payout_unclear: [
        'A withdrawal without a known outcome',
        'The bank refuses the withdrawal now, but an earlier call had no answer. Check the statement: if it was not paid, reject it.',
      ],
      payout_other_owner: [
        'A withdrawal was paid to another owner',
        'The bank says that the money went to a document that is not that of the owner of the account.',
      ],
      payer_refund_returned: [
        'The refund of a boleto came back',
        'The Pix to the payer was returned. The payer is without the money: pay in another way.',
      ],
      refund_made_after_failure: [
        'A failed refund was made by the provider',
        'The provider made a refund that is recorded as failed here, and the charge has too little left for it.',
      ],
      refund_not_in_books: [
        'Unknown refund at the provider',
        'The provider reports a refund that the charge has no room for. Nothing was posted.',
      ],
      return_failed: [
        'The return of a payment failed',
        'A payment that could not be taken must go back to the payer, and the provider refused. It is tried again.',
      ],
      coverage_low: [
        'Bank balances do not cover withdrawals',
        'The banks hold less than sellers may withdraw. The amount is what is missing.',
      ],
    },
  },
};
