declare const centsBrand: unique symbol;

/** An amount of money in whole cents. The only representation of money inside the gateway. */
export type Cents = bigint & { readonly [centsBrand]: true };

export const ZERO = 0n as Cents;

/** The largest amount the API takes: R$ 9,999,999,999.99. */
export const MAX_AMOUNT_CENTS = 999_999_999_999n as Cents;

const WHOLE_IN_BASIS_POINTS = 10_000n;

export function cents(amount: bigint): Cents {
  return amount as Cents;
}

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return cents(total);
}

export function smaller(a: Cents, b: Cents): Cents {
  return a < b ? a : b;
}

/**
 * Reads a wire amount. Null when it is not exactly representable in cents: the caller names the field. A number that
 * prints as 19.99 is the one nearest to 1999 / 100, which is what the division gives; 19.999 and 0.1 + 0.2 are none.
 */
export function centsFromReais(reais: number): Cents | null {
  const whole = Math.round(reais * 100);
  const isExact = whole / 100 === reais && Math.abs(whole) <= Number(MAX_AMOUNT_CENTS);
  return isExact ? cents(BigInt(whole)) : null;
}

/** IEEE division is correctly rounded, so the result prints as the exact two-decimal amount. */
export function reaisFromCents(amount: Cents): number {
  return Number(amount) / 100;
}

/** Of cents that were read as a number because they are only shown. The columns hold less than 2^53. */
export function shownReais(amount: number): number {
  return amount / 100;
}

/** `1234.56` → `"1234.56"`: for codes and messages, not for people. */
export function decimalText(amount: Cents): string {
  const magnitude = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${magnitude.slice(0, -2)}.${magnitude.slice(-2)}`;
}

/** A percentage with at most two decimals as basis points (5.99 → 599), or null. */
export function basisPointsFromPercent(percent: number): number | null {
  const points = centsFromReais(percent);
  return points === null ? null : Number(points);
}

export function percentFromBasisPoints(basisPoints: number): number {
  return basisPoints / 100;
}

export function shareRoundedUp(amount: Cents, basisPoints: number): Cents {
  const product = amount * BigInt(basisPoints);
  return cents(divideFloor(product + WHOLE_IN_BASIS_POINTS - 1n, WHOLE_IN_BASIS_POINTS));
}

export function shareHalfUp(amount: Cents, basisPoints: number): Cents {
  return ratioHalfUp(amount, BigInt(basisPoints), WHOLE_IN_BASIS_POINTS);
}

export function shareTruncated(amount: Cents, basisPoints: number): Cents {
  return cents((amount * BigInt(basisPoints)) / WHOLE_IN_BASIS_POINTS);
}

/** amount × numerator ÷ denominator, without the part of a cent. */
export function ratioTruncated(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  return cents((amount * numerator) / denominator);
}

/** amount × numerator ÷ denominator, any part of a cent rounded up. */
export function ratioUp(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  return cents(-divideFloor(-(amount * numerator), denominator));
}

/** amount × numerator ÷ denominator, a half rounded up. */
export function ratioHalfUp(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  return cents(divideFloor(2n * amount * numerator + denominator, 2n * denominator));
}

/**
 * Shares of one amount by basis points whose sum is exactly the rounded share of the summed basis points:
 * each starts at its floor and the missing cents go to the largest remainders, earlier items first.
 */
export function sharesByLargestRemainder(amount: Cents, basisPoints: readonly number[]): Cents[] {
  const target = shareHalfUp(
    amount,
    basisPoints.reduce((total, points) => total + points, 0),
  );
  const shares = basisPoints.map((points, index) => {
    const product = amount * BigInt(points);
    return { index, floor: product / WHOLE_IN_BASIS_POINTS, remainder: product % WHOLE_IN_BASIS_POINTS };
  });
  let missing = target - shares.reduce((total, share) => total + share.floor, 0n);
  const byRemainder = [...shares].sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  for (const share of byRemainder) {
    if (missing <= 0n) break;
    share.floor += 1n;
    missing -= 1n;
  }
  return shares.map((share) => cents(share.floor));
}

/** Equal parts of an amount; the first part carries the odd cents. */
export function equalParts(amount: Cents, count: number): Cents[] {
  const part = amount / BigInt(count);
  const first = amount - part * BigInt(count - 1);
  return Array.from({ length: count }, (_, index) => cents(index === 0 ? first : part));
}

function divideFloor(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
