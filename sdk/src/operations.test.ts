import { describe, expect, it } from 'vitest';
import { readDescription } from '../../test/support/openapi.ts';
import { json, recordingClient } from '../../test/support/sdk.ts';
import { AMOUNT_FIELDS } from './amounts.ts';
import { type Guiche, reais } from './main.ts';

type Schema = { type?: string | string[]; properties?: Record<string, Schema> } & Record<string, unknown>;
type Description = { paths: Record<string, Record<string, Schema>> };
const description = readDescription<Description>();
const operations = Object.entries(description.paths).flatMap(([path, verbs]) =>
  Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
);

/** One endpoint under two addresses; the client uses the other. */
const ALIASES = ['POST /api/webhooks'];

const charge = { billing_type: 'PIX', value: reais(1) } as const;
const person = { name: 'A', email: 'a@b.example', password: 'p', document: '52998224725' };

const FEE_PLAN = {
  ...{ name: 'A', percent: 1, fixed: reais(1), reserve_percent: 0, reserve_days: 0 },
};

const CALLS: Record<string, (client: Guiche) => PromiseLike<unknown>> = {
  'POST /api/v1/auth/register': ({ auth }) => auth.register(person),
  'POST /api/v1/auth/login': ({ auth }) => auth.login({ email: 'a@b.example', password: 'p' }),
  'POST /api/v1/auth/logout': ({ auth }) => auth.logout(),
  'POST /api/v1/auth/password': ({ auth }) => auth.password({ current_password: 'p', new_password: 'q' }),
  'POST /api/v1/auth/recover': ({ auth }) => auth.recover('a@b.example'),
  'POST /api/v1/auth/reset': ({ auth }) => auth.reset({ token: 't', password: 'p' }),
  'POST /api/v1/auth/check-link': ({ auth }) => auth.checkLink({ purpose: 'verify_email', token: 't' }),
  'POST /api/v1/auth/verify-email': ({ auth }) => auth.verifyEmail('t'),
  'POST /api/v1/auth/verify-email/resend': ({ auth }) => auth.resendVerification(),
  'POST /api/v1/auth/confirm': ({ auth }) => auth.confirm({ password: 'p' }),
  'GET /api/v1/auth/session': ({ auth }) => auth.session(),
  'GET /api/v1/auth/sessions': ({ auth }) => auth.sessions.list(),
  'DELETE /api/v1/auth/sessions/{id}': ({ auth }) => auth.sessions.remove('ID'),
  'POST /api/v1/auth/two-factor': ({ auth }) => auth.twoFactor.propose('p'),
  'POST /api/v1/auth/two-factor/confirm': ({ auth }) => auth.twoFactor.confirm('123456'),
  'POST /api/v1/auth/two-factor/disable': ({ auth }) =>
    auth.twoFactor.disable({ password: 'p', code: '123456' }),
  'GET /api/v1/account': ({ account }) => account.retrieve(),
  'PATCH /api/v1/account': ({ account }) => account.update({ name: 'B' }),
  'GET /api/v1/account/automatic-withdrawals': ({ account }) => account.automaticWithdrawals(),
  'PUT /api/v1/account/automatic-withdrawals': ({ account }) =>
    account.setAutomaticWithdrawals({ frequency: 'daily' }),
  'GET /api/v1/account/notifications': ({ account }) => account.notifications(),
  'PATCH /api/v1/account/notifications': ({ account }) =>
    account.updateNotifications({ receipt_to_payer: false }),
  'GET /api/v1/account/identity': ({ account }) => account.identity(),
  'POST /api/v1/account/identity/submit': ({ account }) =>
    account.submitIdentity({ identity_type: 'cnh', documents: [{ kind: 'selfie', file_id: 'F' }] }),
  'GET /api/v1/account/fees': ({ account }) => account.fees(),
  'GET /api/v1/first-steps': ({ account }) => account.firstSteps(),
  'PUT /api/v1/first-steps': ({ account }) => account.hideFirstSteps(),
  'GET /api/v1/notifications': ({ account }) => account.inbox(),
  'GET /api/v1/notifications/unread': ({ account }) => account.unread(),
  'PUT /api/v1/notifications/read': ({ account }) => account.markRead('ID'),
  'GET /api/v1/account/branding': ({ account }) => account.branding(),
  'PATCH /api/v1/account/branding': ({ account }) => account.updateBranding({ checkout_message: 'Obrigado' }),
  'GET /api/v1/account/domain': ({ account }) => account.domain(),
  'PUT /api/v1/account/domain': ({ account }) => account.setDomain('pagar.loja.com.br'),
  'POST /api/v1/account/domain/verify': ({ account }) => account.verifyDomain(),
  'DELETE /api/v1/account/domain': ({ account }) => account.removeDomain(),
  'GET /api/v1/overview': ({ account }) => account.overview({ days: 30 }),
  'GET /api/v1/audit-log': ({ account }) => account.auditLog(),
  'GET /api/v1/requests': ({ account }) => account.requests({ outcome: 'error' }),
  'GET /api/v1/mails': ({ account }) => account.mails(),
  'POST /api/v1/files': ({ files }) => files.upload(new Uint8Array([1]), { purpose: 'logo' }),
  'POST /api/v1/keys': ({ keys }) => keys.create(),
  'GET /api/v1/keys': ({ keys }) => keys.list(),
  'PATCH /api/v1/keys/{id}': ({ keys }) => keys.update('ID', { scopes: ['charges:read'] }),
  'DELETE /api/v1/keys/{id}': ({ keys }) => keys.remove('ID'),
  'POST /api/v1/auth/check-invitation': ({ auth }) => auth.checkInvitation('t'),
  'POST /api/v1/auth/accept-invitation': ({ auth }) =>
    auth.acceptInvitation({ token: 't', name: 'A', password: 'p' }),
  'POST /api/v1/auth/join': ({ auth }) => auth.join('t'),
  'POST /api/v1/auth/switch': ({ auth }) => auth.switch('ID'),
  'GET /api/v1/team': ({ team }) => team.list(),
  'PATCH /api/v1/team/{id}': ({ team }) => team.changeRole('ID', 'finance'),
  'DELETE /api/v1/team/{id}': ({ team }) => team.remove('ID'),
  'DELETE /api/v1/team/me': ({ team }) => team.leave(),
  'GET /api/v1/team/invitations': ({ team }) => team.invitations.list(),
  'POST /api/v1/team/invitations': ({ team }) =>
    team.invitations.create({ email: 'a@b.example', role: 'support' }),
  'POST /api/v1/team/invitations/{id}/resend': ({ team }) => team.invitations.resend('ID'),
  'DELETE /api/v1/team/invitations/{id}': ({ team }) => team.invitations.remove('ID'),
  'POST /api/v1/charges': ({ charges }) => charges.create(charge),
  'GET /api/v1/charges': ({ charges }) => charges.list({ status: 'RECEIVED' }),
  'GET /api/v1/charges/{id}': ({ charges }) => charges.retrieve('ID'),
  'GET /api/v1/charges/{id}/ledger': ({ charges }) => charges.ledger('ID'),
  'GET /api/v1/charges/{id}/events': ({ charges }) => charges.events('ID'),
  'POST /api/v1/charges/{id}/pay': ({ charges }) =>
    charges.pay('ID', { card: { token: 't', brand: 'visa', last_four: '1111', holder: 'ANA' } }),
  'POST /api/v1/charges/{id}/capture': ({ charges }) => charges.capture('ID'),
  'POST /api/v1/charges/{id}/refund': ({ charges }) => charges.refund('ID'),
  'PATCH /api/v1/charges/{id}': ({ charges }) => charges.update('ID', { due_date: '2030-01-10' }),
  'POST /api/v1/charges/{id}/mails': ({ charges }) => charges.sendMail('ID'),
  'POST /api/v1/charges/{id}/cancel': ({ charges }) => charges.cancel('ID'),
  'POST /api/v1/charge-imports': ({ chargeImports }) => chargeImports.create({ csv: 'forma;valor' }),
  'POST /api/v1/charge-imports/{id}/confirm': ({ chargeImports }) => chargeImports.confirm('ID'),
  'GET /api/v1/charge-imports': ({ chargeImports }) => chargeImports.list(),
  'GET /api/v1/charge-imports/{id}': ({ chargeImports }) => chargeImports.retrieve('ID'),
  'GET /api/v1/charge-imports/{id}/rows': ({ chargeImports }) => chargeImports.rows('ID'),
  'GET /api/v1/charge-imports/{id}/export': ({ chargeImports }) => chargeImports.export('ID'),
  'POST /api/v1/quotes': ({ quotes }) => quotes.create(charge),
  'GET /api/v1/disputes': ({ disputes }) => disputes.list(),
  'GET /api/v1/disputes/{id}': ({ disputes }) => disputes.retrieve('ID'),
  'POST /api/v1/disputes/{id}/answer': ({ disputes }) => disputes.answer('ID', { text: 'Delivered' }),
  'GET /api/v1/disputes/{id}/documents/{document_id}': ({ disputes }) => disputes.document('ID', 'DOCUMENT'),
  'POST /api/v1/disputes/{id}/accept': ({ disputes }) => disputes.accept('ID'),
  'GET /api/v1/customers/{id}/cards': ({ customers }) => customers.cards.list('ID'),
  'DELETE /api/v1/customers/{id}/cards/{card_id}': ({ customers }) => customers.cards.remove('ID', 'CARD'),
  'POST /api/v1/customers': ({ customers }) => customers.create({ name: 'Maria' }),
  'GET /api/v1/customers': ({ customers }) => customers.list(),
  'GET /api/v1/customers/{id}': ({ customers }) => customers.retrieve('ID'),
  'POST /api/v1/products': ({ products }) => products.create({ name: 'Mug', price: reais(30) }),
  'GET /api/v1/products': ({ products }) => products.list({ active: true }),
  'GET /api/v1/products/{id}': ({ products }) => products.retrieve('ID'),
  'PUT /api/v1/products/{id}': ({ products }) => products.update('ID', { price: reais(31) }),
  'DELETE /api/v1/products/{id}': ({ products }) => products.remove('ID'),
  'GET /api/v1/products/{id}/splits': ({ products }) => products.splits.retrieve('ID'),
  'PUT /api/v1/products/{id}/splits': ({ products }) => products.splits.update('ID', []),
  'POST /api/v1/payment-links': ({ paymentLinks }) => paymentLinks.create({ name: 'Donation' }),
  'PUT /api/v1/payment-links/{id}': ({ paymentLinks }) => paymentLinks.update('ID', { name: 'Gift' }),
  'GET /api/v1/payment-links/export': ({ paymentLinks }) => paymentLinks.export({ format: 'csv' }),
  'GET /api/v1/charges/counts': ({ charges }) => charges.counts(),
  'GET /api/v1/charges/export': ({ charges }) => charges.export({ format: 'csv' }),
  'GET /api/v1/disputes/export': ({ disputes }) => disputes.export({ format: 'csv' }),
  'GET /api/v1/withdrawals/export': ({ withdrawals }) => withdrawals.export({ format: 'csv' }),
  'GET /api/v1/customers/export': ({ customers }) => customers.export({ format: 'csv' }),
  'GET /api/v1/customers/{id}/summary': ({ customers }) => customers.summary('ID'),
  'PUT /api/v1/customers/{id}': ({ customers }) => customers.update('ID', { name: 'Ana' }),
  'GET /api/v1/payment-links': ({ paymentLinks }) => paymentLinks.list(),
  'GET /api/v1/payment-links/{id}': ({ paymentLinks }) => paymentLinks.retrieve('ID'),
  'DELETE /api/v1/payment-links/{id}': ({ paymentLinks }) => paymentLinks.remove('ID'),
  'POST /api/v1/coupons': ({ coupons }) => coupons.create({ code: 'NATAL10', percent: 10 }),
  'GET /api/v1/coupons': ({ coupons }) => coupons.list({ active: true }),
  'GET /api/v1/coupons/{id}': ({ coupons }) => coupons.retrieve('ID'),
  'PATCH /api/v1/coupons/{id}': ({ coupons }) => coupons.update('ID', { amount: reais(5) }),
  'DELETE /api/v1/coupons/{id}': ({ coupons }) => coupons.remove('ID'),
  'GET /api/v1/balance': ({ balance }) => balance.retrieve(),
  'GET /api/v1/balance/reserve': ({ balance }) => balance.reserve(),
  'GET /api/v1/balance/calendar': ({ balance }) => balance.calendar(),
  'GET /api/v1/receivables': ({ receivables }) => receivables.list(),
  'POST /api/v1/receivables/anticipations/quote': ({ receivables }) => receivables.quoteAnticipation(),
  'POST /api/v1/receivables/anticipations': ({ receivables }) => receivables.anticipate({ amount: reais(5) }),
  'GET /api/v1/balance/statement': ({ balance }) => balance.statement(),
  'GET /api/v1/transactions': ({ transactions }) => transactions.list({ type: 'credit' }),
  'GET /api/v1/transactions/export': ({ transactions }) => transactions.export({ format: 'csv' }),
  'POST /api/v1/withdrawals': ({ withdrawals }) => withdrawals.create({ amount: reais(5) }),
  'GET /api/v1/withdrawals': ({ withdrawals }) => withdrawals.list({ status: 'pending' }),
  'POST /api/v1/webhooks': ({ webhooks }) =>
    webhooks.create({ url: 'https://shop.example/hook', events: ['payment.received'] }),
  'GET /api/v1/webhooks': ({ webhooks }) => webhooks.list(),
  'PATCH /api/v1/webhooks/{id}': ({ webhooks }) => webhooks.update('ID', { active: false }),
  'DELETE /api/v1/webhooks/{id}': ({ webhooks }) => webhooks.remove('ID'),
  'POST /api/v1/webhooks/{id}/rotate-secret': ({ webhooks }) => webhooks.rotateSecret('ID'),
  'POST /api/v1/webhooks/{id}/test': ({ webhooks }) => webhooks.test('ID', 'charge.paid'),
  'GET /api/v1/deliveries': ({ deliveries }) => deliveries.list({ status: 'failed' }),
  'GET /api/v1/deliveries/{id}': ({ deliveries }) => deliveries.retrieve('ID'),
  'POST /api/v1/deliveries/{id}/redeliver': ({ deliveries }) => deliveries.redeliver('ID'),
  'POST /api/v1/deliveries/redeliver': ({ deliveries }) =>
    deliveries.redeliverFailed({ from: '2026-01-01T00:00:00Z' }),
  'GET /api/v1/events': ({ events }) => events.list({ event: 'charge.paid' }),
  'GET /api/v1/admin/accounts': ({ operators }) => operators.accounts.list({ status: 'pending' }),
  'GET /api/v1/admin/accounts/{id}': ({ operators }) => operators.accounts.retrieve('ID'),
  'POST /api/v1/admin/accounts/{id}/approve': ({ operators }) => operators.accounts.approve('ID'),
  'POST /api/v1/admin/accounts/{id}/block': ({ operators }) =>
    operators.accounts.block('ID', { reason: 'fraud' }),
  'GET /api/v1/admin/trends': ({ operators }) => operators.trends({ from: '2026-01-01' }),
  'POST /api/v1/admin/accounts/{id}/view': ({ operators }) =>
    operators.accounts.view('ID', { reason: 'asked for' }),
  'DELETE /api/v1/admin/accounts/{id}/view': ({ operators }) => operators.accounts.endView('ID'),
  'PUT /api/v1/admin/accounts/{id}/fee-plan': ({ operators }) =>
    operators.accounts.setFeePlan('ID', { percent: 4.99, fixed: reais(1) }),
  'PUT /api/v1/admin/accounts/{id}/named-fee-plan': ({ operators }) =>
    operators.accounts.assignFeePlan('ID', null),
  'GET /api/v1/admin/fee-plans': ({ operators }) => operators.feePlans.list(),
  'POST /api/v1/admin/fee-plans': ({ operators }) => operators.feePlans.create(FEE_PLAN),
  'PUT /api/v1/admin/fee-plans/{id}': ({ operators }) => operators.feePlans.update('ID', FEE_PLAN),
  'PUT /api/v1/admin/accounts/{id}/limits': ({ operators }) =>
    operators.accounts.setLimits('ID', { general: 200 }),
  'PUT /api/v1/admin/accounts/{id}/pix-providers': ({ operators }) =>
    operators.accounts.setPixProviders('ID', ['efi']),
  'GET /api/v1/admin/accounts/{id}/payout-terms': ({ operators }) => operators.accounts.payoutTerms('ID'),
  'PUT /api/v1/admin/accounts/{id}/payout-terms': ({ operators }) =>
    operators.accounts.setPayoutTerms('ID', { payout_to: 'own' }),
  'GET /api/v1/admin/coverage': ({ operators }) => operators.ledger.coverage(),
  'POST /api/v1/admin/coverage': ({ operators }) => operators.ledger.measureCoverage(),
  'PUT /api/v1/admin/accounts/{id}/boleto-providers': ({ operators }) =>
    operators.accounts.setBoletoProviders('ID', ['efi']),
  'GET /api/v1/admin/alerts': ({ operators }) => operators.alerts.list({ state: 'open' }),
  'POST /api/v1/admin/alerts/{id}/resolve': ({ operators }) =>
    operators.alerts.resolve('ID', { note: 'seen' }),
  'GET /api/v1/admin/reconciliation': ({ operators }) => operators.reconciliation.list({ kind: 'pix' }),
  'GET /api/v1/admin/reconciliation/{id}': ({ operators }) => operators.reconciliation.retrieve('ID'),
  'GET /api/v1/admin/reconciliation/{id}/differences': ({ operators }) =>
    operators.reconciliation.differences('ID', { state: 'open' }),
  'POST /api/v1/admin/reconciliation/{id}/run': ({ operators }) => operators.reconciliation.run('ID'),
  'POST /api/v1/admin/reconciliation/differences/{id}/resolve': ({ operators }) =>
    operators.reconciliation.resolve('ID', { note: 'seen' }),
  'GET /api/v1/admin/file-banks': ({ operators }) => operators.bankFiles.banks(),
  'POST /api/v1/admin/file-banks/{name}/remittances': ({ operators }) => operators.bankFiles.make('BANK'),
  'POST /api/v1/admin/file-banks/{name}/returns': ({ operators }) =>
    operators.bankFiles.upload('BANK', new Uint8Array([1]), { file_name: 'a.ret' }),
  'GET /api/v1/admin/bank-files': ({ operators }) => operators.bankFiles.list(),
  'GET /api/v1/admin/bank-files/{id}': ({ operators }) => operators.bankFiles.retrieve('ID'),
  'GET /api/v1/admin/bank-files/{id}/lines': ({ operators }) => operators.bankFiles.lines('ID'),
  'GET /api/v1/admin/bank-files/{id}/content': ({ operators }) => operators.bankFiles.content('ID'),
  'POST /api/v1/admin/bank-files/{id}/book': ({ operators }) => operators.bankFiles.book('ID'),
  'POST /api/v1/admin/bank-files/{id}/payments': ({ operators }) =>
    operators.bankFiles.bookSecondPayment('ID', { line: 3, reason: 'on the statement twice' }),
  'POST /api/v1/admin/bank-files/{id}/sent': ({ operators }) => operators.bankFiles.sent('ID'),
  'GET /api/v1/admin/payer-refunds': ({ operators }) => operators.payerRefunds.list(),
  'POST /api/v1/admin/payer-refunds/{id}/paid': ({ operators }) =>
    operators.payerRefunds.paid('ID', { reference: 'E1' }),
  'POST /api/v1/admin/payer-refunds/{id}/refuse': ({ operators }) =>
    operators.payerRefunds.refuse('ID', { reason: 'x' }),
  'GET /api/v1/admin/providers': ({ operators }) => operators.providers(),
  'GET /api/v1/admin/withdrawals': ({ operators }) => operators.withdrawals.list(),
  'POST /api/v1/admin/withdrawals/{id}/approve': ({ operators }) => operators.withdrawals.approve('ID'),
  'POST /api/v1/admin/withdrawals/{id}/reject': ({ operators }) =>
    operators.withdrawals.reject('ID', { reason: 'wrong key' }),
  'POST /api/v1/admin/withdrawals/{id}/paid': ({ operators }) =>
    operators.withdrawals.paid('ID', { reference: 'E1' }),
  'GET /api/v1/admin/jobs': ({ operators }) => operators.jobs.list(),
  'POST /api/v1/admin/jobs/{account_id}/{id}/retry': ({ operators }) => operators.jobs.retry('ACCOUNT', 'ID'),
  'POST /api/v1/admin/people/export': ({ operators }) =>
    operators.people.export({ document: '52998224725', reason: 'asked for' }),
  'POST /api/v1/admin/people/erase': ({ operators }) =>
    operators.people.erase({ document: '52998224725', reason: 'asked for' }),
  'POST /api/v1/admin/search': ({ operators }) => operators.search('q'),
  'POST /api/v1/admin/charges/{id}/open': ({ operators }) => operators.openCharge('ID'),
  'POST /api/v1/admin/customers/{id}/open': ({ operators }) => operators.openCustomer('ID', { reason: 'r' }),
  'GET /api/v1/admin/mails': ({ operators }) => operators.mails(),
  'GET /api/v1/admin/deliveries': ({ operators }) => operators.deliveries(),
  'GET /api/v1/admin/disputes': ({ operators }) => operators.disputes.list(),
  'GET /api/v1/admin/disputes/{id}': ({ operators }) => operators.disputes.retrieve('ID'),
  'GET /api/v1/admin/disputes/{id}/documents/{document_id}': ({ operators }) =>
    operators.disputes.document('ID', 'DOCUMENT'),
  'POST /api/v1/admin/disputes/{id}/close': ({ operators }) =>
    operators.disputes.close('ID', { outcome: 'won' }),
  'GET /api/v1/admin/identities': ({ operators }) => operators.identities.list({ status: 'submitted' }),
  'GET /api/v1/admin/identities/{id}': ({ operators }) => operators.identities.retrieve('ID'),
  'POST /api/v1/admin/identities/{id}/documents/{document_id}/open': ({ operators }) =>
    operators.identities.open('ID', 'DOCUMENT'),
  'GET /api/v1/admin/identities/{id}/documents/{document_id}': ({ operators }) =>
    operators.identities.document('ID', 'DOCUMENT', 'token'),
  'POST /api/v1/admin/identities/{id}/decide': ({ operators }) =>
    operators.identities.decide('ID', { decision: 'approve' }),
  'POST /api/v1/admin/identities/{id}/confirm': ({ operators }) => operators.identities.confirm('ID', 'P'),
  'POST /api/v1/admin/identities/{id}/send-back': ({ operators }) =>
    operators.identities.sendBack('ID', { proposal_id: 'P', note: 'n' }),
  'GET /api/v1/admin/ledger/audit': ({ operators }) => operators.ledger.audit(),
  'GET /api/v1/admin/ledger/totals': ({ operators }) => operators.ledger.totals(),
  'GET /api/v1/admin/operators': ({ operators }) => operators.list(),
  'POST /api/v1/admin/operators': ({ operators }) =>
    operators.create({ name: 'O', email: 'o@b.example', password: 'p' }),
  'DELETE /api/v1/admin/operators/{id}': ({ operators }) => operators.remove('ID'),
  'GET /api/v1/admin/audit-log': ({ operators }) => operators.auditLog(),
  'POST /api/v1/sandbox/charges/{id}/pay': ({ sandbox }) => sandbox.pay('ID', { times: 2 }),
  'POST /api/v1/sandbox/charges/{id}/refuse': ({ sandbox }) => sandbox.refuse('ID'),
  'POST /api/v1/sandbox/charges/{id}/expire': ({ sandbox }) => sandbox.expire('ID'),
  'POST /api/v1/sandbox/charges/{id}/overdue': ({ sandbox }) => sandbox.overdue('ID'),
  'POST /api/v1/sandbox/charges/{id}/chargeback': ({ sandbox }) => sandbox.chargeback('ID'),
  'POST /api/v1/sandbox/charges/{id}/med': ({ sandbox }) => sandbox.med('ID'),
  'POST /api/v1/sandbox/disputes/{id}/win': ({ sandbox }) => sandbox.disputes.win('ID'),
  'POST /api/v1/sandbox/disputes/{id}/lose': ({ sandbox }) => sandbox.disputes.lose('ID'),
  'POST /api/v1/sandbox/withdrawals/{id}/approve': ({ sandbox }) => sandbox.withdrawals.approve('ID'),
  'POST /api/v1/sandbox/withdrawals/{id}/reject': ({ sandbox }) => sandbox.withdrawals.reject('ID'),
  'POST /api/v1/sandbox/withdrawals/{id}/return': ({ sandbox }) => sandbox.withdrawals.return('ID'),
  'GET /api/v1/sandbox/clock': ({ sandbox }) => sandbox.clock.retrieve(),
  'POST /api/v1/sandbox/clock': ({ sandbox }) => sandbox.clock.advance({ days: 30 }),
  'DELETE /api/v1/sandbox/clock': ({ sandbox }) => sandbox.clock.reset(),
  'GET /api/v1/sandbox/mails': ({ sandbox }) => sandbox.mails.list(),
  'GET /api/v1/sandbox/mails/{id}': ({ sandbox }) => sandbox.mails.retrieve('ID'),
  'GET /api/v1/sandbox/cards': ({ sandbox }) => sandbox.cards(),
};

