import type { Cents } from '../kit/money.ts';

/**
 * The chart of accounts, the same for every seller. The buckets of a seller always add up to zero; `external` is the
 * outside world (negative: money that came in and has not left); `receivable` is what acquirers still owe.
 */
export const BUCKETS = [
  'available',
  'receivable',
  'reserved',
  'refunds',
  'withdrawals',
  'disputes',
  'fees',
  'transfers',
  'external',
] as const;
export type Bucket = (typeof BUCKETS)[number];

export const CATEGORIES = [
  'sale',
  'fee',
  'split_sent',
  'split_received',
  'reserve_hold',
  'reserve_release',
  'receivable_settled',
  'receivable_used',
  'receivable_anticipated',
  'anticipation_fee',
  'refund',
  'withdrawal',
  'withdrawal_reversal',
  'chargeback',
  'adjustment',
] as const;
export type Category = (typeof CATEGORIES)[number];

export type Posting = {
  accountId: string;
  from: Bucket;
  to: Bucket;
  amountCents: Cents;
  category: Category;
};

/** One business fact. Its name is unique per account, so it cannot be posted twice. */
export type Entry = {
  fact: string;
  chargeId?: string;
  withdrawalId?: string;
  occurredAt: Date;
  postings: Posting[];
  /** Accounts whose available balance must not be below zero once this is posted. */
  mustCover?: string[];
  /** What is not available there may be covered by what acquirers still owe the account. */
  mayNet?: true;
};

/** Money from one seller to another: each seller's buckets still add up to zero, and so do both `transfers` together. */
export function transfer(
  fromAccountId: string,
  toAccountId: string,
  amountCents: Cents,
  bucket: 'available' | 'receivable' = 'available',
): Posting[] {
  return [
    { accountId: fromAccountId, from: bucket, to: 'transfers', amountCents, category: 'split_sent' },
    { accountId: toAccountId, from: 'transfers', to: bucket, amountCents, category: 'split_received' },
  ];
}

export type LineType = 'credit' | 'debit';

/** Only what touches `available` is a line of the seller's statement. */
export function lineTypeOf(posting: Posting): LineType | null {
  if (posting.to === 'available') return 'credit';
  return posting.from === 'available' ? 'debit' : null;
}
