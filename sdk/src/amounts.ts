import { faultOf, type Reais, refusal } from './reais.ts';

/** Fields whose numbers are reais, in every schema. A test compares them with the API's description. */
export const AMOUNT_FIELDS = [
  'above_amount',
  'amount',
  'anticipated_amount',
  'authorized_value',
  'automatic_per_day',
  'automatic_up_to',
  'available',
  'balance_after',
  'bank_balance',
  'booked',
  'booked_returned',
  'captured_value',
  'claimed_amount',
  'credited',
  'discount_amount',
  'disputed_amount',
  'disputes_amount',
  'external',
  'fee',
  'fee_amount',
  'fees',
  'fees_earned',
  'first_amount',
  'fixed',
  'gross_amount',
  'held_in_reserve',
  'in_disputes',
  'in_refunds',
  'in_withdrawals',
  'interest_amount',
  'keep_amount',
  'listed',
  'listed_returned',
  'max_fee',
  'max_value',
  'min_value',
  'net_amount',
  'net_value',
  'open',
  'original_value',
  'other_amount',
  'outstanding_amount',
  'overdue',
  'owed',
  'owner_receives',
  'paid',
  'paid_value',
  'payer_total',
  'platform_fee',
  'previous_amount',
  'price',
  'provider_fee_amount',
  'receivable',
  'received_amount',
  'refundable_amount',
  'refunded',
  'refunded_amount',
  'refunding_amount',
  'refunds_amount',
  'reserve_amount',
  'reserve_held',
  'reserved',
  'return_amount',
  'returned_amount',
  'sending',
  'split_amount',
  'split_total',
  'transfers',
  'two_person_above',
  'unit_value',
  'value',
] as const;

type AmountField = (typeof AMOUNT_FIELDS)[number];

/** The same shape with every amount as `Reais`. `total` is money beside `available`, and a count elsewhere. */
export type InReais<T> = T extends readonly (infer Item)[]
  ? InReais<Item>[]
  : T extends object
    ? {
        [Key in keyof T]: Key extends AmountField
          ? AsReais<T[Key]>
          : Key extends 'total'
            ? T extends { available: number }
              ? AsReais<T[Key]>
              : T[Key]
            : Key extends 'totals'
              ? Totals<T[Key]>
              : InReais<T[Key]>;
      }
    : T;

type AsReais<V> = V extends number ? Reais : InReais<V>;
type Totals<T> = { [Key in keyof T]: AsReais<T[Key]> };

const MAX_DEPTH = 10;
const fields: ReadonlySet<string> = new Set(AMOUNT_FIELDS);

/** Refuses a request whose amounts cannot be right, before it leaves: the compiler does not see every caller. */
export function checkAmounts(body: unknown, where = '', depth = 0): void {
  if (typeof body !== 'object' || body === null || depth > MAX_DEPTH) return;
  for (const [key, value] of Object.entries(body)) {
    const place = Array.isArray(body) ? `${where}[${key}]` : where ? `${where}.${key}` : key;
    if (place === 'metadata') continue;
    if (fields.has(key) && value !== undefined && value !== null) checkAmount(value, place);
    else checkAmounts(value, place, depth + 1);
  }
}

function checkAmount(value: unknown, place: string): void {
  const fault = faultOf(value);
  if (fault) throw refusal(place, fault);
}
