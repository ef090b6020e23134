/*
 * The one table of what a person or a key may do (decision 0045): which permission an operation needs, which permissions a
 * role has, and which permission a page of the dashboard needs. An operation that is not named here does not start.
 */

/** What a key may be limited to, and what roles are made of. */
export const SCOPES = [
  'account:read',
  'account:write',
  'payout_key:write',
  'charges:read',
  'charges:write',
  'refunds:write',
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'links:read',
  'links:write',
  'balance:read',
  'withdrawals:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
  'requests:read',
  'files:write',
  'audit:read',
  'sandbox:read',
  'sandbox:write',
  'outbox:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What only a signed-in person may do: one's own access, the keys, the team; and what only operators may. */
const OF_PEOPLE = ['session', 'keys:read', 'keys:write', 'team:read', 'team:write', 'admin'] as const;
export const PERMISSIONS = [...SCOPES, ...OF_PEOPLE] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The roles of a seller's team. */
export const TEAM_ROLES = ['owner', 'finance', 'support', 'developer', 'read_only'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];
/** With that of the installation. */
export type Role = TeamRole | 'operator';

const READS = SCOPES.filter((scope) => scope.endsWith(':read') && scope !== 'outbox:read');
const without = (...left: readonly Scope[]) => READS.filter((scope) => !left.includes(scope));
const OWNER = PERMISSIONS.filter((permission) => permission !== 'admin');

/**
 * `outbox:read` shows the links of mails, which open accounts: the owner's alone. Support may refund, because the money
 * goes back to the payer and nowhere else.
 */
export const ROLES: Readonly<Record<Role, readonly Permission[]>> = {
  owner: OWNER,
  finance: [
    'session',
    ...without('webhooks:read', 'requests:read'),
    'refunds:write',
    'withdrawals:write',
    'files:write',
  ],
  support: [
    ...(['session', 'account:read', 'charges:read', 'customers:read', 'products:read'] as const),
    ...(['links:read', 'sandbox:read'] as const),
    ...(['charges:write', 'refunds:write', 'customers:write', 'links:write', 'files:write'] as const),
  ],
  developer: [
    ...(['session', ...READS, 'charges:write', 'customers:write', 'products:write', 'links:write'] as const),
    ...(['webhooks:write', 'sandbox:write', 'keys:read', 'keys:write', 'files:write'] as const),
  ],
  read_only: ['session', ...READS],
  operator: [...OWNER, 'admin'],
};

/** What each operation of the API needs; `public`: nothing. */
export const OPERATIONS: Readonly<Record<string, Permission | 'public'>> = {
  'POST /api/v1/auth/register': 'public',
  'POST /api/v1/auth/login': 'public',
  'POST /api/v1/auth/check-link': 'public',
  'POST /api/v1/auth/recover': 'public',
  'POST /api/v1/auth/reset': 'public',
  'POST /api/v1/auth/verify-email': 'public',
  'POST /api/v1/auth/check-invitation': 'public',
  'POST /api/v1/auth/accept-invitation': 'public',
  'POST /api/v1/auth/join': 'session',
  'POST /api/v1/auth/switch': 'session',
  'POST /api/v1/auth/logout': 'session',
  'POST /api/v1/auth/password': 'session',
  'POST /api/v1/auth/confirm': 'session',
  'GET /api/v1/auth/session': 'session',
  'GET /api/v1/auth/sessions': 'session',
  'DELETE /api/v1/auth/sessions/{id}': 'session',
  'POST /api/v1/auth/verify-email/resend': 'session',
  'POST /api/v1/auth/two-factor': 'session',
  'POST /api/v1/auth/two-factor/confirm': 'session',
  'POST /api/v1/auth/two-factor/disable': 'session',

  'GET /api/v1/first-steps': 'session',
  'PUT /api/v1/first-steps': 'session',
  'GET /api/v1/notifications': 'session',
  'GET /api/v1/notifications/unread': 'session',
  'PUT /api/v1/notifications/read': 'session',
  'GET /api/v1/account': 'account:read',
  'PATCH /api/v1/account': 'account:write',
  'POST /api/v1/files': 'files:write',
  'GET /api/v1/audit-log': 'audit:read',
  'GET /api/v1/account/branding': 'account:read',
  'PATCH /api/v1/account/branding': 'account:write',
  'GET /api/v1/account/branding/preview': 'account:read',
  // Where payers are led to is as good as where the money goes.
  'GET /api/v1/account/domain': 'account:read',
  'PUT /api/v1/account/domain': 'payout_key:write',
  'DELETE /api/v1/account/domain': 'payout_key:write',
  'POST /api/v1/account/domain/verify': 'payout_key:write',
  'GET /api/v1/account/automatic-withdrawals': 'balance:read',
  'PUT /api/v1/account/automatic-withdrawals': 'withdrawals:write',
  'GET /api/v1/account/identity': 'account:read',
  'POST /api/v1/account/identity/submit': 'account:write',
  'GET /api/v1/account/notifications': 'account:read',
  'PATCH /api/v1/account/notifications': 'account:write',
  'GET /api/v1/mails': 'audit:read',
  'POST /api/v1/keys': 'keys:write',
  'GET /api/v1/keys': 'keys:read',
  'PATCH /api/v1/keys/{id}': 'keys:write',
  'DELETE /api/v1/keys/{id}': 'keys:write',

  'GET /api/v1/team': 'team:read',
  'PATCH /api/v1/team/{id}': 'team:write',
  'DELETE /api/v1/team/{id}': 'team:write',
  'DELETE /api/v1/team/me': 'session',
  'GET /api/v1/team/invitations': 'team:read',
  'POST /api/v1/team/invitations': 'team:write',
  'POST /api/v1/team/invitations/{id}/resend': 'team:write',
  'DELETE /api/v1/team/invitations/{id}': 'team:write',

  'POST /api/v1/charges': 'charges:write',
  'GET /api/v1/charges': 'charges:read',
  'GET /api/v1/charges/counts': 'charges:read',
  'GET /api/v1/charges/export': 'charges:read',
  'GET /api/v1/charges/{id}': 'charges:read',
  'PATCH /api/v1/charges/{id}': 'charges:write',
  'POST /api/v1/charges/{id}/mails': 'charges:write',
  'GET /api/v1/charges/{id}/ledger': 'charges:read',
  'GET /api/v1/charges/{id}/events': 'charges:read',
  'POST /api/v1/charges/{id}/cancel': 'charges:write',
  'POST /api/v1/charges/{id}/pay': 'charges:write',
  'POST /api/v1/charges/{id}/capture': 'charges:write',
  'POST /api/v1/charges/{id}/refund': 'refunds:write',
  'POST /api/v1/charge-imports': 'charges:write',
  'POST /api/v1/charge-imports/{id}/confirm': 'charges:write',
  'GET /api/v1/charge-imports': 'charges:read',
  'GET /api/v1/charge-imports/{id}': 'charges:read',
  'GET /api/v1/charge-imports/{id}/rows': 'charges:read',
  'GET /api/v1/charge-imports/{id}/export': 'charges:read',
  'POST /api/v1/quotes': 'charges:read',
  'GET /api/v1/account/fees': 'charges:read',
  'GET /api/v1/disputes': 'charges:read',
  'GET /api/v1/disputes/export': 'charges:read',
  'GET /api/v1/disputes/{id}': 'charges:read',
  'GET /api/v1/disputes/{id}/documents/{document_id}': 'charges:read',
  'POST /api/v1/disputes/{id}/answer': 'refunds:write',
  'POST /api/v1/disputes/{id}/accept': 'refunds:write',
  'GET /api/v1/overview': 'charges:read',

  'POST /api/v1/customers': 'customers:write',
  'GET /api/v1/customers': 'customers:read',
  'GET /api/v1/customers/export': 'customers:read',
  'GET /api/v1/customers/{id}': 'customers:read',
  'PUT /api/v1/customers/{id}': 'customers:write',
  'GET /api/v1/customers/{id}/summary': 'customers:read',
  'GET /api/v1/customers/{id}/cards': 'customers:read',
  'DELETE /api/v1/customers/{id}/cards/{card_id}': 'customers:write',
  'POST /api/v1/products': 'products:write',
  'GET /api/v1/products': 'products:read',
  'GET /api/v1/products/{id}': 'products:read',
  'PUT /api/v1/products/{id}': 'products:write',
  'DELETE /api/v1/products/{id}': 'products:write',
  'GET /api/v1/products/{id}/splits': 'products:read',
  'PUT /api/v1/products/{id}/splits': 'products:write',
  'POST /api/v1/payment-links': 'links:write',
  'GET /api/v1/payment-links': 'links:read',
  'GET /api/v1/payment-links/export': 'links:read',
  'GET /api/v1/payment-links/{id}': 'links:read',
  'PUT /api/v1/payment-links/{id}': 'links:write',
  'DELETE /api/v1/payment-links/{id}': 'links:write',
  'POST /api/v1/coupons': 'links:write',
  'GET /api/v1/coupons': 'links:read',
  'GET /api/v1/coupons/{id}': 'links:read',
  'PATCH /api/v1/coupons/{id}': 'links:write',
  'DELETE /api/v1/coupons/{id}': 'links:write',

  'GET /api/v1/balance': 'balance:read',
  'GET /api/v1/balance/reserve': 'balance:read',
  'GET /api/v1/balance/calendar': 'balance:read',
  'GET /api/v1/receivables': 'balance:read',
  'POST /api/v1/receivables/anticipations/quote': 'balance:read',
  'POST /api/v1/receivables/anticipations': 'withdrawals:write',
  'GET /api/v1/balance/statement': 'balance:read',
  'GET /api/v1/transactions': 'balance:read',
  'GET /api/v1/transactions/export': 'balance:read',
  'GET /api/v1/withdrawals': 'balance:read',
  'GET /api/v1/withdrawals/export': 'balance:read',
  'POST /api/v1/withdrawals': 'withdrawals:write',

  'POST /api/webhooks': 'webhooks:write',
  'POST /api/v1/webhooks': 'webhooks:write',
  'GET /api/v1/webhooks': 'webhooks:read',
  'PATCH /api/v1/webhooks/{id}': 'webhooks:write',
  'DELETE /api/v1/webhooks/{id}': 'webhooks:write',
  'POST /api/v1/webhooks/{id}/rotate-secret': 'webhooks:write',
  'POST /api/v1/webhooks/{id}/test': 'webhooks:write',
  'GET /api/v1/deliveries': 'webhooks:read',
  'GET /api/v1/deliveries/{id}': 'webhooks:read',
  'POST /api/v1/deliveries/{id}/redeliver': 'webhooks:write',
  'POST /api/v1/deliveries/redeliver': 'webhooks:write',
  'GET /api/v1/events': 'events:read',
  'GET /api/v1/requests': 'requests:read',

  'GET /api/v1/admin/accounts': 'admin',
  'GET /api/v1/admin/accounts/{id}': 'admin',
  'POST /api/v1/admin/accounts/{id}/approve': 'admin',
  'POST /api/v1/admin/accounts/{id}/block': 'admin',
  'PUT /api/v1/admin/accounts/{id}/fee-plan': 'admin',
  'PUT /api/v1/admin/accounts/{id}/limits': 'admin',
  'PUT /api/v1/admin/accounts/{id}/pix-providers': 'admin',
  'PUT /api/v1/admin/accounts/{id}/boleto-providers': 'admin',
  'GET /api/v1/admin/payer-refunds': 'admin',
  'POST /api/v1/admin/payer-refunds/{id}/paid': 'admin',
  'POST /api/v1/admin/payer-refunds/{id}/refuse': 'admin',
  'PUT /api/v1/admin/accounts/{id}/named-fee-plan': 'admin',
  'POST /api/v1/admin/accounts/{id}/view': 'admin',
  'DELETE /api/v1/admin/accounts/{id}/view': 'admin',
  'GET /api/v1/admin/fee-plans': 'admin',
  'POST /api/v1/admin/fee-plans': 'admin',
  'PUT /api/v1/admin/fee-plans/{id}': 'admin',
  'GET /api/v1/admin/withdrawals': 'admin',
  'POST /api/v1/admin/withdrawals/{id}/approve': 'admin',
  'POST /api/v1/admin/withdrawals/{id}/paid': 'admin',
  'POST /api/v1/admin/withdrawals/{id}/reject': 'admin',
  'GET /api/v1/admin/accounts/{id}/payout-terms': 'admin',
  'PUT /api/v1/admin/accounts/{id}/payout-terms': 'admin',
  'GET /api/v1/admin/alerts': 'admin',
  'POST /api/v1/admin/alerts/{id}/resolve': 'admin',
  'GET /api/v1/admin/coverage': 'admin',
  'POST /api/v1/admin/coverage': 'admin',
  'GET /api/v1/admin/deliveries': 'admin',
  'GET /api/v1/admin/disputes': 'admin',
  'GET /api/v1/admin/disputes/{id}': 'admin',
  'GET /api/v1/admin/disputes/{id}/documents/{document_id}': 'admin',
  'POST /api/v1/admin/disputes/{id}/close': 'admin',
  'GET /api/v1/admin/identities': 'admin',
  'GET /api/v1/admin/identities/{id}': 'admin',
  'POST /api/v1/admin/identities/{id}/documents/{document_id}/open': 'admin',
  'GET /api/v1/admin/identities/{id}/documents/{document_id}': 'admin',
  'POST /api/v1/admin/identities/{id}/decide': 'admin',
  'POST /api/v1/admin/identities/{id}/confirm': 'admin',
  'POST /api/v1/admin/identities/{id}/send-back': 'admin',
  'GET /api/v1/admin/jobs': 'admin',
  'POST /api/v1/admin/jobs/{account_id}/{id}/retry': 'admin',
  'GET /api/v1/admin/ledger/audit': 'admin',
  'GET /api/v1/admin/ledger/totals': 'admin',
  'GET /api/v1/admin/trends': 'admin',
  'GET /api/v1/admin/mails': 'admin',
  'GET /api/v1/admin/operators': 'admin',
  'POST /api/v1/admin/operators': 'admin',
  'DELETE /api/v1/admin/operators/{id}': 'admin',
  'GET /api/v1/admin/audit-log': 'admin',
  'POST /api/v1/admin/people/export': 'admin',
  'POST /api/v1/admin/people/erase': 'admin',
  'GET /api/v1/admin/providers': 'admin',
  'GET /api/v1/admin/reconciliation': 'admin',
  'GET /api/v1/admin/reconciliation/{id}': 'admin',
  'GET /api/v1/admin/reconciliation/{id}/differences': 'admin',
  'POST /api/v1/admin/reconciliation/{id}/run': 'admin',
  'POST /api/v1/admin/reconciliation/differences/{id}/resolve': 'admin',
  'GET /api/v1/admin/file-banks': 'admin',
  'POST /api/v1/admin/file-banks/{name}/remittances': 'admin',
  'POST /api/v1/admin/file-banks/{name}/returns': 'admin',
  'GET /api/v1/admin/bank-files': 'admin',
  'GET /api/v1/admin/bank-files/{id}': 'admin',
  'GET /api/v1/admin/bank-files/{id}/lines': 'admin',
  'GET /api/v1/admin/bank-files/{id}/content': 'admin',
  'POST /api/v1/admin/bank-files/{id}/book': 'admin',
  'POST /api/v1/admin/bank-files/{id}/payments': 'admin',
  'POST /api/v1/admin/bank-files/{id}/sent': 'admin',
  'POST /api/v1/admin/search': 'admin',
  'POST /api/v1/admin/charges/{id}/open': 'admin',
  'POST /api/v1/admin/customers/{id}/open': 'admin',

  'POST /api/v1/sandbox/charges/{id}/pay': 'sandbox:write',
  'POST /api/v1/sandbox/charges/{id}/refuse': 'sandbox:write',
  'POST /api/v1/sandbox/charges/{id}/expire': 'sandbox:write',
  'POST /api/v1/sandbox/charges/{id}/overdue': 'sandbox:write',
  'POST /api/v1/sandbox/charges/{id}/chargeback': 'sandbox:write',
  'POST /api/v1/sandbox/charges/{id}/med': 'sandbox:write',
  'POST /api/v1/sandbox/disputes/{id}/win': 'sandbox:write',
  'POST /api/v1/sandbox/disputes/{id}/lose': 'sandbox:write',
  'POST /api/v1/sandbox/withdrawals/{id}/approve': 'sandbox:write',
  'POST /api/v1/sandbox/withdrawals/{id}/reject': 'sandbox:write',
  'POST /api/v1/sandbox/withdrawals/{id}/return': 'sandbox:write',
  'GET /api/v1/sandbox/clock': 'sandbox:read',
  'POST /api/v1/sandbox/clock': 'sandbox:write',
  'DELETE /api/v1/sandbox/clock': 'sandbox:write',
  'GET /api/v1/sandbox/mails': 'outbox:read',
  'GET /api/v1/sandbox/mails/{id}': 'outbox:read',
  'GET /api/v1/sandbox/mails/{id}/page': 'outbox:read',
  'GET /api/v1/sandbox/cards': 'sandbox:read',
};

/** What an operator who looks at a seller's dashboard may see of it (decision 0056): nothing that is a person's own. */
export const VIEW_PERMISSIONS: readonly Permission[] = READS;

/** Answers that are pages or files, whose contacts nothing masks; with every export. */
const FILES = ['GET /api/v1/account/branding/preview', 'GET /api/v1/disputes/{id}/documents/{document_id}'];

/** What such a view may call; everything else answers VIEW_ONLY. */
export function isForView(operation: string): boolean {
  if (operation === 'GET /api/v1/auth/session') return true;
  if (!operation.startsWith('GET ') || operation.endsWith('/export') || FILES.includes(operation))
    return false;
  return VIEW_PERMISSIONS.some((own) => own === OPERATIONS[operation]);
}

/** What operators do during a view as themselves: leave it. */
export const VIEWER_OPERATIONS: readonly string[] = [
  'POST /api/v1/admin/accounts/{id}/view',
  'DELETE /api/v1/admin/accounts/{id}/view',
  'POST /api/v1/auth/logout',
];

/** Fields of a body that need more than their operation. */
export const FIELDS: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  'PATCH /api/v1/account': { payout_pix_key: 'payout_key:write' },
};

