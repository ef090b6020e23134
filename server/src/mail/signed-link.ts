import { timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../kit/clock.ts';
import { isId } from '../kit/ids.ts';
import type { Vault } from '../kit/secrets.ts';
import type { MailKind } from './kinds.ts';

/** What a link proves: the person who opens it reads the mail of this user, and `boundTo` is still the state it was sent for. */
export type LinkClaims = { accountId: string; userId: string; expiresAt: Date; boundTo: string };

/** The same claims always give the same token, so that a mail can be rendered again without storing it. */
export function signLink(vault: Vault, purpose: MailKind, claims: LinkClaims): string {
  const payload = Buffer.from(
    [
      claims.accountId,
      claims.userId,
      Math.floor(claims.expiresAt.getTime() / SECOND_MS),
      claims.boundTo,
    ].join(' '),
  ).toString('base64url');
  return `${payload}.${signatureOf(vault, purpose, payload)}`;
}

/** Null: forged, of another purpose, altered or expired. */
export function readLink(vault: Vault, purpose: MailKind, token: string, now: Date): LinkClaims | null {
  const [payload = '', signature = '', ...more] = token.split('.');
  if (more.length > 0 || !isEqual(signature, signatureOf(vault, purpose, payload))) return null;
  const [accountId = '', userId = '', seconds = '', boundTo = ''] = Buffer.from(payload, 'base64url')
    .toString()
    .split(' ');
  const expiresAt = new Date(Number(seconds) * SECOND_MS);
  if (!isId(accountId) || !isId(userId) || !(expiresAt > now)) return null;
  return { accountId, userId, expiresAt, boundTo };
}

function signatureOf(vault: Vault, purpose: MailKind, payload: string): string {
  return vault.fingerprint(`mail link ${purpose}`, payload);
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const BOUND_LENGTH = 24;

/** A keyed hash of the state that a link is bound to, e.g. of a password's hash: the link dies when it changes. */
export function boundTo(vault: Vault, purpose: MailKind, state: string): string {
  return vault.fingerprint(`mail link state ${purpose}`, state).slice(0, BOUND_LENGTH);
}
