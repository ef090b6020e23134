import { describe, expect, it } from 'vitest';
import { at, effectsOf, frozen, NOW, reais } from '../../../../test/support/literals.ts';
import {
  type BankBalance,
  bankCents,
  type Coverage,
  decideCoverage,
  isCovered,
  isDue,
  owedCents,
  unreadForLong,
} from './coverage.ts';

describe('the alert of a shortage', () => {
  const short = { source: 'coverage_low:before' };
  const measured = (covered: boolean | null): Coverage => ({
    ...{ day: '2026-03-10', measuredAt: NOW, isCovered: covered },
    ...{ availableCents: reais('90.00'), withdrawalsCents: reais('20.00'), sendingCents: reais('5.00') },
    reservedCents: reais('7.00'),
    banks: [{ provider: 'bank', availableCents: '4000', reason: null, readAt: null }],
  });
  const rowsOf = (before: Parameters<typeof decideCoverage>[0], covered: boolean | null) =>
    (effectsOf(decideCoverage(frozen(before), frozen(measured(covered)))).rows ?? []).filter(
      ([name]) => name !== 'payout_coverage.save',
    );

  it('is raised once, with what is missing', () => {
    const raised = {
      ...{ kind: 'coverage_low', source: 'coverage_low:2026-03-10T15:00:00.000Z', accountId: null },
      ...{ provider: null, amountCents: reais('65.00'), at: NOW },
    };
    expect(rowsOf({ measuredAt: null, shortage: null }, false)).toEqual([['alerts.add', raised]]);
    expect(rowsOf({ measuredAt: at('-1h'), shortage: short }, false)).toEqual([]);
  });

  it('lasts while a balance cannot be read, and ends with the first that is enough', () => {
    expect(rowsOf({ measuredAt: null, shortage: short }, null)).toEqual([]);
    expect(rowsOf({ measuredAt: null, shortage: short }, true)).toEqual([
      ['alerts.over', { source: short.source, at: NOW }],
    ]);
    expect(rowsOf({ measuredAt: null, shortage: null }, true)).toEqual([]);
  });

  it('is left to a later measurement of another process', () => {
    const before = frozen({ measuredAt: at('+1m'), shortage: null });
    expect(effectsOf(decideCoverage(before, frozen(measured(false))))).toEqual({});
  });
});

describe('coverage', () => {
  const liabilities = {
    ...{ availableCents: reais('100.00'), withdrawalsCents: reais('50.00') },
    ...{ sendingCents: reais('20.00'), reservedCents: reais('999.00') },
  };
  const bank = (availableCents: string | null, readAt: string | null = NOW.toISOString()): BankBalance => ({
    ...{ provider: 'bank', availableCents, reason: null, readAt },
  });

  it('is owed what sellers may withdraw and what is not at a bank yet', () => {
    expect(owedCents(liabilities)).toBe(reais('130.00'));
  });

  it.each([
    [[bank('13000')], true],
    [[bank('12999')], false],
    [[bank('6500'), bank('6500')], true],
    [[bank('99999'), bank(null)], null],
  ])('of %j is %s', (banks, covered) => {
    expect(isCovered(liabilities, banks)).toBe(covered);
  });

  it('is not known while one balance is not', () => {
    expect(bankCents([bank('1'), bank(null)])).toBeNull();
  });

  it('warns of a balance that was not read for a day, or never', () => {
    const old = bank(null, at('-24h').toISOString());
    const banks = [
      bank('1', at('-2d').toISOString()),
      bank(null, at('-23h').toISOString()),
      old,
      bank(null, null),
    ];
    expect(unreadForLong(banks, NOW)).toEqual([old, bank(null, null)]);
  });

  it.each([
    ['the first', undefined, true],
    ['of a new day', { day: '2026-03-09', isCovered: true, measuredAt: at('-15h') }, true],
    ['again on the same day', { day: '2026-03-10', isCovered: true, measuredAt: at('-5h') }, false],
    ['an hour after a bad one', { day: '2026-03-10', isCovered: false, measuredAt: at('-1h') }, true],
    ['minutes after a bad one', { day: '2026-03-10', isCovered: null, measuredAt: at('-59m') }, false],
  ])('%s is due: %s', (_, last, due) => {
    expect(isDue(last as Coverage | undefined, NOW)).toBe(due);
  });
});