/** Lists that need something else when they are asked about one thing only. Mails also tell of withdrawals and people. */
export const NARROWED: Readonly<Record<string, Readonly<Record<string, Permission>>>> = {
  'GET /api/v1/mails': { charge_id: 'charges:read' },
};

/** What each page of the seller's dashboard needs. */
export const PAGES = {
  '/': 'charges:read',
  '/charges': 'charges:read',
  '/charges/new': 'charges:write',
  '/charges/import': 'charges:write',
  '/charges/import/:id': 'charges:read',
  '/charges/:id': 'charges:read',
  '/customers': 'customers:read',
  '/customers/:id': 'customers:read',
  '/products': 'products:read',
  '/products/:id': 'products:read',
  '/links': 'links:read',
  '/links/new': 'links:write',
  '/links/:id': 'links:read',
  '/coupons': 'links:read',
  '/coupons/new': 'links:write',
  '/coupons/:id': 'links:read',
  '/statement': 'balance:read',
  '/withdrawals': 'balance:read',
  '/disputes': 'charges:read',
  '/fees': 'charges:read',
  '/disputes/:id': 'charges:read',
  '/receivables': 'balance:read',
  '/notifications': 'session',
  '/integrations': 'keys:read',
  '/integrations/webhooks': 'webhooks:read',
  '/integrations/webhooks/:id': 'webhooks:read',
  '/integrations/deliveries': 'webhooks:read',
  '/integrations/deliveries/:id': 'webhooks:read',
  '/integrations/requests': 'requests:read',
  '/integrations/try': 'keys:read',
  '/settings': 'session',
  '/settings/security': 'session',
  '/settings/branding': 'account:write',
  '/settings/identity': 'account:write',
  '/settings/notifications': 'account:read',
  '/settings/team': 'team:read',
  '/settings/audit-log': 'audit:read',
  '/outbox': 'audit:read',
  '/outbox/:id': 'outbox:read',
} as const satisfies Readonly<Record<string, Permission>>;
