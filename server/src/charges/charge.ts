import type { CivilDate } from '../brazil/calendar.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { Charge } from './columns.ts';

export type { Charge } from './columns.ts';

export const BILLING_TYPES = ['PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED'] as const;
export type BillingType = (typeof BILLING_TYPES)[number];

export const STATUSES = ['PENDING', 'RECEIVED', 'REFUSED', 'REFUNDED', 'CANCELLED', 'OVERDUE'] as const;
export type Status = (typeof STATUSES)[number];

/** By the seller, by its expiry, a boleto that was written off, or one that its bank refused or cancelled. */
export const CANCEL_CAUSES = ['cancelled', 'expired', 'written_off', 'ended_by_bank'] as const;
export type CancelCause = (typeof CANCEL_CAUSES)[number];

/** The fee plan at the creation of the charge. Later changes of the account's plan do not affect it. */
export type FeePlan = {
  feeBasisPoints: number;
  feeFixedCents: Cents;
  reserveBasisPoints: number;
  reserveDays: number;
};

/** The payer. A stored charge keeps all but the name sealed: `openContact` opens them (decision 0029). */
export type ChargeCustomer = {
  name: string;
  email: string | null;
  cpf_cnpj: string | null;
  phone: string | null;
  /** As text (`brazil/address.ts`); absent or null: not known. */
  address?: string | null | undefined;
};

export type BoletoTerms = {
  dueDate: CivilDate;
  fineBasisPoints: number;
  interestMonthlyBasisPoints: number;
  discount: { basisPoints?: number; amountCents?: string; until: CivilDate } | null;
  cancelAfterDays: number;
};
/** `barcode` and `digitableLine`: empty until the bank has registered it. */
export type Boleto = BoletoTerms & {
  barcode: string;
  digitableLine: string;
  ourNumber: string;
  /** Absent: it was issued here, at once and without a bank. */
  bank?: BoletoBank;
  /** Asked of the bank: the boleto keeps its due date until the bank has accepted another. */
  dueDateChange?: DueDateChange | null;
  /** Those that it had before, oldest first. */
  earlierDueDates?: EarlierDueDate[];
  /** If the payer chose the boleto: how long a PIX code without the boleto is valid. */
  pixLifeMs?: number;
};

export const DUE_DATE_CHANGE_STATUSES = ['pending', 'refused'] as const;

export type DueDateChange = {
  dueDate: CivilDate;
  state: (typeof DUE_DATE_CHANGE_STATUSES)[number];
  /** Why it was refused, in the bank's words. */
  reason: string | null;
  askedAt: string;
};

/** `until`: the last day on which a payer may have been asked for what was owed by it. */
export type EarlierDueDate = { dueDate: CivilDate; until: CivilDate };

export const BOLETO_STATUSES = ['registering', 'registered', 'refused'] as const;

export type BoletoBank = {
  /** The only provider that may have it: once it was asked, no other is. */
  provider: string;
  state: (typeof BOLETO_STATUSES)[number];
  /** Why it was refused or cancelled, in the bank's words. */
  reason: string | null;
  /** The bank's own id; null: it has not said it. */
  reference: string | null;
  /** The bank gives the boleto its PIX code, so that it is one object, paid once by either. */
  givesPix: boolean;
  /** Of that code; null: there is none yet. */
  pixTxid: string | null;
};

export type PaidCard = { brand: string; lastFour: string };

/** The amount of a paid charge that can still be refunded. */
export function refundable(charge: Charge): Cents {
  return cents(
    (charge.paidCents ?? 0n) - charge.refundedCents - charge.refundingCents - charge.disputedCents,
  );
}
