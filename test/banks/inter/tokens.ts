import { newText } from '../../psp/random.ts';
import { type Bank, Problem } from './bank.ts';

export type Tokens = {
  grant(raw: string, certificate: string): { status: number; body: object };
  /** Throws unless the token is known, of this certificate, and good for the scope. */
  require(authorization: string | undefined, certificate: string, scope: string): void;
  forgetAll(): void;
  /** Every token ever given. */
  granted(): string[];
};

const LIFE_SECONDS = 3_600;
const MINUTE_MS = 60_000;

export function createTokens(bank: Bank): Tokens {
  const tokens = new Map<string, { certificate: string; scopes: string[] }>();
  const asked: number[] = [];
  const granted: string[] = [];
  return {
    forgetAll: () => tokens.clear(),
    granted: () => granted,
    grant(raw, certificate) {
      const { settings } = bank;
      const now = performance.now();
      while (asked[0] !== undefined && asked[0] < now - MINUTE_MS) asked.shift();
      if (asked.length >= settings.tokensPerMinute)
        return { status: 429, body: { title: 'Too Many Requests' } };
      asked.push(now);
      const fields = new URLSearchParams(raw);
      const scopes = (fields.get('scope') ?? '').split(' ').filter(Boolean);
      const isRight =
        fields.get('grant_type') === 'client_credentials' &&
        fields.get('client_id') === settings.clientId &&
        fields.get('client_secret') === settings.clientSecret;
      if (!isRight) return { status: 401, body: { error: 'invalid_client' } };
      const isGranted = scopes.length > 0 && scopes.every((each) => settings.scopes.includes(each));
      if (!isGranted) return { status: 403, body: { error_title: 'No registered scope value' } };
      const token = newText(36);
      tokens.set(token, { certificate, scopes });
      granted.push(token);
      const scope = scopes.join(' ');
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS, scope },
      };
    },
    require(authorization, certificate, scope) {
      const token = tokens.get(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '');
      if (!token || token.certificate !== certificate)
        throw new Problem(401, 'Não autorizado', 'O token não é conhecido, ou é de outro certificado.');
      if (!token.scopes.includes(scope))
        throw new Problem(403, 'Acesso negado', `Requisição sem o escopo ${scope}.`);
    },
  };
}
