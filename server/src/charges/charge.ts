import type { CivilDate } from '../brazil/calendar.ts';
import type { SplitItem } from '../catalog/split-rules.ts';
import { type Cents, cents } from '../kit/money.ts';

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

export type Charge = FeePlan & {
  accountId: string;
  id: string;
  number: bigint;
  billingType: BillingType;
  /** Created as UNDEFINED: the payer picks the method and may change it until paid. */
  payerChooses: boolean;
  status: Status;
  valueCents: Cents;
  platformFeeCents: Cents;
  netValueCents: Cents;
  /** Held at payment, and what is still held of it. */
  reserveCents: Cents;
  reserveHeldCents: Cents;
  /** What the payer really paid: the value, less a discount, plus fine and interest. */
  paidCents: Cents | null;
  refundedCents: Cents;
  disputedCents: Cents;
  /** Asked for and not yet confirmed by whoever gives it back: held until then. */
  refundingCents: Cents;
  /** How many payments arrived for this charge and were sent back. */
  returnedCount: number;
  installments: number | null;
  maxInstallments: number;
  description: string | null;
  externalReference: string | null;
  postbackUrl: string | null;
  successUrl: string | null;
  metadata: Record<string, string> | null;
  customerId: string | null;
  customer: ChargeCustomer | null;
  productId: string | null;
  paymentLinkId: string | null;
  split: SplitItem[];
  token: string;
  /** Who issued the PIX code; null: nobody yet, or the sandbox before there were others. */
  pixProvider: string | null;
  pixTxid: string | null;
  pixCopyPaste: string | null;
  pixExpiresAt: Date | null;
  pixQrPng: Buffer | null;
  boleto: Boleto | null;
  card: PaidCard | null;
  /** Who received the payment, and under which name. */
  paymentProvider: string | null;
  paymentReference: string | null;
  paidAt: Date | null;
  /** The next moment at which time alone changes this charge: expiry, overdue, write-off, reserve release. */
  dueAt: Date | null;
  eventSequence: number;
  createdAt: Date;
};

/** What of a paid charge may still go back to the payer. */
export function refundable(charge: Charge): Cents {
  return cents(
    (charge.paidCents ?? 0n) - charge.refundedCents - charge.refundingCents - charge.disputedCents,
  );
}
