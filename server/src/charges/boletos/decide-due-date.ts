import type { Actor } from '../../audit/record.ts';
import type { CivilDate } from '../../brazil/calendar.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import { GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import type { BoletoMeans } from '../../providers/boleto.ts';
import { type Decision, done, type Effects, together } from '../../write/effects.ts';
import type { Boleto, Charge } from '../charge.ts';
import { type Context, saved } from '../transition.ts';
import { dueDateChanged, isChanging, redated, waitsUntil } from './due-date.ts';

export const DUE_DATE_JOB = 'boleto.change_due_date';
/** Longer than any call of a provider: two that change one boleto at once are not under way. */
const AGAIN_AFTER_MS = 2 * MINUTE_MS;

export type WantedDueDate = {
  dueDate: CivilDate;
  /** Of a boleto that is issued here: its codes with the new date. */
  reissued: Pick<BoletoMeans, 'barcode' | 'digitableLine' | 'ourNumber'> | null;
};

/**
 * A boleto that is issued here has the new date at once. For one at a bank this is the intent, on record before the bank
 * is asked: the charge keeps its due date until the bank has said yes.
 */
export function decideDueDate(
  charge: Charge | null,
  { dueDate, reissued }: WantedDueDate,
  actor: Actor,
  context: Context,
): Decision<Charge> {
  if (!charge) return notFound('Charge');
  const { boleto } = charge;
  if (charge.billingType !== 'BOLETO' || !boleto) {
    return invalidField('due_date', 'only a boleto has a due date');
  }
  const refusal = refusedState(charge, boleto) ?? refusedDate(boleto, dueDate);
  if (refusal) return refusal;
  const isAsked = isChanging(charge) && boleto.dueDateChange?.dueDate === dueDate;
  if (isAsked || (dueDate === boleto.dueDate && !isChanging(charge))) return done(charge);
  if (isChanging(charge)) {
    return notChangeable('The bank has not answered to the change before; try again when it has');
  }
  const audit = { audit: [requested(charge, { before: boleto.dueDate, after: dueDate }, actor)] };
  if (boleto.bank) return asked(charge, boleto, { dueDate, audit }, context);
  if (reissued?.ourNumber !== boleto.ourNumber) return new GatewayError('CHANGED_MEANWHILE');
  const { barcode, digitableLine } = reissued;
  const dated = redated(charge, dueDate, context.now);
  const made = { ...dated, boleto: { ...boleto, ...dated.boleto, barcode, digitableLine } };
  const { after, effects } = dueDateChanged(charge, made, context);
  return done(after, together([effects, audit]));
}

function asked(
  charge: Charge,
  boleto: Boleto,
  { dueDate, audit }: { dueDate: CivilDate; audit: Effects },
  { now }: Context,
): Decision<Charge> {
  const { accountId, id } = charge;
  const dueDateChange = { dueDate, state: 'pending' as const, reason: null, askedAt: now.toISOString() };
  const after = {
    ...charge,
    boleto: { ...boleto, dueDateChange },
    dueAt: waitsUntil(boleto, dueDate),
  };
  const payload = { charge_id: id, due_date: dueDate };
  const runAt = new Date(now.getTime() + AGAIN_AFTER_MS);
  return done(
    after,
    together([saved(charge, after), { jobs: [{ accountId, kind: DUE_DATE_JOB, payload, runAt }] }, audit]),
  );
}

/** An overdue charge never becomes pending again, so that it has no other due date. */
function refusedState({ status }: Charge, { bank }: Boleto): GatewayError | null {
  if (status === 'OVERDUE') {
    return notChangeable('The charge is overdue: cancel it, and create another with the new due date');
  }
  if (status !== 'PENDING') return new GatewayError('DUE_DATE_NOT_CHANGEABLE');
  if (bank?.state === 'registering') {
    return notChangeable('The bank has not registered the boleto yet; try again when it has');
  }
  return bank?.state === 'refused' ? notChangeable('The bank has refused or cancelled the boleto') : null;
}

function refusedDate({ discount }: Boleto, dueDate: CivilDate): GatewayError | null {
  if (!discount || discount.until <= dueDate) return null;
  return invalidField('due_date', `must not be before ${discount.until}, the last day of the discount`);
}

function notChangeable(message: string): GatewayError {
  return new GatewayError('DUE_DATE_NOT_CHANGEABLE', message);
}

function requested({ accountId, id }: Charge, due: { before: CivilDate; after: CivilDate }, actor: Actor) {
  return {
    actor,
    accountId,
    action: 'charge.due_date_requested' as const,
    target: { kind: 'charge', id },
    details: { due_date: due },
  };
}
