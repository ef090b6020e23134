import { Type } from 'typebox';
import { accountShape, presentAccount } from '../accounts/shapes.ts';
import type { BalanceRow } from '../balance/balance.ts';
import { balanceShape, presentBalance, presentWithdrawal, withdrawalShape } from '../balance/shapes.ts';
import { WITHDRAWAL_STATUSES } from '../balance/withdrawals.ts';
import { disputeShape, disputeStatus, presentDispute } from '../charges/disputes/shapes.ts';
import { cardTermsShape, presentCardTerms } from '../charges/receivables/shapes.ts';
import { filledText, instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';
import { percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import { ACCOUNT_STATUSES, MAX_SEARCH_LENGTH, type ManagedAccount } from './accounts.ts';
import type { OwnedDispute } from './disputes.ts';
import type { Terms } from './fee-plans.ts';
import type { Totals } from './totals.ts';
import type { OwnedWithdrawal } from './withdrawals.ts';

const MAX_REQUESTS_PER_MINUTE = 1_000_000;
export const MAX_RESERVE_DAYS = 3_650;

const page = { ...pageQuery, ...cursorQuery };

const limitShape = nullable(
  Type.Integer({
    minimum: 0,
    maximum: MAX_REQUESTS_PER_MINUTE,
    description: "Requests per minute; 0: no limit; null: the gateway's own",
  }),
);

export const feePlanShape = namedObject('FeePlan', {
  percent: Type.Number(),
  fixed: Type.Number({ description: 'Reais' }),
  reserve_percent: Type.Number(),
  reserve_days: Type.Integer(),
  ...cardTermsShape,
});

const limitsShape = namedObject('RateLimits', {
  general: limitShape,
  charges: limitShape,
  webhooks: limitShape,
});

export const EXPECTED = { description: 'The values you saw; refused if any has changed since' };

export const managedAccountShape = namedObject('SellerAccount', {
  ...accountShape.properties,
  status_reason: nullable(Type.String({ description: 'Why the account was blocked' })),
  fee_plan: feePlanShape,
  named_fee_plan: nullable(
    namedObject('AccountFeePlan', {
      id: Type.String(),
      name: Type.String(),
      has_own_fees: Type.Boolean({ description: 'The account has terms of its own instead' }),
    }),
  ),
  limits: limitsShape,
  pix_providers: nullable(
    Type.Array(Type.String(), { description: "Its own order of PIX providers; null: the gateway's" }),
  ),
  boleto_providers: nullable(
    Type.Array(Type.String(), { description: "Its own order of boleto providers; null: the gateway's" }),
  ),
});

export function presentManagedAccount(row: ManagedAccount) {
  return {
    ...presentAccount(row),
    status_reason: row.status_reason,
    fee_plan: presentTerms(row),
    named_fee_plan: presentNamed(row),
    limits: presentLimits(row),
    pix_providers: row.pix_providers,
    boleto_providers: row.boleto_providers,
  };
}

function presentNamed({ fee_plan_id: id, fee_plan_name: name, has_own_fees }: ManagedAccount) {
  return id === null || name === null ? null : { id, name, has_own_fees };
}

/** With the plan, as the log shows a change. */
export function presentFeePlan(row: ManagedAccount) {
  const { fee_plan_name: plan, has_own_fees } = row;
  return { ...presentTerms(row), ...(plan !== null && { fee_plan: plan, has_own_fees }) };
}

export function presentTerms(row: Terms) {
  return {
    percent: percentFromBasisPoints(row.fee_basis_points),
    fixed: reaisFromCents(row.fee_fixed_cents),
    reserve_percent: percentFromBasisPoints(row.reserve_basis_points),
    reserve_days: row.reserve_days,
    ...presentCardTerms({
      cardSettlement: row.card_settlement,
      anticipationBasisPoints: row.anticipation_basis_points,
    }),
  };
}

export function presentLimits(row: ManagedAccount) {
  return { general: row.rate_general, charges: row.rate_charges, webhooks: row.rate_webhooks };
}

export const wholeAccountShape = namedObject('SellerAccountDetails', {
  ...managedAccountShape.properties,
  balance: Type.Pick(balanceShape, ['available', 'receivable', 'reserved', 'total'], {
    title: 'BalanceSummary',
  }),
  charges_count: Type.Integer(),
});

export function presentWholeAccount(row: ManagedAccount, balance: BalanceRow, chargesCount: bigint) {
  const { available, receivable, reserved, total } = presentBalance(balance);
  return {
    ...presentManagedAccount(row),
    balance: { available, receivable, reserved, total },
    charges_count: Number(chargesCount),
  };
}

export const accountQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SEARCH_LENGTH,
      pattern: '\\S',
      description: 'Prefix of the name, e-mail or document, or a complete id',
    }),
  ),
  status: Type.Optional(namedEnum('AccountStatus', ACCOUNT_STATUSES)),
  ...page,
});

