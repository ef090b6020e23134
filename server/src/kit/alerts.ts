/** What needs an operator. Each has its texts in the mail `operator_alerts` and in the dashboard. */
export const ALERT_KINDS = [
  'payout_paid_after_rejection',
  'payout_failed_after_payment',
  'payout_returned_too_much',
  'payout_not_found',
  'payout_unclear',
  'payout_other_owner',
  'payer_refund_returned',
  'refund_made_after_failure',
  'refund_not_in_books',
  'return_failed',
  'coverage_low',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
