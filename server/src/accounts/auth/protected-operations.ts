import { MINUTE_MS } from '../../kit/clock.ts';

/** How long a sign-in, a password or a code counts as proof of who is asking. */
export const PROOF_LASTS_MS = 10 * MINUTE_MS;

/**
 * The only list of what a signed-in user must prove anew when the last proof is too old. `true`: always; otherwise when the
 * body has one of these fields. An API key is never asked.
 *
 * Not here: the operations that take the password or a code in their own body (new password, second factor); and revoking a
 * key or an invitation or ending a session, which must be quick in an emergency and give nothing away.
 */
export const PROTECTED_OPERATIONS: Readonly<Record<string, true | readonly string[]>> = {
  'POST /api/v1/withdrawals': true,
  'PATCH /api/v1/account': ['payout_pix_key'],
  'PUT /api/v1/account/automatic-withdrawals': true,
  // Payers are led there.
  'PUT /api/v1/account/domain': true,
  'POST /api/v1/account/domain/verify': true,
  'POST /api/v1/keys': true,
  'PATCH /api/v1/keys/{id}': ['scopes', 'allowed_ips', 'expires_at'],
  'PATCH /api/v1/team/{id}': true,
  'DELETE /api/v1/team/{id}': true,
  'DELETE /api/v1/team/me': true,
  'POST /api/v1/team/invitations': true,
  'POST /api/v1/team/invitations/{id}/resend': true,
  // A secret lets its holder forge payments; it is shown at creation, and sent to the address.
  'POST /api/webhooks': true,
  'POST /api/v1/webhooks': true,
  'PATCH /api/v1/webhooks/{id}': ['url'],
  'POST /api/v1/webhooks/{id}/rotate-secret': true,
  'POST /api/v1/admin/accounts/{id}/approve': true,
  'POST /api/v1/admin/accounts/{id}/block': true,
  'PUT /api/v1/admin/accounts/{id}/fee-plan': true,
  'PUT /api/v1/admin/accounts/{id}/named-fee-plan': true,
  'POST /api/v1/admin/fee-plans': true,
  'PUT /api/v1/admin/fee-plans/{id}': true,
  'PUT /api/v1/admin/accounts/{id}/limits': true,
  'POST /api/v1/admin/accounts/{id}/view': true,
  'PUT /api/v1/admin/accounts/{id}/pix-providers': true,
  'PUT /api/v1/admin/accounts/{id}/payout-terms': true,
  'PUT /api/v1/admin/accounts/{id}/boleto-providers': true,
  'POST /api/v1/admin/withdrawals/{id}/approve': true,
  'POST /api/v1/admin/withdrawals/{id}/paid': true,
  'POST /api/v1/admin/payer-refunds/{id}/paid': true,
  'POST /api/v1/admin/payer-refunds/{id}/refuse': true,
  'POST /api/v1/admin/bank-files/{id}/book': true,
  'POST /api/v1/admin/bank-files/{id}/payments': true,
  'POST /api/v1/admin/withdrawals/{id}/reject': true,
  'POST /api/v1/admin/disputes/{id}/close': true,
  // With a picture of a document a stranger opens a bank account.
  'POST /api/v1/admin/identities/{id}/documents/{document_id}/open': true,
  'POST /api/v1/admin/identities/{id}/decide': true,
  'POST /api/v1/admin/identities/{id}/confirm': true,
  'POST /api/v1/admin/operators': true,
  'DELETE /api/v1/admin/operators/{id}': true,
  'POST /api/v1/admin/people/export': true,
  'POST /api/v1/admin/people/erase': true,
};

/** `url`: as the route was registered, with `:id`. */
export function isProtected(method: string, url: string, body: unknown): boolean {
  const rule = PROTECTED_OPERATIONS[`${method} ${url.replace(/:(\w+)/g, '{$1}')}`];
  if (rule === undefined || rule === true) return rule === true;
  return typeof body === 'object' && body !== null && rule.some((field) => Object.hasOwn(body, field));
}

/** Whether a proof of then still counts. A clock that was set back makes no proof last longer. */
export function isRecentProof(provenAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - provenAt.getTime()) <= PROOF_LASTS_MS;
}
