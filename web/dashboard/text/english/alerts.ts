import type { alerts as portuguese } from '../portuguese/alerts.ts';

export const alerts: typeof portuguese = {
  title: 'Alerts',
  about:
    'What a bank said that does not fit the books, and money that is missing at the banks. No alert moves money: check, and say what it was.',
  show: 'Show',
  state: { open: 'Open', resolved: 'Resolved' },
  what: 'What happened',
  amount: 'Amount',
  of: 'Of',
  result: 'State',
  detail: 'The bank said: {{detail}}',
  charge: 'Charge',
  withdrawal: 'Withdrawal',
  coverage: 'Coverage',
  emptyTitle: 'No alerts',
  emptyText: 'Everything the banks said fits the books.',
  resolve: 'Resolve',
  resolveOf: 'Resolve: {{what}}',
  resolveTitle: 'Resolve the alert?',
  resolveAbout:
    'Say what you checked and what was done. It moves no money; the note stays here and in the audit log.',
  note: 'What was checked',
  noteHint: 'For example: the bank corrected its entry on the next day.',
  resolved: 'The alert was resolved.',
  byOperator: 'Resolved by {{email}}',
  byGateway: 'Resolved: it fits now',
  over: 'It fits now',
  kinds: {
    payout_paid_after_rejection: {
      title: 'A rejected withdrawal was paid by the bank',
      about: 'Its amount had gone back to the seller. Nothing was posted.',
    },
    payout_failed_after_payment: {
      title: 'A paid withdrawal has failed at the bank',
      about: 'Nothing was posted: check at the bank where the money is.',
    },
    payout_returned_too_much: {
      title: 'More came back than a withdrawal',
      about: 'What is above its amount was not posted.',
    },
    payout_not_found: {
      title: 'The bank does not find a withdrawal',
      about: 'The bank had given it a name. It is not sent again.',
    },
    payout_unclear: {
      title: 'A withdrawal without a known outcome',
      about:
        'The bank refuses it now, and an earlier call had no answer. Check the statement: if it was not paid, reject it.',
    },
    payout_other_owner: {
      title: 'A withdrawal was paid to another owner',
      about: 'The money went to a document that is not that of the owner of the account.',
    },
    payer_refund_returned: {
      title: 'The refund of a boleto came back',
      about: 'The Pix to the payer was returned: pay in another way.',
    },
    refund_made_after_failure: {
      title: 'A failed refund was made by the provider',
      about: 'The charge has too little left for it.',
    },
    refund_not_in_books: {
      title: 'Unknown refund at the provider',
      about: 'The charge has no room for it, and nothing was posted.',
    },
    return_failed: {
      title: 'The return of a payment failed',
      about: 'The payment could not be taken and must go back to the payer. It is tried again.',
    },
    coverage_low: {
      title: 'Bank balances do not cover withdrawals',
      about: 'This is missing for what sellers may withdraw.',
    },
  },
};
