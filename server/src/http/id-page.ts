import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Page, pageOf } from './lists.ts';

/** Greater than every id: where a list that is read newest first begins. */
export const BEYOND_EVERY_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Query = Parameters<typeof pageOf>[1];

/** A page of a list that is ordered by id. `below` is always a value, so that one plan serves every page. */
export function idPageOf(list: string, query: Query): Page & { below: string } {
  const page = pageOf(list, query);
  if (page.after !== null && !isId(page.after)) throw invalidField('cursor', 'is not a cursor of this list');
  return { ...page, below: page.after ?? BEYOND_EVERY_ID };
}

export type IdPage = ReturnType<typeof idPageOf>;
