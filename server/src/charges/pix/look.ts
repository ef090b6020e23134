import { type Tx, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { enqueue, type Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import type { PixName } from '../../providers/provider.ts';
import { type RemoteProvider, remotePixNamed } from '../../providers/rails.ts';
import { hasOpenAttempt } from '../cards/attempts.ts';
import type { Charge } from '../charge.ts';
import { dueMove } from '../due.ts';
import { findCharge, findChargeByReference } from '../find.ts';
import { writeOffAt } from '../methods/boleto.ts';
import { lockCharge } from '../store.ts';
import { change, mayMove } from '../transition.ts';
import { applyPix } from './facts.ts';
import { pixNameOf } from './removal.ts';

type Look = PixName & { provider: string };

/** Somebody said that something happened to this code: its issuer is asked what, and believed. */
export async function enqueueLooks(deps: Deps, provider: string, txids: readonly string[]): Promise<number> {
  const charges = await Promise.all([...new Set(txids)].map((txid) => lookFor(deps, provider, txid)));
  const looks = charges.filter((look) => look !== null);
  const runAt = deps.clock.now();
  await transaction(deps.db, (tx: Tx) =>
    enqueue(
      tx,
      looks.map(({ accountId, look }) => ({
        accountId,
        id: deps.ids.next(),
        kind: 'pix.look',
        payload: look,
        runAt,
      })),
    ),
  );
  return looks.length;
}

async function lookFor(deps: Deps, provider: string, txid: string) {
  const charge = await findChargeByReference(deps.db, txid);
  if (!charge) return null;
  const look: Look = { ...pixNameOf(charge), txid, provider };
  return { accountId: charge.accountId, look };
}

export async function lookAtPix(deps: Deps, job: Job): Promise<JobOutcome> {
  const { txid, provider, isDueCharge } = job.payload as Look;
  const charge = await findChargeByReference(deps.db, txid);
  assert(charge, 'a look is for a charge');
  const looked = await readAndApply(deps, charge, provider, { txid, isDueCharge });
  const isForgotten = looked.state === 'absent' && job.attempts >= MAX_LOOKS;
  return isForgotten ? { done: true } : looked;
}

/**
 * What a look at the issuer's books found. `paid`: it is, and not by any payment that could be read. `absent`: the issuer,
 * who made the code, does not find it. Neither says that nobody paid.
 */
type LookState = 'read' | 'paid' | 'absent' | 'unavailable';
type Looked = JobOutcome & { state: LookState };

/** Reads the code of a charge where it was issued; null when that is here. */
export async function lookAtCode(deps: Deps, charge: Charge): Promise<LookState | null> {
  if (charge.pixTxid === null || !remotePixNamed(deps.rails, charge.pixProvider)) return null;
  return (await readAndApply(deps, charge, charge.pixProvider)).state;
}

async function readAndApply(
  deps: Deps,
  charge: Charge,
  providerName: string | null,
  name = pixNameOf(charge),
): Promise<Looked> {
  const provider = remotePixNamed(deps.rails, providerName);
  const not = (state: LookState, reason: string): Looked => ({ state, done: false, reason });
  if (!provider) return not('unavailable', `no PIX provider is named ${providerName}`);
  const answer = await findEitherKind(provider, name);
  if (!answer.ok) return not('unavailable', answer.reason);
  if (!answer.charge) return not('absent', 'the provider does not find its own code');
  const { status, payments } = answer.charge;
  await applyPix(deps, provider, charge, payments);
  const isUntold = status === 'paid' && payments.length === 0 && mayMove(charge.status, 'RECEIVED');
  if (!isUntold) return { state: 'read', done: true };
  const facts = { provider: provider.name, charge: charge.id, txid: name.txid };
  deps.log.error(facts, 'a code is paid, and its payment cannot be read');
  return not('paid', 'it is paid, and its payment cannot be read');
}

/** A payer who chose again left a code of the other kind behind, and may have paid that one. */
async function findEitherKind({ remote }: RemoteProvider, name: PixName) {
  const answer = await remote.findPix(name);
  if (!answer.ok || answer.charge) return answer;
  return remote.findPix({ ...name, isDueCharge: !name.isDueCharge });
}

/** A minute and a half: our clock decides when a code ends, also when its issuer has a bad day. */
const MAX_LOOKS = 6;

/** The code's time is over: unpaid by its issuer's books as well, the charge ends. */
export async function endPix(deps: Deps, job: Job): Promise<JobOutcome> {
  const { charge_id: id } = job.payload as { charge_id: string };
  const charge = await findCharge(deps.db, job.account_id, id);
  assert(charge, 'charges are never deleted');
  const looked = await readAndApply(deps, charge, charge.pixProvider);
  if (!looked.done && (looked.state === 'paid' || job.attempts < MAX_LOOKS)) return looked;
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const locked = await lockCharge(tx, charge.accountId, charge.id);
    assert(locked, 'charges are never deleted');
    if (!isOver(locked, at)) return { done: true };
    if (await hasOpenAttempt(tx, locked)) return { done: false, reason: 'a card payment is under way' };
    await change(tx, deps, [dueMove(locked)], at);
    return { done: true };
  });
}

/** The payer may have chosen again meanwhile, or paid. */
function isOver(charge: Charge, at: Date): boolean {
  if (charge.status === 'OVERDUE') return charge.boleto !== null && writeOffAt(charge.boleto) <= at;
  const ends = charge.status === 'PENDING' && charge.billingType === 'PIX';
  return ends && charge.pixExpiresAt !== null && charge.pixExpiresAt <= at;
}
