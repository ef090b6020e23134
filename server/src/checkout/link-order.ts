import { MAX_BOLETO_CENTS } from '../brazil/boleto-code.ts';
import { holdsCardNumber } from '../brazil/card-numbers.ts';
import { type LinkAsks, NOTHING_ASKED, type Question } from '../catalog/link-asks.ts';
import { unitsLeft } from '../catalog/products.ts';
import type { Purchase } from '../charges/purchase.ts';
import { totalOf } from '../charges/rules/purchase-total.ts';
import type { Form } from '../html/form.ts';
import { type AmountProblem, money, typedAmount } from '../html/format.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import { type Cents, cents, MAX_AMOUNT_CENTS, ZERO } from '../kit/money.ts';
import { isVisible } from '../kit/visible-text.ts';
import { type AppliedCoupon, appliedTo, couponProblem, usedCoupon } from './link-coupon.ts';
import type { LinkView } from './link-view.ts';

export const MAX_ANSWER_LENGTH = 500;

export function asksOf({ link }: Pick<LinkView, 'link'>): LinkAsks {
  return { ...NOTHING_ASKED, ...link.asks };
}

/** What is bought and what it costs, as far as the form says it. */
export type Wanted = {
  quantity: number;
  quantityError?: string | undefined;
  /** Of one unit. */
  unit: Cents | AmountProblem;
  /** Before the coupon. Null while the payer has not entered a value that is one. */
  original: Cents | null;
  coupon: AppliedCoupon | null;
  couponError?: string | undefined;
  /** What is to be paid. */
  total: Cents | null;
};

/** The total is always that of the server: the page shows it, and a charge is made of it. */
export function wantedIn(view: LinkView, typed: Form | undefined): Wanted {
  const { page, link } = view;
  const max = maxQuantity(view);
  const text = typed?.('quantity') || '1';
  const quantity = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  const isRight = quantity >= 1 && quantity <= max.quantity;
  const unit = link.value_cents ?? (typed ? typedAmount(typed('value'), page.lang) : 'unclear');
  const original = typeof unit === 'bigint' ? totalOf(unit, isRight ? quantity : 1) : null;
  return {
    quantity: isRight ? quantity : 1,
    quantityError: isRight ? undefined : quantityErrorOf(view, max),
    unit,
    original,
    ...withCoupon(view, original),
  };
}

/** Quantity first, then the coupon; the discount for Pix is of what remains. */
function withCoupon(
  view: LinkView,
  original: Cents | null,
): Pick<Wanted, 'coupon' | 'couponError' | 'total'> {
  const applied = appliedTo(view, original);
  if (!applied) return { coupon: null, total: original };
  if ('refusal' in applied)
    return { coupon: null, couponError: couponProblem(view.page, applied.refusal), total: original };
  const { discountCents } = applied;
  return { coupon: applied, total: original && cents(original - (discountCents ?? ZERO)) };
}

type MaxQuantity = { quantity: number; byStock: boolean };

/** As many as the link allows, and not more than are there. */
export function maxQuantity(view: LinkView): MaxQuantity {
  const { maxQuantity: asked } = asksOf(view);
  const left = view.product && unitsLeft(view.product);
  const byStock = left !== null && left < BigInt(asked);
  return { quantity: byStock ? Number(left) : asked, byStock };
}

function quantityErrorOf({ page: { texts } }: LinkView, { quantity, byStock }: MaxQuantity): string {
  return byStock ? texts.quantityLeft(quantity) : texts.quantityBetween(quantity);
}

export function valueErrorOf(
  { page, link }: LinkView,
  method: MethodName | null,
  { unit, original, total: all }: Wanted,
): string | undefined {
  const { texts, lang } = page;
  if (unit === 'tooManyDecimals' || unit === 'unclear') return texts.linkValueErrors[unit];
  const { min_value_cents: min, max_value_cents: max } = link;
  const isFree = link.value_cents === null;
  if (unit === 'tooLarge' || (isFree && (unit < min || unit > max))) {
    return texts.linkValueBetween(money(min, lang), money(max, lang));
  }
  const total = all ?? unit;
  if ((original ?? unit) > MAX_AMOUNT_CENTS) return texts.totalTooLarge;
  return method === 'BOLETO' && total > MAX_BOLETO_CENTS ? texts.linkValueTooLarge : undefined;
}

/**
 * The payer confirms what the page showed: a larger total, after a change of quantity, price or coupon, is shown first.
 * Who enters the value knows it, but not what a coupon takes off.
 */
export function hasGrown({ link, coupon }: LinkView, typed: Form, { total }: Wanted): boolean {
  const shown = typed('total');
  const isKnown = link.value_cents === null && coupon.code === '';
  if (isKnown || !/^\d{1,18}$/.test(shown)) return false;
  return total !== null && total > BigInt(shown);
}

export type AnswerErrors = ReadonlyMap<number, string>;

export const answerName = (index: number) => `answer-${index}`;

/** Nothing that was not answered is kept. */
export function readAnswers(
  view: LinkView,
  typed: Form,
): { answers: NonNullable<Purchase['answers']>; errors: AnswerErrors } {
  const errors = new Map<number, string>();
  const answers = asksOf(view).questions.flatMap((question, index) => {
    const text = typed(answerName(index));
    const answer = isVisible(text) ? text : '';
    const error = answerErrorOf(view, question, answer);
    if (error) errors.set(index, error);
    return answer === '' ? [] : [{ question: question.label, answer }];
  });
  return { answers, errors };
}

function answerErrorOf({ page: { texts } }: LinkView, question: Question, answer: string): string | null {
  if (answer === '') return question.required ? texts.answerErrors.missing : null;
  if (question.options.length > 0 && !question.options.includes(answer)) return texts.answerErrors.choice;
  if (answer.length > MAX_ANSWER_LENGTH) return texts.answerErrors.tooLong(MAX_ANSWER_LENGTH);
  return holdsCardNumber(answer) ? texts.noCardNumberHere : null;
}

/** Null where the link asks for nothing that a charge does not say already. */
export function purchaseOf(
  view: LinkView,
  { quantity, unit, coupon: applied }: Wanted,
  answers: NonNullable<Purchase['answers']>,
): Purchase | null {
  if (typeof unit !== 'bigint') return null;
  const { maxQuantity: max } = asksOf(view);
  const { pix_discount_basis_points: points, billing_types: methods } = view.link;
  const savesByPix = points > 0 && methods.includes('PIX');
  const coupon = applied && usedCoupon(applied);
  if (max === 1 && answers.length === 0 && !savesByPix && !coupon) return null;
  return {
    quantity,
    unitCents: unit.toString(),
    ...(coupon && { coupon }),
    ...(savesByPix && { pixDiscountBasisPoints: points }),
    ...(answers.length > 0 && { answers }),
  };
}
