import { brCodeWithAmount } from '../../brazil/br-code.ts';
import { addDays, type CivilDate, civilDateOf, startOfCivilDate } from '../../brazil/calendar.ts';
import { isLocalProvider } from '../../providers/rails.ts';
import { qrPng } from '../../qr/png.ts';
import type { Charge } from '../charge.ts';
import { expectedCents, pixCents } from '../rules/amount-due.ts';

export type CodeToday = {
  copyPaste: string;
  qrPng: Buffer;
  expiresAt: Date;
  /** The code carries what is owed today, not what it was issued for: on another day it may be wrong. */
  isOfToday: boolean;
};

/**
 * The PIX code to be paid at a moment. A PSP calculates what its code costs on the day; a code of the sandbox has a fixed
 * amount, so the one of a boleto is made anew, with the same txid, whenever its terms change what is owed. Nothing is
 * stored: whatever process makes it at whatever time of the day, it is the same code.
 */
export function codeToday(charge: Charge, now: Date): CodeToday | null {
  const { pixCopyPaste, pixQrPng, pixExpiresAt } = charge;
  const issuedCents = pixCents(charge);
  if (!pixCopyPaste || !pixQrPng || !pixExpiresAt) return null;
  const asIssued = { copyPaste: pixCopyPaste, qrPng: pixQrPng, expiresAt: pixExpiresAt, isOfToday: false };
  if (charge.billingType !== 'BOLETO' || !isLocalProvider(charge.pixProvider)) return asIssued;
  const owedCents = expectedCents(charge, { paidAt: charge.paidAt ?? now, method: 'PIX' });
  if (owedCents === issuedCents) return asIssued;
  // One that has ended is paid no more: what it was paid late by was another code.
  if (charge.status !== 'PENDING' && charge.status !== 'OVERDUE') {
    return owedCents > issuedCents ? null : asIssued;
  }
  const copyPaste = brCodeWithAmount(pixCopyPaste, owedCents);
  const until = lastDayOf(charge, civilDateOf(now), owedCents < issuedCents);
  const changesAt = until === null ? pixExpiresAt : startOfCivilDate(addDays(until, 1));
  const expiresAt = changesAt < pixExpiresAt ? changesAt : pixExpiresAt;
  return { copyPaste, qrPng: qrPng(copyPaste), expiresAt, isOfToday: true };
}

/** The last day on which the same is owed. Null: a fine alone does not grow. */
function lastDayOf({ boleto }: Charge, today: CivilDate, isEarly: boolean): CivilDate | null {
  if (isEarly) return boleto?.discount?.until ?? today;
  return boleto && boleto.interestMonthlyBasisPoints > 0 ? today : null;
}
