/**
 * Where each table lives on a distributed database (decision 0039). A table that is not named here stays on the
 * coordinator: identity (accounts, users, keys, sessions) is small, read from memory, and the same for every node.
 */
export const REFERENCE_TABLES = ['event_notices'] as const;

/** By account, all beside each other: what one account does happens on one node. The first leads the others. */
export const ACCOUNT_TABLES = [
  'ledger_balances',
  'ledger_entries',
  'ledger_postings',
  'charges',
  'boleto_payments',
  'card_attempts',
  'charge_count_marks',
  'charge_counts',
  'charge_days',
  'charge_figure_marks',
  'charge_import_rows',
  'charge_imports',
  'charge_values',
  'coupon_uses',
  'coupons',
  'customers',
  'deliveries',
  'delivery_attempts',
  'disputes',
  'events',
  'feed_starts',
  'files',
  'idempotency_keys',
  'jobs',
  'list_counts',
  'mail_refusals',
  'mail_settings',
  'mails',
  'notices',
  'payer_refunds',
  'payment_links',
  'pix_intents',
  'products',
  'receivables',
  'refunds',
  'reminders',
  'request_log',
  'request_log_marks',
  'reserve_days',
  'search_words',
  'statement_days',
  'statement_marks',
  'stock_holds',
  'stored_cards',
  'stray_receipts',
  'webhooks',
  'withdrawals',
  'automatic_payouts',
  'scheduled_withdrawals',
  'withdrawal_returns',
  'withdrawal_schedules',
  'audit_log',
] as const;

/** What is found without knowing the account, by the value it is found by. */
export const LOOKUP_TABLES = {
  public_tokens: 'token',
  provider_references: 'reference',
  payout_references: 'bank_reference',
} as const;
