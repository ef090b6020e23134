import type { EventName, FeedEvent } from './event-types.ts';
import type { Reais } from './reais.ts';
import type { AnswerOf, BodyOf, ItemOf, PageOf, QueryOf } from './wire.ts';

type Changed<T, Changes> = Omit<T, keyof Changes> & Changes;

/** Whom else a charge pays: a fixed amount or a percentage of the value, never both. */
export type SplitItem = { recipient_id: string; description?: string | null } & (
  | { amount: Reais; percent?: never }
  | { percent: number; amount?: never }
);
type WithSplit<T> = Changed<T, { split?: SplitItem[] | null }>;

export type Charge = AnswerOf<'/api/v1/charges/{id}', 'get'>;
export type NewCharge = WithSplit<BodyOf<'/api/v1/charges', 'post'>>;
export type ChargeSummary = ItemOf<'/api/v1/charges'>;
export type ChargeFilters = QueryOf<'/api/v1/charges'>;
export type ChargeLedger = AnswerOf<'/api/v1/charges/{id}/ledger', 'get'>;
export type ChargeStatus = Charge['status'];
export type BillingType = Charge['billing_type'];
export type Refund = AnswerOf<'/api/v1/charges/{id}/refund', 'post'>;
export type NewRefund = BodyOf<'/api/v1/charges/{id}/refund', 'post'>;
export type Quote = AnswerOf<'/api/v1/quotes', 'post'>;
export type NewQuote = Changed<BodyOf<'/api/v1/quotes', 'post'>, { split?: SplitItem[] }>;
export type Dispute = ItemOf<'/api/v1/disputes'>;
export type DisputeFilters = QueryOf<'/api/v1/disputes'>;

export type Customer = AnswerOf<'/api/v1/customers/{id}', 'get'>;
export type NewCustomer = BodyOf<'/api/v1/customers', 'post'>;
export type CustomerFilters = QueryOf<'/api/v1/customers'>;
export type Product = AnswerOf<'/api/v1/products/{id}', 'get'>;
export type NewProduct = BodyOf<'/api/v1/products', 'post'>;
export type ProductChange = BodyOf<'/api/v1/products/{id}', 'put'>;
export type ChangedProduct = AnswerOf<'/api/v1/products/{id}', 'put'>;
export type ProductFilters = QueryOf<'/api/v1/products'>;
export type ProductSplits = AnswerOf<'/api/v1/products/{id}/splits', 'get'>;
export type PaymentLink = AnswerOf<'/api/v1/payment-links/{id}', 'get'>;
export type NewPaymentLink = WithSplit<BodyOf<'/api/v1/payment-links', 'post'>>;
export type PaymentLinkFilters = QueryOf<'/api/v1/payment-links'>;

export type Balance = AnswerOf<'/api/v1/balance', 'get'>;
export type ReserveDay = ItemOf<'/api/v1/balance/reserve'>;
export type Transaction = ItemOf<'/api/v1/transactions'>;
export type TransactionFilters = QueryOf<'/api/v1/transactions'>;
export type StatementQuery = QueryOf<'/api/v1/transactions/export'>;
export type Withdrawal = ItemOf<'/api/v1/withdrawals'>;
export type RequestedWithdrawal = AnswerOf<'/api/v1/withdrawals', 'post'>;
export type NewWithdrawal = BodyOf<'/api/v1/withdrawals', 'post'>;
export type WithdrawalFilters = QueryOf<'/api/v1/withdrawals'>;

type Events = { events: EventName[] };
export type NewWebhook = Changed<BodyOf<'/api/v1/webhooks', 'post'>, Events>;
export type WebhookChange = Changed<BodyOf<'/api/v1/webhooks/{id}', 'patch'>, Partial<Events>>;
export type Webhook = ItemOf<'/api/v1/webhooks'>;
/** The secret is shown only when it is new. */
export type WebhookWithSecret = AnswerOf<'/api/v1/webhooks', 'post'>['webhook'];
export type ChangedWebhook = AnswerOf<'/api/v1/webhooks/{id}', 'patch'>['webhook'];
export type Delivery = ItemOf<'/api/v1/deliveries'>;
export type DeliveryWithAttempts = AnswerOf<'/api/v1/deliveries/{id}', 'get'>;
export type DeliveryFilters = QueryOf<'/api/v1/deliveries'>;
export type RedeliveryPeriod = BodyOf<'/api/v1/deliveries/redeliver', 'post'>;
export type Redelivered = AnswerOf<'/api/v1/deliveries/redeliver', 'post'>;
export type EventFilters = QueryOf<'/api/v1/events'>;
export type EventPage = Changed<PageOf<'/api/v1/events'>, { data: FeedEvent[] }>;
export type ChargeEventPage = Changed<PageOf<'/api/v1/charges/{id}/events'>, { data: FeedEvent[] }>;

