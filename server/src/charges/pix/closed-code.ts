import { addDays, type CivilDate, daysBetween, effectiveDueDate } from '../../brazil/calendar.ts';
import type { DueTerms } from '../../providers/provider.ts';
import { type Decision, done, type NewJobEffect, rowWrite, together } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import { insertReference } from '../store.ts';
import { type Context, mayMove, saved } from '../transition.ts';
import type { PixCode } from './codes.ts';
import { removalJobs } from './removal.ts';

export type Renewal = { charge_id: string; txid: string };

/** A code that its issuer has closed is not shown any more. Its txid stays until there is another. */
export function withoutCode(charge: Charge): Charge {
  return { ...charge, pixCopyPaste: null, pixQrPng: null };
}

export function renewalJob({ accountId, id, pixTxid }: Charge, now: Date): NewJobEffect {
  const payload: Renewal = { charge_id: id, txid: pixTxid ?? '' };
  return { accountId, kind: 'pix.renew', payload, runAt: now };
}

/** The payer may have paid meanwhile, chosen another method, or got another code. */
export function lacksCode({ status, billingType, ...charge }: Charge, txid: string, now: Date): boolean {
  const isByPix = billingType === 'PIX' || billingType === 'BOLETO';
  const isLacking = charge.pixTxid === txid && charge.pixCopyPaste === null;
  const isInTime = charge.pixExpiresAt !== null && charge.pixExpiresAt > now;
  return isByPix && isLacking && isInTime && mayMove(status, 'RECEIVED');
}

/** True: the charge has the new code. Otherwise no payer is shown it, and it is removed at once. */
export function decideRenewal(
  charge: Charge,
  { txid, code }: { txid: string; code: PixCode },
  context: Context,
): Decision<boolean> {
  if (charge.pixTxid === code.pixTxid) return done(true);
  if (!lacksCode(charge, txid, context.now)) {
    return done(false, { jobs: removalJobs(context, { ...charge, ...code }) });
  }
  const { accountId, id: chargeId } = charge;
  const row = rowWrite(insertReference, { reference: code.pixTxid, accountId, chargeId });
  const effects = together([saved(charge, { ...charge, ...code }), { rows: [row] }]);
  return done(true, { ...effects, jobs: removalJobs(context, charge) });
}

/**
 * The terms for a code made on this day. Null: no code can have them, because a PSP takes no due date in the past, and
 * fine and interest count from that.
 */
export function dueTermsFrom(terms: DueTerms, today: CivilDate): DueTerms | null {
  if (terms.dueDate >= today) return terms;
  if (terms.fineBasisPoints > 0 || terms.interestMonthlyBasisPoints > 0) return null;
  const lastDay = addDays(effectiveDueDate(terms.dueDate), terms.payableDaysAfterDue);
  return {
    ...terms,
    dueDate: today,
    payableDaysAfterDue: Math.max(0, daysBetween(today, lastDay)),
    discount: null,
  };
}
