import { type App, errorAnswers } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { deleted, idParams } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { normalizeColor } from '../kit/color.ts';
import { assert, invalidField, notFound } from '../kit/errors.ts';
import { parsePixKey } from '../kit/pix-key.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';
import { register } from './register.ts';
import { changePassword, openSession, signIn, signOut, TOKEN_SECONDS } from './sessions.ts';
import {
  type AccountRow,
  accountShape,
  changePasswordBody,
  createdKeyShape,
  createKeyBody,
  keyListShape,
  loginBody,
  presentAccount,
  registerBody,
  sessionShape,
  updateAccountBody,
} from './shapes.ts';
import { findAccount, updateAccount } from './store.ts';

const tags = { auth: ['Sign in'], account: ['Account'], keys: ['API keys'] };

export function accountRoutes(app: App, deps: Deps): void {
  authRoutes(app, deps);
  profileRoutes(app, deps);
  keyRoutes(app, deps);
}

function presentSession(token: string, account: AccountRow) {
  return {
    token,
    token_type: 'Bearer' as const,
    expires_in: TOKEN_SECONDS,
    account: presentAccount(account),
  };
}

function authRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/auth/register', {
    config: { access: 'public' },
    schema: {
      tags: tags.auth,
      summary: 'Sign up',
      security: [],
      body: registerBody,
      response: { 201: sessionShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { name, email, password, document, phone, person_type: personType } = request.body;
      const { account, userId } = await register(deps, {
        name,
        email,
        password,
        document,
        phone,
        personType,
      });
      const token = await openSession(deps, account.id, userId);
      return reply.status(201).send(presentSession(token, account));
    },
  });
  app.post('/api/v1/auth/login', {
    config: { access: 'public' },
    schema: {
      tags: tags.auth,
      summary: 'Sign in',
      security: [],
      body: loginBody,
      response: { 200: sessionShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { token, accountId } = await signIn(deps, request.body.email, request.body.password);
      const account = await findAccount(deps.db, accountId);
      assert(account, 'a user belongs to an account');
      return presentSession(token, account);
    },
  });
  app.post('/api/v1/auth/logout', {
    config: { access: 'jwt', inactiveToo: true },
    schema: {
      tags: tags.auth,
      summary: 'Sign out: ends this token',
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      assert(request.principal, 'authenticated');
      await signOut(deps, request.principal);
      return { success: true, message: 'Signed out' };
    },
  });
  app.post('/api/v1/auth/password', {
    config: { access: 'jwt', inactiveToo: true },
    schema: {
      tags: tags.auth,
      summary: 'Change the password: ends every token of the user',
      body: changePasswordBody,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      assert(request.principal, 'authenticated');
      const { current_password: current, new_password: next } = request.body;
      await changePassword(deps, request.principal, { current, next });
      return { success: true, message: 'Password changed; sign in again' };
    },
  });
}

function profileRoutes(app: App, deps: Deps): void {
  app.get('/api/v1/account', {
    config: { access: 'key' },
    schema: { tags: tags.account, summary: 'Your account', response: { 200: accountShape, ...errorAnswers } },
    handler: async (request) => {
      const account = await findAccount(deps.db, accountOf(request));
      if (!account) throw notFound('Account');
      return presentAccount(account);
    },
  });
  app.patch('/api/v1/account', {
    config: { access: 'key' },
    schema: {
      tags: tags.account,
      summary: 'Change name, phone, payout key, or how payment pages look',
      body: updateAccountBody,
      response: { 200: accountShape, ...errorAnswers },
    },
    handler: async (request) => {
      const { name, phone, payout_pix_key: text, page_name: pageName, page_color: color } = request.body;
      const key = text ? parsePixKey(text) : null;
      if (text && !key) throw invalidField('payout_pix_key', 'is not a PIX key');
      const payoutPixKey = text === undefined ? undefined : (key?.key ?? null);
      const pageColor = color ? readColor(color) : color;
      const change = { name, phone, payoutPixKey, pageName, pageColor };
      const account = await updateAccount(deps.db, accountOf(request), change);
      if (!account) throw notFound('Account');
      return presentAccount(account);
    },
  });
}

function readColor(text: string): string {
  const color = normalizeColor(text);
  if (!color) throw invalidField('page_color', 'must be a colour like #1d4ed8');
  return color;
}

function keyRoutes(app: App, deps: Deps): void {
  app.post('/api/v1/keys', {
    config: { access: 'jwt' },
    schema: {
      tags: tags.keys,
      summary: 'Create an API key',
      body: createKeyBody,
      response: { 201: createdKeyShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const name = request.body?.name ?? 'API key';
      const made = await createKey(deps, accountOf(request), request.objectId, name);
      return reply.status(201).send({
        success: true,
        id: made.id,
        name: made.name,
        api_key: made.key,
        created_at: made.createdAt.toISOString(),
        warning: 'Store this key now: it will not be shown again',
      });
    },
  });
  app.get('/api/v1/keys', {
    config: { access: 'jwt' },
    schema: { tags: tags.keys, summary: 'List API keys', response: { 200: keyListShape, ...errorAnswers } },
    handler: async (request) => {
      const keys = await listKeys(deps.db, accountOf(request));
      return { keys, total: keys.length, has_more: false };
    },
  });
  app.delete('/api/v1/keys/:id', {
    config: { access: 'jwt' },
    schema: {
      tags: tags.keys,
      summary: 'Revoke an API key',
      params: idParams,
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await revokeKey(deps, accountOf(request), request.params.id);
      return { success: true, message: 'API key revoked' };
    },
  });
}
