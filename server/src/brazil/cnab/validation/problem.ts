/** What a rule found, where: lines and positions count from 1. */
export type Problem = {
  readonly rule: Rule;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly message: string;
};

export const RULES = [
  'line end',
  'length',
  'characters',
  'order',
  'bank',
  'lot',
  'sequence',
  'content',
  'movement',
  'document',
  'payer',
  'due date',
  'amount',
  'interest',
  'discount',
  'fine',
  'our number',
  'twice',
  'count',
  'sum',
] as const;
export type Rule = (typeof RULES)[number];

export type Report = (rule: Rule, line: number, from: number, to: number, message: string) => void;

/** A record as it stands in the file. */
export type Line = { readonly number: number; readonly text: string };

/** Positions as the tables give them. */
export function cut({ text }: Line, from: number, to = from): string {
  return text.slice(from - 1, to);
}
