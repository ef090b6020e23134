import { statement } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { enqueue } from '../jobs/queue.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { assert } from '../kit/errors.ts';
import { groupBy } from '../kit/group-by.ts';
import { ZERO } from '../kit/money.ts';
import type { Entry } from '../ledger/chart.ts';
import { post } from '../ledger/post.ts';
import { remotePixNamed } from '../providers/rails.ts';
import { chargesWithOpenAttempt } from './cards/attempts.ts';
import type { Charge } from './charge.ts';
import type { ChargeKey } from './find.ts';
import { writeOffAt } from './methods/boleto.ts';
import { reserveReleasePostings } from './rules/settlement.ts';
import { lockCharges, saveCharges } from './store.ts';
import { type Change, change } from './transition.ts';

const MAX_PER_ROUND = 200;
const PUT_OFF_MS = 10 * MINUTE_MS;

// Chains (overdue, then written off) are at least a day apart: within a day's window the order of due times is the
// order of effects, and what a round makes due is never earlier than what the round has done.
const findDue = statement(
  'charges.due',
  `select account_id as "accountId", id
   from charges
   where due_at <= $1
     and due_at < (select min(due_at) + interval '1 day' from charges where due_at is not null)
   order by due_at, id
   limit ${MAX_PER_ROUND}`,
);

/** Does what time alone brings: expiry, overdue, write-off, reserve release. Returns how many charges were due. */
export async function runDueCharges(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.db.query<ChargeKey>(findDue, [now]);
  const byAccount = groupBy(due, (key) => key.accountId);
  for (const [accountId, keys] of byAccount) {
    deps.rollups.touch(accountId);
    await moveOrPutOff(
      deps,
      accountId,
      keys.map((key) => key.id),
      now,
    );
  }
  return due.length;
}

// Only what is still due: a charge that was paid meanwhile has its reserve's day there.
const putOff = statement(
  'charges.put_off',
  `update charges
   set due_at = $3
   where account_id = $1
     and id = any($2::uuid[])
     and due_at <= $4`,
);

/** One charge that cannot be moved must not keep all the others waiting: it is put off, and somebody is told. */
async function moveOrPutOff(deps: Deps, accountId: string, ids: readonly string[], now: Date): Promise<void> {
  try {
    await moveDue(deps, accountId, ids, now);
  } catch (error) {
    if (ids.length > 1) {
      for (const id of ids) await moveOrPutOff(deps, accountId, [id], now);
      return;
    }
    deps.log.error({ err: error, charge: ids[0] }, 'a due charge could not be moved; it is put off');
    await deps.db.query(putOff, [accountId, ids, new Date(now.getTime() + PUT_OFF_MS), now]);
  }
}

async function moveDue(deps: Deps, accountId: string, ids: readonly string[], now: Date): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const locked = await lockCharges(tx, accountId, ids);
    const busy = await chargesWithOpenAttempt(tx, accountId, ids);
    const due = locked
      .filter((charge) => charge.dueAt !== null && charge.dueAt <= now)
      .sort((a, b) => Number(a.dueAt) - Number(b.dueAt));
    const waiting = due.filter((charge) => busy.has(charge.id));
    const free = due.filter((charge) => !busy.has(charge.id));
    const lookedUp = free.filter((charge) => mustBeLookedUp(deps, charge));
    const ready = free.filter((charge) => !lookedUp.includes(charge));
    const releases = ready.filter(isReserveDue);
    await saveCharges(tx, [
      ...releases.map((before) => ({ before, after: { ...before, reserveHeldCents: ZERO, dueAt: null } })),
      ...waiting.map((before) => ({
        before,
        after: { ...before, dueAt: new Date(now.getTime() + MINUTE_MS) },
      })),
      ...lookedUp.map((before) => ({ before, after: { ...before, dueAt: null } })),
    ]);
    await change(tx, deps, ready.filter((charge) => !isReserveDue(charge)).map(dueMove), now);
    await post(tx, releases.map(releaseEntry));
    await enqueue(
      tx,
      lookedUp.map(({ id }) => ({
        accountId,
        id: deps.ids.next(),
        kind: 'pix.end',
        payload: { charge_id: id },
        runAt: now,
      })),
    );
  });
}

/** Once paid, only its reserve can be due: also of a charge that recipients have refunded, for the most part. */
function isReserveDue(charge: Charge): boolean {
  return charge.status === 'RECEIVED' || charge.status === 'REFUNDED';
}

/** Before a code that lives elsewhere ends unpaid, whoever issued it is asked whether it really is unpaid. */
function mustBeLookedUp(deps: Deps, charge: Charge): boolean {
  const ends = !isReserveDue(charge) && dueMove(charge).to === 'CANCELLED';
  return ends && charge.pixTxid !== null && remotePixNamed(deps.rails, charge.pixProvider) !== null;
}

function releaseEntry(charge: Charge): Entry {
  assert(charge.dueAt, 'a due charge has a due time');
  return {
    fact: `charge:${charge.id}:reserve`,
    chargeId: charge.id,
    occurredAt: charge.dueAt,
    postings: reserveReleasePostings(charge),
  };
}

export function dueMove(charge: Charge): Change {
  if (charge.status === 'OVERDUE') return cancelled(charge, 'written_off');
  assert(charge.status === 'PENDING', `a due charge waits for something, and this one is ${charge.status}`);
  if (charge.boleto === null || charge.billingType !== 'BOLETO') return cancelled(charge, 'expired');
  return { charge, to: 'OVERDUE', event: 'charge.overdue', set: { dueAt: writeOffAt(charge.boleto) } };
}

function cancelled(charge: Charge, cause: string): Change {
  return { charge, to: 'CANCELLED', event: 'charge.cancelled', set: { dueAt: null }, cause };
}
