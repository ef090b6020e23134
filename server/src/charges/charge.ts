import type { CivilDate } from '../brazil/calendar.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { Charge } from './columns.ts';

export type { Charge } from './columns.ts';

export const BILLING_TYPES = ['PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED'] as const;
export type BillingType = (typeof BILLING_TYPES)[number];

export const STATUSES = ['PENDING', 'RECEIVED', 'REFUSED', 'REFUNDED', 'CANCELLED', 'OVERDUE'] as const;
export type Status = (typeof STATUSES)[number];

/** By the seller, by its expiry, or a boleto that was written off. */
export const CANCEL_CAUSES = ['cancelled', 'expired', 'written_off'] as const;
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
export type Boleto = BoletoTerms & {
  barcode: string;
  digitableLine: string;
  ourNumber: string;
  /** If the payer chose the boleto: how long a PIX code without the boleto is valid. */
  pixLifeMs?: number;
};

export type PaidCard = { brand: string; lastFour: string };

/** The amount of a paid charge that can still be refunded. */
export function refundable(charge: Charge): Cents {
  return cents(
    (charge.paidCents ?? 0n) - charge.refundedCents - charge.refundingCents - charge.disputedCents,
  );
}
