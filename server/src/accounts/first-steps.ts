import { statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { Principal } from '../http/principal.ts';
import { assert } from '../kit/errors.ts';
import type { Permission } from '../kit/permissions.ts';
import { done, type RowWriter, rowWrite } from '../write/effects.ts';

/** In the order in which they are shown. */
export const STEPS = [
  'identity',
  'activation',
  'email',
  'charge',
  'payout_key',
  'appearance',
  'integration',
  'two_factor',
] as const;
export type Step = (typeof STEPS)[number];

/** A step is shown to those who can take it. */
const NEEDS: Readonly<Record<Step, Permission>> = {
  identity: 'account:write',
  activation: 'account:read',
  email: 'session',
  charge: 'charges:write',
  payout_key: 'payout_key:write',
  appearance: 'account:write',
  integration: 'keys:write',
  two_factor: 'session',
};

export type FirstSteps = { hidden: boolean; steps: readonly { name: Step; done: boolean }[] };

type Identity = {
  status: string;
  hasSentDocuments: boolean;
  isOwnAddress: boolean;
  isAddressConfirmed: boolean;
  hasPayoutKey: boolean;
  hasAppearance: boolean;
  hasUsedKey: boolean;
  hiddenAt: Date | null;
};

// The account's address is its first owner's: only that person can confirm it.
const identityOf = statement(
  'first_steps.identity',
  `select a.status,
     a.identity_verified or exists (
       select 1 from identity_submissions s where s.account_id = a.id and s.status in ('submitted', 'in_review')
     ) as "hasSentDocuments",
     a.email = u.email as "isOwnAddress", u.email_verified_at is not null as "isAddressConfirmed",
     a.payout_pix_key is not null as "hasPayoutKey",
     coalesce(a.page_name, a.page_color, a.logo_file_id::text, a.checkout_message, a.receipt_message) is not null
       as "hasAppearance",
     exists (select 1 from api_keys k where k.account_id = a.id and k.last_used_at is not null) as "hasUsedKey",
     u.first_steps_hidden_at as "hiddenAt"
   from accounts a
   join users u on u.account_id = a.id
   where a.id = $1
     and u.id = $2`,
);

// One probe of an index each; beside the account's other rows on a distributed database.
const activityOf = statement(
  'first_steps.activity',
  `select exists (select 1 from charges c where c.account_id = b.account_id) as "hasCharge",
     exists (select 1 from webhooks w where w.account_id = b.account_id) as "hasWebhook"
   from ledger_balances b
   where b.account_id = $1`,
);

type Activity = { hasCharge: boolean; hasWebhook: boolean };

export async function findFirstSteps(deps: Deps, principal: Principal): Promise<FirstSteps> {
  const { accountId, userId } = principal;
  const [[identity], [activity]] = await Promise.all([
    deps.db.query<Identity>(identityOf, [accountId, userId]),
    deps.db.query<Activity>(activityOf, [accountId]),
  ]);
  assert(identity && activity, 'a signed-in user belongs to an account with a balance');
  const installation = { isLive: deps.config.GUICHE_RAILS === 'live', sendsMail: deps.mail.kind !== 'off' };
  return firstSteps({ ...identity, ...activity, ...installation, ...principal });
}

type Facts = Identity &
  Activity &
  Pick<Principal, 'permissions' | 'hasSecondFactor'> & { isLive: boolean; sendsMail: boolean };

/** Each step is a fact of the account or of the person, so that it is done however it was done. */
export function firstSteps(facts: Facts): FirstSteps {
  const isDone: Readonly<Record<Step, boolean>> = {
    identity: facts.hasSentDocuments,
    activation: facts.status === 'active',
    email: facts.isAddressConfirmed,
    charge: facts.hasCharge,
    payout_key: facts.hasPayoutKey,
    appearance: facts.hasAppearance,
    integration: facts.hasUsedKey || facts.hasWebhook,
    two_factor: facts.hasSecondFactor,
  };
  const isThere: Readonly<Partial<Record<Step, boolean>>> = {
    // The sandbox has no one who looks at them.
    identity: facts.isLive,
    activation: facts.isLive,
    email: facts.isOwnAddress && facts.sendsMail,
  };
  const steps = STEPS.filter((name) => facts.permissions.has(NEEDS[name]) && isThere[name] !== false);
  return {
    hidden: facts.hiddenAt !== null,
    steps: steps.map((name) => ({ name, done: isDone[name] })),
  };
}

type Hiding = { accountId: string; userId: string; at: Date | null };

const saveHidden: RowWriter<Hiding> = {
  statement: statement(
    'first_steps.save_hidden',
    `update users u
     set first_steps_hidden_at = n.at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, id, at)
     where u.account_id = n.account_id
       and u.id = n.id
     returning u.id`,
  ),
  values: (rows) => [
    rows.map(({ accountId }) => accountId),
    rows.map(({ userId }) => userId),
    rows.map(({ at }) => at),
  ],
  writes: 'all',
};

/** For this person alone: a colleague keeps the list. */
export async function hideFirstSteps(deps: Deps, principal: Principal, hidden: boolean): Promise<void> {
  const { accountId, userId } = principal;
  assert(userId, 'a JWT belongs to a user');
  const at = hidden ? deps.clock.now() : null;
  await deps.writer.commit({
    load: async () => null,
    decide: () => done(null, { rows: [rowWrite(saveHidden, { accountId, userId, at })] }),
  });
}
