import type { Listing } from '../listing.ts';
import { type ExportedFile, Resource } from '../resource.ts';
import type { Settings } from '../settings.ts';
import type {
  AccountView,
  ApproveAccount,
  AuditEntry,
  ChangeFeePlan,
  CloseDispute,
  CoverageDay,
  CoverageList,
  CreateFeePlan,
  CreateOperator,
  DecideIdentity,
  DeliveryQueue,
  DisputeFilters,
  ErasePerson,
  ExportPerson,
  IdentityDocumentOpening,
  IdentityFilters,
  Job,
  JobFilters,
  LedgerAudit,
  LedgerTotals,
  ListedFeePlan,
  NamedFeePlan,
  OpenedCharge,
  OpenedCustomer,
  OpenForOperator,
  Operator,
  OperatorAuditFilters,
  OperatorMail,
  OperatorSearchResult,
  PageFilters,
  PaymentProof,
  PayoutTerms,
  PersonData,
  PersonErasure,
  Providers,
  Reason,
  Rejection,
  Removed,
  SellerAccount,
  SellerAccountDetails,
  SellerDispute,
  SellerFilters,
  SellerIdentity,
  SellerWithdrawal,
  SendIdentityBack,
  TrendPeriod,
  Trends,
  UpdateFeePlan,
  UpdatePayoutTerms,
  UpdateRateLimits,
  WithdrawalFilters,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';
import {
  OperatorAlerts,
  OperatorBankFiles,
  OperatorPayerRefunds,
  OperatorReconciliation,
} from './operator-banks.ts';

/** For those who run the gateway. Sellers get a `PermissionError`. */
export class Operators extends Resource {
  readonly accounts: OperatorAccounts;
  readonly feePlans: OperatorFeePlans;
  readonly withdrawals: OperatorWithdrawals;
  readonly disputes: OperatorDisputes;
  readonly identities: OperatorIdentities;
  readonly jobs: OperatorJobs;
  readonly people: OperatorPeople;
  readonly ledger: OperatorLedger;
  readonly alerts: OperatorAlerts;
  readonly reconciliation: OperatorReconciliation;
  readonly bankFiles: OperatorBankFiles;
  readonly payerRefunds: OperatorPayerRefunds;

  constructor(settings: Settings) {
    super(settings);
    this.accounts = new OperatorAccounts(settings);
    this.feePlans = new OperatorFeePlans(settings);
    this.withdrawals = new OperatorWithdrawals(settings);
    this.disputes = new OperatorDisputes(settings);
    this.identities = new OperatorIdentities(settings);
    this.jobs = new OperatorJobs(settings);
    this.people = new OperatorPeople(settings);
    this.ledger = new OperatorLedger(settings);
    this.alerts = new OperatorAlerts(settings);
    this.reconciliation = new OperatorReconciliation(settings);
    this.bankFiles = new OperatorBankFiles(settings);
    this.payerRefunds = new OperatorPayerRefunds(settings);
  }

  list(
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<Operator, PageOf<'/api/v1/admin/operators'>> {
    return this.listing('/api/v1/admin/operators', filters, options);
  }

  create(operator: CreateOperator, options?: RequestOptions): Promise<Operator> {
    return this.send('post', '/api/v1/admin/operators', { body: operator }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<Removed> {
    return this.removal('/api/v1/admin/operators/{id}', id, options);
  }

  /** Mails of every account that could not be sent. */
  mails(
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<OperatorMail, PageOf<'/api/v1/admin/mails'>> {
    return this.listing('/api/v1/admin/mails', filters, options);
  }

  /** What every operator and every account did. */
  auditLog(
    filters?: OperatorAuditFilters,
    options?: RequestOptions,
  ): Listing<AuditEntry, PageOf<'/api/v1/admin/audit-log'>> {
    return this.listing('/api/v1/admin/audit-log', filters, options);
  }

  /** Charges, customers and accounts of all sellers, by an exact key. */
  search(query: string, options?: RequestOptions): Promise<OperatorSearchResult> {
    return this.send('post', '/api/v1/admin/search', { body: { query } }, options);
  }

  /** A charge of any account, masked. The opening is in the audit log, with the reason. */
  openCharge(id: string, opening: OpenForOperator = {}, options?: RequestOptions): Promise<OpenedCharge> {
    return this.send('post', '/api/v1/admin/charges/{id}/open', { id, body: opening }, options);
  }

  /** A customer of any account, masked. The opening is in the audit log, with the reason. */
  openCustomer(id: string, opening: OpenForOperator = {}, options?: RequestOptions): Promise<OpenedCustomer> {
    return this.send('post', '/api/v1/admin/customers/{id}/open', { id, body: opening }, options);
  }

  /** How long the queue of notifications is. */
  deliveries(options?: RequestOptions): Promise<DeliveryQueue> {
    return this.send('get', '/api/v1/admin/deliveries', {}, options);
  }

  /** Figures of all sellers by day, and against as many days before. */
  trends(period?: TrendPeriod, options?: RequestOptions): Promise<Trends> {
    return this.send('get', '/api/v1/admin/trends', { query: period }, options);
  }

  /** Who receives PIX, and how well each answers. */
  providers(options?: RequestOptions): Promise<Providers> {
    return this.send('get', '/api/v1/admin/providers', {}, options);
  }
}

export class OperatorAccounts extends Resource {
  list(
    filters?: SellerFilters,
    options?: RequestOptions,
  ): Listing<SellerAccount, PageOf<'/api/v1/admin/accounts'>> {
    return this.listing('/api/v1/admin/accounts', filters, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<SellerAccountDetails> {
    return this.send('get', '/api/v1/admin/accounts/{id}', { id }, options);
  }

  approve(id: string, decision: ApproveAccount = {}, options?: RequestOptions): Promise<SellerAccount> {
    return this.send('post', '/api/v1/admin/accounts/{id}/approve', { id, body: decision }, options);
  }

  block(id: string, decision: Reason, options?: RequestOptions): Promise<SellerAccount> {
    return this.send('post', '/api/v1/admin/accounts/{id}/block', { id, body: decision }, options);
  }

  /** Read only, for at most 30 minutes. For a session of a browser: with a token it is refused. */
  view(id: string, why: Reason, options?: RequestOptions): Promise<AccountView> {
    return this.send('post', '/api/v1/admin/accounts/{id}/view', { id, body: why }, options);
  }

  endView(id: string, options?: RequestOptions): Promise<Removed> {
    return this.send('delete', '/api/v1/admin/accounts/{id}/view', { id }, options);
  }

  /** Fees and reserve of charges made from now on. */
  setFeePlan(id: string, plan: UpdateFeePlan, options?: RequestOptions): Promise<SellerAccount> {
    return this.send('put', '/api/v1/admin/accounts/{id}/fee-plan', { id, body: plan }, options);
  }

  /** A named plan, or null for none: the terms then stay. */
  assignFeePlan(id: string, feePlanId: string | null, options?: RequestOptions): Promise<SellerAccount> {
    const body = { fee_plan_id: feePlanId };
    return this.send('put', '/api/v1/admin/accounts/{id}/named-fee-plan', { id, body }, options);
  }

  /** Requests per minute; null is the gateway's own limit. */
  setLimits(id: string, limits: UpdateRateLimits, options?: RequestOptions): Promise<SellerAccount> {
    return this.send('put', '/api/v1/admin/accounts/{id}/limits', { id, body: limits }, options);
  }

  /** Who receives PIX for this account, best first; null is the gateway's own order. */
  setPixProviders(id: string, names: string[] | null, options?: RequestOptions): Promise<SellerAccount> {
    const body = { pix_providers: names };
    return this.send('put', '/api/v1/admin/accounts/{id}/pix-providers', { id, body }, options);
  }

  /** Whose keys banks pay, by which bank, and what is sent without approval. */
  payoutTerms(id: string, options?: RequestOptions): Promise<PayoutTerms> {
    return this.send('get', '/api/v1/admin/accounts/{id}/payout-terms', { id }, options);
  }

  setPayoutTerms(id: string, terms: UpdatePayoutTerms, options?: RequestOptions): Promise<PayoutTerms> {
    return this.send('put', '/api/v1/admin/accounts/{id}/payout-terms', { id, body: terms }, options);
  }

  /** Who registers boletos of this account, best first; null is the gateway's own order. */
  setBoletoProviders(id: string, names: string[] | null, options?: RequestOptions): Promise<SellerAccount> {
    const body = { boleto_providers: names };
    return this.send('put', '/api/v1/admin/accounts/{id}/boleto-providers', { id, body }, options);
  }
}

export class OperatorFeePlans extends Resource {
  list(
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<ListedFeePlan, PageOf<'/api/v1/admin/fee-plans'>> {
    return this.listing('/api/v1/admin/fee-plans', filters, options);
  }

  create(plan: CreateFeePlan, options?: RequestOptions): Promise<NamedFeePlan> {
    return this.send('post', '/api/v1/admin/fee-plans', { body: plan }, options);
  }

  /** For new charges of its accounts, except those with fees of their own. */
  update(id: string, plan: ChangeFeePlan, options?: RequestOptions): Promise<NamedFeePlan> {
    return this.send('put', '/api/v1/admin/fee-plans/{id}', { id, body: plan }, options);
  }
}

export class OperatorWithdrawals extends Resource {
  list(
    filters?: WithdrawalFilters,
    options?: RequestOptions,
  ): Listing<SellerWithdrawal, PageOf<'/api/v1/admin/withdrawals'>> {
    return this.listing('/api/v1/admin/withdrawals', filters, options);
  }

  /** A large one stays pending until a second operator approves too. */
  approve(id: string, options?: RequestOptions): Promise<SellerWithdrawal> {
    return this.send('post', '/api/v1/admin/withdrawals/{id}/approve', { id }, options);
  }

  /** `not_paid`: of a payout that was sent, and that is not in the statement of the bank. */
  reject(id: string, decision: Rejection, options?: RequestOptions): Promise<SellerWithdrawal> {
    return this.send('post', '/api/v1/admin/withdrawals/{id}/reject', { id, body: decision }, options);
  }

  /** Records an approved one that was paid by hand, with the bank's name for the payment. */
  paid(id: string, payment: PaymentProof, options?: RequestOptions): Promise<SellerWithdrawal> {
    return this.send('post', '/api/v1/admin/withdrawals/{id}/paid', { id, body: payment }, options);
  }
}

export class OperatorDisputes extends Resource {
  list(
    filters?: DisputeFilters,
    options?: RequestOptions,
  ): Listing<SellerDispute, PageOf<'/api/v1/admin/disputes'>> {
    return this.listing('/api/v1/admin/disputes', filters, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<SellerDispute> {
    return this.send('get', '/api/v1/admin/disputes/{id}', { id }, options);
  }

  /** A document of the seller's answer. */
  document(id: string, documentId: string, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/admin/disputes/{id}/documents/{document_id}', {}, options, { id, documentId });
  }

  close(id: string, decision: CloseDispute, options?: RequestOptions): Promise<SellerDispute> {
    return this.send('post', '/api/v1/admin/disputes/{id}/close', { id, body: decision }, options);
  }
}

/** What sellers sent to show who they are. Two operators decide. */
export class OperatorIdentities extends Resource {
  /** Oldest first; without a status what waits. */
  list(
    filters?: IdentityFilters,
    options?: RequestOptions,
  ): Listing<SellerIdentity, PageOf<'/api/v1/admin/identities'>> {
    return this.listing('/api/v1/admin/identities', filters, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<SellerIdentity> {
    return this.send('get', '/api/v1/admin/identities/{id}', { id }, options);
  }

  /** Goes into the seller's audit log; `opening` then gives the content for some minutes. */
  open(id: string, documentId: string, options?: RequestOptions): Promise<IdentityDocumentOpening> {
    const path = '/api/v1/admin/identities/{id}/documents/{document_id}/open';
    return this.send('post', path, { id, documentId }, options);
  }

  document(id: string, documentId: string, opening: string, options?: RequestOptions): Promise<ExportedFile> {
    const path = '/api/v1/admin/identities/{id}/documents/{document_id}';
    return this.file(path, { opening }, options, { id, documentId });
  }

  /** A proposal: another operator confirms it or sends it back. */
  decide(id: string, decision: DecideIdentity, options?: RequestOptions): Promise<SellerIdentity> {
    return this.send('post', '/api/v1/admin/identities/{id}/decide', { id, body: decision }, options);
  }

  confirm(id: string, proposalId: string, options?: RequestOptions): Promise<SellerIdentity> {
    const body = { proposal_id: proposalId };
    return this.send('post', '/api/v1/admin/identities/{id}/confirm', { id, body }, options);
  }

  sendBack(id: string, refusal: SendIdentityBack, options?: RequestOptions): Promise<SellerIdentity> {
    return this.send('post', '/api/v1/admin/identities/{id}/send-back', { id, body: refusal }, options);
  }
}

export class OperatorJobs extends Resource {
  /** Background jobs of every account; without a status the failed ones. */
  list(filters?: JobFilters, options?: RequestOptions): Listing<Job, PageOf<'/api/v1/admin/jobs'>> {
    return this.listing('/api/v1/admin/jobs', filters, options);
  }

  /** Gives a failed job all its attempts again. */
  retry(accountId: string, id: string, options?: RequestOptions): Promise<Job> {
    return this.send('post', '/api/v1/admin/jobs/{account_id}/{id}/retry', { accountId, id }, options);
  }
}

export class OperatorPeople extends Resource {
  /** Everything held about a person, by CPF or CNPJ, in all accounts. With `has_more`, ask again with `next_cursor`. */
  export(person: ExportPerson, options?: RequestOptions): Promise<PersonData> {
    return this.send('post', '/api/v1/admin/people/export', { body: person }, options);
  }

  /** Amounts and dates stay. Until `is_complete`, call again. */
  erase(person: ErasePerson, options?: RequestOptions): Promise<PersonErasure> {
    return this.send('post', '/api/v1/admin/people/erase', { body: person }, options);
  }
}

export class OperatorLedger extends Resource {
  /** Every difference between balances, postings, charges and holds: there should be none. */
  audit(options?: RequestOptions): Promise<LedgerAudit> {
    return this.send('get', '/api/v1/admin/ledger/audit', {}, options);
  }

  /** Where all the money is. */
  totals(options?: RequestOptions): Promise<LedgerTotals> {
    return this.send('get', '/api/v1/admin/ledger/totals', {}, options);
  }

  /** Bank balances against what sellers may withdraw, newest day first. */
  coverage(options?: RequestOptions): Promise<CoverageList> {
    return this.send('get', '/api/v1/admin/coverage', {}, options);
  }

  /** Reads the bank balances now. */
  measureCoverage(options?: RequestOptions): Promise<CoverageDay> {
    return this.send('post', '/api/v1/admin/coverage', {}, options);
  }
}
