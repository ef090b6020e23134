import type { Deps } from '../../http/deps.ts';
import type { ProviderNotice } from '../../providers/provider.ts';
import { done, type NewJobEffect } from '../../write/effects.ts';
import { remotePayoutNamed } from './choose.ts';
import { LOOK_JOB } from './outcome.ts';
import { findPayoutKey } from './pay.ts';

const MAX_PER_NOTICE = 500;

/**
 * A bank's notice about payouts is only a hint: a job reads each one at the bank. Returns whether it is a valid notice of
 * payouts.
 */
export async function readPayoutNotice(deps: Deps, name: string, notice: ProviderNotice): Promise<boolean> {
  const hints = await remotePayoutNamed(deps.rails, name)?.remote.readNotice(notice);
  if (!hints) return false;
  const named = hints.slice(0, MAX_PER_NOTICE);
  const keys = await Promise.all(named.map((hint) => findPayoutKey(deps, name, hint)));
  const known = new Map(keys.flatMap((key) => (key ? [[key.id, key] as const] : [])));
  if (known.size < named.length) {
    const facts = { provider: name, named: named.length, known: known.size };
    deps.log.info(facts, 'a notice names unknown payouts');
  }
  const runAt = deps.clock.now();
  const jobs: NewJobEffect[] = [...known.values()].map(({ account_id: accountId, id }) => ({
    ...{ accountId, kind: LOOK_JOB, payload: { withdrawal_id: id }, runAt },
  }));
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { jobs }) });
  return true;
}
