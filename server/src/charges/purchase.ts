import { Type } from 'typebox';
import type { BoughtThroughLink } from '../events/payload.ts';
import { namedObject } from '../http/fields.ts';
import { type Cents, cents, percentFromBasisPoints, reaisFromCents } from '../kit/money.ts';
import { openText, sealText } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Charge } from './charge.ts';
import { totalOf } from './rules/purchase-total.ts';

/** What a payer bought through a payment link. Amounts are texts, because JSON has no whole numbers of this size. */
export type Purchase = {
  quantity: number;
  unitCents: string;
  /** What it took off quantity × unit. The value of the charge is what was left. */
  coupon?: { id: string; code: string; discountCents: string };
  /** Less is due when it is paid by Pix. */
  pixDiscountBasisPoints?: number;
  /** A stored purchase keeps the answers sealed: what people write about themselves is theirs (decision 0029). */
  answers?: { question: string; answer: string }[];
};

type Purchased = Pick<Charge, 'purchase'>;

export function quantityOf({ purchase }: Purchased): number {
  return purchase?.quantity ?? 1;
}

export function sealPurchase(vault: Vault, purchase: Purchase | null): Purchase | null {
  return overAnswers(purchase, (text) => sealText(vault, text));
}

export function openPurchase(vault: Vault, purchase: Purchase | null): Purchase | null {
  return overAnswers(purchase, (text) => openText(vault, text));
}

function overAnswers(purchase: Purchase | null, change: (text: string) => string): Purchase | null {
  if (!purchase?.answers) return purchase;
  const answers = purchase.answers.map(({ question, answer }) => ({ question, answer: change(answer) }));
  return { ...purchase, answers };
}

export const purchaseShape = namedObject('Purchase', {
  quantity: Type.Integer(),
  unit_value: Type.Number({ description: 'Of one unit' }),
  coupon: Type.Optional(
    namedObject('PurchaseCoupon', {
      id: Type.String(),
      code: Type.String(),
      discount_amount: Type.Number({ description: 'What it took off' }),
      original_value: Type.Number({ description: 'The value before it; value is what was left' }),
    }),
  ),
  pix_discount: Type.Optional(Type.Number({ description: 'Percentage that paying by Pix takes off' })),
  answers: Type.Optional(
    Type.Array(namedObject('PurchaseAnswer', { question: Type.String(), answer: Type.String() })),
  ),
});

const reais = (text: string) => reaisFromCents(cents(BigInt(text)));

/** As the API shows it; of a stored purchase the answers are still sealed. */
export function presentPurchase(purchase: Purchase): BoughtThroughLink {
  const { quantity, unitCents, coupon, pixDiscountBasisPoints: points, answers } = purchase;
  return {
    quantity,
    unit_value: reais(unitCents),
    ...(coupon && { coupon: presentUsed(purchase, coupon) }),
    ...(points && { pix_discount: percentFromBasisPoints(points) }),
    ...(answers && { answers }),
  };
}

function presentUsed(purchase: Purchase, { id, code, discountCents }: NonNullable<Purchase['coupon']>) {
  return {
    id,
    code,
    discount_amount: reais(discountCents),
    original_value: reaisFromCents(originalCents(purchase)),
  };
}

/** Before the coupon. */
export function originalCents({ unitCents, quantity }: Purchase): Cents {
  return totalOf(cents(BigInt(unitCents)), quantity);
}

export function openedPurchase(vault: Vault, { purchase }: Purchased): BoughtThroughLink | undefined {
  const open = openPurchase(vault, purchase);
  return open ? presentPurchase(open) : undefined;
}
