import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import type { NewJobEffect } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { findCharge } from '../find.ts';
import { bankOf, bankProviderOf, boletoNameOf } from './at-bank.ts';

/** A boleto that must not be paid any more is cancelled at its bank. One that was issued here needs nothing. */
export function cancelAtBankJobs({ now }: { now: Date }, charge: Charge): NewJobEffect[] {
  const { accountId, id } = charge;
  const bank = bankOf(charge);
  if (!bank || bank.state === 'refused') return [];
  return [{ accountId, kind: 'boleto.cancel', payload: { charge_id: id }, runAt: now }];
}

/** The boleto must not be paid any more: its charge was cancelled, or paid in another way. */
export function leavesItsBoleto(before: Charge, after: Charge): boolean {
  if (after.status === 'CANCELLED') return before.status !== 'CANCELLED';
  return after.status === 'RECEIVED' && before.status !== 'RECEIVED' && !isPaidAtBank(after);
}

/** Paid by the boleto itself, by its barcode or by the PIX code that its bank gave it. */
export function isPaidAtBank(charge: Charge): boolean {
  const { paymentProvider, billingType } = charge;
  const bank = bankOf(charge);
  return bank !== null && paymentProvider === bank.provider && (billingType === 'BOLETO' || bank.givesPix);
}

/** Safe to run again: a boleto that is cancelled, paid or unknown at the bank is left alone. */
export async function cancelBoleto(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { charge_id: id } = job.payload as { charge_id: string };
  const charge = await findCharge(deps, job.account_id, id);
  assert(charge?.boleto, 'charges are never deleted, nor their boletos');
  const provider = bankProviderOf(deps.rails, charge);
  if (!provider) return { done: false, reason: `no boleto provider is named ${bankOf(charge)?.provider}` };
  const answer = await provider.remote.cancelBoleto(boletoNameOf(charge, charge.boleto));
  if (answer.ok) return { done: true };
  if (answer.kind === 'unavailable') return { done: false, reason: answer.reason };
  deps.log.warn({ provider: provider.name, charge: id, reason: answer.reason }, 'a boleto was not cancelled');
  return { done: true };
}
