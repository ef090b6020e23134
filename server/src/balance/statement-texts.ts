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
      refund: 'Refund',
      withdrawal: 'Withdrawal',
      withdrawal_reversal: 'Withdrawal returned',
      chargeback: 'Dispute',
      adjustment: 'Adjustment',
    },
    sentences: ENGLISH,
  },
};
