import type { Cents } from '../kit/money.ts';

/** The facts about a seller that every charge needs. */
export type AccountFacts = {
  id: string;
  name: string;
  document: string;
  /** The name that payers see. */
  pageName: string;
  pageColor: string | null;
  /** As text (`brazil/address.ts`). */
  address: string | null;
  /** How payers reach the seller, as far as it has said. */
  contactEmail: string | null;
  contactPhone: string | null;
  contactWhatsapp: string | null;
  logoFileId: string | null;
  /** The seller's own words on the payment page and on the receipt. */
  checkoutMessage: string | null;
  receiptMessage: string | null;
  status: 'active' | 'pending' | 'blocked';
  feeBasisPoints: number;
  feeFixedCents: Cents;
  reserveBasisPoints: number;
  reserveDays: number;
  /** When it gets what is paid by card. */
  cardSettlement: 'instant' | 'installments' | 'd1';
  /** What it pays per month for getting it sooner; null: it can not. */
  anticipationBasisPoints: number | null;
  /** Its own order of PIX providers; null: the installation's. */
  pixProviders: string[] | null;
  /** The same for boletos. */
  boletoProviders: string[] | null;
  /** Its own verified domain, where payers reach its pages. */
  domain: string | null;
};
