import type { Db } from '../db/pool.ts';
import { systemMs } from '../kit/clock.ts';
import type { Vault } from '../kit/secrets.ts';
import { type OwnPicture, restored, shortened } from './short-answer.ts';

/** In `installation`: from when on no version is at work that cannot read a shortened answer (decision 0037). */
export const SHORTENED_FROM = 'answers shortened from';
const PURPOSE = 'idempotent answers';

/** How answers are kept under their idempotency keys: encrypted, in the smallest form that gives the same bytes. */
export class AnswerSeal {
  readonly #db: Db;
  readonly #vault: Vault;
  /** Until it is known, answers are stored whole. */
  #fromMs = Number.POSITIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(db: Db, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  seal(body: string, own?: OwnPicture): Buffer {
    this.#reading ??= this.#readFrom();
    return this.#vault.seal(PURPOSE, systemMs() >= this.#fromMs ? shortened(body, own) : body);
  }

  async #readFrom(): Promise<void> {
    try {
      const [row] = await this.#db.query<{ value: string }>(
        'select value from installation where name = $1',
        [SHORTENED_FROM],
      );
      if (row) this.#fromMs = Date.parse(row.value);
    } catch {
      this.#reading = null;
    }
  }
}

export function openAnswer(vault: Vault, box: Buffer): string {
  return restored(vault.open(PURPOSE, box));
}
