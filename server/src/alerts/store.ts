import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { IdPage } from '../http/id-page.ts';
import type { AlertKind } from '../kit/alerts.ts';
import type { Cents } from '../kit/money.ts';
import type { Reader } from '../write/answer.ts';
import type { RowWriter } from '../write/effects.ts';

export const ALERT_STATES = ['open', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export type Alert = {
  id: string;
  kind: AlertKind;
  source: string;
  accountId: string | null;
  accountName: string | null;
  withdrawalId: string | null;
  chargeId: string | null;
  provider: string | null;
  amountCents: Cents | null;
  detail: string | null;
  state: AlertState;
  resolvedBy: 'operator' | 'gateway' | null;
  resolverEmail: string | null;
  note: string | null;
  resolvedAt: Date | null;
  raisedAt: Date;
  overAt: Date | null;
};

const COLUMNS = `a.id, a.kind, a.source, a.owner_account_id as "accountId", a.withdrawal_id as "withdrawalId",
     a.charge_id as "chargeId", a.provider, a.amount_cents as "amountCents", a.detail, a.state,
     a.resolved_by as "resolvedBy", a.note, a.resolved_at as "resolvedAt", a.raised_at as "raisedAt",
     a.over_at as "overAt",
     (select name from accounts o where o.id = a.owner_account_id) as "accountName",
     (select email from users u where u.account_id = a.resolver_account_id and u.id = a.resolver_id) as "resolverEmail"`;

const page = statement(
  'alerts.list',
  `select ${COLUMNS}
   from alerts a
   where ($1::text is null or a.state = $1)
     and a.id < $2
   order by a.id desc
   limit $3
   offset $4`,
);
const count = statement(
  'alerts.count',
  'select count(*) as total from alerts a where ($1::text is null or a.state = $1)',
);

/** Newest first. */
export async function listAlerts(
  db: Db,
  state: AlertState | null,
  { below, limit, offset }: IdPage,
): Promise<{ rows: Alert[]; total: bigint }> {
  const [rows, [counted]] = await Promise.all([
    db.query<Alert>(page, [state, below, limit + 1, offset]),
    db.query<{ total: bigint }>(count, [state]),
  ]);
  return { rows, total: counted?.total ?? 0n };
}

const byId = statement('alerts.by_id', `select ${COLUMNS} from alerts a where a.id = $1`);

export async function findAlert(reader: Reader, id: string): Promise<Alert | null> {
  return (await reader.query<Alert>(byId, [id]))[0] ?? null;
}

const locked = statement('alerts.lock', `select ${COLUMNS} from alerts a where a.id = $1 for update of a`);

export async function lockAlert(tx: Tx, id: string): Promise<Alert | null> {
  return (await tx.query<Alert>(locked, [id]))[0] ?? null;
}

const shortage = statement(
  'alerts.shortage',
  `select a.source from alerts a where a.kind = 'coverage_low' and a.over_at is null for update`,
);

/** That the banks hold too little, as long as it lasts. */
export async function lockShortage(tx: Tx): Promise<{ source: string } | null> {
  return (await tx.query<{ source: string }>(shortage, []))[0] ?? null;
}

const openCounts = statement(
  'alerts.open',
  `select kind, count(*)::integer as count from alerts where state = 'open' group by kind`,
);

export function countOpenAlerts(db: Db): Promise<{ kind: AlertKind; count: number }[]> {
  return db.query<{ kind: AlertKind; count: number }>(openCounts, []);
}

type Resolution = {
  id: string;
  note: string;
  resolverAccountId: string;
  resolverId: string | null;
  at: Date;
};

export const resolveAlert: RowWriter<Resolution> = {
  statement: statement(
    'alerts.resolve',
    `update alerts a
     set state = 'resolved',
         resolved_by = 'operator',
         resolver_account_id = said.account_id,
         resolver_id = said.user_id,
         note = said.note,
         resolved_at = said.at
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::timestamptz[])
       as said (id, note, account_id, user_id, at)
     where a.id = said.id
       and a.state = 'open'
     returning a.id`,
  ),
  values: (said) => [
    said.map(({ id }) => id),
    said.map(({ note }) => note),
    said.map(({ resolverAccountId }) => resolverAccountId),
    said.map(({ resolverId }) => resolverId),
    said.map(({ at }) => at),
  ],
  writes: 'all',
};
