import { Type } from 'typebox';
import type { Actor } from '../audit/record.ts';
import {
  NO_OWN_TERMS,
  type OwnTerms,
  readOwnTerms,
  saveTerms,
  termsInForce,
} from '../balance/payouts/terms.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { actorOf } from '../http/actor.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { namedObject, nullable } from '../http/fields.ts';
import { idParams } from '../http/lists.ts';
import { invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { type Cents, centsFromReais, reaisFromCents } from '../kit/money.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import { findManagedAccount, type ManagedAccount } from './accounts.ts';
import { changedMeanwhile, type Expected, lockAccount } from './change-account.ts';
import { EXPECTED } from './shapes.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

const fields = {
  payout_providers: nullable(
    Type.Array(Type.String(), { description: "Its own order of payout providers; null: the gateway's" }),
  ),
  payout_to: nullable(
    Type.Enum(['own', 'any'], {
      description: "own: only to PIX keys of the seller's document; any: to every key; null: the gateway's",
    }),
  ),
  automatic_up_to: nullable(
    Type.Number({ description: "Reais; 0: none is sent without approval; null: the gateway's" }),
  ),
  automatic_per_day: nullable(
    Type.Number({ description: 'Reais that one day may send without approval; null: as above' }),
  ),
};

const shape = namedObject('PayoutTerms', {
  object: Type.Literal('payout_terms'),
  account_id: Type.String(),
  ...fields,
  in_force: namedObject('PayoutTermsInForce', fields),
});

const body = namedObject('UpdatePayoutTerms', {
  payout_providers: Type.Optional(
    nullable(Type.Array(Type.String(), { minItems: 1, maxItems: 20, uniqueItems: true })),
  ),
  payout_to: Type.Optional(nullable(Type.Enum(['own', 'any']))),
  automatic_up_to: Type.Optional(nullable(Type.Number({ description: 'Reais; 0: none' }))),
  automatic_per_day: Type.Optional(nullable(Type.Number({ description: 'Reais' }))),
  expected: Type.Optional(
    Type.Partial(Type.Pick(Type.Object(fields), ['payout_to', 'automatic_up_to', 'automatic_per_day']), {
      ...EXPECTED,
      title: 'ExpectedPayoutTerms',
    }),
  ),
});

type Change = {
  payout_providers?: string[] | null;
  payout_to?: 'own' | 'any' | null;
  automatic_up_to?: number | null;
  automatic_per_day?: number | null;
  expected?: Expected;
};

export function payoutTermsRoutes(app: App, deps: ChargeDeps): void {
  const present = (accountId: string, own: OwnTerms) => ({
    object: 'payout_terms' as const,
    account_id: accountId,
    ...presentTerms(own),
    in_force: presentTerms(termsInForce(own, deps.config)),
  });
  app.get('/api/v1/admin/accounts/:id/payout-terms', {
    config,
    schema: {
      tags,
      summary: 'Get the terms of an account for payouts, its own and those in force',
      params: idParams,
      response: { 200: shape, ...errorAnswers },
    },
    handler: async ({ params: { id } }) => {
      if (!(await findManagedAccount(deps.db, id))) throw notFound('Account');
      return present(id, await readOwnTerms(deps.db, id));
    },
  });
  app.put('/api/v1/admin/accounts/:id/payout-terms', {
    config,
    schema: {
      tags,
      summary: 'Set the terms of an account for payouts: providers, keys, and what is sent without approval',
      params: idParams,
      body,
      response: { 200: shape, ...errorAnswers },
    },
    handler: async (request) => {
      const { id } = request.params;
      if (!isId(id)) throw notFound('Account');
      const change = readChange(deps, request.body as Change);
      return present(id, await changeTerms(deps, actorOf(request), id, change));
    },
  });
}

function presentTerms({ providers, toKeys, autoUpToCents, autoPerDayCents }: OwnTerms) {
  const reais = (amount: Cents | null) => (amount === null ? null : reaisFromCents(amount));
  return {
    payout_providers: providers && [...providers],
    payout_to: toKeys,
    automatic_up_to: reais(autoUpToCents),
    automatic_per_day: reais(autoPerDayCents),
  };
}

type TermsChange = { set: Partial<OwnTerms>; expected: Expected };

/** Absent: unchanged. */
function readChange({ rails }: ChargeDeps, sent: Change): TermsChange {
  const known = rails.payout.filter(({ onlyFor }) => !onlyFor).map(({ name }) => name);
  const unknown = sent.payout_providers?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw invalidField('payout_providers', `${unknown} is not one of ${known.join(', ')}`);
  }
  return {
    set: {
      ...(sent.payout_providers !== undefined && { providers: sent.payout_providers }),
      ...(sent.payout_to !== undefined && { toKeys: sent.payout_to }),
      ...(sent.automatic_up_to !== undefined && {
        autoUpToCents: readLimit('automatic_up_to', sent.automatic_up_to),
      }),
      ...(sent.automatic_per_day !== undefined && {
        autoPerDayCents: readLimit('automatic_per_day', sent.automatic_per_day),
      }),
    },
    expected: sent.expected,
  };
}

function readLimit(field: string, reais: number | null): Cents | null {
  if (reais === null) return null;
  const amount = centsFromReais(reais);
  if (amount === null || amount < 0n) throw invalidField(field, 'must be an amount in reais, or 0');
  return amount;
}

async function changeTerms(
  deps: ChargeDeps,
  operator: Actor,
  id: string,
  change: TermsChange,
): Promise<OwnTerms> {
  const now = deps.clock.now();
  return deps.writer.commit({
    load: async (tx) => ({ account: await lockAccount(tx, id), own: await readOwnTerms(tx, id) }),
    decide: (state) => decideTerms(state, operator, change, now),
  });
}

type TermsState = { account: ManagedAccount | null; own: OwnTerms };

function decideTerms(
  { account, own = NO_OWN_TERMS }: TermsState,
  operator: Actor,
  { set, expected }: TermsChange,
  now: Date,
): Decision<OwnTerms> {
  if (!account) return notFound('Account');
  const refusal = changedMeanwhile(presentTerms(own), expected);
  if (refusal) return refusal;
  const terms: OwnTerms = { ...own, ...set };
  const { id: accountId } = account;
  const details = { before: presentTerms(own), after: presentTerms(terms) };
  const target = { kind: 'account', id: accountId };
  return done(terms, {
    rows: [rowWrite(saveTerms, { accountId, terms, changedAt: now })],
    audit: [{ actor: operator, accountId, action: 'account.payout_terms_changed', target, details }],
  });
}
