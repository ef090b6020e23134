import { type ComponentType, lazy } from 'react';
import type { PAGES } from '../../server/src/kit/permissions.ts';
import { ConnectionError } from './api/errors.ts';

type Loaded = Promise<{ Page: ComponentType<{ params: Record<string, string> }> }>;

/** Each page is its own file, loaded when it is first opened. */
function page(load: () => Loaded) {
  return lazy(() => inTime(load()).then(({ Page }) => ({ default: Page })));
}

const MAX_LOAD_MS = 10_000;

/** A browser has no timeout for a file whose server accepts the connection and never answers. */
function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ConnectionError()), MAX_LOAD_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export const SIGNED_OUT = {
  '/login': page(() => import('./pages/access/login.tsx')),
  '/register': page(() => import('./pages/access/register.tsx')),
  '/forgot-password': page(() => import('./pages/access/forgot-password.tsx')),
};

/** Where links of mails lead: the same with and without a session. */
export const BY_LINK = {
  '/new-password': page(() => import('./pages/access/new-password.tsx')),
  '/verify-email': page(() => import('./pages/access/verify-email.tsx')),
  '/invitation': page(() => import('./pages/team/accept.tsx')),
};

const SHARED = {
  '/notifications': page(() => import('./pages/inbox/inbox.tsx')),
  '/settings': page(() => import('./pages/settings/profile.tsx')),
  '/settings/security': page(() => import('./pages/settings/security.tsx')),
  '/outbox': page(() => import('./pages/sandbox/outbox.tsx')),
  '/outbox/:id': page(() => import('./pages/sandbox/mail.tsx')),
};

/** What each needs stands in the gateway's table of permissions. */
export const SELLER = {
  '/': page(() => import('./pages/overview/overview.tsx')),
  '/charges': page(() => import('./pages/charges/list.tsx')),
  '/charges/new': page(() => import('./pages/charges/create.tsx')),
  '/charges/import': page(() => import('./pages/imports/upload.tsx')),
  '/charges/import/:id': page(() => import('./pages/imports/result.tsx')),
  '/charges/:id': page(() => import('./pages/charges/detail.tsx')),
  '/customers': page(() => import('./pages/catalog/customers.tsx')),
  '/customers/:id': page(() => import('./pages/catalog/customer.tsx')),
  '/products': page(() => import('./pages/catalog/products.tsx')),
  '/products/:id': page(() => import('./pages/catalog/product.tsx')),
  '/links': page(() => import('./pages/catalog/links.tsx')),
  '/links/new': page(() => import('./pages/catalog/create-link.tsx')),
  '/links/:id': page(() => import('./pages/catalog/link.tsx')),
  '/coupons': page(() => import('./pages/catalog/coupons.tsx')),
  '/coupons/new': page(() => import('./pages/catalog/create-coupon.tsx')),
  '/coupons/:id': page(() => import('./pages/catalog/coupon.tsx')),
  '/statement': page(() => import('./pages/money/statement.tsx')),
  '/withdrawals': page(() => import('./pages/money/withdrawals.tsx')),
  '/receivables': page(() => import('./pages/money/receivables.tsx')),
  '/fees': page(() => import('./pages/money/fees.tsx')),
  '/disputes': page(() => import('./pages/disputes/list.tsx')),
  '/disputes/:id': page(() => import('./pages/disputes/dispute.tsx')),
  '/integrations': page(() => import('./pages/integrations/keys.tsx')),
  '/integrations/webhooks': page(() => import('./pages/integrations/webhooks.tsx')),
  '/integrations/webhooks/:id': page(() => import('./pages/integrations/webhook.tsx')),
  '/integrations/deliveries': page(() => import('./pages/integrations/deliveries.tsx')),
  '/integrations/deliveries/:id': page(() => import('./pages/integrations/delivery.tsx')),
  '/integrations/requests': page(() => import('./pages/integrations/requests.tsx')),
  '/integrations/try': page(() => import('./pages/integrations/try-it.tsx')),
  '/settings/identity': page(() => import('./pages/settings/identity.tsx')),
  '/settings/branding': page(() => import('./pages/settings/branding.tsx')),
  '/settings/notifications': page(() => import('./pages/settings/notifications.tsx')),
  '/settings/team': page(() => import('./pages/team/team.tsx')),
  '/settings/audit-log': page(() => import('./pages/settings/audit-log.tsx')),
  ...SHARED,
} satisfies Record<keyof typeof PAGES, unknown>;

export const OPERATOR = {
  '/admin': page(() => import('./pages/operators/home.tsx')),
  '/admin/accounts': page(() => import('./pages/operators/accounts.tsx')),
  '/admin/accounts/:id': page(() => import('./pages/operators/account.tsx')),
  '/admin/trends': page(() => import('./pages/operators/trends.tsx')),
  '/admin/search': page(() => import('./pages/operators/search.tsx')),
  '/admin/search/charges/:id': page(() => import('./pages/operators/opened-charge.tsx')),
  '/admin/search/customers/:id': page(() => import('./pages/operators/opened-customer.tsx')),
  '/admin/identities': page(() => import('./pages/operators/identities.tsx')),
  '/admin/identities/:id': page(() => import('./pages/operators/identity.tsx')),
  '/admin/fee-plans': page(() => import('./pages/operators/fee-plans.tsx')),
  '/admin/withdrawals': page(() => import('./pages/operators/withdrawals.tsx')),
  '/admin/disputes': page(() => import('./pages/operators/disputes.tsx')),
  '/admin/disputes/:id': page(() => import('./pages/operators/dispute.tsx')),
  '/admin/deliveries': page(() => import('./pages/operators/deliveries.tsx')),
  '/admin/jobs': page(() => import('./pages/operators/jobs.tsx')),
  '/admin/bank-files': page(() => import('./pages/operators/bank-files.tsx')),
  '/admin/bank-files/:id': page(() => import('./pages/operators/bank-file.tsx')),
  '/admin/providers': page(() => import('./pages/operators/providers.tsx')),
  '/admin/alerts': page(() => import('./pages/operators/alerts.tsx')),
  '/admin/reconciliation': page(() => import('./pages/operators/reconciliation.tsx')),
  '/admin/reconciliation/:id': page(() => import('./pages/operators/reconciled-day.tsx')),
  '/admin/ledger': page(() => import('./pages/operators/ledger.tsx')),
  '/admin/audit-log': page(() => import('./pages/operators/audit-log.tsx')),
  '/admin/operators': page(() => import('./pages/operators/operators.tsx')),
  ...SHARED,
};
