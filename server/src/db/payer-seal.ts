import { systemMs } from '../kit/clock.ts';
import { type Contact, sealContact } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Db } from './pool.ts';

/** In `installation`: from when on payers' data are sealed (decision 0029). */
export const SEALED_FROM = 'payer data sealed from';

/** Seals what is known of payers before it is stored, from the moment on at which no older version is at work. */
export class PayerSeal {
  readonly #db: Db;
  readonly #vault: Vault;
  #fromMs: number | null = null;

  constructor(db: Db, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  async isOn(): Promise<boolean> {
    this.#fromMs ??= await this.#readFromMs();
    return systemMs() >= this.#fromMs;
  }

  /** What is stored while it is on. */
  seal<C extends Contact>(contact: C): C {
    return sealContact(this.#vault, contact);
  }

  /** As it is to be stored. */
  async keep<C extends Contact>(contact: C): Promise<C> {
    return (await this.isOn()) ? this.seal(contact) : contact;
  }

  async #readFromMs(): Promise<number> {
    const [row] = await this.#db.query<{ value: string }>('select value from installation where name = $1', [
      SEALED_FROM,
    ]);
    return row ? Date.parse(row.value) : 0;
  }
}
