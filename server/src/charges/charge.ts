import type { CivilDate } from '../brazil/calendar.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { Charge } from './columns.ts';

export type { Charge } from './columns.ts';

export const BILLING_TYPES = ['PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED'] as const;
export type BillingType = (typeof BILLING_TYPES)[number];

export const STATUSES = ['PENDING', 'RECEIVED', 'REFUSED', 'REFUNDED', 'CANCELLED', 'OVERDUE'] as const;
export type Status = (typeof STATUSES)[number];

/** The fee plan a charge was created under. Later changes of the account's plan do not touch it. */
export type FeePlan = {
  feeBasisPoints: number;
  feeFixedCents: Cents;
  reserveBasisPoints: number;
  reserveDays: number;
};

/** The payer. A stored charge keeps e-mail, document and telephone sealed: `openContact` opens them (decision 0033). */
export type ChargeCustomer = {
  name: string;
  email: string | null;
  cpf_cnpj: string | null;
  phone: string | null;
};

export type BoletoTerms = {
  dueDate: CivilDate;
  fineBasisPoints: number;
  interestMonthlyBasisPoints: number;
  discount: { basisPoints?: number; amountCents?: string; until: CivilDate } | null;
  cancelAfterDays: number;
};
export type Boleto = BoletoTerms & {
  barcode: string;
  digitableLine: string;
  ourNumber: string;
  /** Where the payer chose it: how long a PIX code without the boleto lives. */
  pixLifeMs?: number;
};

export type PaidCard = { brand: string; lastFour: string };

/** What of a paid charge may still go back to the payer. */
export function refundable(charge: Charge): Cents {
  return cents(
    (charge.paidCents ?? 0n) - charge.refundedCents - charge.refundingCents - charge.disputedCents,
  );
}
