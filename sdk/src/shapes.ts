import type { EventName, FeedEvent } from './event-types.ts';
import type { Reais } from './reais.ts';
import type { NotFoundOnRetry } from './request.ts';
import type { PageOf, QueryOf, Schema } from './wire.ts';

type Changed<T, Changes> = Omit<T, keyof Changes> & Changes;

/** Who else a charge pays: a fixed amount or a percentage of the value, never both. */
export type SplitItem = { recipient_id: string; description?: string | null } & (
  | { amount: Reais; percent?: never }
  | { percent: number; amount?: never }
);
type WithSplit<T> = Changed<T, { split?: SplitItem[] | null }>;

export type BillingType = Schema<'BillingType'>;
export type ChargeStatus = Schema<'ChargeStatus'>;
export type Charge = Schema<'Charge'>;
export type CreateCharge = WithSplit<Schema<'CreateCharge'>>;
export type ChargeSummary = Schema<'ChargeSummary'>;
export type ChargeFilters = QueryOf<'/api/v1/charges'>;
export type ChargeLedger = Schema<'ChargeLedger'>;
export type Refund = Schema<'Refund'>;
export type CreateRefund = Schema<'CreateRefund'>;
export type SendChargeMail = Schema<'SendChargeMail'>;
export type ChargeMailResult = Schema<'ChargeMailResult'>;
export type ChargeImport = Schema<'ChargeImport'>;
export type CreateChargeImport = Schema<'CreateChargeImport'>;
export type ChargeImportRow = Schema<'ChargeImportRow'>;
export type ChargeImportFilters = QueryOf<'/api/v1/charge-imports'>;
export type ChargeImportRowFilters = QueryOf<'/api/v1/charge-imports/{id}/rows'>;
export type Quote = Schema<'Quote'>;
export type CreateQuote = WithSplit<Schema<'CreateQuote'>>;
export type Dispute = Schema<'Dispute'>;
export type AnswerDispute = Schema<'AnswerDispute'>;
export type DisputeFilters = QueryOf<'/api/v1/disputes'>;

export type Customer = Schema<'Customer'>;
export type CreateCustomer = Schema<'CreateCustomer'>;
export type CustomerFilters = QueryOf<'/api/v1/customers'>;
export type Product = Schema<'Product'>;
export type CreateProduct = Schema<'CreateProduct'>;
export type UpdateProduct = Schema<'UpdateProduct'>;
export type UpdatedProduct = Schema<'UpdatedProduct'>;
export type ProductFilters = QueryOf<'/api/v1/products'>;
export type ProductSplit = Schema<'ProductSplit'>;
export type PaymentLink = Schema<'PaymentLink'>;
export type CreatePaymentLink = WithSplit<Schema<'CreatePaymentLink'>>;
export type UpdatePaymentLink = Schema<'UpdatePaymentLink'>;
export type UpdateCustomer = Schema<'UpdateCustomer'>;
export type CustomerSummary = Schema<'CustomerSummary'>;
export type ChargeCounts = Schema<'ChargeCounts'>;
export type PaymentLinkFilters = QueryOf<'/api/v1/payment-links'>;

export type Fees = Schema<'Fees'>;
export type Balance = Schema<'Balance'>;
export type ReserveDay = Schema<'ReserveDay'>;
export type BalanceCalendar = Schema<'BalanceCalendar'>;
export type CalendarQuery = QueryOf<'/api/v1/balance/calendar'>;
export type StatementEntry = Schema<'StatementEntry'>;
export type StatementFilters = QueryOf<'/api/v1/balance/statement'>;
export type Transaction = Schema<'Transaction'>;
export type TransactionFilters = QueryOf<'/api/v1/transactions'>;
export type StatementQuery = QueryOf<'/api/v1/transactions/export'>;
export type Withdrawal = Schema<'Withdrawal'>;
export type RequestedWithdrawal = Schema<'RequestedWithdrawal'>;
export type CreateWithdrawal = Schema<'CreateWithdrawal'>;
export type WithdrawalFilters = QueryOf<'/api/v1/withdrawals'>;
export type WithdrawalExport = QueryOf<'/api/v1/withdrawals/export'>;
export type ChargeExport = QueryOf<'/api/v1/charges/export'>;
export type DisputeExport = QueryOf<'/api/v1/disputes/export'>;
export type CustomerExport = QueryOf<'/api/v1/customers/export'>;
export type PaymentLinkExport = QueryOf<'/api/v1/payment-links/export'>;

type Events = { events: EventName[] };
export type CreateWebhook = Changed<Schema<'CreateWebhook'>, Events>;
export type UpdateWebhook = Changed<Schema<'UpdateWebhook'>, Partial<Events>>;
export type Webhook = Schema<'Webhook'>;
/** The secret is shown only when it is new. */
export type WebhookWithSecret = Schema<'WebhookWithSecret'>;
export type UpdatedWebhook = Schema<'UpdatedWebhook'>;
export type Delivery = Schema<'Delivery'>;
export type DeliveryWithAttempts = Schema<'DeliveryWithAttempts'>;
export type DeliveryFilters = QueryOf<'/api/v1/deliveries'>;
export type RedeliverFailed = Schema<'RedeliverFailed'>;
export type RedeliveryResult = Schema<'RedeliveryResult'>;
export type EventFilters = QueryOf<'/api/v1/events'>;
export type EventPage = Changed<PageOf<'/api/v1/events'>, { data: FeedEvent[] }>;
export type ChargeEventPage = Changed<PageOf<'/api/v1/charges/{id}/events'>, { data: FeedEvent[] }>;

