import { lockSession, MAX_SESSION_MS, type User } from '../accounts/auth/sessions.ts';
import type { Action, Actor } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemMs } from '../kit/clock.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, type Effects, type RowWriter, rowWrite, together } from '../write/effects.ts';

/** Views live in real time, like the sessions that look. */
const MAX_VIEW_MS = 30 * MINUTE_MS;
const MAX_VIEWS_PER_HOUR = 20;
const ENDED_AT_ONCE = 100;

type View = {
  accountId: string;
  id: string;
  sessionId: string;
  userId: string;
  viewedAccountId: string;
  createdAt: Date;
  expiresAt: Date;
};
export type BegunView = View & { viewedName: string };

/** Why a view ended: the button, another view, its time, or the session that looked. */
type Cause = 'ended_by_operator' | 'replaced_by_another' | 'time_over' | 'session_ended';

type ViewCommand = {
  operator: User;
  id: string;
  accountId: string;
  reason: string;
  /** A view belongs to a browser: its page says that it is one, and leaves it. */
  byCookie: boolean;
};

/** From when this returns, every node takes the operator's browser for a view of the seller's dashboard. */
export async function beginView(
  deps: ChargeDeps,
  command: ViewCommand,
  answer?: Answer<BegunView>,
): Promise<BegunView> {
  if (!isId(command.accountId)) throw notFound('Account');
  const now = new Date(systemMs());
  const view = await deps.writer.commitProvisionally(
    { load: (tx) => loadView(tx, command, now), decide: (state) => decideView(state, command, now) },
    answer,
  );
  await waitForCacheExpiry();
  return view;
}

type ViewState = {
  seller: { name: string; isOperators: boolean } | null;
  session: { startedAt: Date; endedAt: Date | null } | null;
  /** Views that this operator began within the last hour. */
  recent: number;
  /** The one that this session has open. */
  open: View | null;
};

const findSeller = statement(
  'views.seller',
  `select a.name, exists (
       select 1 from users u where u.account_id = a.id and u.role = 'operator'
     ) as "isOperators"
   from accounts a
   where a.id = $1`,
);

const sessionStart = statement(
  'views.session_start',
  `select created_at as "startedAt", ended_at as "endedAt"
   from sessions
   where account_id = $1
     and id = $2`,
);

// Under the lock of the operator's row: two that begin at once are counted one after the other.
const lockViewer = statement(
  'views.lock_viewer',
  `select id
   from users
   where account_id = $1
     and id = $2
   for no key update`,
);

const countRecent = statement(
  'views.recent',
  `select count(*)::integer as recent
   from account_views
   where account_id = $1
     and user_id = $2
     and created_at > $3`,
);

async function loadView(tx: Tx, { operator, accountId }: ViewCommand, now: Date): Promise<ViewState> {
  const { accountId: home, userId, credentialId } = operator;
  await tx.query(lockViewer, [home, userId]);
  await lockSession(tx, operator, credentialId);
  const since = new Date(now.getTime() - HOUR_MS);
  const [session] = await tx.query<NonNullable<ViewState['session']>>(sessionStart, [home, credentialId]);
  const [counted] = await tx.query<{ recent: number }>(countRecent, [home, userId, since]);
  const [seller] = await tx.query<NonNullable<ViewState['seller']>>(findSeller, [accountId]);
  return {
    seller: seller ?? null,
    session: session ?? null,
    recent: counted?.recent ?? 0,
    open: await lockOpenView(tx, operator),
  };
}

function decideView(
  { seller, session, recent, open }: ViewState,
  { operator, id, accountId: viewedAccountId, reason, byCookie }: ViewCommand,
  now: Date,
): Decision<BegunView> {
  if (!seller) return notFound('Account');
  if (seller.isOperators)
    return new GatewayError('INVALID_STATE', 'An operator sells nothing: there is no dashboard');
  if (!byCookie) return new GatewayError('FORBIDDEN', 'A view needs the session of a browser');
  if (!session || session.endedAt) return new GatewayError('JWT_INVALID');
  if (recent >= MAX_VIEWS_PER_HOUR) {
    return new GatewayError(
      'RATE_LIMIT_EXCEEDED',
      `At most ${MAX_VIEWS_PER_HOUR} views can be begun in an hour`,
    );
  }
  const endsMs = Math.min(now.getTime() + MAX_VIEW_MS, session.startedAt.getTime() + MAX_SESSION_MS);
  const view: View = {
    ...{ accountId: operator.accountId, id, sessionId: operator.credentialId, userId: operator.userId },
    ...{ viewedAccountId, createdAt: now, expiresAt: new Date(endsMs) },
  };
  const begun: Effects = {
    rows: [rowWrite(insertView, view)],
    audit: [logged(operator, view, 'view.started', { reason, expires_at: view.expiresAt.toISOString() })],
  };
  const before = open ? [ended(open, operator, now, 'replaced_by_another')] : [];
  return done({ ...view, viewedName: seller.name }, together([...before, begun]));
}

