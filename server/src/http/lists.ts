import { type TObject, Type } from 'typebox';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { namedObject } from './fields.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
const MAX_OFFSET = 2_147_483_647;

/** Query parameters of every list. Unknown parameters are ignored; known ones must be valid. */
export const pageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0 })),
};

export const cursorQuery = {
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'next_cursor of the previous page; faster than offset on long lists',
    }),
  ),
};

/** The list envelope. Its name is the item's with `List` after it, unless given. */
export function listOf<T extends TObject>(item: T, name = listNameOf(item)) {
  return namedObject(name, {
    object: Type.Literal('list'),
    data: Type.Array(item),
    total: Type.Integer(),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  });
}

/** Of a list that can be searched by words: what very many rows have is not counted to the end. */
export function searchedListOf<T extends TObject>(item: T, name = listNameOf(item)) {
  return namedObject(name, {
    ...listOf(item, name).properties,
    total_is_minimum: Type.Optional(
      Type.Literal(true, { description: 'There are more than total: a search found too many to count' }),
    ),
  });
}

export function listNameOf(item: TObject): string {
  const { title } = item as { title?: string };
  if (title === undefined) throw new Error('The items of a list need a title: the list is named after it');
  return `${title}List`;
}

/** `list` names the list: its cursors are refused by every other. */
export type Page = { list: string; limit: number; offset: number; after: string | null };

const isUsualPosition = (position: string) => isId(position) || /^\d{1,18}$/.test(position);

/** `isPosition`: what a cursor of this list may hold. */
export function pageOf(
  list: string,
  query: { limit?: number; offset?: number; cursor?: string },
  isPosition = isUsualPosition,
): Page {
  return {
    list,
    limit: query.limit ?? DEFAULT_PAGE_SIZE,
    offset: query.offset ?? 0,
    after: query.cursor === undefined ? null : readCursor(list, query.cursor, isPosition),
  };
}

/** One row more than the limit was read: if it is there, `has_more` is true, without a second query. */
export function presentList<R, T>(
  rows: readonly R[],
  page: Page,
  total: bigint | number,
  position: (row: R) => string,
  present: (row: R) => T,
  isMinimum = false,
) {
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > page.limit;
  return {
    object: 'list' as const,
    data: shown.map(present),
    total: Number(total),
    has_more: hasMore,
    next_cursor: hasMore && last ? writeCursor(page.list, position(last)) : null,
    ...(isMinimum ? { total_is_minimum: true as const } : {}),
  };
}

function writeCursor(list: string, position: string): string {
  return Buffer.from(`${list} ${position}`).toString('base64url');
}

function readCursor(list: string, cursor: string, isPosition: (position: string) => boolean): string {
  const [from, position = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (from !== list || !isPosition(position)) throw invalidField('cursor', 'is not a cursor of this list');
  return position;
}

export const deleted = namedObject('Done', { success: Type.Boolean(), message: Type.String() });

export const idParams = Type.Object({ id: Type.String() });
