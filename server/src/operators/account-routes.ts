import { readBalance } from '../balance/balance.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { countCharges } from '../charges/figures/counts.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { idPageOf } from '../http/id-page.ts';
import { idParams, listOf, presentList } from '../http/lists.ts';
import { notFound } from '../kit/errors.ts';
import { findManagedAccount, listAccounts } from './accounts.ts';
import {
  approveAccount,
  blockAccount,
  changeFeePlan,
  changeLimits,
  changeProviders,
} from './change-account.ts';
import {
  accountQuery,
  approveAccountBody,
  boletoProvidersBody,
  feePlanBody,
  limitsBody,
  managedAccountShape,
  pixProvidersBody,
  presentManagedAccount,
  presentWholeAccount,
  reasonBody,
  wholeAccountShape,
} from './shapes.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;
const response = { 200: managedAccountShape, ...errorAnswers };

export function operatorAccountRoutes(app: App, deps: ChargeDeps): void {
  readRoutes(app, deps);
  statusRoutes(app, deps);
  termsRoutes(app, deps);
}

function readRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/accounts', {
    config,
    schema: {
      tags,
      summary: 'List accounts, newest first',
      querystring: accountQuery,
      response: { 200: listOf(managedAccountShape), ...errorAnswers },
    },
    handler: async (request) => {
      const { q: search, status } = request.query;
      const page = idPageOf('admin_accounts', request.query);
      const { rows, total } = await listAccounts(deps.db, { search, status }, page);
      return presentList(rows, page, total, (row) => row.id, presentManagedAccount);
    },
  });
  app.get('/api/v1/admin/accounts/:id', {
    config,
    schema: {
      tags,
      summary: 'Get an account, with its balance and the number of its charges',
      params: idParams,
      response: { 200: wholeAccountShape, ...errorAnswers },
    },
    handler: async (request) => {
      const account = await findManagedAccount(deps.db, request.params.id);
      if (!account) throw notFound('Account');
      const [balance, chargesCount] = await Promise.all([
        readBalance(deps.db, account.id),
        countCharges(deps.db, account.id, [], null),
      ]);
      return presentWholeAccount(account, balance, chargesCount);
    },
  });
}

function statusRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/admin/accounts/:id/approve', {
    config,
    schema: {
      tags,
      summary: 'Make a pending or blocked account active',
      params: idParams,
      body: approveAccountBody,
      response,
    },
    handler: async (request, reply) => {
      const { identity_verified: identityVerified = null, reason = null } = request.body ?? {};
      const answer = answerTo(request, reply, 200, presentManagedAccount);
      await approveAccount(deps, actorOf(request), request.params.id, { identityVerified, reason }, answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/accounts/:id/block', {
    config,
    schema: {
      tags,
      summary: 'Block an account; it can read but not write',
      params: idParams,
      body: reasonBody,
      response,
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const answer = answerTo(request, reply, 200, presentManagedAccount);
      await blockAccount(deps, actorOf(request), params.id, body.reason, answer);
      return answer.send();
    },
  });
}

function termsRoutes(app: App, deps: ChargeDeps): void {
  app.put('/api/v1/admin/accounts/:id/fee-plan', {
    config,
    schema: {
      tags,
      summary: 'Set the fee plan of an account for new charges',
      params: idParams,
      body: feePlanBody,
      response,
    },
    handler: async (request) => {
      const { reserve_percent: reservePercent, reserve_days: reserveDays, ...body } = request.body;
      const { card_settlement: cardSettlement, anticipation_percent: anticipationPercent, ...rest } = body;
      const plan = { ...rest, reservePercent, reserveDays, cardSettlement, anticipationPercent };
      return presentManagedAccount(await changeFeePlan(deps, actorOf(request), request.params.id, plan));
    },
  });
  app.put('/api/v1/admin/accounts/:id/limits', {
    config,
    schema: {
      tags,
      summary: "Set the account's own rate limits",
      params: idParams,
      body: limitsBody,
      response,
    },
    handler: async (request) =>
      presentManagedAccount(await changeLimits(deps, actorOf(request), request.params.id, request.body)),
  });
  app.put('/api/v1/admin/accounts/:id/pix-providers', {
    config,
    schema: {
      tags,
      summary: "Set the account's own order of PIX providers",
      params: idParams,
      body: pixProvidersBody,
      response,
    },
    handler: async (request) => {
      const { pix_providers: names } = request.body;
      const { id } = request.params;
      const order = { kind: 'pix' as const, names };
      return presentManagedAccount(await changeProviders(deps, actorOf(request), id, order));
    },
  });
  app.put('/api/v1/admin/accounts/:id/boleto-providers', {
    config,
    schema: {
      tags,
      summary: "Set the account's own order of boleto providers",
      params: idParams,
      body: boletoProvidersBody,
      response,
    },
    handler: async (request) => {
      const { boleto_providers: names } = request.body;
      const { id } = request.params;
      const order = { kind: 'boleto' as const, names };
      return presentManagedAccount(await changeProviders(deps, actorOf(request), id, order));
    },
  });
}
