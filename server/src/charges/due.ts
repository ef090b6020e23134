import { askEveryNode } from '../db/distributed/every-node.ts';
import { statement } from '../db/pool.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { assert } from '../kit/errors.ts';
import { groupBy } from '../kit/group-by.ts';
import { ZERO } from '../kit/money.ts';
import type { Rails } from '../providers/rails.ts';
import { type Decision, done, type Effects, type RowWriter, rowWrite, together } from '../write/effects.ts';
import { bankOf } from './boletos/at-bank.ts';
import { chargesWithOpenAttempt } from './cards/attempts.ts';
import type { CancelCause, Charge } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import type { ChargeKey } from './find.ts';
import { codeIssuerOf } from './pix/removal.ts';
import { endsAt } from './rules/boleto-terms.ts';
import { reserveReleasePostings } from './rules/settlement.ts';
import { lockCharges } from './store.ts';
import { type Change, type Context, changed, saved } from './transition.ts';

const MAX_PER_ROUND = 200;
const POSTPONE_MS = 10 * MINUTE_MS;

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

/** Applies changes that are due by time: expiry, overdue, write-off, reserve release. Returns how many were due. */
export async function runDueCharges(deps: ChargeDeps): Promise<number> {
  const now = deps.clock.now();
  const due = await askEveryNode<ChargeKey>(deps.db, {
    ...{ table: 'charges', sql: findDue, values: [now] },
    read: ({ accountId, id }) => ({ accountId: String(accountId), id: String(id) }),
  });
  for (const [accountId, keys] of groupBy(due, (key) => key.accountId)) {
    const ids = keys.map((key) => key.id);
    await moveOrPostpone(deps, accountId, ids, now);
  }
  return due.length;
}

type Postponed = ChargeKey & { until: Date; now: Date };

// Only if still due: for a charge that was paid meanwhile, due_at is the release of its reserve.
const postpone: RowWriter<Postponed> = {
  statement: statement(
    'charges.postpone',
    `update charges c
     set due_at = late.until
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[]) as late (account_id, id, until, now)
     where c.account_id = late.account_id
       and c.id = late.id
       and c.due_at <= late.now
     returning c.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.until),
    rows.map((row) => row.now),
  ],
  writes: 'any',
};

/** A charge that cannot be changed must not block the others: it is postponed and logged. */
async function moveOrPostpone(
  deps: ChargeDeps,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  try {
    await moveDue(deps, accountId, ids, now);
  } catch (error) {
    const [id] = ids;
    if (ids.length > 1 || !id) {
      for (const each of ids) await moveOrPostpone(deps, accountId, [each], now);
      return;
    }
    deps.log.error({ err: error, charge: id }, 'a due charge could not be moved; it is put off');
    const until = new Date(now.getTime() + POSTPONE_MS);
    await deps.writer.commit({
      load: () => Promise.resolve(),
      decide: () => done(undefined, { rows: [rowWrite(postpone, { accountId, id, until, now })] }),
    });
  }
}

async function moveDue(
  deps: ChargeDeps,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await deps.writer.commit({
    load: async (tx): Promise<DueState> => ({
      charges: await lockCharges(tx, accountId, ids),
      beingPaid: await chargesWithOpenAttempt(tx, accountId, ids),
    }),
    decide: (state) => decideDue(state, { now, rails: deps.rails }),
  });
}

export type DueState = { charges: readonly Charge[]; beingPaid: ReadonlySet<string> };

/** The due change of each charge, in the order in which they fell due. */
export function decideDue({ charges, beingPaid }: DueState, context: Context): Decision<void> {
  const due = charges
    .filter((charge) => charge.dueAt !== null && charge.dueAt <= context.now)
    .sort((a, b) => Number(a.dueAt) - Number(b.dueAt));
  return done(
    undefined,
    together(due.map((charge) => dueEffects(charge, beingPaid.has(charge.id), context))),
  );
}

function dueEffects(charge: Charge, isBeingPaid: boolean, context: Context): Effects {
  const { now, rails } = context;
  // Wait for the end of a card payment in progress.
  if (isBeingPaid) return saved(charge, { ...charge, dueAt: new Date(now.getTime() + MINUTE_MS) });
  if (isReserveDue(charge)) return released(charge);
  if (!mustAskIssuer(rails, charge)) return changed(dueMove(charge), context).effects;
  const { accountId, id } = charge;
  const job = { accountId, kind: 'pix.end', payload: { charge_id: id }, runAt: now };
  return together([saved(charge, { ...charge, dueAt: null }), { jobs: [job] }]);
}

/** Once paid, only the release of the reserve can be due, also for a refunded charge. */
function isReserveDue(charge: Charge): boolean {
  return charge.status === 'RECEIVED' || charge.status === 'REFUNDED';
}

/** Before a PSP's code or a bank's boleto ends as unpaid, its issuer is asked whether it is unpaid. */
function mustAskIssuer(rails: Rails, charge: Charge): boolean {
  if (dueMove(charge).to !== 'CANCELLED') return false;
  return bankOf(charge) !== null || (charge.pixTxid !== null && codeIssuerOf(rails, charge) !== null);
}

function released(charge: Charge): Effects {
  assert(charge.dueAt, 'a due charge has a due time');
  return {
    ...saved(charge, { ...charge, reserveHeldCents: ZERO, dueAt: null }),
    entries: [
      {
        fact: `charge:${charge.id}:reserve`,
        chargeId: charge.id,
        occurredAt: charge.dueAt,
        postings: reserveReleasePostings(charge),
      },
    ],
  };
}

export function dueMove(charge: Charge): Change {
  if (charge.status === 'OVERDUE') return cancelled(charge, 'written_off');
  assert(charge.status === 'PENDING', `a due charge waits for something, and this one is ${charge.status}`);
  if (charge.boleto === null || charge.billingType !== 'BOLETO') return cancelled(charge, 'expired');
  return { charge, to: 'OVERDUE', event: 'charge.overdue', set: { dueAt: endsAt(charge.boleto) } };
}

function cancelled(charge: Charge, cause: CancelCause): Change {
  return { charge, to: 'CANCELLED', event: 'charge.cancelled', set: { dueAt: null }, cause };
}
