import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import type { BoletoHint } from '../../providers/boleto.ts';
import { done } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { findCharge, findChargeByReference } from '../find.ts';
import type { Checked } from '../pix/look.ts';
import { mayMove } from '../transition.ts';
import { bankOf, bankProviderOf, boletoNameOf, isRegistering, lookJob, referenceAtBank } from './at-bank.ts';
import { applyBoleto } from './facts.ts';

/** A notice named these boletos: jobs read each one at its bank. Returns how many are known. */
export async function enqueueLooks(
  deps: ChargeDeps,
  provider: string,
  hints: readonly BoletoHint[],
): Promise<number> {
  const references = new Set(
    hints.map((hint) =>
      'reference' in hint ? hint.reference : referenceAtBank(provider, hint.bankReference),
    ),
  );
  const found = await Promise.all([...references].map((each) => findChargeByReference(deps, each)));
  const charges = new Map(
    found.flatMap((charge) => (charge && bankOf(charge)?.provider === provider ? [[charge.id, charge]] : [])),
  );
  await lookSoon(deps, [...charges.values()]);
  return charges.size;
}

export async function lookSoon(deps: ChargeDeps, charges: readonly Charge[]): Promise<void> {
  const now = deps.clock.now();
  await deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () => done(undefined, { jobs: charges.map((charge) => lookJob(charge, now)) }),
  });
}

/** After this many a boleto that its bank does not find is left to the job that registers it. */
const MAX_ABSENT = 6;

export async function lookAtBoleto(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { charge_id: id } = job.payload as { charge_id: string };
  const charge = await findCharge(deps, job.account_id, id);
  assert(charge, 'charges are never deleted');
  const checked = await checkBoleto(deps, charge);
  if (!checked || checked.done) return { done: true };
  return checked.state === 'absent' && job.attempts >= MAX_ABSENT ? { done: true } : checked;
}

/** Reads the boleto of a charge at its bank; null when none has it. */
export async function checkBoleto(deps: ChargeDeps, charge: Charge): Promise<Checked | null> {
  const { boleto } = charge;
  if (!boleto?.bank) return null;
  const not = (state: Checked['state'], reason: string): Checked => ({ state, done: false, reason });
  const provider = bankProviderOf(deps.rails, charge);
  if (!provider) return not('unavailable', `no boleto provider is named ${boleto.bank.provider}`);
  const answer = await provider.remote.findBoleto(boletoNameOf(charge, boleto));
  if (!answer.ok) return not('unavailable', answer.reason);
  if (!answer.boleto) return not('absent', 'the bank does not find the boleto');
  const after = await applyBoleto(deps, provider, charge, answer.boleto);
  const { state, payments } = answer.boleto;
  if (state === 'paid' && payments.length === 0 && mayMove(after.status, 'RECEIVED')) {
    deps.log.error(
      { provider: provider.name, charge: charge.id },
      'a boleto is paid, and its payment cannot be read',
    );
    return not('paid', 'it is paid, and its payment cannot be read');
  }
  if (isRegistering(after)) return not('registering', 'the bank has not registered it yet');
  return { state: 'read', done: true };
}
