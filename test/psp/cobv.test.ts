import { describe, expect, it } from 'vitest';
import { amountDueOn, lastDayOf } from './cobv.ts';
import type { ChargeRequest, ChargeValue } from './wire.ts';

function charge(dataDeVencimento: string, valor: ChargeValue, validadeAposVencimento = 30): ChargeRequest {
  return { calendario: { dataDeVencimento, validadeAposVencimento }, valor, chave: 'key' };
}

const HUNDRED = { original: '100.00' };
/** A Tuesday. */
const DUE = '2026-12-08';

describe('what is due on a day', () => {
  const cases: [what: string, valor: ChargeValue, day: string, total: string][] = [
    [
      'the amount itself on the due date',
      { ...HUNDRED, multa: { modalidade: 2, valorPerc: '2.00' } },
      DUE,
      '100.00',
    ],
    [
      'a fine of 3% and interest of 1% a day, two days late (the example of the description)',
      {
        ...HUNDRED,
        multa: { modalidade: 2, valorPerc: '3.00' },
        juros: { modalidade: 2, valorPerc: '1.00' },
      },
      '2026-12-10',
      '105.00',
    ],
    [
      'interest by the month, truncated',
      { ...HUNDRED, juros: { modalidade: 3, valorPerc: '1.00' } },
      '2026-12-13',
      '100.16',
    ],
    [
      'interest by the year',
      { ...HUNDRED, juros: { modalidade: 4, valorPerc: '36.00' } },
      '2026-12-11',
      '100.30',
    ],
    [
      'interest of an amount a day',
      { ...HUNDRED, juros: { modalidade: 1, valorPerc: '0.50' } },
      '2026-12-11',
      '101.50',
    ],
    [
      'interest of an amount a banking day',
      { ...HUNDRED, juros: { modalidade: 5, valorPerc: '0.50' } },
      '2026-12-14',
      '102.00',
    ],
    [
      'interest a banking day',
      { ...HUNDRED, juros: { modalidade: 6, valorPerc: '1.00' } },
      '2026-12-14',
      '104.00',
    ],
    [
      'interest by the month of 21 banking days',
      { ...HUNDRED, juros: { modalidade: 7, valorPerc: '2.10' } },
      '2026-12-14',
      '100.40',
    ],
    [
      'interest by the year of 252 banking days',
      { ...HUNDRED, juros: { modalidade: 8, valorPerc: '25.20' } },
      '2026-12-14',
      '100.40',
    ],
    [
      'a fine of an amount',
      { ...HUNDRED, multa: { modalidade: 1, valorPerc: '7.00' } },
      '2026-12-09',
      '107.00',
    ],
    [
      'a fine on what a rebate leaves',
      {
        ...HUNDRED,
        abatimento: { modalidade: 2, valorPerc: '10.00' },
        multa: { modalidade: 2, valorPerc: '2.00' },
      },
      '2026-12-09',
      '91.80',
    ],
    ['a rebate of an amount', { ...HUNDRED, abatimento: { modalidade: 1, valorPerc: '5.00' } }, DUE, '95.00'],
    [
      'the discount of the earliest date that is kept',
      {
        ...HUNDRED,
        desconto: {
          modalidade: 2,
          descontoDataFixa: [
            { data: '2026-12-05', valorPerc: '5.00' },
            { data: '2026-12-01', valorPerc: '10.00' },
          ],
        },
      },
      '2026-12-02',
      '95.00',
    ],
    [
      'no discount after its date',
      {
        ...HUNDRED,
        desconto: { modalidade: 1, descontoDataFixa: [{ data: '2026-12-01', valorPerc: '10.00' }] },
      },
      '2026-12-02',
      '100.00',
    ],
    [
      'a discount of an amount a day early',
      { ...HUNDRED, desconto: { modalidade: 3, valorPerc: '0.10' } },
      '2026-12-04',
      '99.60',
    ],
    [
      'a discount of an amount a banking day early',
      { ...HUNDRED, desconto: { modalidade: 4, valorPerc: '0.10' } },
      '2026-12-04',
      '99.80',
    ],
    [
      'a discount of a percent a day early',
      { ...HUNDRED, desconto: { modalidade: 5, valorPerc: '0.10' } },
      '2026-12-04',
      '99.60',
    ],
    [
      'a discount of a percent a banking day early',
      { ...HUNDRED, desconto: { modalidade: 6, valorPerc: '0.10' } },
      '2026-12-04',
      '99.80',
    ],
  ];

  it.each(cases)('is %s', (_what, valor, day, total) => {
    expect(amountDueOn(charge(DUE, valor), day).total).toBe(total);
  });

  it('names each component that is not zero', () => {
    const valor = {
      ...HUNDRED,
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 3, valorPerc: '1.00' },
    };
    expect(amountDueOn(charge(DUE, valor), '2026-12-13').parts).toEqual({
      original: { valor: '100.00' },
      multa: { valor: '2.00' },
      juros: { valor: '0.16' },
    });
  });

  it('is not late on the banking day that a weekend slides to', () => {
    const valor = { ...HUNDRED, multa: { modalidade: 2, valorPerc: '2.00' } };
    expect(amountDueOn(charge('2026-11-14', valor), '2026-11-16').total).toBe('100.00');
    expect(amountDueOn(charge('2026-11-14', valor), '2026-11-17').total).toBe('102.00');
  });
});

it.each([
  ['2021-08-28', 5, '2021-09-06'],
  ['2020-12-25', 0, '2020-12-28'],
  ['2020-10-20', 4, '2020-10-26'],
  ['2020-12-25', 4, '2021-01-04'],
  ['2021-08-27', 5, '2021-09-01'],
])('a charge due on %s and valid for %i more days can be paid until %s', (due, days, last) => {
  expect(lastDayOf(charge(due, HUNDRED, days))).toBe(last);
});
