import type { AccountRow } from '../accounts/shapes.ts';
import { findAccount } from '../accounts/store.ts';
import type { Charge } from '../charges/charge.ts';
import { CHARGE_SELECT, chargeFrom } from '../charges/columns.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { statement } from '../db/pool.ts';
import { FINAL_BELOW } from '../db/positions.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS, systemMs } from '../kit/clock.ts';
import { blindIndex, openText } from '../kit/sealed-text.ts';
import type { NewMail } from '../mail/record.ts';
import { done, rowWrite } from '../write/effects.ts';
import { chargeIdOf, composed, type EventRow, type Situation } from './compose.ts';
import { letterheadOf } from './letterhead.ts';
import { upsertReminder } from './reminders.ts';
import { lockReading, type Reading, type Settings, saveReading } from './settings.ts';

/** Events that become mails in one transaction. */
export const EVENTS_AT_ONCE = 200;
/** Mails of one seller to one address in a day; more are not sent. A seller cannot fill a stranger's mailbox. */
const MAX_PER_ADDRESS_AND_DAY = 20;
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

// As in the feed: only below every running transaction, so that none is missed.
const eventsAfter = statement(
  'mails.events_after',
  `select id, type, audience, charge_id as "chargeId", previous_status as "previousStatus", data,
     created_at as "createdAt", xact_id::text as position
   from events e
   where account_id = $1
     and (xact_id, id) > ($2::xid8, $3::uuid)
     and xact_id < ${FINAL_BELOW}
   order by e.xact_id, e.id
   limit ${EVENTS_AT_ONCE}`,
);
const finalBelow = statement(
  'mails.final_below',
  `select ${FINAL_BELOW}::text as position from mail_settings where account_id = $1`,
);
const chargesOf = statement(
  'mails.charges',
  `select ${CHARGE_SELECT} from charges c where c.account_id = $1 and c.id = any($2::uuid[])`,
);
const refundsOf = statement(
  'mails.refunds',
  `select charge_id as "chargeId", id, ((data ->> 'refunded_amount')::numeric * 100)::bigint as "totalCents"
   from events
   where account_id = $1
     and charge_id = any($2::uuid[])
     and type = 'charge.refunded'
     and audience = 'owner'
   order by charge_id, sequence`,
);
const withdrawalReasons = statement(
  'mails.withdrawal_reasons',
  'select id, reason from withdrawals where account_id = $1 and id = any($2::uuid[])',
);
const sentTo = statement(
  'mails.sent_to',
  `select address_index as "addressIndex", count(*)::integer as count
   from mails
   where account_id = $1
     and address_index = any($2::text[])
     and created_at > $3
   group by address_index`,
);
const known = statement(
  'mails.known_sources',
  'select source from mails where account_id = $1 and source = any($2::text[])',
);

type State = {
  settings: Settings;
  reading: Reading & { readBelow: string };
  events: EventRow[];
  next: { readBelow: string; readId: string };
  charges: ReadonlyMap<string, Charge>;
  refunds: Situation['refunds'];
  reasons: ReadonlyMap<string, string | null>;
  sentTo: ReadonlyMap<string, number>;
  knownSources: ReadonlySet<string>;
};

/**
 * The account's new events become mails: the mails and the place up to which events are read are written together, so
 * that no event gives two mails or none. Returns how many events were read.
 */
export async function readEvents(deps: ChargeDeps, accountId: string): Promise<number> {
  const account = await findAccount(deps.db, accountId);
  if (!account) return 0;
  const facts = await deps.accountFacts(accountId);
  const realNow = new Date(systemMs());
  const { count, failures } = await deps.writer.commit({
    load: (tx) => load(deps, tx, accountId, realNow),
    decide: (state) => {
      if (!state) return done({ count: 0, failures: [] as Error[] });
      const seller = letterheadOf(facts, account.email, state.settings, deps.publicUrl);
      return decide(deps, state, { account, seller });
    },
  });
  for (const error of failures) deps.log.error({ err: error, account: accountId }, 'an event became no mail');
  return count;
}

async function load(deps: ChargeDeps, tx: Tx, accountId: string, now: Date): Promise<State | null> {
  const found = await lockReading(tx, accountId);
  if (!found) return null;
  const { settings, reading } = found;
  // Before the events: what becomes final between the two statements may be among them, and is never before its place.
  const [final] = await tx.query<{ position: string }>(finalBelow, [accountId]);
  const events = await tx.query<EventRow>(eventsAfter, [accountId, reading.readBelow, reading.readId]);
  const chargeIds = [...new Set(events.flatMap((event) => chargeIdOf(event) ?? []))];
  const charges = new Map<string, Charge>();
  if (chargeIds.length > 0 && deps.mail.kind !== 'off') {
    for (const row of await tx.query(chargesOf, [accountId, chargeIds])) {
      const charge = chargeFrom(row);
      charges.set(charge.id, charge);
    }
  }
  return {
    ...{ settings, reading, events, charges },
    next: placeAfter(events, final?.position ?? reading.readBelow, reading),
    ...(await loadMore(deps, tx, accountId, { events, charges, now })),
  };
}

