import { describe, expect, it } from 'vitest';
import { boleto, charge, reais } from '../../../../test/support/literals.ts';
import { parseBrCode, staticBrCode } from '../../brazil/br-code.ts';
import { startOfCivilDate } from '../../brazil/calendar.ts';
import { qrPng } from '../../qr/png.ts';
import type { Charge } from '../charge.ts';
import { codeToday } from './code-today.ts';

const ISSUED = staticBrCode({
  ...{ key: 'pix@example.com', merchantName: 'Padaria', merchantCity: 'Recife', txid: 'T1' },
  amountCents: reais('100.00'),
});
const EXPIRES_AT = startOfCivilDate('2026-04-10');

/** 100.00, due on Tuesday the 10th of March: 2 % fine, 1 % interest per month. */
const hybrid = (set: Partial<Charge> = {}, terms: Parameters<typeof boleto>[0] = {}) =>
  charge({
    billingType: 'BOLETO',
    boleto: boleto({
      dueDate: '2026-03-10',
      fineBasisPoints: 200,
      interestMonthlyBasisPoints: 100,
      discount: null,
      ...terms,
    }),
    pixTxid: 'T1',
    pixCopyPaste: ISSUED,
    pixQrPng: qrPng(ISSUED),
    pixExpiresAt: EXPIRES_AT,
    ...set,
  });
const DISCOUNT = { discount: { until: '2026-03-08', amountCents: '700' } };
const FINE_ALONE = { interestMonthlyBasisPoints: 0 };

describe('the PIX code of a boleto', () => {
  it.each<[string, Charge, string, string, string]>([
    ['before its day has the value', hybrid(), '2026-03-09', '100.00', '2026-04-10'],
    ['on its day has the value', hybrid(), '2026-03-10', '100.00', '2026-04-10'],
    ['a day late has fine and interest', hybrid(), '2026-03-11', '102.03', '2026-03-12'],
    ['OVERDUE has them too', hybrid({ status: 'OVERDUE' }), '2026-03-20', '102.33', '2026-03-21'],
    ['made overdue early is a day late', hybrid({ status: 'OVERDUE' }), '2026-03-09', '102.03', '2026-03-10'],
    ['with a fine alone keeps its amount', hybrid({}, FINE_ALONE), '2026-03-20', '102.00', '2026-04-10'],
    ['on its last day ends with it', hybrid(), '2026-04-09', '103.00', '2026-04-10'],
    ['while a discount applies costs less', hybrid({}, DISCOUNT), '2026-03-05', '93.00', '2026-03-09'],
    ['on the last day of a discount too', hybrid({}, DISCOUNT), '2026-03-08', '93.00', '2026-03-09'],
    ['after the discount has the value', hybrid({}, DISCOUNT), '2026-03-09', '100.00', '2026-04-10'],
  ])('%s', (_, held, day, amount, until) => {
    const noon = new Date(startOfCivilDate(day).getTime() + 43_200_000);
    const code = codeToday(held, noon);
    expect(parseBrCode(code?.copyPaste ?? '')).toMatchObject({
      ...{ ok: true, key: 'pix@example.com', txid: 'T1', merchantName: 'Padaria', merchantCity: 'Recife' },
      amountCents: reais(amount),
    });
    expect(code?.qrPng).toEqual(qrPng(code?.copyPaste ?? ''));
    expect(code?.expiresAt).toEqual(startOfCivilDate(until));
    expect(code?.isOfToday).toBe(amount !== '100.00');
  });

  it('changes at midnight in São Paulo, not before', () => {
    const midnight = startOfCivilDate('2026-03-12').getTime();
    const amountAt = (ms: number) => {
      const parsed = parseBrCode(codeToday(hybrid(), new Date(ms))?.copyPaste ?? '');
      return parsed.ok && parsed.amountCents;
    };
    expect([amountAt(midnight - 1), amountAt(midnight)]).toEqual([reais('102.03'), reais('102.06')]);
  });

  it.each<[string, Charge, boolean]>([
    ['of a PSP is its own: it calculates what is owed', hybrid({ pixProvider: 'efi' }), true],
    ['of a charge that ended late is not shown', hybrid({ status: 'CANCELLED' }), false],
    [
      'of one paid in time is as it was',
      hybrid({ status: 'RECEIVED', paidAt: EXPIRES_AT }, { dueDate: '2026-04-10' }),
      true,
    ],
  ])('%s', (_, held, isThere) => {
    expect(codeToday(held, startOfCivilDate('2026-03-20'))?.copyPaste).toBe(isThere ? ISSUED : undefined);
  });

  it('of a charge without one is none', () => {
    expect(codeToday(charge({ pixCopyPaste: null }), EXPIRES_AT)).toBeNull();
  });
});
