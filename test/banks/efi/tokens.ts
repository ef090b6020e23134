import { newText } from '../../psp/random.ts';
import type { Bank } from './bank.ts';
import { Problem } from './problem.ts';

/** The tokens of one of the two hosts. */
export type Tokens = {
  /** `certificate` null: the host asks for none, and its tokens are bound to none. */
  grant(authorization: string | undefined, raw: string, certificate: string | null): object;
  /** Throws unless the token is known, alive and bound to this certificate. */
  require(authorization: string | undefined, certificate: string | null): void;
  expireAll(): void;
};

type Token = { certificate: string | null; endsAtMs: number };

const UNAUTHORIZED = { error: 'invalid_token', error_description: 'Token de acesso inválido ou expirado' };

export function createTokens({ settings, tokens: given }: Bank, scopes: readonly string[]): Tokens {
  const tokens = new Map<string, Token>();
  return {
    expireAll: () => tokens.clear(),
    grant(authorization, raw, certificate) {
      const [, encoded = ''] = /^Basic (\S+)$/i.exec(authorization ?? '') ?? [];
      const expected = `${settings.clientId}:${settings.clientSecret}`;
      if (Buffer.from(encoded, 'base64').toString() !== expected) {
        throw new Problem(401, { error: 'invalid_client', error_description: 'Credenciais inválidas' });
      }
      if (!/"grant_type"\s*:\s*"client_credentials"/.test(raw))
        throw new Problem(400, { error: 'unsupported_grant_type' });
      const token = newText(60);
      given.push(token);
      tokens.set(token, { certificate, endsAtMs: performance.now() + settings.tokenSeconds * 1_000 });
      return {
        access_token: token,
        refresh_token: newText(60),
        token_type: 'Bearer',
        expires_in: settings.tokenSeconds,
        scope: scopes.join(' '),
      };
    },
    require(authorization, certificate) {
      const token = tokens.get(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
      const isAlive = token && token.endsAtMs > performance.now() && token.certificate === certificate;
      if (!isAlive) throw new Problem(401, UNAUTHORIZED);
    },
  };
}
