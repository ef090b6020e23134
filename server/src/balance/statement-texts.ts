import type { Category, LineType } from '../ledger/chart.ts';

export type StatementLanguage = 'pt' | 'en';

type Texts = {
  fileName: string;
  columns: readonly string[];
  opening: string;
  closing: string;
  types: Record<LineType, string>;
  categories: Record<Category, string>;
  sentences: Record<Category, Record<LineType, string>>;
};

/** The description of each statement line. The API uses the English ones. */
const ENGLISH: Texts['sentences'] = {
  sale: { credit: 'A charge was paid', debit: 'A payment was reversed' },
  fee: { credit: 'A platform fee was refunded', debit: 'Platform fee of a charge' },
  split_sent: { credit: 'A split was reversed', debit: 'Split of a charge sent to another account' },
  split_received: { credit: 'Split of a charge received', debit: 'A received split was reversed' },
  reserve_hold: { credit: 'Security reserve returned', debit: 'Security reserve of a charge held' },
  reserve_release: {
    credit: 'Security reserve of a charge released',
    debit: 'A reserve release was reversed',
  },
  receivable_settled: {
    credit: 'Installment of a sale received',
    debit: 'A received installment was reversed',
  },
  receivable_used: {
    credit: 'Installments to come used for a refund or dispute',
    debit: 'Installments to come returned',
  },
  receivable_anticipated: { credit: 'Installment paid out early', debit: 'An early payout was reversed' },
  anticipation_fee: { credit: 'A fee for early payout was refunded', debit: 'Fee for early payout' },
  refund: { credit: 'A refund was reversed', debit: 'Refund of a charge' },
  withdrawal: { credit: 'A withdrawal was reversed', debit: 'Withdrawal requested' },
  withdrawal_reversal: {
    credit: 'Withdrawal rejected or returned, amount credited back',
    debit: 'A withdrawal reversal was undone',
  },
  chargeback: { credit: 'Dispute won, amount credited back', debit: 'A charge was disputed' },
  adjustment: {
    credit: 'Payment not accepted; it goes back to the payer',
    debit: 'Payment not accepted; returned to the payer',
  },
};

const PORTUGUESE: Texts['sentences'] = {
  sale: { credit: 'Cobrança paga', debit: 'Pagamento revertido' },
  fee: { credit: 'Taxa devolvida', debit: 'Taxa da cobrança' },
  split_sent: { credit: 'Split estornado', debit: 'Split enviado a outra conta' },
  split_received: { credit: 'Split recebido de uma venda', debit: 'Split recebido estornado' },
  reserve_hold: { credit: 'Reserva devolvida', debit: 'Valor retido em reserva' },
  reserve_release: { credit: 'Reserva liberada', debit: 'Liberação de reserva revertida' },
  receivable_settled: { credit: 'Parcela de uma venda recebida', debit: 'Parcela recebida revertida' },
  receivable_used: {
    credit: 'Parcelas a receber usadas para estorno ou contestação',
    debit: 'Parcelas a receber devolvidas',
  },
  receivable_anticipated: { credit: 'Parcela antecipada', debit: 'Antecipação revertida' },
  anticipation_fee: { credit: 'Taxa de antecipação devolvida', debit: 'Taxa de antecipação' },
  refund: { credit: 'Estorno revertido', debit: 'Estorno ao cliente' },
  withdrawal: { credit: 'Saque revertido', debit: 'Saque solicitado' },
  withdrawal_reversal: {
    credit: 'Saque rejeitado ou devolvido, valor de volta',
    debit: 'Devolução de saque revertida',
  },
  chargeback: { credit: 'Contestação ganha, valor de volta', debit: 'Cobrança contestada' },
  adjustment: {
    credit: 'Pagamento não aceito, a devolver ao cliente',
    debit: 'Pagamento não aceito, devolvido ao cliente',
  },
};

export const STATEMENT_TEXTS: Record<StatementLanguage, Texts> = {
  pt: {
    fileName: 'extrato',
    columns: [
      ...['Data', 'Lançamento', 'Categoria', 'Tipo', 'Valor', 'Saldo', 'Referência', 'Descrição'],
      ...['Cobrança', 'Saque', 'Número', 'Cliente'],
    ],
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    types: { credit: 'Entrada', debit: 'Saída' },
    categories: {
      sale: 'Venda',
      fee: 'Taxa',
      split_sent: 'Split enviado',
      split_received: 'Split recebido',
      reserve_hold: 'Reserva retida',
      reserve_release: 'Reserva liberada',
      receivable_settled: 'Parcela',
      receivable_used: 'Parcelas usadas',
      receivable_anticipated: 'Antecipação',
      anticipation_fee: 'Taxa de antecipação',
      refund: 'Estorno',
      withdrawal: 'Saque',
      withdrawal_reversal: 'Saque devolvido',
      chargeback: 'Contestação',
      adjustment: 'Ajuste',
    },
    sentences: PORTUGUESE,
  },
  en: {
    fileName: 'statement',
    columns: [
      ...['Date', 'Transaction', 'Category', 'Type', 'Amount', 'Balance', 'Reference', 'Description'],
      ...['Charge', 'Withdrawal', 'Number', 'Customer'],
    ],
    opening: 'Opening balance',
    closing: 'Closing balance',
    types: { credit: 'Credit', debit: 'Debit' },
    categories: {
      sale: 'Sale',
      fee: 'Fee',
      split_sent: 'Split sent',
      split_received: 'Split received',
      reserve_hold: 'Reserve held',
      reserve_release: 'Reserve released',
      receivable_settled: 'Installment',
      receivable_used: 'Installments used',
      receivable_anticipated: 'Early payout',
      anticipation_fee: 'Early payout fee',
      refund: 'Refund',
      withdrawal: 'Withdrawal',
      withdrawal_reversal: 'Withdrawal returned',
      chargeback: 'Dispute',
      adjustment: 'Adjustment',
    },
    sentences: ENGLISH,
  },
};
