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
    credit: 'Withdrawal rejected, amount credited back',
    debit: 'A withdrawal reversal was undone',
  },
  chargeback: { credit: 'Dispute won, amount credited back', debit: 'A charge was disputed' },
  adjustment: {
    credit: 'Payment not accepted; it goes back to the payer',
    debit: 'Payment not accepted; returned to the payer',
  },
};

const PORTUGUESE: Texts['sentences'] = {
  sale: { credit: 'Cobrança paga', debit: 'Pagamento desfeito' },
  fee: { credit: 'Taxa devolvida', debit: 'Taxa de uma cobrança' },
  split_sent: { credit: 'Split desfeito', debit: 'Split de uma cobrança para outra conta' },
  split_received: { credit: 'Split de uma cobrança recebido', debit: 'Split recebido desfeito' },
  reserve_hold: { credit: 'Reserva de segurança devolvida', debit: 'Reserva de segurança de uma cobrança' },
  reserve_release: { credit: 'Reserva de segurança liberada', debit: 'Liberação de reserva desfeita' },
  refund: { credit: 'Devolução desfeita', debit: 'Devolução ao pagador' },
  withdrawal: { credit: 'Saque desfeito', debit: 'Saque solicitado' },
  withdrawal_reversal: { credit: 'Saque rejeitado, valor de volta', debit: 'Devolução de saque desfeita' },
  chargeback: { credit: 'Contestação ganha, valor de volta', debit: 'Cobrança contestada' },
  adjustment: {
    credit: 'Pagamento não aceito; volta ao pagador',
    debit: 'Pagamento não aceito; devolvido ao pagador',
  },
};

export const STATEMENT_TEXTS: Record<StatementLanguage, Texts> = {
  pt: {
    fileName: 'extrato',
    columns: [
      ...['Data', 'Lançamento', 'Categoria', 'Tipo', 'Valor', 'Saldo', 'Referência', 'Descrição'],
      ...['Cobrança', 'Saque', 'Número'],
    ],
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    types: { credit: 'Crédito', debit: 'Débito' },
    categories: {
      sale: 'Venda',
      fee: 'Taxa',
      split_sent: 'Split enviado',
      split_received: 'Split recebido',
      reserve_hold: 'Reserva retida',
      reserve_release: 'Reserva liberada',
      refund: 'Devolução',
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
      ...['Date', 'Line', 'Category', 'Type', 'Amount', 'Balance', 'Reference', 'Description'],
      ...['Charge', 'Withdrawal', 'Number'],
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