export type Account = AnswerOf<'/api/v1/account', 'get'>;
export type AccountChange = BodyOf<'/api/v1/account', 'patch'>;
export type Overview = AnswerOf<'/api/v1/overview', 'get'>;
export type OverviewQuery = QueryOf<'/api/v1/overview'>;
export type AuditEntry = ItemOf<'/api/v1/audit-log'>;
export type AuditFilters = QueryOf<'/api/v1/audit-log'>;
export type LoggedRequest = ItemOf<'/api/v1/requests'>;
export type RequestFilters = QueryOf<'/api/v1/requests'>;
export type ApiKey = AnswerOf<'/api/v1/keys', 'get'>['keys'][number];
export type NewApiKey = BodyOf<'/api/v1/keys', 'post'>;
export type CreatedApiKey = AnswerOf<'/api/v1/keys', 'post'>;
export type SignIn = AnswerOf<'/api/v1/auth/login', 'post'>;
export type Credentials = BodyOf<'/api/v1/auth/login', 'post'>;
export type Registration = BodyOf<'/api/v1/auth/register', 'post'>;
export type PasswordChange = BodyOf<'/api/v1/auth/password', 'post'>;
export type Session = ItemOf<'/api/v1/auth/sessions'>;
export type CurrentSession = AnswerOf<'/api/v1/auth/session', 'get'>;
export type PageFilters = { limit?: number; offset?: number; cursor?: string };
/** What an operation answers that leaves nothing to show. */
export type Done = { success: boolean; message: string };

export type SandboxPayment = BodyOf<'/api/v1/sandbox/charges/{id}/pay', 'post'>;
export type SandboxDispute = BodyOf<'/api/v1/sandbox/charges/{id}/chargeback', 'post'>;
export type Clock = AnswerOf<'/api/v1/sandbox/clock', 'get'>;
export type TestCard = AnswerOf<'/api/v1/sandbox/cards', 'get'>['cards'][number];

export type SellerAccount = ItemOf<'/api/v1/admin/accounts'>;
export type SellerAccountDetails = AnswerOf<'/api/v1/admin/accounts/{id}', 'get'>;
export type SellerFilters = QueryOf<'/api/v1/admin/accounts'>;
export type FeePlan = BodyOf<'/api/v1/admin/accounts/{id}/fee-plan', 'put'>;
export type RateLimits = BodyOf<'/api/v1/admin/accounts/{id}/limits', 'put'>;
export type WithdrawalToDecide = ItemOf<'/api/v1/admin/withdrawals'>;
export type DisputeToDecide = ItemOf<'/api/v1/admin/disputes'>;
export type DeliveryQueue = AnswerOf<'/api/v1/admin/deliveries', 'get'>;
export type Job = ItemOf<'/api/v1/admin/jobs'>;
export type JobFilters = QueryOf<'/api/v1/admin/jobs'>;
export type PixProviders = AnswerOf<'/api/v1/admin/providers', 'get'>;
export type LedgerAudit = AnswerOf<'/api/v1/admin/ledger/audit', 'get'>;
export type LedgerTotals = AnswerOf<'/api/v1/admin/ledger/totals', 'get'>;
export type Operator = ItemOf<'/api/v1/admin/operators'>;
export type NewOperator = BodyOf<'/api/v1/admin/operators', 'post'>;
export type OperatorAuditEntry = ItemOf<'/api/v1/admin/audit-log'>;
export type OperatorAuditFilters = QueryOf<'/api/v1/admin/audit-log'>;
