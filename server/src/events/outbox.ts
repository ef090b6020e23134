import { CURRENT_POSITION } from '../db/positions.ts';
import { CHARGE_EVENTS, NOTICES } from './catalogue.ts';

const quoted = (text: string) => `'${text}'`;
const noticeRows = NOTICES.map(
  ({ type, audience, cause, name, heardBy }) =>
    `(${quoted(type)}, ${quoted(audience)}, ${cause === null ? 'null' : quoted(cause)}, ${quoted(name)}, array[${heardBy.map(quoted).join(', ')}])`,
);

/**
 * The statement's parts that write events and, with each, one delivery for every webhook of its account that listens and
 * one for the postback of its charge. Whoever records a change puts them into the statement that makes it, so that no
 * change is without its event and no event without its deliveries. `rows` selects the columns of `EVENT_COLUMNS`.
 *
 * The list of notices is fenced off: it is read for each webhook there is, not a webhook looked for by each notice; and
 * materialized, so that it is worked out once a statement, and not at all where nobody listens.
 * An event of a dispute is none of its charge's own, yet its delivery is looked for by the charge.
 * A delivery's id begins as its event's does, so that the log sorts by time; the rest is random.
 */
export function outboxParts(rows: string): string {
  return `notices (type, audience, cause, name, heard_by) as materialized (
     values ${noticeRows.join(', ')}
   ), recorded as (
     insert into events (${EVENT_COLUMNS}, xact_id)
     select new.*, ${CURRENT_POSITION}
     from (${rows}) as new
     returning account_id, id, type, charge_id, audience, data, created_at
   ), queued as (
     insert into deliveries (account_id, id, event_id, event, charge_id, webhook_id, queue, url, due_at, created_at)
     select r.account_id, (left(r.id::text, 18) || substr(gen_random_uuid()::text, 19))::uuid, r.id, target.event,
       coalesce(r.charge_id, (r.data ->> 'charge_id')::uuid), target.webhook_id, target.queue, target.url, r.created_at, r.created_at
     from recorded r
     cross join lateral (
       select notice.name, w.id, w.id::text, w.url
       from webhooks w
       cross join lateral (
         select n.name
         from notices n
         where n.type = r.type
           and n.audience = r.audience
           and n.heard_by && w.events
           and (n.cause is null or n.cause = r.data ->> 'cause')
         offset 0
       ) as notice
       where w.account_id = r.account_id
       union all
       select r.type, null, substring(postback.url from '^[^:]+://[^/?#]+'), postback.url
       from (select r.data ->> 'postback_url') as postback (url)
       where postback.url is not null
         and r.audience = 'owner'
         and r.type in (${CHARGE_EVENTS.map(quoted).join(', ')})
     ) as target (event, webhook_id, queue, url)
     returning 1
   )`;
}

/** For the end of such a statement: whether it has made deliveries. */
export const ANY_QUEUED = 'exists (select from queued) as any_queued';
export type AnyQueued = { any_queued: boolean };

const EVENT_COLUMNS = `account_id, id, type, charge_id, withdrawal_id, dispute_id, sequence, audience, billing_type,
       previous_billing_type, status, previous_status, data, created_at`;
