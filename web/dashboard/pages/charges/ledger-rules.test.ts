import { describe, expect, it } from 'vitest';
import { charges as english } from '../../text/english/charges.ts';
import { charges as portuguese } from '../../text/portuguese/charges.ts';
import { ruleInWords } from './ledger-rules.ts';

const { rules } = portuguese.ledger;
const TEXTS = { pt: rules, en: english.ledger.rules };

function formatOf(language: 'pt' | 'en') {
  const tag = language === 'pt' ? 'pt-BR' : 'en';
  const amount = new Intl.NumberFormat(tag, { minimumFractionDigits: 2 });
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  return {
    money: (reais: number) => `R$ ${amount.format(reais)}`,
    percent: (part: number) => share.format(part),
  };
}

function explained(
  category: string,
  rule: string,
  { language = 'pt', ...fields }: { language?: 'pt' | 'en'; fact?: string; from?: string; to?: string } = {},
): string {
  const posting = { fact: 'payment:1', from: 'available', to: 'fees', ...fields, category, rule };
  return ruleInWords(posting, formatOf(language), (name, figures) =>
    TEXTS[language][name].replace(/\{\{(\w+)\}\}/g, (_whole, figure: string) => figures[figure] ?? '?'),
  );
}

describe('the rule behind an amount', () => {
  const fee = '5.99% of 1500.00 = 89.85 (rounded up) + fixed 2.50 + 3x surcharge 4.98% = 74.70 (rounded up)';
  const reserve = '5.00% of (1234.56 − 8.49), rounded half up, held 30 days';

  it('keeps every figure, and writes amounts as Portuguese does', () => {
    expect(explained('fee', fee)).toBe(
      '5,99% de R$ 1.500,00 = R$ 89,85 (arredondado para cima) + fixo R$ 2,50 + acréscimo de 3× 4,98% = R$ 74,70 (arredondado para cima)',
    );
    expect(explained('reserve_hold', reserve)).toBe(
      '5% de (R$ 1.234,56 − R$ 8,49), arredondado ao centavo mais próximo, retido por 30 dias',
    );
  });

  it('writes them as English does', () => {
    expect(explained('fee', fee, { language: 'en' })).toBe(
      '5.99% of R$ 1,500.00 = R$ 89.85 (rounded up) + fixed R$ 2.50 + 3× surcharge 4.98% = R$ 74.70 (rounded up)',
    );
    expect(explained('reserve_hold', reserve, { language: 'en' })).toBe(
      '5% of (R$ 1,234.56 − R$ 8.49), rounded to the nearest cent, held 30 days',
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
    const shown = [explained('refund', 'any', fields), explained('reserve_release', 'any', held)];
    expect(shown).toEqual([rules.refund_failed, rules.refund_failed]);
  });

  it('leaves a sentence it does not know as it is', () => {
    expect(explained('fee', 'a new rule')).toBe('a new rule');
    expect(explained('reserve_hold', 'another')).toBe('another');
    expect(explained('unheard_of', 'a third')).toBe('a third');
  });
});
