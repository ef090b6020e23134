import { statement } from '../db/pool.ts';
import type { AlertKind } from '../kit/alerts.ts';
import { MovableClock } from '../kit/clock.ts';
import { idsFrom } from '../kit/ids.ts';
import type { Cents } from '../kit/money.ts';
import { type RowWrite, type RowWriter, rowWrite } from '../write/effects.ts';

export type NewAlert = {
  kind: AlertKind;
  /** The fact itself: the same fact is raised once. */
  source: string;
  accountId: string | null;
  withdrawalId?: string;
  chargeId?: string;
  provider: string | null;
  amountCents: Cents | null;
  /** What the bank said. No document, name or key of a person. */
  detail?: string | null;
  at: Date;
};

/** Ids are in real time, as those of notices: a moved clock does not change their order. */
const ids = idsFrom(new MovableClock());

const insertAlert: RowWriter<NewAlert> = {
  statement: statement(
    'alerts.add',
    `insert into alerts (id, kind, source, owner_account_id, withdrawal_id, charge_id, provider, amount_cents, detail,
       raised_at)
     select *
     from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::bigint[],
       $9::text[], $10::timestamptz[])
     on conflict do nothing`,
  ),
  values: (alerts) => [
    alerts.map(() => ids.next()),
    alerts.map(({ kind }) => kind),
    alerts.map(({ source }) => source),
    alerts.map(({ accountId }) => accountId),
    alerts.map(({ withdrawalId }) => withdrawalId ?? null),
    alerts.map(({ chargeId }) => chargeId ?? null),
    alerts.map(({ provider }) => provider),
    alerts.map(({ amountCents }) => amountCents),
    alerts.map(({ detail }) => detail ?? null),
    alerts.map(({ at }) => at),
  ],
  writes: 'any',
};

/** A row of the effects that found it: operators see it if, and only if, these are committed. */
export function raised(alert: NewAlert): RowWrite {
  return rowWrite(insertAlert, alert);
}

type Over = { source: string; at: Date };

const endAlert: RowWriter<Over> = {
  statement: statement(
    'alerts.over',
    `update alerts a
     set over_at = ended.at,
         state = 'resolved',
         resolved_by = coalesce(a.resolved_by, 'gateway'),
         resolved_at = coalesce(a.resolved_at, ended.at)
     from unnest($1::text[], $2::timestamptz[]) as ended (source, at)
     where a.source = ended.source
       and a.over_at is null
     returning a.id`,
  ),
  values: (ended) => [ended.map(({ source }) => source), ended.map(({ at }) => at)],
  writes: 'any',
};

/** It fits after all. What was never raised stays so. */
export function over(source: string, at: Date): RowWrite {
  return rowWrite(endAlert, { source, at });
}
