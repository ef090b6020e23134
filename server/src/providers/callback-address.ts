import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../kit/secrets.ts';

/** What notices are about: each kind has an address of its own. */
export type CallbackKind = 'pix' | 'boletos' | 'payouts' | 'cards';

const TOKEN_LENGTH = 32;

/** The URL to register with a provider, which may append a path of its own. It contains a secret token. */
export function callbackUrl(vault: Vault, publicUrl: string, kind: CallbackKind, provider: string): string {
  return `${publicUrl}/${kind}/callbacks/${provider}/${tokenFor(vault, kind, provider)}`;
}

export function isCallbackToken(vault: Vault, kind: CallbackKind, provider: string, token: string): boolean {
  const wanted = Buffer.from(tokenFor(vault, kind, provider));
  const given = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function tokenFor(vault: Vault, kind: CallbackKind, provider: string): string {
  return vault.fingerprint(`${kind} callbacks`, provider).slice(0, TOKEN_LENGTH);
}
