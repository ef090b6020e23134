import type { Texts } from '../portuguese/texts.ts';

export const inbox: Texts['inbox'] = {
  title: 'Notifications',
  about: 'What happened in your account and needs your attention.',
  empty: 'Nothing yet',
  emptyText: 'Disputes, withdrawals, failing webhooks and new sign-ins appear here.',
  new: 'new',
  kinds: {
    dispute_opened: {
      title: 'A dispute of {{amount}} was opened',
      about: 'Answer by {{date}} with what proves the sale.',
    },
    dispute_deadline: {
      title: 'The dispute of {{amount}} is not answered yet',
      about: 'The deadline is {{date}}.',
    },
    dispute_won: { title: 'Dispute of {{amount}} won', about: 'The money is back in your balance.' },
    dispute_lost: { title: 'Dispute of {{amount}} lost', about: 'The payer keeps the money.' },
    refund_failed: {
      title: 'A refund of the charge of {{amount}} failed',
      about: 'The bank did not return the money to the payer; it is back in your balance.',
    },
    withdrawal_paid: { title: 'Withdrawal of {{amount}} paid', about: 'Sent to the key {{key}}.' },
    withdrawal_rejected: {
      title: 'Withdrawal of {{amount}} rejected',
      about: 'The money is back in your available balance.',
    },
    withdrawal_returned: {
      title: '{{amount}} of a withdrawal came back',
      about: 'The bank returned it. It is back in your available balance.',
    },
    webhook_failing: {
      title: 'Your webhook at {{host}} does not answer',
      about: 'Deliveries failed in every attempt. See the answers and send them again.',
    },
    account_approved: { title: 'Account approved', about: 'You can now charge and withdraw.' },
    account_blocked: {
      title: 'Account blocked',
      about: 'You can read everything, but neither charge nor withdraw. Contact the support.',
    },
    domain_failing: {
      title: 'The DNS records of {{host}} are gone',
      about: 'Your links still use the domain. Put the records back by {{off}}.',
    },
    domain_switched_off: {
      title: 'The domain {{host}} was switched off',
      about: 'Your links lead to the address of the gateway again. Check the DNS records to use it again.',
    },
    identity_approved: { title: 'Identity verified', about: 'There is nothing else to send.' },
    identity_refused: {
      title: 'We need other documents from you',
      about: 'See what has to be corrected and send it again.',
    },
    dashboard_viewed: {
      title: 'The platform’s team looked at your dashboard',
      about: 'Read only, with your customers’ contacts hidden. The audit log shows when and for how long.',
    },
    member_joined: { title: '{{email}} joined the team', about: 'Check the role on the page of the team.' },
    alert_raised: {
      title: '{{alert}}',
      about: 'Check it, and say what it was on the page of alerts. {{amount}}',
    },
    coverage_restored: {
      title: 'Bank balances cover withdrawals again',
      about: 'The banks hold what sellers may withdraw again.',
    },
    new_device: {
      title: 'New sign-in to your account',
      about: 'From {{address}}. Not you? End the session and change the password.',
    },
    password_changed: { title: 'Your password was changed', about: 'Not you? Recover the password now.' },
  },
};
