import { describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import { runTransaction } from '../db/transaction.ts';
import { NOTICES, WEBHOOK_EVENTS } from './catalogue.ts';
import { emit, type NewEvent } from './emit.ts';
import { emitRouted } from './emit-routed.ts';
import type { EventData } from './payload.ts';

const CHARGE = '01890000-0000-7000-8000-00000000000a';
const CAUSES = [undefined, ...new Set(NOTICES.flatMap(({ cause }) => cause ?? []))];
const POSTBACKS = [undefined, 'https://shop.example/postback?a=1'];

/** Every kind of change, for each audience, with each cause, with and without a postback. */
const CHANGES = NOTICES.flatMap(({ type, audience }) =>
  CAUSES.flatMap((cause) => POSTBACKS.map((postback_url) => ({ type, audience, cause, postback_url }))),
);

describe('the statements for a distributed database', () => {
  it('queue for every change the same deliveries as the one statement', async ({ gateway }) => {
    const { db, deps } = gateway;
    const seller = await gateway.seller();
    for (const events of [...WEBHOOK_EVENTS.map((name) => [name]), ['charge.paid', 'payment.received']]) {
      const body = { url: 'http://127.0.0.1:9/hook', events };
      expect((await seller.call('POST', '/api/v1/webhooks', body)).status).toBe(201);
    }

    async function deliveriesOf(record: typeof emit): Promise<unknown[]> {
      const events = CHANGES.map(({ type, audience, cause, postback_url }, at): NewEvent => {
        // An event of a dispute names its charge in its data only.
        const isDispute = type.startsWith('dispute.');
        return {
          ...{ accountId: seller.id, id: deps.ids.next(), type, audience, sequence: at },
          ...(isDispute ? {} : { chargeId: CHARGE }),
          data: { cause, postback_url, ...(isDispute ? { charge_id: CHARGE } : {}) } as unknown as EventData,
          createdAt: new Date('2030-01-01T12:00:00Z'),
        };
      });
      expect(await runTransaction(db, (tx) => record(tx, events))).toBe(true);
      return db.query(
        `select e.sequence, d.event, d.charge_id, d.webhook_id, d.queue, d.url, d.due_at, d.created_at, d.status,
           left(d.id::text, 18) = left(e.id::text, 18) as "isSortedByTime"
         from events e
         join deliveries d on d.account_id = e.account_id and d.event_id = e.id
         where e.account_id = $1 and e.id = any($2::uuid[])
         order by e.sequence, d.event, d.webhook_id, d.url`,
        [seller.id, events.map(({ id }) => id)],
      );
    }

    const usual = await deliveriesOf(emit);
    expect(usual.length).toBeGreaterThan(CHANGES.length);
    expect(await deliveriesOf(emitRouted)).toEqual(usual);
  });

  it('queue nothing for an account that listens to nothing', async ({ gateway }) => {
    const { db, deps } = gateway;
    const { id } = await gateway.seller();
    const event: NewEvent = {
      ...{ accountId: id, id: deps.ids.next(), type: 'charge.paid', audience: 'owner', sequence: 1 },
      data: {} as EventData,
      createdAt: new Date(),
    };
    expect(await runTransaction(db, (tx) => emitRouted(tx, [event]))).toBe(false);
  });
});
