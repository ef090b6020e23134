import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { MovableClock } from '../kit/clock.ts';
import { idsFrom } from '../kit/ids.ts';
import { maskedText } from '../kit/masked-text.ts';
import { withoutCredentials } from '../kit/without-credentials.ts';

/** Who acts, and from where. `credentialId` is the API key's or the session's id. */
export type Actor = {
  kind: 'user' | 'api_key' | 'system';
  userId: string | null;
  credentialId: string | null;
  accountId: string;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
};

/** An action for the audit log. */
export type Action = {
  actor: Actor;
  /** The account whose log the action belongs to. */
  accountId: string;
  action: string;
  target: { kind: string; id: string } | null;
  /** Readable by the account's owner: no secret, key, token or payout key may stand in it whole. */
  details: object;
};

export type NewAction = Action & { id: string; at: Date };

/** Actions are dated in real time: this clock is never moved. */
const clock = new MovableClock();
const ids = idsFrom(clock);

/** An action with its id and its real time. */
export function dated(action: Action): NewAction {
  return { ...action, id: ids.next(), at: clock.now() };
}

const insertActions = statement(
  'audit.record',
  `insert into audit_log (account_id, id, action, actor_kind, actor_account_id, user_id, credential_id, target_kind,
     target_id, details, address, user_agent, request_id, created_at)
   select *
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[],
     $9::text[], $10::json[], $11::text[], $12::text[], $13::text[], $14::timestamptz[])`,
);

/** Writes actions into the log, in the transaction that carries them out. */
export async function recordActions(tx: Tx, actions: readonly NewAction[]): Promise<void> {
  if (actions.length === 0) return;
  await tx.query(insertActions, [
    actions.map(({ accountId }) => accountId),
    actions.map(({ id }) => id),
    actions.map(({ action }) => action),
    actions.map(({ actor }) => actor.kind),
    actions.map(({ actor }) => actor.accountId),
    actions.map(({ actor }) => actor.userId),
    actions.map(({ actor }) => actor.credentialId),
    actions.map(({ target }) => target?.kind ?? null),
    actions.map(({ target }) => target?.id ?? null),
    actions.map(({ details }) => withoutCredentials(JSON.stringify(details))),
    actions.map(({ actor }) => actor.address),
    actions.map(({ actor }) => actor.userAgent && maskedText(withoutCredentials(actor.userAgent))),
    actions.map(({ actor }) => actor.requestId && withoutCredentials(actor.requestId)),
    actions.map(({ at }) => at),
  ]);
}

export function recordAction(tx: Tx, action: Action): Promise<void> {
  return recordActions(tx, [dated(action)]);
}

/** The gateway itself: what it makes at its first start. */
export function systemActor(accountId: string): Actor {
  const nowhere = { address: null, userAgent: null, requestId: null };
  return { kind: 'system', userId: null, credentialId: null, accountId, ...nowhere };
}
