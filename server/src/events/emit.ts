import { statement } from '../db/pool.ts';
import { sqlFile } from '../db/sql-file.ts';
import type { Tx } from '../db/transaction.ts';
import type { Audience, EventType } from './catalogue.ts';
import { emitRouted } from './emit-routed.ts';
import type { EventData } from './payload.ts';

export type NewEvent = {
  accountId: string;
  id: string;
  type: EventType;
  chargeId?: string;
  withdrawalId?: string;
  disputeId?: string;
  /** Position among the events of the same object: receivers detect late retries by it. */
  sequence: number;
  audience: Audience;
  /** For a charge's event: its method after and before the change, for the list counts. */
  billingType?: string;
  previousBillingType?: string | null;
  status?: string;
  previousStatus?: string | null;
  data: EventData;
  createdAt: Date;
};

const record = statement('events.record', sqlFile('events/sql/record.sql'));

/**
 * Records changes in the transaction that makes them: no change without its event, no event without its change. Returns
 * whether a webhook or postback is to be sent.
 */
export async function emit(tx: Tx, events: readonly NewEvent[]): Promise<boolean> {
  if (events.length === 0) return false;
  if (tx.isDistributed) return emitRouted(tx, events);
  const [made] = await tx.query<{ has_deliveries: boolean }>(record, [
    events.map((event) => event.accountId),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.chargeId ?? null),
    events.map((event) => event.withdrawalId ?? null),
    events.map((event) => event.disputeId ?? null),
    events.map((event) => event.sequence),
    events.map((event) => event.audience),
    events.map((event) => event.billingType ?? null),
    events.map((event) => event.previousBillingType ?? null),
    events.map((event) => event.status ?? null),
    events.map((event) => event.previousStatus ?? null),
    events.map((event) => JSON.stringify(event.data)),
    events.map((event) => event.createdAt),
  ]);
  return made?.has_deliveries ?? false;
}
