import { type Cents, cents, shareTruncated } from '../../kit/money.ts';

export function totalOf(unitCents: Cents, quantity: number): Cents {
  return cents(unitCents * BigInt(quantity));
}

/** What is due by Pix, truncated as a boleto's discount is. Never nothing: a discount is below 100 %. */
export function lessPixDiscount(valueCents: Cents, basisPoints: number): Cents {
  return cents(valueCents - shareTruncated(valueCents, basisPoints));
}
