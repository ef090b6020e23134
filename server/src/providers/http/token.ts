import { SECOND_MS } from '../../kit/clock.ts';
import { Secret } from '../../kit/secrets.ts';
import type { FailureKind } from './exchange.ts';

/** `credentials`: the token server refused our credentials; `service`: it answered with an error of its own. */
export type TokenFailureKind = FailureKind | 'credentials' | 'service';

export type TokenAnswer =
  | {
      readonly ok: true;
      readonly token: Secret;
      readonly lifeMs: number;
      /** What the token server says it is good for; empty when it does not say. */
      readonly scopes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string; readonly failure: TokenFailureKind };

type Given = Extract<TokenAnswer, { ok: true }>;

const DEFAULT_LIFE_SECONDS = 300;
const MAX_LIFE_SECONDS = 86_400;
const RENEW_BEFORE_MS = 60 * SECOND_MS;

/** The server's message is left out: some repeat the credentials. */
export function readToken(status: number, text: string): TokenAnswer {
  if (status === 400 || status === 401 || status === 403) {
    return {
      ok: false,
      reason: `the token server refused the credentials (${status})`,
      failure: 'credentials',
    };
  }
  const body = status >= 200 && status < 300 ? parsed(text) : {};
  const token = body.access_token;
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    return { ok: false, reason: `the token server gave no token (${status})`, failure: 'service' };
  }
  const scopes = typeof body.scope === 'string' ? body.scope.split(' ') : [];
  return { ok: true, token: new Secret(token), lifeMs: lifeSeconds(body.expires_in) * SECOND_MS, scopes };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Some servers send the number as text. */
function lifeSeconds(value: unknown): number {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0)) return DEFAULT_LIFE_SECONDS;
  return Math.min(seconds, MAX_LIFE_SECONDS);
}

/** Caches the token until shortly before it expires. Parallel calls share one token request. */
export class TokenKeeper {
  readonly #ask: () => Promise<TokenAnswer>;
  readonly #monotonicMs: () => number;
  #kept: { readonly answer: Given; readonly untilMs: number } | null = null;
  #pending: Promise<TokenAnswer> | null = null;
  #generation = 0;
  readonly #onRefused: (token: Secret) => Promise<void>;

  constructor(
    ask: () => Promise<TokenAnswer>,
    monotonicMs: () => number,
    onRefused: (token: Secret) => Promise<void> = async () => {},
  ) {
    this.#ask = ask;
    this.#monotonicMs = monotonicMs;
    this.#onRefused = onRefused;
  }

  get(): Promise<TokenAnswer> {
    const kept = this.#kept;
    const leftMs = kept ? kept.untilMs - this.#monotonicMs() : 0;
    if (kept && leftMs > 0) return Promise.resolve({ ...kept.answer, lifeMs: leftMs });
    this.#pending ??= this.#renew(this.#generation);
    return this.#pending;
  }

  /** Drops a token that was refused. A token renewed in the meantime stays. */
  async drop(token: Secret): Promise<void> {
    if (this.#kept?.answer.token !== token) return;
    this.#kept = null;
    await this.#onRefused(token);
  }

  /** Tokens are bound to the certificate of their request: after a renewal none is valid. */
  dropAll(): void {
    this.#generation += 1;
    this.#kept = null;
    this.#pending = null;
  }

  async #renew(generation: number): Promise<TokenAnswer> {
    const askedAtMs = this.#monotonicMs();
    try {
      const answer = await this.#ask();
      if (answer.ok && generation === this.#generation) {
        this.#kept = { answer, untilMs: askedAtMs + keptFor(answer.lifeMs) };
      }
      return answer;
    } finally {
      if (generation === this.#generation) this.#pending = null;
    }
  }
}

/** A short-lived token is used for half of its life. */
function keptFor(lifeMs: number): number {
  return Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2);
}
