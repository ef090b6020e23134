import { addDays, type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import type { BoletoAtBank } from '../../providers/boleto.ts';
import { together } from '../../write/effects.ts';
import type { Boleto, Charge } from '../charge.ts';
import { renewalJob, withoutCode } from '../pix/closed-code.ts';
import { codeIssuerOf } from '../pix/removal.ts';
import { endsAt, overdueAt, writeOffAt } from '../rules/boleto-terms.ts';
import { type Changed, type Context, changed, mayMove } from '../transition.ts';
import { hasCodeOfBank, lookJob } from './at-bank.ts';

/** Banks report a payment some days later, and a code at a PSP may be payable until it is removed there. */
const EARLIER_TERMS_DAYS = 7;
const MAX_EARLIER = 20;
/** A call that seemed lost may still have an effect after a later one was refused. */
const LOOK_AFTER_REFUSAL_MS = 10 * MINUTE_MS;

export function isChanging({ boleto }: Pick<Charge, 'boleto'>): boolean {
  return boleto?.dueDateChange?.state === 'pending';
}

/** The boleto with another due date. Its barcode is still that of the date before. */
export function redated(charge: Charge, dueDate: CivilDate, now: Date): Charge {
  const { boleto } = charge;
  assert(boleto, 'only a boleto has a due date');
  const earlier = { dueDate: boleto.dueDate, until: addDays(civilDateOf(now), EARLIER_TERMS_DAYS) };
  const earlierDueDates = [...(boleto.earlierDueDates ?? []), earlier].slice(-MAX_EARLIER);
  return { ...charge, boleto: { ...boleto, dueDate, dueDateChange: null, earlierDueDates } };
}

/** What the bank says of a change that it was asked for; null: nothing yet. */
export function answerOn(
  { status, boleto }: Charge,
  { state, dueDate, refusedDueDate }: Omit<BoletoAtBank, 'payments'>,
): { accepted: CivilDate } | { refusedFor: string } | null {
  const change = boleto?.dueDateChange;
  if (!change || !mayMove(status, 'RECEIVED')) return null;
  // Also of one that was refused, when an earlier call had an effect after all.
  if (dueDate === change.dueDate) return { accepted: dueDate };
  if (state !== 'open' || change.state !== 'pending' || refusedDueDate?.dueDate !== change.dueDate)
    return null;
  // A refusal of the same day may be that of an earlier request.
  return refusedDueDate.at >= new Date(change.askedAt) ? { refusedFor: refusedDueDate.reason } : null;
}

/** `made`: with the new due date, and the barcode of it. A PIX code at a PSP has the old terms, and is replaced. */
export function dueDateChanged(charge: Charge, made: Charge, context: Context): Changed {
  const before = charge.boleto;
  assert(before && made.boleto, 'only a boleto has a due date');
  const isOfBoleto = made.pixTxid !== null && (made.billingType === 'BOLETO' || hasCodeOfBank(made));
  const isAtPsp = isOfBoleto && codeIssuerOf(context.rails, made) !== null;
  const coded = isOfBoleto ? { ...made, pixExpiresAt: writeOffAt(made.boleto) } : made;
  const { pixProvider, pixTxid, pixCopyPaste, pixQrPng, pixExpiresAt, boleto } = isAtPsp
    ? withoutCode(coded)
    : coded;
  const dueAt =
    made.billingType === 'BOLETO'
      ? nextAt(charge, made.boleto)
      : (isOfBoleto && pixExpiresAt) || charge.dueAt;
  const set = { pixProvider, pixTxid, pixCopyPaste, pixQrPng, pixExpiresAt, boleto, dueAt };
  const data = { due_date: made.boleto.dueDate, previous_due_date: before.dueDate };
  const { after, effects } = changed(
    { charge, to: charge.status, event: 'charge.due_date_changed', set, data },
    context,
  );
  return {
    after,
    effects: isAtPsp ? together([effects, { jobs: [renewalJob(after, context.now)] }]) : effects,
  };
}

/** The charge keeps the due date that it has. */
export function dueDateRefused(charge: Charge, learned: Charge, reason: string, context: Context): Changed {
  const { boleto } = learned;
  assert(boleto?.dueDateChange, 'what is refused was asked for');
  const { dueDateChange: change } = boleto;
  const set = {
    boleto: { ...boleto, dueDateChange: { ...change, state: 'refused' as const, reason } },
    dueAt: charge.billingType === 'BOLETO' ? nextAt(charge, boleto) : charge.dueAt,
  };
  const data = { due_date: boleto.dueDate, refused_due_date: change.dueDate };
  const { after, effects } = changed(
    { charge, to: charge.status, event: 'charge.due_date_refused', set, data, cause: reason },
    context,
  );
  const lookAt = new Date(context.now.getTime() + LOOK_AFTER_REFUSAL_MS);
  return { after, effects: together([effects, { jobs: [lookJob(after, lookAt)] }]) };
}

function nextAt({ status }: Charge, boleto: Boleto): Date {
  return status === 'OVERDUE' ? endsAt(boleto) : overdueAt(boleto);
}

/** While the bank is asked the charge is not overdue by the earlier of both days. */
export function waitsUntil(boleto: Boleto, dueDate: CivilDate): Date {
  const ends = [boleto.dueDate, dueDate].map((each) => overdueAt({ ...boleto, dueDate: each }).getTime());
  return new Date(Math.max(...ends));
}
