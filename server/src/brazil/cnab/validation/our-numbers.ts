import { cut, type Line } from './problem.ts';

/** The digit that a bank expects behind our number, worked out of segment P alone, and where it stands. */
type Expected = { readonly at: number; readonly digit: string };

/** Banks whose digit needs nothing that segment P does not carry. */
const DIGITS: Readonly<Record<string, (p: Line) => Expected>> = {
  '237': (p) => ({ at: 57, digit: bradesco(cut(p, 39, 40) + cut(p, 46, 56)) }),
  '341': (p) => ({ at: 49, digit: luhn(cut(p, 19, 22) + cut(p, 31, 35) + cut(p, 38, 48)) }),
  '033': (p) => ({ at: 57, digit: elevenOrZero(cut(p, 45, 56)) }),
};

export function expectedDigit(bank: string, p: Line): Expected | null {
  return DIGITS[bank]?.(p) ?? null;
}

function bradesco(digits: string): string {
  let total = 0;
  for (let left = 0; left < digits.length; left++) {
    const fromRight = digits.length - 1 - left;
    total += Number(digits[left]) * ((fromRight % 6) + 2);
  }
  const rest = total % 11;
  if (rest === 1) return 'P';
  return rest === 0 ? '0' : String(11 - rest);
}

function luhn(digits: string): string {
  let total = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const digit = Number(digits[digits.length - 1 - fromRight]);
    const weighed = fromRight % 2 === 0 ? digit * 2 : digit;
    total += Math.floor(weighed / 10) + (weighed % 10);
  }
  return String((10 - (total % 10)) % 10);
}

function elevenOrZero(digits: string): string {
  let total = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    total += Number(digits[digits.length - 1 - fromRight]) * ((fromRight % 8) + 2);
  }
  const rest = total % 11;
  return rest < 2 ? '0' : String(11 - rest);
}
