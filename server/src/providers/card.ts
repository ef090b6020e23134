import type { Address } from '../brazil/address.ts';
import type { CivilDate } from '../brazil/calendar.ts';
import type { Cents } from '../kit/money.ts';
import type { Answer, ProviderNotice, Refunder, Watched } from './provider.ts';

export type CardProvider = Refunder & {
  /** How it may be given a card. By number only in the sandbox: live rails never see one. */
  readonly takes: readonly CardSource['kind'][];
  /**
   * Whether a request that is sent again with its reference is recognised. An acquirer that does not would charge twice:
   * it is asked by `findCard` instead.
   */
  readonly recognisesRepeats: boolean;
  /** Counted from the first request: for so long `not_found` may still become a payment. */
  readonly mayAppearForMs: number;
  /** Counted from the first request: for so long what is held can be captured. */
  readonly holdsForMs: number;
  /** Takes the money, or with `captures: 'later'` only holds it on the card. */
  authorise(request: CardRequest): Promise<CardAnswer>;
  /** Looks up a request whose outcome is unknown, or whose challenge was answered. */
  findCard(reference: string): Promise<FoundCard>;
  /** Takes all or a part of what is held, once; the rest is let go. The same again answers as before. */
  capture(capture: Capture): Promise<CaptureAnswer>;
  /** Lets go of what is held. Also ok for what was let go before; refused: it was captured. */
  voidAuthorisation(held: HeldAtAcquirer): Promise<Answer<unknown>>;
  /** Null: it stores no cards. */
  readonly vault: CardVault | null;
  /** Null when the sandbox plays the acquirer. */
  readonly remote: RemoteCards | null;
};

/** The functions of a real acquirer, which has its own records and may not answer. */
export type RemoteCards = {
  readonly entry: CardEntry;
  /** What it must know of the payer of a card that is not stored. Absent: nothing. */
  readonly needsOfPayer?: readonly PayerField[];
  /** Null: it tells in no way that can be asked here what it has paid; then days come from the calendar. */
  readonly settlements: CardSettlements | null;
  /** Null: its disputes are answered elsewhere. */
  readonly disputes: CardDisputes | null;
  /** The payments that a notice names: each is only a hint to look. Null: not a valid notice. */
  readNotice(notice: ProviderNotice): Promise<CardHint[] | null>;
} & Watched;

/** `reference`: ours. `about`: what has changed, where the acquirer says it. */
export type CardHint = ({ reference: string } | { providerReference: string }) & {
  about: 'payment' | 'dispute';
};

/** How the payer's page gives the card to the acquirer, so that its number never reaches our server. */
export type CardEntry = {
  /** The script of the payer's page that speaks to this acquirer. */
  readonly dialect: 'pagarme' | 'cielo';
  /** What the page must be allowed to load and to call besides our own, as origins. */
  readonly sources: { scripts: readonly string[]; connects: readonly string[]; frames: readonly string[] };
  /** The PCI DSS questionnaire that applies to a seller who uses this page. */
  readonly questionnaire: 'A' | 'A-EP';
  /** What the page's script needs for one card: a public key, or a key that works once. Nothing secret. */
  open(): Promise<Answer<{ settings: Readonly<Record<string, string>> }>>;
};

export type CardVault = {
  /** Stores a card, whose token is used up by it. Repeating it for a reference stores nothing a second time. */
  storeCard(request: StoreCard): Promise<Answer<{ card: StoredCard }>>;
  /** Also ok for one that is unknown. */
  removeCard(id: string): Promise<Answer<unknown>>;
  /** Whether its issuer accepts it, without an amount. Null: this acquirer can not ask. */
  readonly verifyCard: ((source: CardSource) => Promise<Answer<{ refusal: Refusal | null }>>) | null;
};
export type StoreCard = { reference: string; source: CardNumber | CardToken; payer: CardPayer };
export type StoredCard = { id: string; brand: string; lastFour: string; month: number; year: number };

export type CardSettlements = {
  /** One page of what becomes due or was paid in a period of civil days; `nextPage` null: the last page. */
  settlementsIn(period: {
    from: CivilDate;
    until: CivilDate;
    page: number;
  }): Promise<Answer<{ rows: SettlementRow[]; nextPage: number | null }>>;
};
/** One installment of one payment, as the acquirer pays it. */
export type SettlementRow = {
  /** Unique per row, and the same however often it is read. */
  settlementReference: string;
  /** The acquirer's reference of the payment. */
  providerReference: string;
  installment: number;
  kind: 'payment' | 'refund' | 'chargeback';
  /** As it moves for the seller: negative where money goes back. */
  grossCents: Cents;
  feeCents: Cents;
  expectedOn: CivilDate;
  /** Null: not paid yet. */
  settledOn: CivilDate | null;
};

