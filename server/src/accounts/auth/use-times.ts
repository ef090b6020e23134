import { type Statement, statement } from '../../db/pool.ts';

/** Rows are locked in the order of their ids: several processes save uses of the same credentials at the same time. */
export function saveUseTimes(table: 'api_keys' | 'sessions', column: string): Statement {
  return statement(
    `${table}.save_uses`,
    `with used as materialized (
       select own.account_id, own.id, wanted.at
       from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as wanted (account_id, id, at)
       join ${table} own on own.account_id = wanted.account_id and own.id = wanted.id
       order by own.id
       for no key update of own
     )
     update ${table} own
     set ${column} = greatest(own.${column}, used.at)
     from used
     where own.account_id = used.account_id
       and own.id = used.id`,
  );
}
