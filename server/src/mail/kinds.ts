import { addressHasAccount } from './kinds/address-has-account.ts';
import { chargeIssued } from './kinds/charge-issued.ts';
import { chargeReminder } from './kinds/charge-reminder.ts';
import { disputeClosed } from './kinds/dispute-closed.ts';
import { disputeOpened } from './kinds/dispute-opened.ts';
import { identityApproved } from './kinds/identity-approved.ts';
import { identityRefused } from './kinds/identity-refused.ts';
import { newDevice } from './kinds/new-device.ts';
import { operatorAlerts } from './kinds/operator-alerts.ts';
import { passwordChanged } from './kinds/password-changed.ts';
import { payerRefund } from './kinds/payer-refund.ts';
import { payerRefundEnded } from './kinds/payer-refund-ended.ts';
import { paymentReceipt } from './kinds/payment-receipt.ts';
import { paymentReceived } from './kinds/payment-received.ts';
import { paymentRefunded } from './kinds/payment-refunded.ts';
import { paymentsReceived } from './kinds/payments-received.ts';
import { recoverPassword } from './kinds/recover-password.ts';
import { refundSent } from './kinds/refund-sent.ts';
import { teamInvitation } from './kinds/team-invitation.ts';
import { verifyEmail } from './kinds/verify-email.ts';
import { withdrawalPaid } from './kinds/withdrawal-paid.ts';
import { withdrawalRejected } from './kinds/withdrawal-rejected.ts';
import { withdrawalRequested } from './kinds/withdrawal-requested.ts';
import { withdrawalReturned } from './kinds/withdrawal-returned.ts';

/** Every mail that the gateway sends. The name of a kind is also the purpose of its link. */
export const KINDS = {
  verify_email: verifyEmail,
  recover_password: recoverPassword,
  password_changed: passwordChanged,
  new_device: newDevice,
  address_has_account: addressHasAccount,
  charge_issued: chargeIssued,
  charge_reminder: chargeReminder,
  payment_receipt: paymentReceipt,
  payment_refunded: paymentRefunded,
  payer_refund: payerRefund,
  payer_refund_ended: payerRefundEnded,
  payment_received: paymentReceived,
  payments_received: paymentsReceived,
  refund_sent: refundSent,
  dispute_opened: disputeOpened,
  dispute_closed: disputeClosed,
  withdrawal_requested: withdrawalRequested,
  withdrawal_paid: withdrawalPaid,
  withdrawal_rejected: withdrawalRejected,
  withdrawal_returned: withdrawalReturned,
  identity_approved: identityApproved,
  identity_refused: identityRefused,
  operator_alerts: operatorAlerts,
  team_invitation: teamInvitation,
} as const;

export type MailKind = keyof typeof KINDS;
export const MAIL_KINDS = Object.keys(KINDS) as [MailKind, ...MailKind[]];
export type FactsOf<K extends MailKind> = Parameters<(typeof KINDS)[K]['write']>[0];
