/** Section 3 of the contract in integer cents. Shares nothing with the gateway: two readings of one rule must agree. */

const FEE_BASIS_POINTS = 599n;
const FEE_FIXED_CENTS = 250n;
const RESERVE_BASIS_POINTS = 500n;
const WHOLE = 10_000n;
const TWO_INSTALLMENTS_BASIS_POINTS = 249n;
const PER_INSTALLMENT_BASIS_POINTS = 166n;

export type Share = { readonly to: number; readonly cents?: bigint; readonly basisPoints?: bigint };

function roundedUp(amount: bigint, basisPoints: bigint): bigint {
  return (amount * basisPoints + WHOLE - 1n) / WHOLE;
}

function halfUp(amount: bigint, basisPoints: bigint): bigint {
  return (2n * amount * basisPoints + WHOLE) / (2n * WHOLE);
}

function surcharge(installments: number): bigint {
  if (installments === 1) return 0n;
  if (installments === 2) return TWO_INSTALLMENTS_BASIS_POINTS;
  return BigInt(installments) * PER_INSTALLMENT_BASIS_POINTS;
}

export function feeOf(value: bigint, installments: number): bigint {
  return roundedUp(value, FEE_BASIS_POINTS) + FEE_FIXED_CENTS + roundedUp(value, surcharge(installments));
}

export function reserveOf(value: bigint, fee: bigint): bigint {
  return value > fee ? halfUp(value - fee, RESERVE_BASIS_POINTS) : 0n;
}

/** Percentages together are rounded once; the odd cents go to the largest remainders, the first of equals first. */
export function sharesOf(value: bigint, split: readonly Share[]): { to: number; cents: bigint }[] {
  const parts = split.map(({ to, cents, basisPoints = 0n }, at) => ({
    to,
    at,
    isFixed: cents !== undefined,
    cents: cents ?? (value * basisPoints) / WHOLE,
    remainder: (value * basisPoints) % WHOLE,
  }));
  const byPercent = parts.filter((part) => !part.isFixed);
  const allBasisPoints = split.reduce((sum, { basisPoints = 0n }) => sum + basisPoints, 0n);
  const odd = halfUp(value, allBasisPoints) - byPercent.reduce((sum, { cents }) => sum + cents, 0n);
  const inTurn = [...byPercent].sort((one, other) =>
    one.remainder === other.remainder ? one.at - other.at : one.remainder > other.remainder ? -1 : 1,
  );
  for (const part of inTurn.slice(0, Number(odd))) part.cents += 1n;
  return parts.map(({ to, cents }) => ({ to, cents }));
}

export function reais(cents: bigint): number {
  return Number(cents) / 100;
}
