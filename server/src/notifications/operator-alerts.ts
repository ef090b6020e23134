import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { money } from '../html/format.ts';
import type { Deps } from '../http/deps.ts';
import type { Task } from '../jobs/loop.ts';
import type { AlertKind } from '../kit/alerts.ts';
import { MINUTE_MS, systemMs } from '../kit/clock.ts';
import type { Lang } from '../kit/language.ts';
import { type Cents, reaisFromCents } from '../kit/money.ts';
import type { NewMail } from '../mail/record.ts';
import { done, type Effects, type RowWriter, rowWrite } from '../write/effects.ts';
import { insertNotice, type NewNotice } from '../write/notices.ts';

const EVERY_MS = 2_000;
/** A bank that is wrong about a thousand payouts is a few mails. The first is not held up. */
const MIN_BETWEEN_MS = 5 * MINUTE_MS;
const MAX_PER_ROUND = 200;
const MAX_LISTED = 10;

type Row = {
  id: string;
  kind: AlertKind;
  amountCents: Cents | null;
  accountName: string | null;
  provider: string | null;
  isOver: boolean;
};
type Operator = {
  accountId: string;
  name: string;
  email: string;
  isVerified: boolean;
  language: Lang | null;
};

const waiting = statement(
  'alerts.waiting',
  `select 1
   where exists (select 1 from alerts where notified_at is null)
     or exists (
       select 1
       from alerts
       where kind = 'coverage_low'
         and over_at is not null
         and end_notified_at is null
     )`,
);
const lastRound = statement(
  'alerts.last_round',
  'select max(greatest(notified_at, end_notified_at)) as at from alerts where notified_at > $1 or end_notified_at > $1',
);
const fresh = statement(
  'alerts.fresh',
  `select a.id, a.kind, a.amount_cents as "amountCents", a.provider, false as "isOver",
     (select name from accounts o where o.id = a.owner_account_id) as "accountName"
   from alerts a
   where a.notified_at is null
   order by a.id
   limit ${MAX_PER_ROUND}
   for update of a skip locked`,
);
// The end of one whose beginning is in the same round comes with the next.
const ended = statement(
  'alerts.ended',
  `select a.id, a.kind, null::bigint as "amountCents", a.provider, true as "isOver", null as "accountName"
   from alerts a
   where a.kind = 'coverage_low'
     and a.over_at is not null
     and a.end_notified_at is null
     and a.notified_at is not null
   order by a.id
   limit ${MAX_PER_ROUND}
   for update of a skip locked`,
);
const operators = statement(
  'alerts.operators',
  `select a.id as "accountId", a.name, u.email, u.email_verified_at is not null as "isVerified", a.language
   from users u
   join accounts a on a.id = u.account_id
   where u.role = 'operator'
     and a.status = 'active'
   order by a.id`,
);

type Notified = { id: string; isOver: boolean; at: Date };

const markNotified: RowWriter<Notified> = {
  statement: statement(
    'alerts.notified',
    `update alerts a
     set notified_at = coalesce(a.notified_at, said.at),
         end_notified_at = case when said.is_over then said.at else a.end_notified_at end
     from unnest($1::uuid[], $2::boolean[], $3::timestamptz[]) as said (id, is_over, at)
     where a.id = said.id
     returning a.id`,
  ),
  values: (rows) => [rows.map(({ id }) => id), rows.map(({ isOver }) => isOver), rows.map(({ at }) => at)],
  writes: 'all',
};

/**
 * Alerts become notifications and a mail of every operator, in the transaction that marks them: each once. Returns how
 * many there were.
 */
export async function notifyOperators(deps: Deps, realNow = new Date(systemMs())): Promise<number> {
  if ((await deps.db.query(waiting)).length === 0) return 0;
  return deps.writer.commit({
    load: (tx) => load(tx, realNow),
    decide: ({ alerts, to }) => done(alerts.length, notified(deps, alerts, to, realNow)),
  });
}

async function load(tx: Tx, now: Date): Promise<{ alerts: Row[]; to: Operator[] }> {
  const since = new Date(now.getTime() - MIN_BETWEEN_MS);
  const [last] = await tx.query<{ at: Date | null }>(lastRound, [since]);
  if (last?.at && last.at <= now) return { alerts: [], to: [] };
  const to = await tx.query<Operator>(operators, []);
  const alerts = [...(await tx.query<Row>(fresh, [])), ...(await tx.query<Row>(ended, []))];
  return { alerts, to };
}

function notified(deps: Deps, alerts: readonly Row[], to: readonly Operator[], at: Date): Effects {
  const [first] = alerts;
  if (!first) return {};
  const notices = to.flatMap(({ accountId }) => alerts.map((alert) => noticeOf(accountId, alert, at)));
  const isTest = deps.config.GUICHE_RAILS === 'sandbox';
  const written = deps.mail.kind === 'off' ? [] : to.filter(({ isVerified }) => isVerified);
  return {
    rows: [
      ...alerts.map(({ id, isOver }) => rowWrite(markNotified, { id, isOver, at })),
      ...notices.map((notice) => rowWrite(insertNotice, notice)),
    ],
    mails: written.map((operator) => mailOf(operator, alerts, `alerts:${sourceOf(first)}`, isTest)),
  };
}

const sourceOf = ({ id, isOver }: Pick<Row, 'id' | 'isOver'>) => (isOver ? `${id}:over` : id);

function noticeOf(accountId: string, alert: Row, at: Date): NewNotice {
  const { id, kind, amountCents } = alert;
  const amount = amountCents === null ? {} : { amount: reaisFromCents(amountCents) };
  return {
    ...{ accountId, userId: null, source: `alert:${sourceOf(alert)}`, at },
    kind: alert.isOver ? 'coverage_restored' : 'alert_raised',
    data: { alert_id: id, alert: kind, ...amount },
  };
}

function mailOf(operator: Operator, alerts: readonly Row[], source: string, isTest: boolean): NewMail {
  const { accountId, email: to, name, language } = operator;
  const lang = language ?? 'pt';
  return {
    ...{ accountId, to, lang, source, kind: 'operator_alerts' },
    facts: {
      ...{ name, is_test: isTest, more: Math.max(0, alerts.length - MAX_LISTED) },
      alerts: alerts.slice(0, MAX_LISTED).map(({ kind, amountCents, accountName, provider, isOver }) => ({
        ...{ kind, account: accountName, provider, is_over: isOver },
        amount: amountCents === null ? null : money(amountCents, lang),
      })),
    },
  };
}

export function operatorAlertTask(deps: Deps): Task {
  return { name: 'alerts for operators', idleMs: EVERY_MS, run: () => notifyOperators(deps) };
}
