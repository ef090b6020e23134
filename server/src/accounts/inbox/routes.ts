import { Type } from 'typebox';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { exactObject, instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { idPageOf } from '../../http/id-page.ts';
import { cursorQuery, listOf, pageQuery, presentList } from '../../http/lists.ts';
import { principalOf } from '../../http/principal.ts';
import { ALERT_KINDS } from '../../kit/alerts.ts';
import { invalidField } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { NOTICE_KINDS } from '../../kit/notices.ts';
import {
  countUnread,
  findMark,
  isUnread,
  listNotices,
  MAX_UNREAD,
  type Mark,
  markRead,
  type NoticeRow,
  recipientOf,
} from './inbox.ts';

const tags = ['Account'];
/** A person's: what is read is remembered for each. A blocked account reads why. */
const config = { access: 'jwt', inactiveToo: true } as const;

const some = (description: string) => Type.Optional(Type.String({ description }));
const facts = namedObject('NotificationFacts', {
  alert_id: some('Of an alert for operators'),
  alert: Type.Optional(namedEnum('AlertKind', ALERT_KINDS)),
  dispute_id: some('Of a dispute'),
  charge_id: some('Of a dispute or a refund'),
  withdrawal_id: some('Of a withdrawal'),
  webhook_id: some('Of a webhook that does not answer'),
  amount: Type.Optional(Type.Number({ description: 'In reais' })),
  answer_by: some('The last moment at which a dispute may be answered'),
  pix_key: some('Masked'),
  host: some('Of the webhook or the domain'),
  cause: some('Why a domain fails or was switched off: a finding of the domain, or moved'),
  switches_off_at: some('When a failing domain is switched off'),
  email: some('Of the new member'),
  role: some('Of the new member'),
  address: Type.Optional(nullable(Type.String({ description: 'Where a sign-in or a change came from' }))),
});

const noticeShape = namedObject('Notification', {
  object: Type.Literal('notification'),
  id: Type.String(),
  kind: namedEnum('NotificationKind', NOTICE_KINDS),
  facts,
  unread: Type.Boolean({ description: 'For you: others have their own' }),
  created_at: instantShape,
});

const unreadShape = namedObject('UnreadNotifications', {
  unread_count: Type.Integer({ description: `Counted up to ${MAX_UNREAD}` }),
});

const readBody = exactObject('ReadNotifications', {
  up_to: Type.String({
    maxLength: 36,
    description: 'The newest that you have seen: it and all before are read',
  }),
});

export function inboxRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/notifications', {
    config,
    schema: {
      tags,
      summary: 'List what happened that you should know, newest first',
      querystring: Type.Object({ ...pageQuery, ...cursorQuery }),
      response: { 200: listOf(noticeShape), ...errorAnswers },
    },
    handler: async (request) => {
      const recipient = recipientOf(principalOf(request));
      const page = idPageOf('notifications', request.query);
      const [mark, { rows, total }] = await Promise.all([
        findMark(deps.db, recipient),
        listNotices(deps.db, recipient, page),
      ]);
      return presentList(
        rows,
        page,
        total,
        (row) => row.id,
        (row) => present(row, mark),
      );
    },
  });
  app.get('/api/v1/notifications/unread', {
    config,
    schema: {
      tags,
      summary: 'Count your unread notifications',
      response: { 200: unreadShape, ...errorAnswers },
    },
    handler: async (request) => {
      const recipient = recipientOf(principalOf(request));
      return { unread_count: await countUnread(deps.db, recipient, await findMark(deps.db, recipient)) };
    },
  });
  app.put('/api/v1/notifications/read', {
    config,
    schema: {
      tags,
      summary: 'Mark notifications as read, for you alone',
      body: readBody,
      response: { 200: unreadShape, ...errorAnswers },
    },
    handler: async (request) => {
      const recipient = recipientOf(principalOf(request));
      const { up_to: upTo } = request.body;
      if (!isId(upTo)) throw invalidField('up_to', 'is not an id');
      await markRead(deps, recipient, upTo);
      return { unread_count: await countUnread(deps.db, recipient, await findMark(deps.db, recipient)) };
    },
  });
}

function present(row: NoticeRow, mark: Mark) {
  return {
    object: 'notification' as const,
    id: row.id,
    kind: row.kind,
    facts: row.data,
    unread: isUnread(row, mark),
    created_at: row.createdAt.toISOString(),
  };
}
