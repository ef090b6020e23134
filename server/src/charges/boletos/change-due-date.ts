import { type Actor, systemActor } from '../../audit/record.ts';
import { type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { assert, fail, invalidField } from '../../kit/errors.ts';
import type { BoletoAtBank } from '../../providers/boleto.ts';
import type { BankOfBoletos } from '../../providers/rails.ts';
import type { Boleto, Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { requireCharge } from '../details.ts';
import { findCharge } from '../find.ts';
import { issuedHere } from '../methods/boleto.ts';
import { readDueDate } from '../rules/boleto-terms.ts';
import { dueTermsOf } from '../rules/due-terms.ts';
import { lockCharge } from '../store.ts';
import { mayMove } from '../transition.ts';
import { bankOf, bankProviderOf, boletoNameOf } from './at-bank.ts';
import { decideDueDate } from './decide-due-date.ts';
import { isChanging } from './due-date.ts';
import { applyBoleto } from './facts.ts';

/** A request answers after this; the change goes on. */
const ANSWERED_WITHIN_MS = 8 * SECOND_MS;

/** The charge as it is then: with the new due date, with the bank's refusal, or still being changed. */
export async function changeDueDate(
  deps: ChargeDeps,
  accountId: string,
  id: string,
  wanted: string,
  by: Actor = systemActor(accountId),
): Promise<Charge> {
  const dueDate = readDueDate(wanted, civilDateOf(deps.clock.now()));
  const read = await requireCharge(deps, accountId, id);
  requireTaken(deps, read, dueDate);
  const reissued = await reissuedHere(deps, read, dueDate);
  const context = { now: deps.clock.now(), rails: deps.rails };
  const charge = await deps.writer.commit({
    load: (tx) => lockCharge(tx, accountId, id),
    decide: (locked) => decideDueDate(locked, { dueDate, reissued }, by, context),
  });
  return isChanging(charge) ? askAtOnce(deps, charge) : charge;
}

/** What the bank always refuses is refused before it is on record. */
function requireTaken(deps: ChargeDeps, charge: Charge, dueDate: CivilDate): void {
  const { boleto } = charge;
  if (!boleto || boleto.dueDate === dueDate) return;
  const limits = bankProviderOf(deps.rails, charge)?.limits;
  const obstacle = limits?.obstacleToDueDate(dueTermsOf(boleto), dueDate, deps.clock.now());
  if (obstacle) throw invalidField('due_date', obstacle);
}

async function reissuedHere(deps: ChargeDeps, charge: Charge, dueDate: CivilDate): Promise<Boleto | null> {
  const { boleto, billingType, customer } = charge;
  if (!boleto || boleto.bank || billingType !== 'BOLETO' || !customer) return null;
  const issuer = deps.rails.boleto.find(({ remote }) => remote === null) ?? fail('PROVIDER_UNAVAILABLE');
  const account = await deps.accountFacts(charge.accountId);
  return issuedHere(deps, { charge, account }, { ...boleto, dueDate }, issuer);
}

async function askAtOnce(deps: ChargeDeps, charge: Charge): Promise<Charge> {
  const asked = askBank(deps, charge)
    .then((answer) => answer.charge)
    .catch((error: unknown) => {
      deps.log.error({ err: error, charge: charge.id }, 'a due date was not changed at once; a job goes on');
      return charge;
    });
  return Promise.race([asked, inTime(charge)]);
}

function inTime(charge: Charge): Promise<Charge> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(charge), ANSWERED_WITHIN_MS).unref();
  });
}

/** `waitsFor`: why it is to be asked again; null: it is known, or the bank answers by itself. */
type Asked = { charge: Charge; waitsFor: string | null };

/** The same change again does no harm: banks are asked until they have said yes or no. What is read then is the truth. */
async function askBank(deps: ChargeDeps, charge: Charge): Promise<Asked> {
  const provider = bankProviderOf(deps.rails, charge);
  const { boleto } = charge;
  const dueDate = boleto?.dueDateChange?.dueDate;
  assert(boleto && dueDate, 'a change of the due date is on record');
  if (!provider) return { charge, waitsFor: `no boleto provider is named ${bankOf(charge)?.provider}` };
  const name = boletoNameOf(charge, boleto);
  const answer = await provider.remote.changeDueDate(name, dueDate);
  if (!answer.ok && answer.kind === 'unavailable') return { charge, waitsFor: answer.reason };
  const found = await provider.remote.findBoleto(name);
  if (!found.ok) return { charge, waitsFor: found.reason };
  if (!found.boleto) return { charge, waitsFor: 'the bank does not find the boleto' };
  const now = deps.clock.now();
  const said: Partial<BoletoAtBank> = answer.ok
    ? saidYes(found.boleto, dueDate, answer.isPending === true)
    : { refusedDueDate: { dueDate, reason: answer.reason, at: now } };
  const after = await applyBoleto(deps, provider, charge, { ...found.boleto, ...said });
  const isOver = !isChanging(after) || (answer.ok && answer.isPending === true);
  return { charge: after, waitsFor: isOver ? null : notYet(provider) };
}

/** A bank that does not say the due date of a boleto has changed it when it says so. */
function saidYes({ dueDate }: BoletoAtBank, wanted: CivilDate, isPending: boolean): Partial<BoletoAtBank> {
  return isPending || (dueDate ?? null) !== null ? {} : { dueDate: wanted };
}

function notYet({ name }: Pick<BankOfBoletos, 'name'>): string {
  return `${name} does not show the new due date yet`;
}

/** Goes on until the bank has said yes or no, or the charge was paid or has ended. */
export async function resolveDueDate(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { charge_id: id, due_date: dueDate } = job.payload as { charge_id: string; due_date: CivilDate };
  const charge = await findCharge(deps, job.account_id, id);
  assert(charge, 'charges are never deleted');
  const isWanted = isChanging(charge) && charge.boleto?.dueDateChange?.dueDate === dueDate;
  if (!isWanted || !mayMove(charge.status, 'RECEIVED')) return { done: true };
  const { charge: after, waitsFor } = await askBank(deps, charge);
  return waitsFor === null || !mayMove(after.status, 'RECEIVED')
    ? { done: true }
    : { done: false, reason: waitsFor };
}