/** Behind the last event; behind everything that is final, if that is all there was. It never goes back. */
function placeAfter(
  events: readonly EventRow[],
  final: string,
  { readBelow, readId }: State['next'],
): State['next'] {
  const last = events.at(-1);
  if (!last && BigInt(final) <= BigInt(readBelow)) return { readBelow, readId };
  const isAll = events.length < EVENTS_AT_ONCE && (!last || BigInt(last.position) < BigInt(final));
  if (isAll || !last) return { readBelow: final, readId: BEFORE_EVERY_ID };
  return { readBelow: last.position, readId: last.id };
}

type Loaded = { events: EventRow[]; charges: ReadonlyMap<string, Charge>; now: Date };

async function loadMore(deps: ChargeDeps, tx: Tx, accountId: string, { events, charges, now }: Loaded) {
  const refunded = events.flatMap(({ type, chargeId }) =>
    type === 'charge.refunded' && chargeId ? [chargeId] : [],
  );
  const rejected = events.flatMap(({ type, data }) =>
    type === 'withdrawal.rejected' ? [(data as { withdrawal_id: string }).withdrawal_id] : [],
  );
  const addresses = [...charges.values()].flatMap(({ customer }) =>
    customer?.email ? [blindIndex(deps.vault, 'email', openText(deps.vault, customer.email))] : [],
  );
  const since = new Date(now.getTime() - DAY_MS);
  const sources = events.map(({ id }) => id).flatMap((id) => SOURCES.map((what) => `${id}:${what}`));
  const none: never[] = [];
  return {
    refunds:
      refunded.length > 0
        ? await tx.query<Situation['refunds'][number]>(refundsOf, [accountId, refunded])
        : none,
    reasons: new Map(
      rejected.length > 0
        ? (
            await tx.query<{ id: string; reason: string | null }>(withdrawalReasons, [accountId, rejected])
          ).map(({ id, reason }) => [id, reason] as const)
        : none,
    ),
    sentTo: new Map(
      addresses.length > 0
        ? (
            await tx.query<{ addressIndex: string; count: number }>(sentTo, [accountId, addresses, since])
          ).map(({ addressIndex, count }) => [addressIndex, count] as const)
        : none,
    ),
    knownSources: new Set(
      events.length > 0
        ? (await tx.query<{ source: string }>(known, [accountId, sources])).map(({ source }) => source)
        : none,
    ),
  };
}

/** For whom a mail about an event is. */
const SOURCES = ['payer', 'seller'] as const;

type Parties = { account: AccountRow; seller: Situation['seller'] };

function decide(deps: ChargeDeps, state: State, { account, seller }: Parties) {
  const { settings, reading, events, next, charges, refunds, reasons, knownSources } = state;
  const { accountId } = settings;
  const { mails, reminders, hour, failures } = composed({
    ...{ settings, account, seller, events, charges, refunds, reasons, hour: reading },
    vault: deps.vault,
    now: deps.clock.now(),
    isTest: deps.config.GUICHE_RAILS === 'sandbox',
    canSend: deps.mail.kind !== 'off',
  });
  const fresh = mails.filter(({ source }) => !source || !knownSources.has(source));
  const bounded = withinBounds(fresh, state.sentTo, deps.mail.kind === 'smtp' && !account.email_verified);
  return done(
    { count: events.length, failures },
    {
      rows: [
        rowWrite(saveReading, { accountId, ...hour, ...next }),
        ...reminders.map((reminder) => rowWrite(upsertReminder, { accountId, ...reminder })),
      ],
      mails: bounded,
    },
  );
}

/** Mails to payers leave only for sellers whose address is confirmed, and not without end. */
function withinBounds(
  mails: readonly NewMail[],
  sentTo: ReadonlyMap<string, number>,
  isUnconfirmed: boolean,
): NewMail[] {
  const counts = new Map(sentTo);
  return mails.map((mail): NewMail => {
    const { addressIndex } = mail;
    if (addressIndex === undefined) return mail;
    if (isUnconfirmed) return { ...mail, suppressedFor: 'seller_unconfirmed' };
    const count = (counts.get(addressIndex) ?? 0) + 1;
    counts.set(addressIndex, count);
    return count > MAX_PER_ADDRESS_AND_DAY ? { ...mail, suppressedFor: 'too_many' } : mail;
  });
}
