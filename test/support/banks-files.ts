import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileReference } from '../../server/src/providers/cnab/title.ts';
import type { Random } from '../psp/random.ts';
import type { BankHouses } from './bank-houses.ts';
import type { BoletoOrder } from './banks-orders.ts';
import { bytesOfLines, type Movement } from './file-bank.ts';

/** A missing address of the payer, by the list of the bank. */
const REASON = '47';
const LAID_DOWN_MS = 60_000;
const SHARE_KEPT = 0.3;
const SHARE_TWICE = 0.4;

/** DDMMAAAA in São Paulo. */
export function bankDay(): string {
  return new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' }).replaceAll('/', '');
}

/** Between the folders: the bank takes each file once, and its answers come late, twice and in another order. */
export class FileCarrier {
  readonly tally = { remittances: 0, returns: 0, repeated: 0 };
  readonly #files: BankHouses['files'];
  readonly #random: Random;
  readonly #taken = new Set<string>();
  #kept: Movement[] = [];

  constructor(files: BankHouses['files'], random: Random) {
    this.#files = files;
    this.#random = random;
  }

  /** Files that the gateway has written reach the bank by their numbers. */
  async take(orders: readonly BoletoOrder[]): Promise<void> {
    const { bank, folderOut } = this.#files;
    const refused = new Set(
      orders.flatMap(({ fate, id }) => (fate === 'refused' && id ? [fileReference(id)] : [])),
    );
    const names = (await readdir(folderOut)).filter((name) => !name.startsWith('.')).sort();
    for (const name of names.filter((each) => !this.#taken.has(each))) {
      const content = await readFile(join(folderOut, name), 'latin1');
      bank.take(content, bankDay(), ({ reference }) => (refused.has(reference.trim()) ? REASON : null));
      this.#taken.add(name);
      this.tally.remittances += 1;
    }
  }

  /** `isGoodDay`: everything that the bank has to say, once. */
  async give(isGoodDay: boolean): Promise<void> {
    const { bank } = this.#files;
    const movements = [...this.#kept, ...bank.movements];
    bank.movements = [];
    const random = this.#random;
    // All about one title stays together: two payments of it in two files may be one that is repeated.
    const titles = new Set(movements.map(({ title }) => title));
    const late = new Set([...titles].filter(() => !isGoodDay && random.next() < SHARE_KEPT));
    this.#kept = movements.filter(({ title }) => late.has(title));
    const told = movements.filter(({ title }) => !late.has(title));
    if (told.length === 0) return;
    const bytes = bytesOfLines(bank.returnFile(isGoodDay ? told : random.shuffled(told)));
    await this.#lay(bytes);
    if (isGoodDay || random.next() >= SHARE_TWICE) return;
    await this.#lay(bytesOfLines(bank.returnFile(random.shuffled(told))));
    await this.#lay(bytes);
    this.tally.repeated += 2;
  }

  /** As a program lays a file down: a while ago. */
  async #lay(bytes: Buffer): Promise<void> {
    this.tally.returns += 1;
    // The order of names is not that of their numbers.
    const name = `CB${Math.floor(this.#random.next() * 1e6)}-${this.tally.returns}.RET`;
    const path = join(this.#files.folderIn, `.${name}`);
    await writeFile(path, bytes);
    const before = new Date(Date.now() - LAID_DOWN_MS);
    await utimes(path, before, before);
    await rename(path, join(this.#files.folderIn, name));
  }

  /** Nothing is on its way between the folders. */
  async isIdle(): Promise<boolean> {
    const { bank, folderIn, folderOut } = this.#files;
    const waiting = (await readdir(folderIn)).filter((name) => name.endsWith('.RET'));
    const made = (await readdir(folderOut)).filter((name) => !this.#taken.has(name));
    return waiting.length + made.length + bank.movements.length + this.#kept.length === 0;
  }
}
