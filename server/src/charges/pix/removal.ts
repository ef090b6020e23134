import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import type { PixName } from '../../providers/provider.ts';
import { type Rails, type RemoteProvider, remotePixNamed } from '../../providers/rails.ts';
import type { NewJobEffect } from '../../write/effects.ts';
import { hasCodeOfBank } from '../boletos/at-bank.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';

type Removal = PixName & { provider: string };

/** A code that must not be paid any more is removed at its issuer. Sandbox codes need no removal. */
export function removalJobs({ now, rails }: { now: Date; rails: Rails }, charge: Charge): NewJobEffect[] {
  const payload = removalOf(rails, charge);
  return payload ? [{ accountId: charge.accountId, kind: 'pix.remove', payload, runAt: now }] : [];
}

export function pixNameOf({ pixTxid, boleto }: Charge): PixName {
  return { txid: pixTxid ?? '', isDueCharge: boleto !== null };
}

/** The PSP that has the charge's code. Null: it is the sandbox's, or belongs to the boleto and to its bank. */
export function codeIssuerOf(rails: Rails, charge: Charge): RemoteProvider | null {
  return hasCodeOfBank(charge) ? null : remotePixNamed(rails, charge.pixProvider);
}

function removalOf(rails: Rails, charge: Charge): Removal | null {
  const provider = codeIssuerOf(rails, charge)?.name;
  return provider && charge.pixTxid !== null ? { ...pixNameOf(charge), provider } : null;
}

/** Safe to run again: a code that is removed, paid or unknown at the issuer is left alone. */
export async function removePixCode(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { txid, isDueCharge, provider } = job.payload as Removal;
  const remote = remotePixNamed(deps.rails, provider)?.remote;
  if (!remote) return { done: false, reason: `no PIX provider is named ${provider}` };
  const answer = await remote.removePix({ txid, isDueCharge });
  if (answer.ok) return { done: true };
  if (answer.kind === 'unavailable') return { done: false, reason: answer.reason };
  deps.log.warn({ provider, txid, reason: answer.reason }, 'a PIX code was not removed');
  return { done: true };
}
