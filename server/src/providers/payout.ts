import type { Cents } from '../kit/money.ts';
import type { Answer, ProviderNotice, Watched } from './provider.ts';

/** Sends money to PIX keys. One reference is one payout, however often it is sent. */
export type PayoutProvider = {
  readonly name: string;
  /** It pays only to a key of the document that the request names. */
  readonly verifiesOwner: boolean;
  payout(request: PayoutRequest): Promise<Answer<{ payout: PayoutAtBank }>>;
  /** Null when it is done by the books alone, at once. */
  readonly remote: RemotePayout | null;
  /** It pays only to these keys: test keys. Absent: to every other key. */
  onlyFor?(pixKey: string): boolean;
};

export type RemotePayout = {
  /**
   * Null: the bank has no payout of this reference. `mayExist`: it shows payouts by its own id only, so that this one may
   * be there; it can be sent again under the same reference, and a refusal of that says nothing.
   */
  findPayout(name: PayoutName): Promise<Answer<{ payout: PayoutAtBank | null; mayExist?: boolean }>>;
  /** One page of what was sent in a period; `nextPage` null: the last page. */
  sentPayouts(period: SentPeriod): Promise<Answer<{ payouts: SentPayout[]; nextPage: number | null }>>;
  /** What the bank account can pay now. */
  bankBalance(): Promise<Answer<{ availableCents: Cents }>>;
  /** The payouts that a notice names: each is only a hint to read the payout. Null: not a valid notice. */
  readNotice(notice: ProviderNotice): Promise<PayoutHint[] | null>;
} & Watched;

/** `bankReference`: the bank's own id; null: not known, or lost with its answer. */
export type PayoutName = { reference: string; bankReference: string | null };
export type PayoutHint = { reference: string } | { bankReference: string };
export type SentPeriod = { from: Date; until: Date; page: number };

export type PayoutRequest = {
  /** A UUID. */
  reference: string;
  amountCents: Cents;
  pixKey: string;
  /** The document that the owner of the key must have, checked by the bank; null: not checked. */
  ownerDocument: string | null;
  description: string | null;
};

export type PayoutAtBank = {
  /** `awaiting_approval`: a person must approve it at the bank. */
  state: 'pending' | 'awaiting_approval' | 'succeeded' | 'failed';
  /** Of `failed`: why. */
  reason: string | null;
  bankReference: string | null;
  endToEndId: string | null;
  /**
   * Only of a bank that does not check the owner before it pays: the receiver's document, hidden digits as `*`. The
   * expected one is compared by `payout-owner.ts`.
   */
  receiverDocument?: string;
  /** What came back after it succeeded. */
  returns: PayoutReturn[];
};
export type PayoutReturn = { id: string; amountCents: Cents; at: Date; reason: string | null };

/** `reference` null: it was not sent by the gateway, or the bank lists its own id only. */
export type SentPayout = PayoutAtBank & {
  reference: string | null;
  amountCents: Cents;
  sentAt: Date;
  /** What came back is an item of its own: `returns` has that one return, `sentAt` its time. */
  isReturn?: true;
};
