import type { Permission } from './permissions.ts';

/** The notifications of the dashboard, and who sees each. `session`: only the person it is about. */
export const NOTICES = {
  dispute_opened: 'charges:read',
  dispute_deadline: 'charges:read',
  dispute_won: 'charges:read',
  dispute_lost: 'charges:read',
  refund_failed: 'charges:read',
  withdrawal_paid: 'balance:read',
  withdrawal_rejected: 'balance:read',
  withdrawal_returned: 'balance:read',
  webhook_failing: 'webhooks:read',
  account_approved: 'account:read',
  account_blocked: 'account:read',
  domain_failing: 'account:read',
  domain_switched_off: 'account:read',
  identity_approved: 'account:write',
  identity_refused: 'account:write',
  dashboard_viewed: 'audit:read',
  member_joined: 'team:read',
  alert_raised: 'admin',
  coverage_restored: 'admin',
  new_device: 'session',
  password_changed: 'session',
} as const satisfies Readonly<Record<string, Permission>>;

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];
