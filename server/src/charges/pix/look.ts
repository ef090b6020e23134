import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import type { PixName } from '../../providers/provider.ts';
import { type RemoteProvider, remotePixNamed } from '../../providers/rails.ts';
import { type Decision, done, type NewJobEffect } from '../../write/effects.ts';
import { bankOf, lookJob } from '../boletos/at-bank.ts';
import { checkBoleto } from '../boletos/look.ts';
import { hasOpenAttempt } from '../cards/attempts.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { dueMove } from '../due.ts';
import { findCharge, findChargeByReference } from '../find.ts';
import { endsAt } from '../rules/boleto-terms.ts';
import { lockCharge } from '../store.ts';
import { type Context, changed, mayMove } from '../transition.ts';
import { applyPix } from './facts.ts';
import { codeIssuerOf, pixNameOf } from './removal.ts';

type Check = PixName & { provider: string };

/** A notice named these codes: jobs read each one at its issuer. */
export async function enqueueChecks(
  deps: ChargeDeps,
  provider: string,
  txids: readonly string[],
): Promise<number> {
  const checks = await Promise.all([...new Set(txids)].map((txid) => checkFor(deps, provider, txid)));
  const jobs = checks.filter((job) => job !== null);
  return deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () => done(jobs.length, { jobs }),
  });
}

async function checkFor(deps: ChargeDeps, provider: string, txid: string): Promise<NewJobEffect | null> {
  const charge = await findChargeByReference(deps, txid);
  if (!charge) return null;
  // It belongs to a boleto, whose bank says what was paid: read here too, one payment could be taken twice.
  if (bankOf(charge)?.pixTxid === txid) return lookJob(charge, deps.clock.now());
  const payload: Check = { ...pixNameOf(charge), txid, provider };
  return { accountId: charge.accountId, kind: 'pix.look', payload, runAt: deps.clock.now() };
}

export async function checkPix(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { txid, provider, isDueCharge } = job.payload as Check;
  const charge = await findChargeByReference(deps, txid);
  assert(charge, 'a check is of a charge');
  const checked = await readAndApply(deps, charge, provider, { txid, isDueCharge });
  const isGivenUp = checked.state === 'absent' && job.attempts >= MAX_CHECKS;
  return isGivenUp ? { done: true } : checked;
}

/**
 * Result of reading a code or a boleto at its issuer. `paid`: paid, but no payment could be read. `absent`: the issuer
 * does not find it. After either, a payment may still exist. `registering`: a boleto that cannot be paid yet.
 */
type CheckState = 'read' | 'paid' | 'absent' | 'registering' | 'unavailable';
export type Checked = JobOutcome & { state: CheckState };

/** Reads the code of a charge at its issuer; null for a code of the sandbox. */
export async function checkCode(deps: ChargeDeps, charge: Charge): Promise<CheckState | null> {
  return (await checkOwnCode(deps, charge))?.state ?? null;
}

async function checkOwnCode(deps: ChargeDeps, charge: Charge): Promise<Checked | null> {
  if (charge.pixTxid === null || !codeIssuerOf(deps.rails, charge)) return null;
  return readAndApply(deps, charge, charge.pixProvider);
}

async function readAndApply(
  deps: ChargeDeps,
  charge: Charge,
  providerName: string | null,
  name = pixNameOf(charge),
): Promise<Checked> {
  const provider = remotePixNamed(deps.rails, providerName);
  const not = (state: CheckState, reason: string): Checked => ({ state, done: false, reason });
  if (!provider) return not('unavailable', `no PIX provider is named ${providerName}`);
  const answer = await findEitherKind(provider, name);
  if (!answer.ok) return not('unavailable', answer.reason);
  if (!answer.charge) return not('absent', 'the provider does not find its own code');
  const { status, payments } = answer.charge;
  await applyPix(deps, provider, charge, payments);
  const isUnread = status === 'paid' && payments.length === 0 && mayMove(charge.status, 'RECEIVED');
  if (!isUnread) return { state: 'read', done: true };
  const facts = { provider: provider.name, charge: charge.id, txid: name.txid };
  deps.log.error(facts, 'a code is paid, and its payment cannot be read');
  return not('paid', 'it is paid, and its payment cannot be read');
}

/** A payer who changed the method may have paid the earlier code, which is of the other kind. */
async function findEitherKind({ remote }: RemoteProvider, name: PixName) {
  const answer = await remote.findPix(name);
  if (!answer.ok || answer.charge) return answer;
  return remote.findPix({ ...name, isDueCharge: !name.isDueCharge });
}

/** About a minute and a half. After that our clock alone ends the code, even if its issuer does not answer. */
const MAX_CHECKS = 6;

/** Code or boleto can be paid no more: if it is also unpaid at its issuer, the charge ends. */
export async function endPix(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { charge_id: id } = job.payload as { charge_id: string };
  const charge = await findCharge(deps, job.account_id, id);
  assert(charge, 'charges are never deleted');
  const checks = [await checkOwnCode(deps, charge), await checkBoleto(deps, charge)];
  const isOpen = (each: Checked | null) =>
    each !== null && !each.done && (each.state === 'paid' || job.attempts < MAX_CHECKS);
  const open = checks.find(isOpen);
  if (open) return open;
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit({
    load: async (tx): Promise<EndState> => {
      const locked = await lockCharge(tx, charge.accountId, charge.id);
      assert(locked, 'charges are never deleted');
      return { charge: locked, isBeingPaid: await hasOpenAttempt(tx, locked) };
    },
    decide: (state) => decideEnd(state, context),
  });
}

export type EndState = { charge: Charge; isBeingPaid: boolean };

export function decideEnd({ charge, isBeingPaid }: EndState, context: Context): Decision<JobOutcome> {
  if (!isOver(charge, context.now)) return done({ done: true });
  if (isBeingPaid) return done({ done: false, reason: 'a card payment is under way' });
  return done({ done: true }, changed(dueMove(charge), context).effects);
}

/** The payer may have paid meanwhile, or changed the method. */
function isOver(charge: Charge, at: Date): boolean {
  if (charge.status === 'OVERDUE') return charge.boleto !== null && endsAt(charge.boleto) <= at;
  const ends = charge.status === 'PENDING' && charge.billingType === 'PIX';
  return ends && charge.pixExpiresAt !== null && charge.pixExpiresAt <= at;
}
