import { statement } from '../../db/pool.ts';
import type { Deps } from '../../http/deps.ts';
import { assert } from '../../kit/errors.ts';
import type { User } from './sessions.ts';

export type SessionFacts = {
  id: string;
  created_at: Date;
  expires_at: Date;
  user_id: string;
  email: string;
  role: 'seller' | 'operator';
  two_factor: boolean;
  must_change_password: boolean;
};

const select = statement(
  'sessions.facts',
  `select s.id, s.created_at, s.expires_at, s.user_id, u.email, u.role, u.must_change_password,
     f.enabled_at is not null as two_factor
   from sessions s
   join users u on u.account_id = s.account_id and u.id = s.user_id
   left join second_factors f on f.account_id = s.account_id and f.user_id = s.user_id
   where s.account_id = $1
     and s.id = $2`,
);

/** What a person sees of its own session. */
export async function readSession({ db }: Deps, { accountId, credentialId }: User): Promise<SessionFacts> {
  const [row] = await db.query<SessionFacts>(select, [accountId, credentialId]);
  assert(row, 'who was let in has a session');
  return row;
}
