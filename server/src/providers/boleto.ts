import type { Address } from '../brazil/address.ts';
import type { CivilDate } from '../brazil/calendar.ts';
import type { Cents } from '../kit/money.ts';
import type { Answer, DueTerms, ProviderNotice, Refunder, Watched } from './provider.ts';

/** Registers boletos at a bank. One with a PIX code of its bank is one object there, paid once by either. */
export type BoletoProvider = {
  readonly name: string;
  /** The bank registers no boleto without the payer's address. */
  readonly needsAddress: boolean;
  /** True: the boleto carries a PIX code of its bank. False: the charge gets one from a PIX provider. */
  readonly givesPix: boolean;
  /**
   * Repeating it for a reference registers nothing a second time: a bank without idempotency is asked for the reference
   * before it is sent again.
   */
  registerBoleto(request: BoletoRequest): Promise<Answer<{ boleto: BoletoAtBank }>>;
  /** What this bank always refuses, so that it need not be asked. Absent: it takes what the gateway takes. */
  readonly limits?: BoletoLimits;
  /** Null: no bank gives a boleto back, so that a refund is a PIX to the payer. */
  readonly refunder: Refunder | null;
  /** Null when boletos are issued here, at once and without a network. */
  readonly remote: RemoteBoleto | null;
};

export type BoletoLimits = {
  /** Why it would refuse a boleto now; null: for nothing that is known here. */
  obstacleTo(terms: DueTerms, amountCents: Cents, now: Date): BoletoObstacle | null;
  /** Why it would refuse another due date for a boleto with these terms. */
  obstacleToDueDate(terms: DueTerms, dueDate: CivilDate, now: Date): string | null;
};

/** `field`: of the request that creates a charge. */
export type BoletoObstacle = { field: string; reason: string };

export type RemoteBoleto = {
  /** The boleto at the bank; null when it has none of this name. */
  findBoleto(name: BoletoName): Promise<Answer<{ boleto: BoletoAtBank | null }>>;
  /** It cannot be paid afterwards. Also ok for one that is paid, cancelled or unknown. */
  cancelBoleto(name: BoletoName): Promise<Answer<unknown>>;
  /** Repeating it changes nothing more. `isPending`: the bank has taken the request, and answers later. */
  changeDueDate(name: BoletoName, dueDate: CivilDate): Promise<Answer<{ isPending?: true }>>;
  /** One page of what was paid in a period of civil days; `nextPage` null: the last page. */
  paidBoletos(period: PaidPeriod): Promise<Answer<{ payments: BoletoPayment[]; nextPage: number | null }>>;
  /** The boletos that a notice names: each is only a hint to read the boleto. Null: not a valid notice. */
  readNotice(notice: ProviderNotice): Promise<BoletoHint[] | null>;
} & Watched;

/** `bankReference`: the bank's own id of the boleto; null: it is not known yet. */
export type BoletoName = {
  reference: string;
  ourNumber: string;
  bankReference: string | null;
  dueDate: CivilDate;
  createdAt: Date;
};
export type BoletoHint = { reference: string } | { bankReference: string };
export type PaidPeriod = { from: CivilDate; until: CivilDate; page: number };

export type BoletoRequest = {
  /** Our id of the charge. */
  reference: string;
  ourNumber: string;
  amountCents: Cents;
  merchantName: string;
  description: string | null;
  payer: BoletoPayer;
  terms: DueTerms;
  createdAt: Date;
};
export type BoletoPayer = {
  name: string;
  document: string;
  email: string | null;
  phone: string | null;
  address: Address | null;
};

/** `registering`: the bank has it and has not said yes or no. */
export type BoletoAtBank = {
  state: 'registering' | 'open' | 'paid' | 'cancelled' | 'refused';
  /** Of `refused` and `cancelled`: why, in the bank's words. */
  reason: string | null;
  /** The bank's id; null: it gives none. */
  bankReference: string | null;
  /** Null while a bank that numbers boletos itself has not registered it. */
  means: BoletoMeans | null;
  /** On which it is due there; absent or null: the bank does not say it. */
  dueDate?: CivilDate | null;
  /** The last change of that day that the bank was asked for, if it has refused it. */
  refusedDueDate?: RefusedDueDate | null;
  /** The first is the payment; others are to be returned. */
  payments: BoletoPayment[];
};

export type RefusedDueDate = { dueDate: CivilDate; reason: string; at: Date };

export type BoletoMeans = {
  barcode: string;
  digitableLine: string;
  ourNumber: string;
  /** The PIX code of the same boleto at the same bank; null: none. */
  pix: { txid: string; copyPaste: string } | null;
};

export type BoletoPayment = {
  /** Unique per payment, and the same however the bank reports it. */
  paymentReference: string;
  /** Our reference; null: the bank tells only its own. */
  reference: string | null;
  bankReference: string | null;
  ourNumber: string | null;
  by: 'boleto' | 'pix';
  amountCents: Cents;
  /** What the bank keeps for it; null: not stated. */
  bankFeeCents: Cents | null;
  paidAt: Date;
};
