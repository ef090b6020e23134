import { createRandom } from '../psp/random.ts';
import { HOUSES, type House, SENDERS, type Sender } from './bank-houses.ts';
import type { ProcessSeller } from './processes.ts';

export type BoletoFate =
  | 'paid'
  | 'paid by pix'
  | 'paid twice'
  | 'wrong amount'
  | 'paid while cancelled'
  | 'cancelled'
  | 'refunded'
  | 'refused'
  | 'left';
export type PayoutFate = 'paid' | 'denied' | 'refused' | 'returned' | 'returned in part';
export type AccountOf<At> = ProcessSeller & { readonly id: string; readonly house: At };

type Order<At> = {
  readonly reference: string;
  readonly cents: number;
  readonly seller: AccountOf<At>;
  /** Once it exists. */
  id: string | null;
  /** All that the world does with it is done. */
  isDone: boolean;
};
export type BoletoOrder = Order<House> & { readonly kind: 'boleto'; readonly fate: BoletoFate };
export type PayoutOrder = Order<Sender> & { readonly kind: 'payout'; readonly fate: PayoutFate };

const BOLETO_SHARES: readonly (readonly [BoletoFate, number])[] = [
  ['paid', 0.32],
  ['paid by pix', 0.14],
  ['paid twice', 0.1],
  ['wrong amount', 0.08],
  ['paid while cancelled', 0.1],
  ['cancelled', 0.08],
  ['refunded', 0.06],
  ['refused', 0.06],
  ['left', 0.06],
];
const PAYOUT_SHARES: readonly (readonly [PayoutFate, number])[] = [
  ['paid', 0.6],
  ['denied', 0.12],
  ['refused', 0.08],
  ['returned', 0.1],
  ['returned in part', 0.1],
];

/** Above it an operator approves. */
export const AUTOMATIC_UP_TO = 100;

/** The same orders each time: as many at each bank. */
export function drawBoletos(
  each: number,
  sellersOf: (house: House) => readonly AccountOf<House>[],
  seed: number,
): BoletoOrder[] {
  const random = createRandom(seed);
  return HOUSES.flatMap((house) =>
    Array.from({ length: each }, (_, index) => ({
      kind: 'boleto' as const,
      reference: `boleto ${index} at ${house}`,
      cents: 2_000 + Math.floor(random.next() * 8_000),
      fate: refusable(house, drawn(BOLETO_SHARES, random.next())),
      ...{ seller: at(sellersOf(house), index), id: null, isDone: false },
    })),
  );
}

/** Banks with an interface refuse while they are asked, and nothing of an order says that they will. */
function refusable(house: House, fate: BoletoFate): BoletoFate {
  return fate === 'refused' && house !== 'main' ? 'paid' : fate;
}

/**
 * Inter cannot be asked for a payout by our reference: one whose first call has no recorded answer, and that is refused
 * when it is sent again, stays pending until it is in the statement (decision 0060). That is no proof of an end.
 */
function refusedAt(house: Sender, fate: PayoutFate): PayoutFate {
  return fate === 'refused' && house === 'inter' ? 'paid' : fate;
}

export function drawPayouts(
  each: number,
  sellersOf: (house: Sender) => readonly AccountOf<Sender>[],
  seed: number,
): PayoutOrder[] {
  const random = createRandom(seed + 1);
  return SENDERS.flatMap((house) =>
    Array.from({ length: each }, (_, index) => ({
      kind: 'payout' as const,
      reference: `payout ${index} at ${house}`,
      // Some are for an operator.
      cents: 2 * (500 + Math.floor(random.next() * (AUTOMATIC_UP_TO * 60))),
      fate: refusedAt(house, drawn(PAYOUT_SHARES, random.next())),
      ...{ seller: at(sellersOf(house), index), id: null, isDone: false },
    })),
  );
}

function drawn<Fate>(shares: readonly (readonly [Fate, number])[], chance: number): Fate {
  let passed = 0;
  for (const [fate, share] of shares) {
    passed += share;
    if (chance < passed) return fate;
  }
  return at(shares, 0)[0];
}

function at<T>(all: readonly T[], index: number): T {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('there is at least one');
  return one;
}