export const approveAccountBody = Type.Optional(
  nullable(
    namedObject('ApproveAccount', {
      identity_verified: Type.Optional(
        Type.Boolean({ description: 'On live rails only the review of documents sets it' }),
      ),
      reason: Type.Optional(
        Type.Union([filledText(500), Type.Null()], {
          description: 'Needed on live rails while the identity is not verified; for operators only',
        }),
      ),
    }),
  ),
);

export const approveWithdrawalBody = Type.Optional(
  nullable(
    namedObject('ApproveWithdrawal', {
      approvals_seen: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Number of approvals you saw; refused if it has changed since',
        }),
      ),
    }),
  ),
);

export const reasonBody = namedObject('Reason', { reason: filledText(500) });

/** The seller is shown the reason. */
export const rejectBody = namedObject('Rejection', {
  reason: filledText(500),
  not_paid: Type.Optional(
    Type.Boolean({
      description:
        'Of a payout that was sent, and whose outcome the bank does not say: its statement shows that it was not paid',
    }),
  ),
});

/** Proof of the payment: the end-to-end id that the bank shows. */
export const paidBody = namedObject('PaymentProof', { reference: filledText(100) });

const providerOrder = nullable(
  Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    description: "In order of preference; null: the gateway's order",
  }),
);
export const pixProvidersBody = namedObject('UpdatePixProviders', { pix_providers: providerOrder });
export const boletoProvidersBody = namedObject('UpdateBoletoProviders', { boleto_providers: providerOrder });

export const feePlanBody = namedObject('UpdateFeePlan', {
  percent: Type.Number({ description: '0 to 100, at most two decimals' }),
  fixed: Type.Number({ description: 'Reais per charge' }),
  reserve_percent: Type.Optional(Type.Number({ description: 'Absent: unchanged' })),
  reserve_days: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_RESERVE_DAYS, description: 'Absent: unchanged' }),
  ),
  card_settlement: Type.Optional(cardTermsShape.card_settlement),
  anticipation_percent: Type.Optional(cardTermsShape.anticipation_percent),
  expected: Type.Optional(Type.Partial(feePlanShape, { ...EXPECTED, title: 'ExpectedFeePlan' })),
});

export const limitsBody = namedObject('UpdateRateLimits', {
  general: Type.Optional(limitShape),
  charges: Type.Optional(limitShape),
  webhooks: Type.Optional(limitShape),
  expected: Type.Optional(Type.Partial(limitsShape, { ...EXPECTED, title: 'ExpectedRateLimits' })),
});

const owner = { account_id: Type.String(), account_name: Type.String() };

export const ownedWithdrawalShape = namedObject('SellerWithdrawal', {
  ...withdrawalShape.properties,
  ...owner,
  approvals: Type.Array(
    namedObject('WithdrawalApproval', { operator_email: Type.String(), at: instantShape }),
  ),
  approvals_needed: Type.Integer({ description: 'How many different operators must approve: 1 or 2' }),
  to_pay_since: nullable(
    Type.String({
      format: 'date-time',
      description: 'Since when it is approved and waits for a payment by hand; null if it does not',
    }),
  ),
  payment_reference: nullable(Type.String({ description: 'Reference of a payment made by hand' })),
  provider: nullable(Type.String({ description: 'The payout provider that pays it' })),
  bank_reference: nullable(Type.String({ description: "The bank's own id of the payout" })),
  receiver_document: nullable(
    Type.String({ description: 'Of whom the bank says it paid, masked; null: it does not say' }),
  ),
  receiver_is_other: Type.Boolean({ description: 'It is not the document of the account' }),
});

