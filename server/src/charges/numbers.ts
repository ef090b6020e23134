import { type Db, statement } from '../db/pool.ts';
import { assert } from '../kit/errors.ts';
import type { Boleto, BoletoTerms } from './charge.ts';

const BLOCK = 256;

const takeNumbers = statement(
  'charges.numbers',
  `select nextval('charge_number_seq') as number from generate_series(1, ${BLOCK})`,
);

/**
 * The numbers of new charges, taken from the sequence in blocks: the number is part of the answer that is stored with
 * the charge, so it must be known before the insert. The rest of a block is lost when the process ends.
 */
export class ChargeNumbers {
  readonly #db: Db;
  #free: bigint[] = [];
  #filling: Promise<void> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  async next(): Promise<bigint> {
    while (this.#free.length === 0) {
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = null;
      });
      await this.#filling;
    }
    const number = this.#free.pop();
    assert(number !== undefined, 'a filled block has numbers');
    return number;
  }

  async #fill(): Promise<void> {
    const rows = await this.#db.query<{ number: bigint }>(takeNumbers);
    this.#free = rows.map((row) => row.number).reverse();
  }
}

const NUMBER_LENGTH = 8;

/** Adds "nosso número", the bank's number of a boleto, unique in the installation. */
export async function withOurNumber(db: Db, terms: BoletoTerms): Promise<Boleto> {
  const [row] = await db.query<{ number: bigint }>(`select nextval('boleto_number_seq') as number`);
  assert(row, 'a sequence gives a number');
  const ourNumber = row.number.toString().padStart(NUMBER_LENGTH, '0');
  return { ...terms, barcode: '', digitableLine: '', ourNumber };
}
