import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { MovableClock } from '../kit/clock.ts';
import { idsFrom } from '../kit/ids.ts';
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

export type NewAction = {
  actor: Actor;
  /** Whose log the line belongs to. */
  accountId: string;
  action: string;
  target: { kind: string; id: string } | null;
  /** Readable by the account's owner: no secret, key, token or payout key may stand in it whole. */
  details: object;
};

/** When somebody acted is a matter of real time: this clock is never moved. */
const clock = new MovableClock();
const ids = idsFrom(clock);

const insertLine = statement(
  'audit.record',
  `insert into audit_log (account_id, id, action, actor_kind, actor_account_id, user_id, credential_id, target_kind,
     target_id, details, address, user_agent, request_id, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);

/** Writes the action into the log, in the action's own transaction: neither is there without the other. */
export async function recordAction(tx: Tx, { actor, accountId, action, target, details }: NewAction) {
  await tx.query(insertLine, [
    accountId,
    ids.next(),
    action,
    actor.kind,
    actor.accountId,
    actor.userId,
    actor.credentialId,
    target?.kind ?? null,
    target?.id ?? null,
    withoutCredentials(JSON.stringify(details)),
    actor.address,
    actor.userAgent && withoutCredentials(actor.userAgent),
    actor.requestId && withoutCredentials(actor.requestId),
    clock.now(),
  ]);
}

/** The gateway itself: what it makes at its first start. */
export function systemActor(accountId: string): Actor {
  const nowhere = { address: null, userAgent: null, requestId: null };
  return { kind: 'system', userId: null, credentialId: null, accountId, ...nowhere };
}
