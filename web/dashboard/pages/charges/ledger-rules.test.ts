import { describe, expect, it } from 'vitest';
import { charges } from '../../text/portuguese/charges.ts';
import { inPortuguese } from './ledger-rules.ts';

const { rules } = charges.ledger;

function write(name: keyof typeof rules, figures: Record<string, string>): string {
  return rules[name].replace(/\{\{(\w+)\}\}/g, (_whole, figure: string) => figures[figure] ?? '?');
}

function explained(category: string, rule: string, fields: object = {}): string {
  const posting = { fact: 'payment:1', from: 'available', to: 'fees', ...fields };
  return inPortuguese({ ...posting, category, rule }, write);
}

describe('the rule behind an amount, in Portuguese', () => {
  it('keeps every figure of a fee, with a decimal comma', () => {
    const rule =
      '5.99% of 500.00 = 29.95 (rounded up) + fixed 2.50 + 3x surcharge 4.98% = 24.90 (rounded up)';
    expect(explained('fee', rule)).toBe(
      '5,99% de 500,00 = 29,95 (arredondado para cima) + fixo 2,50 + acréscimo de 3× 4,98% = 24,90 (arredondado para cima)',
    );
  });

  it('keeps the figures of a reserve', () => {
    const rule = '5.00% of (100.00 − 8.49), rounded half up, held 30 days';
    expect(explained('reserve_hold', rule)).toBe(
      '5,00% de (100,00 − 8,49), arredondado ao centavo mais próximo, retido por 30 dias',
    );
  });

  it('tells a release by time from one that pays a claim', () => {
    const byTime = explained('reserve_release', 'any', { fact: 'charge:1:reserve' });
    const byClaim = explained('reserve_release', 'any', { fact: 'refund:1' });
    const again = explained('reserve_release', 'any', { fact: 'dispute:1:closed', to: 'reserved' });
    expect([byTime, byClaim, again]).toEqual([
      rules.reserve_release,
      rules.reserve_used,
      rules.reserve_again,
    ]);
  });

  it('says of all that a failed refund gives back why it comes', () => {
    const fields = { fact: 'refund:1:failed', from: 'refunds', to: 'available' };
    const held = { fact: 'refund:1:failed', from: 'available', to: 'reserved' };
    const told = [explained('refund', 'any', fields), explained('reserve_release', 'any', held)];
    expect(told).toEqual([rules.refund_failed, rules.refund_failed]);
  });

  it('leaves a sentence it does not know as it is', () => {
    expect(explained('fee', 'a new rule')).toBe('a new rule');
    expect(explained('reserve_hold', 'another')).toBe('another');
    expect(explained('unheard_of', 'a third')).toBe('a third');
  });
});
