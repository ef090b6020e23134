import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { groupBy } from '../kit/group-by.ts';
import type { Audience, EventType } from './catalogue.ts';
import { ringFor } from './doorbell.ts';
import { ANY_QUEUED, type AnyQueued, outboxParts } from './outbox.ts';

export type NewEvent = {
  accountId: string;
  id: string;
  type: EventType;
  chargeId?: string;
  withdrawalId?: string;
  disputeId?: string;
  /** Position among the events of the same object: a receiver recognises a late retry by it. */
  sequence: number;
  audience: Audience;
  status?: string;
  previousStatus?: string | null;
  data: object;
  createdAt: Date;
};

const insertEvents = statement(
  'events.insert',
  `with ${outboxParts(`select $1::uuid, e.id, e.type, e.charge_id, e.withdrawal_id, e.dispute_id, e.sequence, e.audience, null, null,
       e.status, e.previous_status, e.data, e.created_at
     from unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::integer[], $8::text[], $9::text[],
       $10::text[], $11::json[], $12::timestamptz[]) as e (id, type, charge_id, withdrawal_id, dispute_id, sequence,
       audience, status, previous_status, data, created_at)`)}
   select ${ANY_QUEUED}`,
);

/** Records changes in the transaction that makes them: no change without its event, no event without its change. */
export async function emit(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  for (const [accountId, own] of groupBy(events, (event) => event.accountId)) {
    const made = await tx.query<AnyQueued>(insertEvents, [
      accountId,
      own.map((event) => event.id),
      own.map((event) => event.type),
      own.map((event) => event.chargeId ?? null),
      own.map((event) => event.withdrawalId ?? null),
      own.map((event) => event.disputeId ?? null),
      own.map((event) => event.sequence),
      own.map((event) => event.audience),
      own.map((event) => event.status ?? null),
      own.map((event) => event.previousStatus ?? null),
      own.map((event) => JSON.stringify(event.data)),
      own.map((event) => event.createdAt),
    ]);
    tx.afterCommit((db) => ringFor(db, [accountId], made));
  }
}
