import type { Cents } from '../../kit/money.ts';
import type { CivilDate } from '../calendar.ts';
import type { BankProfile } from './bank.ts';
import { MOVEMENTS, type ReturnEvent, UNKNOWN_MOVEMENT } from './codes/movements.ts';
import { type Reason, readReasons } from './codes/reasons.ts';
import {
  centsOf,
  centsOrZeroOf,
  contentOf,
  type Decoded,
  dateOf,
  digitsOf,
  documentOf,
  fail,
  nameOf,
  textOf,
} from './decode.ts';
import { type ReadOurNumber, readOurNumber } from './our-number.ts';

/** What a bank reports about one title: a segment T and its U. Facts, not decisions. */
export type Occurrence = {
  /** Of its T in the file. */
  readonly line: number;
  readonly movement: string;
  readonly event: ReturnEvent;
  readonly text: { readonly pt: string; readonly en: string };
  readonly reasons: readonly Reason[];
  readonly ourNumber: ReadOurNumber;
  readonly documentNumber: string;
  /** What segment P carried as our own id. */
  readonly reference: string;
  readonly walletKind: string;
  readonly dueDate: CivilDate | null;
  readonly amountCents: Cents;
  /** What the payer paid, and what of it the bank credits. */
  readonly paidCents: Cents;
  readonly creditedCents: Cents;
  readonly feeCents: Cents;
  /** Fine and interest together: a bank does not tell them apart. */
  readonly chargesCents: Cents;
  readonly discountCents: Cents;
  readonly rebateCents: Cents;
  readonly iofCents: Cents;
  readonly otherExpensesCents: Cents;
  readonly otherCreditsCents: Cents;
  readonly occurredOn: CivilDate | null;
  /** Null where nothing is credited, or the bank does not say when. */
  readonly creditedOn: CivilDate | null;
  /** COMPE of the bank where it was paid; zeros or nothing where it does not say. */
  readonly collectedBy: string;
  /** Empty where the bank does not say. */
  readonly payer: { readonly name: string; readonly document: string };
};

export function occurrenceOf(bank: BankProfile, t: Decoded, u: Decoded): Occurrence {
  const movement = digitsOf(t, 'movement');
  if (textOf(u, 'movement') !== movement) throw fail(u, 'movement', `is not ${movement} as in its T`);
  const { event, reasons, pt, en } =
    bank.returns.movements[movement] ?? MOVEMENTS[movement] ?? UNKNOWN_MOVEMENT;
  const occurredOn = dateOf(u, 'occurredOn');
  const isPayment = event === 'paid' || event === 'paid_unregistered';
  if (isPayment && occurredOn === null) throw fail(u, 'occurredOn', 'a payment has a date');
  return {
    line: t.number,
    movement,
    event,
    text: { pt, en },
    reasons: readReasons(contentOf(t, 'reasons'), bank.returns.reasons === 'own' ? null : reasons),
    ourNumber: readOurNumber(bank, contentOf(t, 'ourNumber')),
    documentNumber: textOf(t, 'documentNumber'),
    reference: nameOf(t, 'reference'),
    walletKind: textOf(t, 'walletKind'),
    dueDate: dateOf(t, 'dueDate'),
    amountCents: centsOf(t, 'amount'),
    paidCents: centsOf(u, 'paid'),
    creditedCents: centsOf(u, 'net'),
    feeCents: centsOrZeroOf(t, 'fee'),
    chargesCents: centsOf(u, 'charges'),
    discountCents: centsOf(u, 'discountGiven'),
    rebateCents: centsOf(u, 'rebateGiven'),
    iofCents: centsOf(u, 'iofPaid'),
    otherExpensesCents: centsOrZeroOf(u, 'otherExpenses'),
    otherCreditsCents: centsOrZeroOf(u, 'otherCredits'),
    occurredOn,
    creditedOn: dateOf(u, 'creditedOn'),
    collectedBy: textOf(t, 'collectingBank'),
    payer: { name: nameOf(t, 'payerName'), document: documentOf(t, 'payerType', 'payerDocument') },
  };
}
