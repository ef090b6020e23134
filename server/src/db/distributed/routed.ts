import { groupBy } from '../../kit/group-by.ts';
import { ConnectionLost, type Db, type Row, type Statement, statement } from '../pool.ts';

const MARKED = /\/\*routed (.*?)\*\//gs;
const routedForms = new WeakMap<Statement, Statement>();

/**
 * A statement over several accounts names them in rows of a parameter. A distributed database needs the one account
 * as a plain parameter: what the SQL says between the marks of a comment that begins with "routed" is added for it.
 */
export function routed(plain: Statement): Statement {
  let form = routedForms.get(plain);
  if (!form) {
    form = statement(`${plain.name}.routed`, plain.text.replace(MARKED, '$1'));
    routedForms.set(plain, form);
  }
  return form;
}

type ByAccount<I> = {
  accountOf(item: I): string;
  values(items: readonly I[]): readonly unknown[];
  /** Looks for work: accounts whose node is away have none for the moment. */
  readonly isSearch?: boolean;
};

/**
 * Runs a statement over items of several accounts: once for all, or on a distributed database once for each account, on
 * its node. The routed form takes the account as one more parameter.
 */
export async function queryByAccount<R extends object = Row, I = unknown>(
  db: Db,
  sql: Statement,
  items: readonly I[],
  { accountOf, values, isSearch = false }: ByAccount<I>,
): Promise<R[]> {
  if (!db.isDistributed) return db.query<R>(sql, values(items));
  const groups = [...groupBy(items, accountOf)];
  const found = await Promise.allSettled(
    groups.map(([account, own]) => db.of(account).query<R>(routed(sql), [...values(own), account])),
  );
  const failures = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  const isPassedOver = (error: unknown) => isSearch && error instanceof ConnectionLost;
  if (failures.length > 0 && (failures.length === groups.length || !failures.every(isPassedOver))) {
    throw failures.find((error) => !isPassedOver(error)) ?? failures[0];
  }
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}