export function presentOwnedWithdrawal(row: OwnedWithdrawal, approvalsNeeded: number) {
  return {
    ...presentWithdrawal(row),
    account_id: row.account_id,
    account_name: row.account_name,
    approvals: row.approvals.map(({ operator_email, at }) => ({
      operator_email,
      at: new Date(at).toISOString(),
    })),
    approvals_needed: approvalsNeeded,
    to_pay_since: row.status === 'pending' ? (row.to_pay_since?.toISOString() ?? null) : null,
    payment_reference: row.payment_reference,
    provider: row.provider,
    bank_reference: row.bank_reference,
    receiver_document: row.receiver_document,
    receiver_is_other: row.receiver_is_other,
  };
}

export const withdrawalQuery = Type.Object({
  status: Type.Optional(namedEnum('WithdrawalStatus', WITHDRAWAL_STATUSES, { default: 'pending' })),
  ...page,
});

export const ownedDisputeShape = namedObject('SellerDispute', { ...disputeShape.properties, ...owner });

export function presentOwnedDispute(dispute: OwnedDispute) {
  return {
    ...presentDispute(dispute),
    account_id: dispute.accountId,
    account_name: dispute.accountName,
  };
}

export const disputeQuery = Type.Object({
  status: Type.Optional(disputeStatus),
  ...page,
});

export const closeDisputeBody = namedObject('CloseDispute', { outcome: Type.Enum(['won', 'lost']) });

export const auditShape = namedObject('LedgerAudit', {
  object: Type.Literal('ledger_audit'),
  ok: Type.Boolean(),
  differences: Type.Array(
    namedObject('LedgerDifference', {
      check: Type.String({ description: 'The rule that does not hold' }),
      account_id: Type.String(),
      subject: Type.String({ description: 'The balance, charge or posting it does not hold for' }),
      expected: Type.String({ description: 'Cents, or a count' }),
      actual: Type.String(),
    }),
  ),
  checked_at: instantShape,
  duration_ms: Type.Integer(),
});

export const totalsShape = namedObject('LedgerTotals', {
  object: Type.Literal('ledger_totals'),
  accounts: Type.Integer(),
  owed_to_sellers: namedObject('OwedToSellers', {
    available: Type.Number(),
    reserved: Type.Number(),
    total: Type.Number(),
  }),
  available: Type.Number({ description: 'Sum of the available balances' }),
  held_in_reserve: Type.Number(),
  owed: Type.Number({ description: 'available plus held_in_reserve' }),
  fees_earned: Type.Number(),
  in_refunds: Type.Number(),
  in_withdrawals: Type.Number(),
  in_disputes: Type.Number(),
  receivable: Type.Number({
    description: 'What acquirers still owe for sellers, who are owed it too; not in `owed`',
  }),
  external: Type.Number({
    description: 'Minus the money that came in, or is to come, and has not left',
  }),
  transfers: Type.Number({ description: 'Transfers between accounts: always 0' }),
  adds_up: Type.Boolean(),
});

export function presentTotals(totals: Totals) {
  const { cents } = totals;
  return {
    object: 'ledger_totals' as const,
    accounts: Number(totals.accounts),
    owed_to_sellers: {
      available: reaisFromCents(cents.available),
      reserved: reaisFromCents(cents.reserved),
      total: reaisFromCents(totals.owedCents),
    },
    available: reaisFromCents(cents.available),
    held_in_reserve: reaisFromCents(cents.reserved),
    owed: reaisFromCents(totals.owedCents),
    fees_earned: reaisFromCents(cents.fees),
    in_refunds: reaisFromCents(cents.refunds),
    in_withdrawals: reaisFromCents(cents.withdrawals),
    in_disputes: reaisFromCents(cents.disputes),
    receivable: reaisFromCents(cents.receivable),
    external: reaisFromCents(cents.external),
    transfers: reaisFromCents(cents.transfers),
    adds_up: totals.addsUp,
  };
}
