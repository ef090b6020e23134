import type { Tx } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { enqueue, type Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import type { PixName } from '../../providers/provider.ts';
import { remotePixNamed } from '../../providers/rails.ts';
import type { Charge } from '../charge.ts';

type Removal = PixName & { provider: string };

/** A code that is no longer to be paid is taken away where it was issued. Codes that live here only need none of it. */
export async function enqueueRemoval(tx: Tx, deps: Deps, charges: readonly Charge[]): Promise<void> {
  const runAt = deps.clock.now();
  await enqueue(
    tx,
    charges.flatMap((charge) => {
      const payload = removalOf(deps, charge);
      const { accountId } = charge;
      return payload ? [{ accountId, id: deps.ids.next(), kind: 'pix.remove', payload, runAt }] : [];
    }),
  );
}

export function pixNameOf({ pixTxid, boleto }: Charge): PixName {
  return { txid: pixTxid ?? '', isDueCharge: boleto !== null };
}

function removalOf(deps: Deps, charge: Charge): Removal | null {
  const provider = remotePixNamed(deps.rails, charge.pixProvider)?.name;
  return provider && charge.pixTxid !== null ? { ...pixNameOf(charge), provider } : null;
}

/** Safe to run again: what is removed, paid or unknown there needs no removing. */
export async function removePixCode(deps: Deps, job: Job): Promise<JobOutcome> {
  const { txid, isDueCharge, provider } = job.payload as Removal;
  const remote = remotePixNamed(deps.rails, provider)?.remote;
  if (!remote) return { done: false, reason: `no PIX provider is named ${provider}` };
  const answer = await remote.removePix({ txid, isDueCharge });
  if (answer.ok) return { done: true };
  if (answer.kind === 'unavailable') return { done: false, reason: answer.reason };
  deps.log.warn({ provider, txid, reason: answer.reason }, 'a PIX code was not removed');
  return { done: true };
}
