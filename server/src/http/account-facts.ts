import type { Cents } from '../kit/money.ts';

/** What other slices need to know about a seller on every charge. */
export type AccountFacts = {
  id: string;
  name: string;
  /** What payers see. */
  pageName: string;
  pageColor: string | null;
  status: 'active' | 'pending' | 'blocked';
  feeBasisPoints: number;
  feeFixedCents: Cents;
  reserveBasisPoints: number;
  reserveDays: number;
  /** Its own order of PIX providers; null: the installation's. */
  pixProviders: string[] | null;
};
