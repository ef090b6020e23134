/** How a bank finds the digit behind our number: data, so that a bank is described and not programmed. */
export type DigitRule = {
  readonly modulus: 10 | 11;
  /** Repeated over the digits, the first weight for the digit at this end. */
  readonly weights: readonly number[];
  readonly startsAt: 'left' | 'right';
  /** Digits of the agreement and the title that the sum runs over, in this order. */
  readonly over: readonly DigitSource[];
  /** What is written for a result that is no single digit: 10 and 11 of modulus 11, 10 of modulus 10. */
  readonly exceptions: Readonly<Record<number, string>>;
};

export type DigitSource = {
  readonly part: 'branch' | 'account' | 'covenant' | 'wallet' | 'station' | 'number';
  readonly width: number;
};

const HIGHEST_DIGIT = 9;

export function checkDigit(rule: DigitRule, digits: string): string {
  const inOrder = rule.startsAt === 'left' ? [...digits] : [...digits].reverse();
  const sum = inOrder.reduce((total, digit, at) => {
    const product = Number(digit) * (rule.weights[at % rule.weights.length] ?? 0);
    // Modulus 10 adds the digits of a product, which is the product less nine.
    return total + (rule.modulus === 10 && product > HIGHEST_DIGIT ? product - HIGHEST_DIGIT : product);
  }, 0);
  const result = rule.modulus - (sum % rule.modulus);
  return rule.exceptions[result] ?? String(result);
}