export type Account = Schema<'Account'>;
export type UpdateAccount = Schema<'UpdateAccount'>;
export type Overview = Schema<'Overview'>;
export type OverviewQuery = QueryOf<'/api/v1/overview'>;
export type AuditEntry = Schema<'AuditEntry'>;
export type AuditFilters = QueryOf<'/api/v1/audit-log'>;
export type Mail = Schema<'Mail'>;
export type MailFilters = QueryOf<'/api/v1/mails'>;
export type FirstSteps = Schema<'FirstSteps'>;
export type Notification = Schema<'Notification'>;
export type UnreadNotifications = Schema<'UnreadNotifications'>;
export type NotificationSettings = Schema<'NotificationSettings'>;
export type ChangeNotificationSettings = Schema<'ChangeNotificationSettings'>;
export type OperatorMail = Schema<'OperatorMail'>;
export type LoggedRequest = Schema<'LoggedRequest'>;
export type RequestFilters = QueryOf<'/api/v1/requests'>;
export type ApiKey = Schema<'ApiKey'>;
export type CreateApiKey = Schema<'CreateApiKey'>;
export type CreatedApiKey = Schema<'CreatedApiKey'>;
export type ChangeApiKey = Schema<'ChangeApiKey'>;
export type TeamRole = Schema<'TeamRole'>;
export type TeamMember = Schema<'TeamMember'>;
export type TeamInvitation = Schema<'TeamInvitation'>;
export type InviteMember = Schema<'InviteMember'>;
export type AcceptInvitation = Schema<'AcceptInvitation'>;
export type CheckedInvitation = Schema<'CheckedInvitation'>;
export type SignIn = Schema<'SignIn'>;
export type Credentials = Schema<'Credentials'>;
export type Registration = Schema<'Registration'>;
export type ResetPassword = Schema<'ResetPassword'>;
export type CheckLink = Schema<'CheckLink'>;
export type CheckedLink = Schema<'CheckedLink'>;
export type ChangePassword = Schema<'ChangePassword'>;
export type ConfirmIdentity = Schema<'ConfirmIdentity'>;
export type IdentityConfirmation = Schema<'IdentityConfirmation'>;
export type TwoFactorProposal = Schema<'TwoFactorProposal'>;
export type TwoFactorConfirmation = Schema<'TwoFactorConfirmation'>;
export type DisableTwoFactor = Schema<'DisableTwoFactor'>;
export type Session = Schema<'Session'>;
export type CurrentSession = Schema<'CurrentSession'>;
export type PageFilters = { limit?: number; offset?: number; cursor?: string };
/** The answer of an operation that has nothing to show. */
export type Done = Schema<'Done'>;
/** The gateway's answer to a removal, or that a retry found nothing to remove: see `NotFoundOnRetry`. */
export type Removed = Done | NotFoundOnRetry;

export type SandboxPayment = Schema<'SandboxPayment'>;
export type Branding = Schema<'Branding'>;
export type ChangeBranding = Schema<'ChangeBranding'>;
export type File = Schema<'File'>;
export type UploadQuery = { purpose: File['purpose']; name?: string };

export type SandboxDispute = Schema<'SandboxDispute'>;
export type Clock = Schema<'Clock'>;
export type SandboxMail = Schema<'SandboxMail'>;
export type WholeSandboxMail = Schema<'WholeSandboxMail'>;
export type TestCard = Schema<'TestCard'>;

export type SellerAccount = Schema<'SellerAccount'>;
export type SellerAccountDetails = Schema<'SellerAccountDetails'>;
export type SellerFilters = QueryOf<'/api/v1/admin/accounts'>;
export type ApproveAccount = Schema<'ApproveAccount'>;
export type UpdateFeePlan = Schema<'UpdateFeePlan'>;
export type UpdateRateLimits = Schema<'UpdateRateLimits'>;
export type SellerWithdrawal = Schema<'SellerWithdrawal'>;
export type SellerDispute = Schema<'SellerDispute'>;
export type CloseDispute = Schema<'CloseDispute'>;
export type Reason = Schema<'Reason'>;
export type PaymentProof = Schema<'PaymentProof'>;
export type DeliveryQueue = Schema<'DeliveryQueue'>;
export type Providers = Schema<'Providers'>;
export type LedgerAudit = Schema<'LedgerAudit'>;
export type LedgerTotals = Schema<'LedgerTotals'>;
export type Operator = Schema<'Operator'>;
export type CreateOperator = Schema<'CreateOperator'>;
export type OperatorSearchResult = Schema<'OperatorSearchResult'>;
export type OpenForOperator = Schema<'OpenForOperator'>;
export type OpenedCharge = Schema<'OpenedCharge'>;
export type OpenedCustomer = Schema<'OpenedCustomer'>;
export type NamedFeePlan = Schema<'NamedFeePlan'>;
export type ListedFeePlan = Schema<'ListedFeePlan'>;
export type CreateFeePlan = Schema<'CreateFeePlan'>;
export type ChangeFeePlan = Schema<'ChangeFeePlan'>;
export type ExportPerson = Schema<'ExportPerson'>;
export type ErasePerson = Schema<'ErasePerson'>;
export type PersonData = Schema<'PersonData'>;
export type PersonErasure = Schema<'PersonErasure'>;
export type Job = Schema<'Job'>;
export type JobFilters = QueryOf<'/api/v1/admin/jobs'>;
export type OperatorAuditFilters = QueryOf<'/api/v1/admin/audit-log'>;
