import { createHash } from 'node:crypto';
import { type Db, statement } from '../db/pool.ts';
import type { Config } from '../kit/config.ts';
import { assert } from '../kit/errors.ts';
import type { Vault } from '../kit/secrets.ts';
import { type FilePurpose, PURPOSES } from './purposes.ts';
import { S3 } from './s3.ts';
import type { FileRow } from './store.ts';

const SEALED_FOR = 'files';

const dataOf = statement('files.data', 'select data from files where account_id = $1 and id = $2');

/** Where the content of files lies: in their rows, or in an object store. */
export class FileContents {
  readonly #db: Db;
  readonly #vault: Vault;
  readonly #objects: S3 | null;

  constructor({ db, vault, config }: { db: Db; vault: Vault; config: Config }) {
    this.#db = db;
    this.#vault = vault;
    this.#objects = objectStoreOf(config);
  }

  /** New content goes to an object store, before its row says that it is there. */
  get isOutside(): boolean {
    return this.#objects !== null;
  }

  /** As it is stored: documents are sealed, what everyone may see is not. */
  sealed(purpose: FilePurpose, bytes: Buffer): Buffer {
    return PURPOSES[purpose].isPublic ? bytes : this.#vault.seal(SEALED_FOR, bytes);
  }

  async put(file: Pick<FileRow, 'account_id' | 'id' | 'purpose'>, bytes: Buffer): Promise<void> {
    assert(this.#objects, 'there is an object store');
    await this.#objects.put(nameOf(file), this.sealed(file.purpose, bytes));
  }

  /** Rows written before a store was set up, or while it was, hold their content themselves. */
  async read(file: FileRow): Promise<Buffer> {
    const [row] = await this.#db.query<{ data: Buffer | null }>(dataOf, [file.account_id, file.id]);
    const stored = row?.data ?? (await this.#objects?.get(nameOf(file)));
    assert(stored, `the content of file ${file.id} is where its row says`);
    const bytes = PURPOSES[file.purpose].isPublic ? stored : this.#vault.openBytes(SEALED_FOR, stored);
    assert(hashOf(bytes).equals(file.sha256), `the content of file ${file.id} is what was stored`);
    return bytes;
  }

  async remove(file: Pick<FileRow, 'account_id' | 'id'>): Promise<void> {
    await this.#objects?.remove(nameOf(file));
  }

  close(): void {
    this.#objects?.close();
  }
}

export function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function nameOf({ account_id, id }: Pick<FileRow, 'account_id' | 'id'>): string {
  return `${account_id}/${id}`;
}

function objectStoreOf(config: Config): S3 | null {
  requireFileStore(config);
  const endpoint = config.GUICHE_FILES_S3_ENDPOINT;
  const bucket = config.GUICHE_FILES_S3_BUCKET;
  const key = config.GUICHE_FILES_S3_KEY;
  const secret = config.GUICHE_FILES_S3_SECRET;
  if (!endpoint || !bucket || !key || !secret) return null;
  return new S3({ endpoint, bucket, region: config.GUICHE_FILES_S3_REGION, key, secret });
}

const NEEDED_TOGETHER = [
  'GUICHE_FILES_S3_ENDPOINT',
  'GUICHE_FILES_S3_BUCKET',
  'GUICHE_FILES_S3_KEY',
  'GUICHE_FILES_S3_SECRET',
] as const;

/** Checked at the start: all of them, or none. */
export function requireFileStore(config: Config): void {
  const set = NEEDED_TOGETHER.filter((name) => config[name] !== null);
  const missing = NEEDED_TOGETHER.filter((name) => config[name] === null);
  if (set.length > 0 && missing.length > 0) {
    throw new Error(`${set[0]} needs ${missing.join(', ')} beside it.`);
  }
}
