import type { Db } from '../../db/pool.ts';
import { MINUTE_MS, monotonicMs, pause, SECOND_MS } from '../../kit/clock.ts';
import { Secret, type Vault } from '../../kit/secrets.ts';
import type { TokenAnswer } from './token.ts';

/**
 * Tokens that all processes of an installation share, for token servers that limit calls: one process asks, the others
 * read what it was given.
 */
export type TokenStore = {
  take(name: TokenName): Promise<Taken>;
  /** After a turn: the token for the others, or the failure that ends the turn. */
  settle(name: TokenName, answer: TokenAnswer): Promise<void>;
  /** A token that was refused is given to no process any more. */
  drop(name: TokenName, token: Secret): Promise<void>;
};

/** Tokens are bound to the certificate of their request: `certificate` is its digest. */
export type TokenName = { readonly scope: string; readonly certificate: string };

/** turn: this process asks, and settles; wait: another is asking; spent: no more calls may be made in this minute. */
type Taken =
  | { readonly kind: 'token'; readonly answer: Extract<TokenAnswer, { ok: true }> }
  | { readonly kind: 'turn' | 'wait' | 'spent' };

const LOOK_AGAIN_MS = 250;
const MAX_WAIT_MS = 10 * SECOND_MS;

export async function askSharing(
  store: TokenStore,
  name: TokenName,
  ask: () => Promise<TokenAnswer>,
): Promise<TokenAnswer> {
  const untilMs = monotonicMs() + MAX_WAIT_MS;
  while (monotonicMs() < untilMs) {
    const taken = await store.take(name);
    if (taken.kind === 'token') return taken.answer;
    if (taken.kind === 'spent') return notNow('no token: its server takes no more calls in this minute');
    if (taken.kind === 'turn') {
      const answer = await ask();
      await store.settle(name, answer);
      return answer;
    }
    await pause(LOOK_AGAIN_MS);
  }
  return notNow('no token: another process did not get one in time');
}

function notNow(reason: string): TokenAnswer {
  return { ok: false, reason, failure: 'service' };
}

const PURPOSE = 'provider token';
/** Longer than a call for a token takes: after it, another process may ask. */
const TURN_MS = 15 * SECOND_MS;
/** A token that ends sooner is not worth taking over. */
const MIN_LIFE_MS = 2 * MINUTE_MS;
const MAX_TRIES = 10;

type Turn = { scope: string; atMs: number; untilMs: number };
type Kept = { sealed: string; endsAtMs: number };
type Rows = { token: string | null; turns: string | null; now_ms: string };

/**
 * In the table `installation`, sealed. One row per set of scopes and certificate, and one with the calls of the last
 * minute. `client`: what the server limits calls by, its address and the client id.
 */
export class DatabaseTokens implements TokenStore {
  readonly #db: Db;
  readonly #vault: Vault;
  readonly #client: string;
  readonly #maxPerMinute: number;

  constructor(db: Db, vault: Vault, { client, maxPerMinute }: { client: string; maxPerMinute: number }) {
    this.#db = db;
    this.#vault = vault;
    this.#client = vault.fingerprint(PURPOSE, client);
    this.#maxPerMinute = maxPerMinute;
  }

  async take(name: TokenName): Promise<Taken> {
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const rows = await this.#read(name);
      const nowMs = Number(rows.now_ms);
      const answer = this.#open(rows.token, nowMs);
      if (answer) return { kind: 'token', answer };
      const turns = recentTurns(rows.turns, nowMs);
      if (turns.some(({ scope, untilMs }) => scope === name.scope && untilMs > nowMs))
        return { kind: 'wait' };
      if (turns.length >= this.#maxPerMinute) return { kind: 'spent' };
      const turn = { scope: name.scope, atMs: nowMs, untilMs: nowMs + TURN_MS };
      if (await this.#replaceTurns(rows.turns, [...turns, turn])) return { kind: 'turn' };
    }
    return { kind: 'wait' };
  }

  async settle(name: TokenName, answer: TokenAnswer): Promise<void> {
    if (answer.ok) await this.#keep(name, answer);
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
      const { turns: before, now_ms: nowMs } = await this.#read(name);
      const turns = recentTurns(before, Number(nowMs)).map((turn) =>
        turn.scope === name.scope ? { ...turn, untilMs: 0 } : turn,
      );
      if (await this.#replaceTurns(before, turns)) return;
    }
  }

  async drop(name: TokenName, token: Secret): Promise<void> {
    const rows = await this.#read(name);
    const kept = this.#open(rows.token, Number(rows.now_ms));
    if (kept?.token.reveal() !== token.reveal()) return;
    await this.#db.query('delete from installation where name = $1 and value = $2', [
      this.#tokenRow(name),
      rows.token,
    ]);
  }

  async #keep(name: TokenName, answer: Extract<TokenAnswer, { ok: true }>): Promise<void> {
    const { now_ms: nowMs } = await this.#read(name);
    const content = JSON.stringify({ token: answer.token.reveal(), scopes: answer.scopes });
    const kept: Kept = {
      sealed: this.#vault.seal(PURPOSE, content).toString('base64url'),
      endsAtMs: Number(nowMs) + answer.lifeMs,
    };
    await this.#db.query(
      `insert into installation (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      [this.#tokenRow(name), JSON.stringify(kept)],
    );
  }

  /** Null: there is none that is worth taking over, or it was sealed with another key. */
  #open(value: string | null, nowMs: number): Extract<TokenAnswer, { ok: true }> | null {
    if (value === null) return null;
    const { sealed, endsAtMs } = JSON.parse(value) as Kept;
    const lifeMs = endsAtMs - nowMs;
    if (lifeMs < MIN_LIFE_MS) return null;
    const content = this.#vault.open(PURPOSE, Buffer.from(sealed, 'base64url'));
    const { token, scopes } = JSON.parse(content) as { token: string; scopes: string[] };
    return { ok: true, token: new Secret(token), lifeMs, scopes };
  }

  async #read(name: TokenName): Promise<Rows> {
    const [rows] = await this.#db.query<Rows>(
      `select (select value from installation where name = $1) as token,
              (select value from installation where name = $2) as turns,
              (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now_ms`,
      [this.#tokenRow(name), this.#turnsRow],
    );
    if (!rows) throw new Error('a select without a table gave no row');
    return rows;
  }

  /** False: another process was faster. */
  async #replaceTurns(before: string | null, turns: readonly Turn[]): Promise<boolean> {
    const value = JSON.stringify(turns);
    const changed =
      before === null
        ? await this.#db.query(
            `insert into installation (name, value) values ($1, $2)
             on conflict (name) do nothing
             returning name`,
            [this.#turnsRow, value],
          )
        : await this.#db.query(
            'update installation set value = $2 where name = $1 and value = $3 returning name',
            [this.#turnsRow, value, before],
          );
    return changed.length > 0;
  }

  get #turnsRow(): string {
    return `token turns ${this.#client}`;
  }

  #tokenRow({ scope, certificate }: TokenName): string {
    return `token ${this.#vault.fingerprint(PURPOSE, `${this.#client} ${certificate} ${scope}`)}`;
  }
}

function recentTurns(value: string | null, nowMs: number): Turn[] {
  const turns = value === null ? [] : (JSON.parse(value) as Turn[]);
  return turns.filter(({ atMs }) => atMs > nowMs - MINUTE_MS);
}
