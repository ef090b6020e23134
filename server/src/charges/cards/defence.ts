import { type Db, statement } from '../../db/pool.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { homeNetworkOf } from '../../kit/home-network.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';

/** Card testing shows as many declines on one link, from one address, or with one card. */
const MAX_DECLINES = 5;
/** The window in which declines are counted, and how long cards are blocked after too many. */
export const WAIT_MS = 15 * MINUTE_MS;
const KEPT_MS = DAY_MS;
const DELETED_PER_ROUND = 1_000;
const PURPOSE = 'card declines';

export type CardOrigin = { cardNumber: string; address: string | null };

/** Keyed hashes of link, address and card, by which declines are counted. */
export function tracesOf(
  { vault }: ChargeDeps,
  charge: Charge,
  { cardNumber, address }: CardOrigin,
): string[] {
  const trace = (kind: string, value: string) => `${kind}:${vault.fingerprint(PURPOSE, `${kind} ${value}`)}`;
  return [
    trace('link', charge.paymentLinkId ?? charge.id),
    trace('card', cardNumber),
    ...(address ? [trace('address', homeNetworkOf(address))] : []),
  ];
}

const countsOf = statement(
  'card_declines.worst',
  `select max(last_at) as last_at
   from card_declines
   where (kind, fingerprint) in (
       select split_part(trace, ':', 1), split_part(trace, ':', 2)
       from unnest($1::text[]) as trace
     )
     and count >= ${MAX_DECLINES}
     and last_at > $2`,
);

/** Until when cards are blocked, or null. The provider is not called meanwhile, so a card tester learns nothing. */
export async function waitUntil(db: Db, traces: readonly string[], now: Date): Promise<Date | null> {
  const [row] = await db.query<{ last_at: Date | null }>(countsOf, [
    traces,
    new Date(now.getTime() - WAIT_MS),
  ]);
  return row?.last_at ? new Date(row.last_at.getTime() + WAIT_MS) : null;
}

/** A declined attempt, counted by each of its traces. */
export type Decline = { traces: readonly string[]; at: Date };

// In key order, so that two declines cannot deadlock.
export const countDecline: RowWriter<Decline> = {
  statement: statement(
    'card_declines.add',
    `insert into card_declines as d (kind, fingerprint, count, last_at)
     select split_part(trace, ':', 1), split_part(trace, ':', 2), 1, $2
     from unnest($1::text[]) as trace
     order by 1, 2
     on conflict (kind, fingerprint) do update
       set count = case when d.last_at > $3 then d.count + 1 else 1 end,
           last_at = excluded.last_at`,
  ),
  values: ([decline]) => {
    assert(decline, 'one refusal is counted at a time');
    return [decline.traces, decline.at, new Date(decline.at.getTime() - WAIT_MS)];
  },
  writes: 'any',
};

export async function deleteOldDeclines({ db, clock }: Pick<ChargeDeps, 'db' | 'clock'>): Promise<number> {
  const gone = await db.query(
    `delete from card_declines
     where (kind, fingerprint) in (
       select kind, fingerprint from card_declines where last_at < $1 limit ${DELETED_PER_ROUND}
     )
     returning 1`,
    [new Date(clock.now().getTime() - KEPT_MS)],
  );
  return gone.length;
}
