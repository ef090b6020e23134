import type { Action, Actor } from '../audit/record.ts';
import type { Deps } from '../http/deps.ts';
import { systemMs } from '../kit/clock.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import {
  compareAgainAt,
  type Day,
  lockDay,
  lockDifference,
  resolveDifference,
  type StoredDifference,
} from './store.ts';

/** An operator has looked at a difference and says what it is. It moves no money. */
export async function resolve(
  deps: Deps,
  by: Actor,
  { id, note }: { id: string; note: string },
  answer: Answer<string>,
): Promise<void> {
  if (!isId(id)) throw notFound('Difference');
  const now = new Date(systemMs());
  await deps.writer.commit(
    {
      load: (tx) => lockDifference(tx, id),
      decide: (difference) => decideResolve(difference, { by, note }, now),
    },
    answer,
  );
}

export function decideResolve(
  difference: StoredDifference | null,
  { by, note }: { by: Actor; note: string },
  now: Date,
): Decision<string> {
  if (!difference) return notFound('Difference');
  if (difference.state === 'resolved')
    return new GatewayError('INVALID_STATE', 'The difference is already resolved');
  const { id, verdict, provider, kind, reference } = difference;
  const resolution = { id, note, resolverAccountId: by.accountId, resolverId: by.userId, resolvedAt: now };
  const audit: Action[] = [
    {
      actor: by,
      accountId: by.accountId,
      action: 'reconciliation.resolved',
      target: { kind: 'difference', id },
      details: { provider, kind, verdict, reference, note },
    },
  ];
  return done(id, { rows: [rowWrite(resolveDifference, resolution)], audit });
}

/** The worker compares the day within seconds. */
export async function compareAgain(deps: Deps, by: Actor, id: string, answer: Answer<string>): Promise<void> {
  if (!isId(id)) throw notFound('Day');
  const now = new Date(systemMs());
  await deps.writer.commit(
    { load: (tx) => lockDay(tx, id), decide: (day) => decideCompareAgain(day, by, now) },
    answer,
  );
}

export function decideCompareAgain(day: Day | null, by: Actor, now: Date): Decision<string> {
  if (!day) return notFound('Day');
  const { id, provider, kind } = day;
  const audit: Action[] = [
    {
      actor: by,
      accountId: by.accountId,
      action: 'reconciliation.repeated',
      target: { kind: 'reconciliation_day', id },
      details: { provider, kind, day: day.day },
    },
  ];
  return done(id, { rows: [rowWrite(compareAgainAt, { id, nextAt: now })], audit });
}
