import type { Db } from './pool.ts';

/** Where a walk over a table of accounts is: the key of the last row it has seen. */
export type Position = { accountId: string; id: string };

/** Works on the rows after a position, some at a time. Returns where it stopped; null: there were no more. */
export type Walk = { name: string; step(after: Position): Promise<Position | null> };

const NOWHERE = '00000000-0000-0000-0000-000000000000';
const END = 'end';

/**
 * One step of the first walk that has not ended. How far each is stands in `installation`, so that a restart goes on from
 * there. Two processes that walk at once do the same work twice and nothing wrong.
 */
export async function walkOn(db: Db, walks: readonly Walk[]): Promise<void> {
  const marks = await db.query<{ name: string; value: string }>(
    'select name, value from installation where name = any($1::text[])',
    [walks.map(({ name }) => name)],
  );
  const markOf = (name: string) => marks.find((mark) => mark.name === name)?.value;
  const next = walks.find(({ name }) => markOf(name) !== END);
  if (!next) return;
  const [accountId = NOWHERE, id = NOWHERE] = markOf(next.name)?.split(' ') ?? [];
  const reached = await next.step({ accountId, id });
  await db.query(
    `insert into installation (name, value)
     values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [next.name, reached ? `${reached.accountId} ${reached.id}` : END],
  );
}