export type CardDisputes = {
  disputesSince(
    since: Date,
    page: number,
  ): Promise<Answer<{ disputes: CardDispute[]; nextPage: number | null }>>;
  acceptDispute(reference: string): Promise<Answer<unknown>>;
  contestDispute(reference: string, defence: Defence): Promise<Answer<unknown>>;
};
export type CardDispute = {
  /** The acquirer's reference of the dispute, and of the payment that is disputed. */
  disputeReference: string;
  providerReference: string;
  amountCents: Cents;
  /** The brand's reason. */
  code: string | null;
  reason: string | null;
  openedAt: Date;
  answerBy: Date | null;
  state: 'open' | 'won' | 'lost';
};
export type Defence = { text: string; documents: readonly { name: string; type: string; content: Buffer }[] };

export type CardRequest = {
  reference: string;
  amountCents: Cents;
  installments: number;
  /** Who finances installments: the seller waits for each, or the issuer charges the payer interest. */
  installmentsBy: 'merchant' | 'issuer';
  captures: 'at once' | 'later';
  source: CardSource;
  /** What the payer's bank said before, in 3DS; null: it was not asked. */
  authentication: Authentication | null;
  /** Payer: by hand, now. Merchant: with a stored card and the payer's consent. */
  initiatedBy: 'payer' | 'merchant';
  payer: CardPayer;
  merchantName: string;
  /** Where the bank sends the payer's browser after a challenge, by GET or by POST. Says nothing: the acquirer is asked. */
  returnUrl: string;
};

export type CardSource =
  | CardNumber
  | CardToken
  | { kind: 'stored'; id: string; brand: string; lastFour: string };
export type CardNumber = {
  kind: 'number';
  number: string;
  holder: string;
  /** The holder's CPF or CNPJ; null when it was not given. */
  document: string | null;
  month: number;
  year: number;
  cvv: string;
};
/** Made by the acquirer in the payer's page, and good for one use. Brand and last digits are what the page saw. */
export type CardToken = { kind: 'token'; token: string; holder: string; brand: string; lastFour: string };

/** The outcome of 3DS, as directory server and issuer signed it. */
export type Authentication = {
  version: string;
  eci: string;
  cavv: string | null;
  xid: string | null;
  directoryServerId: string | null;
  /** The acquirer's own number of this authentication. */
  acquirerReference: string | null;
};

/** For the antifraud of the acquirer; null: not known. */
export type CardPayer = {
  name: string;
  document: string | null;
  email: string | null;
  phone: string | null;
  address: Address | null;
  ip: string | null;
  /** Of the fingerprint that the acquirer's script took of the payer's device. */
  deviceSession: string | null;
};

export type PayerField = 'document' | 'email' | 'phone' | 'address';

export const REFUSAL_REASONS = [
  'insufficient_funds',
  'invalid_data',
  'expired_card',
  'issuer_refused',
  'suspected_fraud',
  'authentication_failed',
  'not_processed',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Whether the same card may be tried again for the same purchase. Brands fine those who try a hard refusal again. */
export const RETRIES = ['now', 'later', 'never'] as const;
export type Retry = (typeof RETRIES)[number];

export type Refusal = {
  reason: RefusalReason;
  /** As issuer or acquirer sent it; null: there was none. */
  code: string | null;
  retry: Retry;
  /** What the brand says of trying again (Mastercard's merchant advice code, Visa's category); absent: nothing. */
  advice?: string;
  /** What of our request was missing or wrong, such as `payer.phone`; absent: nothing, or not said. */
  field?: string;
  /** Before this it must not be tried again; absent: not said. */
  notBefore?: Date;
};

/** Nothing was charged: the acquirer has no such request. The payer may try again at once. */
export const NOT_PROCESSED: Refusal = { reason: 'not_processed', code: null, retry: 'now' };
/** The payer did not confirm at the bank. */
export const NOT_CONFIRMED: Refusal = { reason: 'authentication_failed', code: null, retry: 'now' };

/** Our reference of the request, and the acquirer's own of what it holds. */
export type HeldAtAcquirer = { reference: string; providerReference: string };
export type Capture = HeldAtAcquirer & { amountCents: Cents };

export type CardAnswer =
  | { outcome: 'approved'; providerReference: string }
  /** Held on the card, and not captured yet. */
  | { outcome: 'authorised'; providerReference: string }
  | ({ outcome: 'refused' } & Refusal)
  | { outcome: 'challenge'; step: ChallengeStep }
  | { outcome: 'unknown' };

/** What the payer does next at the bank; `simulated`: on a page of ours, which plays the bank. */
export type ChallengeStep =
  | { kind: 'simulated' }
  | { kind: 'redirect'; url: string }
  | { kind: 'form'; url: string; fields: Readonly<Record<string, string>> };

export type FoundCard = CardAnswer | { outcome: 'not_found' };

export type CaptureAnswer =
  | { outcome: 'captured' }
  /** It can not be captured any more. */
  | ({ outcome: 'refused' } & Refusal)
  | { outcome: 'unknown' };
