import { type Alert, lockAlert, resolveAlert } from '../alerts/store.ts';
import type { Action, Actor } from '../audit/record.ts';
import type { Deps } from '../http/deps.ts';
import { systemMs } from '../kit/clock.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';

type Said = { id: string; note: string; by: Actor };

/** An operator has looked at it and says what it is. It moves no money. */
export async function resolve(deps: Deps, said: Said, answer: Answer<string>): Promise<void> {
  if (!isId(said.id)) throw notFound('Alert');
  const now = new Date(systemMs());
  await deps.writer.commit(
    { load: (tx) => lockAlert(tx, said.id), decide: (alert) => decideResolve(alert, said, now) },
    answer,
  );
}

function decideResolve(alert: Alert | null, { by, note }: Said, now: Date): Decision<string> {
  if (!alert) return notFound('Alert');
  if (alert.state === 'resolved') return new GatewayError('INVALID_STATE', 'The alert is already resolved');
  const { id, kind, provider } = alert;
  const resolution = { id, note, resolverAccountId: by.accountId, resolverId: by.userId, at: now };
  const action: Action = {
    ...{ actor: by, accountId: by.accountId, action: 'alert.resolved', target: { kind: 'alert', id } },
    details: { kind, provider, note },
  };
  return done(id, { rows: [rowWrite(resolveAlert, resolution)], audit: [action] });
}