describe('the client', () => {
  it('reaches every operation of the API', () => {
    expect([...Object.keys(CALLS), ...ALIASES].sort()).toEqual([...operations].sort());
  });

  it.each(Object.entries(CALLS))('%s', async (operation, call) => {
    const { client, asked } = recordingClient(() => json({ data: [], keys: [], has_more: false }));
    await call(client);
    const [one] = asked;
    expect(
      `${one?.method} ${one?.url.pathname
        .replace('/ID', '/{id}')
        .replace('/ACCOUNT', '/{account_id}')
        .replace('/DOCUMENT', '/{document_id}')
        .replace('/CARD', '/{card_id}')
        .replace('/BANK', '/{name}')}`,
    ).toBe(operation);
    expect(asked).toHaveLength(1);
  });
});

/** Numbers that are no money. */
const NOT_AMOUNTS = [
  ...[
    'percent',
    'reserve_percent',
    'anticipation_percent',
    'monthly_percent',
    'oldest_age_seconds',
    'pix_discount',
    'rate',
  ],
  ...['conversion', 'refund_rate', 'dispute_rate', 'share'],
];
/** Money beside `available` or as a table; see `InReais`. */
const BY_PLACE = ['total', 'totals'];

describe('the amounts', () => {
  it('are known: every number with decimals is money or listed as something else', () => {
    const found = new Set<string>();
    decimals(description.paths, '', found);
    const known = new Set<string>([...AMOUNT_FIELDS, ...NOT_AMOUNTS, ...BY_PLACE]);
    expect([...found].filter((name) => !known.has(name))).toEqual([]);
    expect(found.size).toBeGreaterThan(20);
  });

  it('are never a whole number, which would be a count', () => {
    const found = new Set<string>();
    decimals(description.paths, '', found, 'integer');
    expect(AMOUNT_FIELDS.filter((name) => found.has(name))).toEqual([]);
  });
});

function decimals(schema: unknown, name: string, found: Set<string>, type = 'number'): void {
  if (Array.isArray(schema)) for (const each of schema) decimals(each, name, found, type);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
  const { properties, ...rest } = schema as Schema;
  if ([rest.type].flat().includes(type) && name) found.add(name);
  for (const [key, each] of Object.entries(properties ?? {})) decimals(each, key, found, type);
  for (const each of Object.values(rest)) decimals(each, name, found, type);
}
