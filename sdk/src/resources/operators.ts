import type { Listing } from '../listing.ts';
import { Resource } from '../resource.ts';
import type { Settings } from '../settings.ts';
import type {
  DeliveryQueue,
  DisputeFilters,
  DisputeToDecide,
  Done,
  FeePlan,
  Job,
  JobFilters,
  LedgerAudit,
  LedgerTotals,
  NewOperator,
  Operator,
  OperatorAuditEntry,
  OperatorAuditFilters,
  PageFilters,
  PixProviders,
  RateLimits,
  SellerAccount,
  SellerAccountDetails,
  SellerFilters,
  WithdrawalFilters,
  WithdrawalToDecide,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

/** For those who run the gateway. Sellers get a `PermissionError`. */
export class Operators extends Resource {
  readonly accounts: OperatorAccounts;
  readonly withdrawals: OperatorWithdrawals;
  readonly disputes: OperatorDisputes;
  readonly jobs: OperatorJobs;
  readonly ledger: OperatorLedger;

  constructor(settings: Settings) {
    super(settings);
    this.accounts = new OperatorAccounts(settings);
    this.withdrawals = new OperatorWithdrawals(settings);
    this.disputes = new OperatorDisputes(settings);
    this.jobs = new OperatorJobs(settings);
    this.ledger = new OperatorLedger(settings);
  }

  list(
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<Operator, PageOf<'/api/v1/admin/operators'>> {
    return this.listing('/api/v1/admin/operators', filters, options);
  }

  create(operator: NewOperator, options?: RequestOptions): Promise<Operator> {
    return this.send('post', '/api/v1/admin/operators', { body: operator }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<Done> {
    return this.send('delete', '/api/v1/admin/operators/{id}', { id }, options);
  }

  /** What every operator and every account did. */
  auditLog(
    filters?: OperatorAuditFilters,
    options?: RequestOptions,
  ): Listing<OperatorAuditEntry, PageOf<'/api/v1/admin/audit-log'>> {
    return this.listing('/api/v1/admin/audit-log', filters, options);
  }

  /** How long the queue of notifications is. */
  deliveries(options?: RequestOptions): Promise<DeliveryQueue> {
    return this.send('get', '/api/v1/admin/deliveries', {}, options);
  }

  /** Who receives PIX, and how well each answers. */
  providers(options?: RequestOptions): Promise<PixProviders> {
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

  approve(
    id: string,
    decision: { identity_verified?: boolean } = {},
    options?: RequestOptions,
  ): Promise<SellerAccount> {
    return this.send('post', '/api/v1/admin/accounts/{id}/approve', { id, body: decision }, options);
  }

  block(id: string, decision: { reason: string }, options?: RequestOptions): Promise<SellerAccount> {
    return this.send('post', '/api/v1/admin/accounts/{id}/block', { id, body: decision }, options);
  }

  /** Fees and reserve of charges made from now on. */
  setFeePlan(id: string, plan: FeePlan, options?: RequestOptions): Promise<SellerAccount> {
    return this.send('put', '/api/v1/admin/accounts/{id}/fee-plan', { id, body: plan }, options);
  }

  /** Requests a minute; null is the gateway's own limit. */
  setLimits(id: string, limits: RateLimits, options?: RequestOptions): Promise<SellerAccount> {
    return this.send('put', '/api/v1/admin/accounts/{id}/limits', { id, body: limits }, options);
  }

  /** Who receives PIX for this account, best first; null is the gateway's own order. */
  setPixProviders(id: string, names: string[] | null, options?: RequestOptions): Promise<SellerAccount> {
    const body = { pix_providers: names };
    return this.send('put', '/api/v1/admin/accounts/{id}/pix-providers', { id, body }, options);
  }
}

export class OperatorWithdrawals extends Resource {
  list(
    filters?: WithdrawalFilters,
    options?: RequestOptions,
  ): Listing<WithdrawalToDecide, PageOf<'/api/v1/admin/withdrawals'>> {
    return this.listing('/api/v1/admin/withdrawals', filters, options);
  }

  /** A large one stays pending until a second operator approves too. */
  approve(id: string, options?: RequestOptions): Promise<WithdrawalToDecide> {
    return this.send('post', '/api/v1/admin/withdrawals/{id}/approve', { id }, options);
  }

  reject(id: string, decision: { reason: string }, options?: RequestOptions): Promise<WithdrawalToDecide> {
    return this.send('post', '/api/v1/admin/withdrawals/{id}/reject', { id, body: decision }, options);
  }

  /** Records an approved one that was paid by hand, with the bank's name for the payment. */
  paid(id: string, payment: { reference: string }, options?: RequestOptions): Promise<WithdrawalToDecide> {
    return this.send('post', '/api/v1/admin/withdrawals/{id}/paid', { id, body: payment }, options);
  }
}

export class OperatorDisputes extends Resource {
  list(
    filters?: DisputeFilters,
    options?: RequestOptions,
  ): Listing<DisputeToDecide, PageOf<'/api/v1/admin/disputes'>> {
    return this.listing('/api/v1/admin/disputes', filters, options);
  }

  close(
    id: string,
    decision: { outcome: 'won' | 'lost' },
    options?: RequestOptions,
  ): Promise<DisputeToDecide> {
    return this.send('post', '/api/v1/admin/disputes/{id}/close', { id, body: decision }, options);
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

export class OperatorLedger extends Resource {
  /** Every difference between balances, postings, charges and holds: there should be none. */
  audit(options?: RequestOptions): Promise<LedgerAudit> {
    return this.send('get', '/api/v1/admin/ledger/audit', {}, options);
  }

  /** Where all the money is. */
  totals(options?: RequestOptions): Promise<LedgerTotals> {
    return this.send('get', '/api/v1/admin/ledger/totals', {}, options);
  }
}
