import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { deleted, idParams } from '../http/lists.ts';
import { accountOf, principalOf } from '../http/principal.ts';
import { assert } from '../kit/errors.ts';
import { changeKey } from './auth/change-key.ts';
import { NO_LIMITS, readLimits, scopesRefusal } from './auth/key-limits.ts';
import { type CreatedKey, createKey, findKey, listKeys, revokeKey } from './auth/keys.ts';
import {
  changeKeyBody,
  createdKeyShape,
  createKeyBody,
  keyListQuery,
  keyListShape,
  keyShape,
} from './key-shapes.ts';

const tags = ['API keys'];

export function keyRoutes(app: App, deps: Deps): void {
  createRoute(app, deps);
  changeRoute(app, deps);
  app.get('/api/v1/keys', {
    config: { access: 'jwt' },
    schema: {
      tags,
      summary: 'List API keys',
      querystring: keyListQuery,
      response: { 200: keyListShape, ...errorAnswers },
    },
    handler: (request) => listKeys(deps.db, accountOf(request), request.query),
  });
  app.delete('/api/v1/keys/:id', {
    config: { access: 'jwt' },
    schema: {
      tags,
      summary: 'Revoke an API key',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await revokeKey(deps, accountOf(request), request.params.id, actorOf(request));
      return { success: true, message: 'API key revoked' };
    },
  });
}

function presentCreatedKey({ id, name, key, createdAt, scopes, networks, expiresAt }: CreatedKey) {
  return {
    success: true,
    id,
    name,
    api_key: key,
    scopes: scopes && [...scopes],
    allowed_ips: networks && [...networks],
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    warning: 'Store this key now: it will not be shown again',
  };
}

function createRoute(app: App, deps: Deps): void {
  app.post('/api/v1/keys', {
    config: { access: 'jwt' },
    schema: {
      tags,
      summary: 'Create an API key',
      description:
        'Without limits the key may do everything, from everywhere, for ever. You can give it at most what you may do.',
      body: createKeyBody,
      response: { 201: createdKeyShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { name = 'API key', ...given } = request.body ?? {};
      const limits = { ...NO_LIMITS, ...readLimits(given) };
      const refusal = scopesRefusal(principalOf(request), limits.scopes);
      if (refusal) throw refusal;
      const answer = answerTo(request, reply, 201, presentCreatedKey);
      const wanted = { name, ...limits };
      await createKey(deps, accountOf(request), request.objectId, wanted, actorOf(request), answer);
      return answer.send();
    },
  });
}

function changeRoute(app: App, deps: Deps): void {
  app.patch('/api/v1/keys/:id', {
    config: { access: 'jwt' },
    schema: {
      tags,
      summary: 'Change the name or the limits of an API key',
      description: 'The new limits hold when this answers. null: no limit.',
      params: idParams,
      body: changeKeyBody,
      response: { 200: keyShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { name, ...given } = request.body;
      const { id } = request.params;
      const { permissions, accountId } = principalOf(request);
      await changeKey(deps, {
        id,
        by: actorOf(request),
        permissions,
        change: { name, ...readLimits(given) },
      });
      const key = await findKey(deps.db, accountId, id);
      assert(key, 'a key that was changed is found');
      return key;
    },
  });
}
