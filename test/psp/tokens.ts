import type { Bank } from './bank.ts';
import type { Query } from './period.ts';
import { Problem } from './problem.ts';
import { newText } from './random.ts';

export type Tokens = {
  /** The answer to a request for a token that came over the connection of this certificate. */
  grant(request: TokenRequest): { status: number; body: object };
  /** Throws unless the token is known, alive, bound to this certificate and good for this. */
  require(authorization: string | undefined, certificate: string, scope: string): void;
  forgetAll(): void;
};

export type TokenRequest = {
  authorization: string | undefined;
  contentType: string | undefined;
  raw: string;
  query: Query;
  certificate: string;
};

type Token = { certificate: string; scopes: readonly string[]; endsAtMs: number };
type Asked = { fields: Query; auth: 'basic' | 'body' | 'id only'; id: string; secret: string };

const RESOURCES = ['cob', 'cobv', 'pix', 'webhook', 'payloadlocation', 'lotecobv'];
const SCOPES = RESOURCES.flatMap((each) => [`${each}.read`, `${each}.write`]);

export function createTokens(bank: Bank): Tokens {
  const tokens = new Map<string, Token>();
  const { settings } = bank;
  return {
    forgetAll: () => tokens.clear(),
    grant(request) {
      const asked = readAsked(request);
      const refusal = asked ? refusalOf(bank, asked, request) : 'invalid_request';
      if (!asked || refusal)
        return { status: refusal === 'invalid_client' ? 401 : 400, body: { error: refusal } };
      const wanted = asked.fields.scope?.split(' ').filter(Boolean) ?? SCOPES;
      const scopes = wanted.filter((each) => SCOPES.includes(each));
      const token = newText(40);
      const livesMs = bank.tokenLivesMs ?? settings.tokenSeconds * 1000;
      tokens.set(token, { certificate: request.certificate, scopes, endsAtMs: performance.now() + livesMs });
      const { tokenSeconds, expiresInAsText } = settings;
      const expires_in = expiresInAsText ? String(tokenSeconds) : tokenSeconds;
      const body = { access_token: token, token_type: 'Bearer', expires_in, scope: scopes.join(' ') };
      return { status: 200, body };
    },
    require(authorization, certificate, scope) {
      const token = tokens.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
      if (!token || token.endsAtMs < performance.now())
        throw unauthorized('O token não é conhecido ou expirou.');
      if (token.certificate !== certificate) throw unauthorized('O token é de outro certificado.');
      if (!token.scopes.includes(scope)) throw new Problem(403, 'AcessoNegado', `Falta o escopo ${scope}.`);
    },
  };
}

export function unauthorized(detail: string): Problem {
  return new Problem(401, 'AcessoNegado', detail);
}

function refusalOf({ settings }: Bank, asked: Asked, request: TokenRequest): string | null {
  const { token, clientId, clientSecret } = settings;
  const grant = token.grantInQuery ? request.query.grant_type : asked.fields.grant_type;
  if (grant !== 'client_credentials') return 'unsupported_grant_type';
  if (token.body && token.body !== bodyForm(request.contentType)) return 'invalid_request';
  if (token.auth && token.auth !== asked.auth) return 'invalid_client';
  const isSecretRight = token.auth === 'id only' || asked.secret === clientSecret;
  return asked.id === clientId && isSecretRight ? null : 'invalid_client';
}

function readAsked(request: TokenRequest): Asked | null {
  const fields = fieldsOf(request);
  if (!fields) return null;
  const [, encoded] = /^Basic (\S+)$/i.exec(request.authorization ?? '') ?? [];
  if (encoded !== undefined) {
    const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
    return { fields, auth: 'basic', id, secret };
  }
  const { client_id: id = '', client_secret: secret } = fields;
  return { fields, auth: secret === undefined ? 'id only' : 'body', id, secret: secret ?? '' };
}

function fieldsOf({ contentType, raw }: TokenRequest): Query | null {
  if (bodyForm(contentType) === 'form') return Object.fromEntries(new URLSearchParams(raw));
  try {
    return JSON.parse(raw === '' ? '{}' : raw);
  } catch {
    return null;
  }
}

function bodyForm(contentType: string | undefined): 'form' | 'json' {
  return contentType?.startsWith('application/x-www-form-urlencoded') ? 'form' : 'json';
}
