import type { ReasonList } from './movements.ts';
import { REJECTIONS } from './rejections.ts';

/** Code, Portuguese, English. */
export type ReasonRow = readonly [code: string, pt: string, en: string];

/** A reason that the bank gave. The texts are null for a code that is not in FEBRABAN's list or is the bank's own. */
export type Reason = { readonly code: string; readonly pt: string | null; readonly en: string | null };

/** FEBRABAN, field C047 B: behind movement 28. */
const FEES: readonly ReasonRow[] = [
  ['01', 'extrato de posição', 'statement of open titles'],
  ['02', 'manutenção de título vencido', 'keeping an overdue title'],
  ['03', 'sustação', 'stopping a protest'],
  ['04', 'protesto', 'protest'],
  ['05', 'outras instruções', 'other instructions'],
  ['06', 'outras ocorrências', 'other occurrences'],
  ['07', 'envio de duplicata ao pagador', 'sending a copy to the payer'],
  ['08', 'custas de protesto', 'costs of protest'],
  ['09', 'custas de sustação de protesto', 'costs of stopping a protest'],
  ['10', 'custas do cartório distribuidor', 'costs of the distributing registry office'],
  ['11', 'custas de edital', 'costs of a public notice'],
  ['12', 'devolução de título vencido', 'returning an overdue title'],
  ['13', 'registro, cobrado na baixa ou no pagamento', 'registration, charged at write-off or payment'],
  ['14', 'reapresentação automática', 'automatic resubmission'],
  ['15', 'rateio de crédito', 'split of the credit'],
  ['16', 'informações por fax', 'information by fax'],
  ['17', 'prorrogação de vencimento', 'later due date'],
  ['18', 'alteração de abatimento ou desconto', 'change of rebate or discount'],
  ['19', 'arquivo mensal', 'monthly file'],
  ['20', 'emissão de boleto pelo banco', 'printing of a boleto by the bank'],
];

/** FEBRABAN, field C047 C: behind movements 06, 09 and 17, how it was paid or why it was written off. */
const SETTLEMENTS: readonly ReasonRow[] = [
  ['01', 'por saldo', 'from the balance'],
  ['02', 'por conta', 'on account'],
  ['03', 'no caixa, em dinheiro', 'at the counter, in cash'],
  ['04', 'compensação eletrônica', 'electronic clearing'],
  ['05', 'compensação convencional', 'conventional clearing'],
  ['06', 'por meio eletrônico', 'by electronic means'],
  ['07', 'após feriado local', 'after a local holiday'],
  ['08', 'em cartório', 'at a registry office'],
  ['09', 'baixa pelo banco', 'written off by the bank'],
  ['10', 'baixa por arquivo do cliente', 'written off by a file of the client'],
  ['11', 'baixa pelo cliente no site', 'written off by the client online'],
  ['12', 'baixa por prazo do cliente', 'written off after the days set by the client'],
  ['13', 'baixa por prazo do banco', 'written off after the days set by the bank'],
  ['14', 'protestado', 'protested'],
  ['15', 'título excluído', 'title deleted'],
  ['30', 'no caixa, em cheque', 'at the counter, by cheque'],
  ['31', 'em banco correspondente', 'at a correspondent bank'],
  ['32', 'em terminal de autoatendimento', 'at a cash machine'],
  ['33', 'pela internet', 'by internet banking'],
  ['34', 'pelo sistema da empresa', 'by office banking'],
  ['35', 'em correspondente, em dinheiro', 'at a correspondent, in cash'],
  ['36', 'em correspondente, em cheque', 'at a correspondent, by cheque'],
  ['37', 'por telefone', 'by telephone'],
];

export const REASON_LISTS: Readonly<Record<ReasonList, readonly ReasonRow[]>> = {
  rejection: REJECTIONS,
  fee: FEES,
  settlement: SETTLEMENTS,
};

const CODE_WIDTH = 2;
const NO_CODE = ['00', ''];

/** Up to five codes of two characters, each once; blanks and zeros between them mean nothing. */
export function readReasons(field: string, list: ReasonList | null): Reason[] {
  const codes = new Set<string>();
  for (let at = 0; at < field.length; at += CODE_WIDTH) {
    const code = field.slice(at, at + CODE_WIDTH).trim();
    if (!NO_CODE.includes(code)) codes.add(code);
  }
  return [...codes].map((code) => {
    const row = list === null ? undefined : REASON_LISTS[list].find((each) => each[0] === code);
    return { code, pt: row?.[1] ?? null, en: row?.[2] ?? null };
  });
}
