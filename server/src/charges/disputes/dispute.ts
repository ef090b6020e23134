import type { FileType } from '../../files/purposes.ts';
import type { Cents } from '../../kit/money.ts';

/** The money's: held while open, given back when won, gone when lost. */
export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** As the file was when it was sent: it does not change. */
export type AnswerDocument = { id: string; name: string | null; content_type: FileType; size: number };

export type Dispute = {
  accountId: string;
  id: string;
  chargeId: string;
  kind: 'chargeback' | 'med';
  amountCents: Cents;
  status: DisputeStatus;
  reason: string | null;
  /** The provider that holds the money decides; null: operators do. */
  provider: string | null;
  /** The last moment at which the seller may answer. */
  answerBy: Date;
  /** What the seller wrote, once. */
  answer: string | null;
  /** The files sent with it; null: no answer. */
  answerDocuments: readonly AnswerDocument[] | null;
  answeredAt: Date | null;
  /** The user; null: a key. */
  answeredBy: string | null;
  /** The seller gave the money up. */
  acceptedAt: Date | null;
  createdAt: Date;
  closedAt: Date | null;
};