/** From when this returns, every node takes the browser for the operator's again. */
export async function endView(deps: ChargeDeps, operator: User, accountId: string): Promise<void> {
  const now = new Date(systemMs());
  await deps.writer.commit({
    load: (tx) => lockOpenView(tx, operator),
    decide: (open): Decision<void> =>
      open?.viewedAccountId === accountId
        ? done(undefined, ended(open, operator, now, 'ended_by_operator'))
        : notFound('View'),
  });
  await waitForCacheExpiry();
}

const VIEW_COLUMNS = `v.account_id as "accountId", v.id, v.session_id as "sessionId", v.user_id as "userId",
     v.viewed_account_id as "viewedAccountId", v.created_at as "createdAt", v.expires_at as "expiresAt"`;

const lockOpen = statement(
  'views.lock_open',
  `select ${VIEW_COLUMNS}
   from account_views v
   where v.account_id = $1
     and v.session_id = $2
     and v.ended_at is null
   for update`,
);

async function lockOpenView(tx: Tx, { accountId, credentialId }: User): Promise<View | null> {
  const [view] = await tx.query<View>(lockOpen, [accountId, credentialId]);
  return view ?? null;
}

/** Ended: its row, and the line that tells the seller how long it was. What ended before now ended then. */
function ended(view: View, actor: Actor, at: Date, cause: Cause): Effects {
  const isOver = view.expiresAt <= at;
  const endedAt = isOver ? view.expiresAt : at;
  const seconds = Math.round((endedAt.getTime() - view.createdAt.getTime()) / SECOND_MS);
  const details = { seconds: Math.max(0, seconds), cause: isOver ? 'time_over' : cause };
  return {
    rows: [rowWrite(writeEnd, { ...view, endedAt })],
    audit: [logged(actor, view, 'view.ended', details)],
  };
}

function logged(actor: Actor, { viewedAccountId, id }: View, action: string, details: object): Action {
  return { actor, accountId: viewedAccountId, action, target: { kind: 'view', id }, details };
}

type OverView = View & { sessionEndedAt: Date | null };

// A session that is gone, or whose person is no operator any more, looks at nothing: authentication has seen to that.
const lockOver = statement(
  'views.lock_over',
  `select ${VIEW_COLUMNS}, s.ended_at as "sessionEndedAt"
   from account_views v
   left join sessions s on s.account_id = v.account_id and s.id = v.session_id
   where v.ended_at is null
     and (v.expires_at <= $1 or s.ended_at is not null)
   order by v.account_id, v.id
   limit ${ENDED_AT_ONCE}
   for update of v skip locked`,
);

/** Writes down the end of views whose time has passed, or whose session has ended. Returns how many. */
export async function endOverViews(deps: Pick<ChargeDeps, 'writer'>): Promise<number> {
  const now = new Date(systemMs());
  return deps.writer.commit({
    load: (tx) => tx.query<OverView>(lockOver, [now]),
    decide: (over) =>
      done(
        over.length,
        together(over.map((view) => ended(view, viewer(view), view.sessionEndedAt ?? now, 'session_ended'))),
      ),
  });
}

function viewer({ accountId, userId, sessionId: credentialId }: View): Actor {
  const nowhere = { address: null, userAgent: null, requestId: null };
  return { kind: 'user', accountId, userId, credentialId, ...nowhere };
}

const insertView: RowWriter<View> = {
  statement: statement(
    'views.add',
    `insert into account_views (account_id, id, session_id, user_id, viewed_account_id, created_at, expires_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::timestamptz[])
     returning id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.sessionId),
    rows.map((row) => row.userId),
    rows.map((row) => row.viewedAccountId),
    rows.map((row) => row.createdAt),
    rows.map((row) => row.expiresAt),
  ],
  writes: 'all',
};

const writeEnd: RowWriter<Pick<View, 'accountId' | 'id'> & { endedAt: Date }> = {
  statement: statement(
    'views.end',
    `update account_views v
     set ended_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, at)
     where v.account_id = n.account_id
       and v.id = n.id
       and v.ended_at is null
     returning v.id`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.id),
    rows.map((row) => row.endedAt),
  ],
  writes: 'all',
};

/** As long as the sessions that looked. The log keeps what happened. */
export async function deleteOldViews(db: Db, keptMs: number): Promise<number> {
  const gone = await db.query(
    `delete from account_views where expires_at < $1 and ended_at is not null returning 1`,
    [new Date(systemMs() - keptMs)],
  );
  return gone.length;
}
