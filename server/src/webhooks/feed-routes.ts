import { Type } from 'typebox';
import { NOTICES } from '../events/catalogue.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { instantShape, namedObject, nullable } from '../http/fields.ts';
import { pageOf, pageQuery } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import type { Vault } from '../kit/secrets.ts';
import { findPosition, positionOf, readFeed, requireNothingRemoved, writePosition } from './feed.ts';
import { feedContent, type RecordedEvent } from './message.ts';

export const eventShape = namedObject('Event', {
  object: Type.Literal('event'),
  id: Type.String(),
  event: Type.String(),
  charge: Type.Optional(
    Type.Unknown({ description: 'For events of your charges: the charge as in a postback' }),
  ),
  data: Type.Unknown({ description: 'The data that webhooks receive' }),
  timestamp: instantShape,
  sequence: Type.Integer(),
  previous_status: nullable(Type.String()),
});

const feedShape = namedObject('EventFeed', {
  object: Type.Literal('list'),
  data: Type.Array(eventShape),
  has_more: Type.Boolean(),
  next_cursor: nullable(
    Type.String({
      description: 'Cursor for the next page, also when there are no more events yet; null: no event exists',
    }),
  ),
});

/** For sellers without a public address: the same events in order, each exactly once by cursor. */
export function feedRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/events', {
    config: { access: 'key' },
    schema: {
      tags: ['Events'],
      summary: 'List the events of the account, oldest first',
      description:
        'Events are kept for 90 days unless the installation says otherwise. Without a cursor the list begins with the oldest that is kept. A cursor behind events that were removed unread answers CURSOR_EXPIRED.',
      querystring: Type.Object({
        limit: pageQuery.limit,
        cursor: Type.Optional(
          Type.String({
            maxLength: 200,
            description:
              'next_cursor of the previous page; "end": no events, only the cursor of the current end',
          }),
        ),
        event: Type.Optional(Type.Enum([...new Set(NOTICES.map((notice) => notice.type))])),
      }),
      response: { 200: feedShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { query } = request;
      const { limit } = pageOf('events', { limit: query.limit ?? undefined });
      const after = await findPosition(deps.db, accountOf(request), query.cursor);
      const rows = await readFeed(deps.db, accountOf(request), {
        after,
        type: query.event ?? null,
        limit: limit + 1,
      });
      if (query.cursor !== undefined) await requireNothingRemoved(deps.db, accountOf(request), after);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const isAtStart = !last && query.cursor === undefined;
      return {
        object: 'list' as const,
        data: shown.map((row) => presentEvent(deps.vault, row)),
        has_more: rows.length > limit,
        next_cursor: isAtStart ? null : writePosition(last ? positionOf(last) : after),
      };
    },
  });
}

export function presentEvent(vault: Vault, row: RecordedEvent) {
  return {
    object: 'event' as const,
    id: row.id,
    event: row.type,
    ...feedContent(vault, row),
    timestamp: row.created_at.toISOString(),
    sequence: row.sequence,
    previous_status: row.previous_status,
  };
}
