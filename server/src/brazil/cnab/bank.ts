import type { DigitRule } from './check-digit.ts';
import type { MovementEntry } from './codes/movements.ts';
import type { Layout } from './layout.ts';

export const BANK_NAMES = [
  'bradesco',
  'itau',
  'banco-do-brasil',
  'santander',
  'caixa',
  'sicoob',
  'sicredi',
] as const;
export type BankName = (typeof BANK_NAMES)[number];

/** What a seller can ask of a bank. The code of each is in the profile; one that is not there is not taken. */
export type Instruction =
  | 'register'
  | 'write_off'
  | 'grant_rebate'
  | 'cancel_rebate'
  | 'change_due_date'
  | 'grant_discount'
  | 'cancel_discount'
  | 'protest'
  | 'change_other_data'
  | 'change_amount';

/** What a seller has agreed with its bank. Digits only, check digits apart; empty where the bank has none. */
export type Agreement = {
  readonly company: { readonly name: string; readonly document: string };
  readonly branch: string;
  readonly branchDigit: string;
  readonly account: string;
  readonly accountDigit: string;
  /** Convênio, código do beneficiário or código de transmissão, as the bank calls it. */
  readonly covenant: string;
  readonly wallet: string;
  readonly walletVariation: string;
  /** Posto, at Sicredi. */
  readonly station: string;
};

/** The parts of an agreement that a bank uses, and how many digits each may have at most. */
export type AgreementShape = Readonly<Partial<Record<AgreementPart, number>>>;
export type AgreementPart = Exclude<keyof Agreement, 'company'>;

/** A piece of the field that identifies a title: from the agreement, from the title, or the same in all of them. */
export type NumberPiece =
  | { readonly from: 'wallet' | 'covenant' | 'number' | 'digit'; readonly width: number }
  | { readonly text: string };

export type OurNumber = {
  /** How many digits the seller may choose, without the check digit. */
  readonly width: number;
  /** In segment P. Positions that are left are blank. */
  readonly written: readonly NumberPiece[];
  /** In segment T. */
  readonly read: readonly NumberPiece[];
  /** Null: this bank has no digit behind the number. */
  readonly digit: DigitRule | null;
};

/** How one bank deviates from the tables of FEBRABAN. Data only: a bank is a file in banks/ and a line in its registry. */
export type BankProfile = {
  readonly name: BankName;
  readonly title: string;
  /** COMPE. */
  readonly code: string;
  /** As the bank wants to be named in the file. */
  readonly nameInFile: string;
  readonly layouts: Layouts;
  readonly agreement: AgreementShape;
  /** Parts that must have all of their digits: zeros before would make another number of them. */
  readonly exactWidths: readonly AgreementPart[];
  readonly ourNumber: OurNumber;
  readonly instructions: Readonly<Partial<Record<Instruction, string>>>;
  readonly terms: {
    /** Whether interest is given as a monthly rate or as cents per day, which is then cut to whole cents. */
    readonly interest: 'monthly rate' | 'cents per day';
    readonly noInterestCode: string;
    readonly interestStarts: 'on the due date' | 'the day after';
    /** Cents only: a percentage is changed into the cents that it comes to. */
    readonly discount: 'cents or percent' | 'cents';
    /** The most days after which an unpaid title is written off; null where the agreement at the bank says it. */
    readonly maxWriteOffDays: number | null;
    readonly writeOffCode: string;
    readonly noWriteOffCode: string;
  };
  /** What marks a file for the bank's test environment; null where the bank has no such mark. */
  readonly marks: { readonly production: string; readonly test: string } | null;
  readonly returns: {
    /** What the trailer of a lot counts: header, details and trailer, or, at some banks, the details only. */
    readonly counts: readonly ('records' | 'details')[];
    /** Whether the sums by wallet in a trailer are those of the lot, as FEBRABAN says, or of all open titles. */
    readonly sums: 'checked' | 'not comparable';
    /** Whether the codes behind a movement are those of FEBRABAN. The texts of others are not known here. */
    readonly reasons: 'febraban' | 'own';
    /** Movements that mean something else at this bank. */
    readonly movements: Readonly<Record<string, MovementEntry>>;
  };
  readonly evidence: Evidence;
  /** What operators must know, and what has not been verified. */
  readonly notes: readonly string[];
};

export type Layouts = Readonly<
  Record<'fileHeader' | 'lotHeader' | 'P' | 'Q' | 'R' | 'lotTrailer' | 'fileTrailer' | 'T' | 'U', Layout>
>;

/** Where the data of a profile comes from. `file`: a file of this bank is read in the tests. */
export type Evidence = {
  readonly returns: 'file' | 'document';
  readonly remittances: 'document';
  readonly documents: readonly string[];
};
