import { groupBy } from '../../kit/group-by.ts';
import { type Db, type Row, type Statement, statement } from '../pool.ts';

const MARKED = /\/\*routed (.*?)\*\//gs;
const routedForms = new WeakMap<Statement, Statement>();

/**
 * A statement over several accounts names them in rows of a parameter. A distributed database needs the one account
 * as a plain parameter: what the SQL says between the marks of a comment that begins with "routed" is added for it.
 */
function routed(plain: Statement): Statement {
  let form = routedForms.get(plain);
  if (!form) {
    form = statement(`${plain.name}.routed`, plain.text.replace(MARKED, '$1'));
    routedForms.set(plain, form);
  }
  return form;
}

/**
 * Runs a statement over items of several accounts: once for all, or on a distributed database once for each account, on
 * its node. The routed form takes the account as one more parameter.
 */
export async function queryByAccount<R extends object = Row, I = unknown>(
  db: Db,
  sql: Statement,
  items: readonly I[],
  { accountOf, values }: { accountOf(item: I): string; values(items: readonly I[]): readonly unknown[] },
): Promise<R[]> {
  if (!db.isDistributed) return db.query<R>(sql, values(items));
  const groups = [...groupBy(items, accountOf)];
  const found = await Promise.all(
    groups.map(([account, own]) => db.of(account).query<R>(routed(sql), [...values(own), account])),
  );
  return found.flat();
}
