import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, link, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openDataDirectory, requireDataDirectory } from './db/embedded/data-directory.ts';
import type { Db } from './db/pool.ts';
import type { Config } from './kit/config.ts';
import { Vault } from './kit/secrets.ts';
import { StartError } from './kit/start-error.ts';

const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const FINGERPRINT = 'master key fingerprint';

/** Needed for the embedded database and the generated key only. */
export function requireFolder(config: Config): void {
  const hasKey =
    config.GUICHE_SECRET_KEY !== null || existsSync(join(resolve(config.GUICHE_DATA_DIR), KEY_FILE));
  if (!config.DATABASE_URL || !hasKey) requireDataDirectory(config.GUICHE_DATA_DIR);
}

/** Live rails need a PSP that receives PIX. */
export function requirePix({ GUICHE_RAILS: rails, GUICHE_PIX: psps }: Config): void {
  if (rails === 'sandbox' || (psps ?? []).length > 0) return;
  throw new StartError(
    'GUICHE_RAILS=live needs GUICHE_PIX',
    'Name who receives PIX for you, as docs/guides/going-live.md says.',
  );
}

/** The master key from the configuration, or the one generated in the data directory at the first start. */
export async function openVault(config: Config): Promise<Vault> {
  if (config.GUICHE_SECRET_KEY) return new Vault(config.GUICHE_SECRET_KEY.reveal());
  const file = join(resolve(config.GUICHE_DATA_DIR), KEY_FILE);
  if (!existsSync(file)) await writeNewKey(openDataDirectory(config.GUICHE_DATA_DIR));
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES) {
    const cure = 'Put it back from a backup, or set GUICHE_SECRET_KEY to the key of this database.';
    throw new StartError(`The master key in ${file} is damaged`, cure);
  }
  return new Vault(key);
}

/** Written to a draft and linked into place: of two processes that start at once, both read the same key. */
async function writeNewKey(directory: string): Promise<void> {
  const draft = join(directory, `${KEY_FILE}.${randomBytes(8).toString('hex')}`);
  try {
    await writeFile(draft, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
    const file = join(directory, KEY_FILE);
    // Some file systems have no links.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL));
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** All nodes of one database must have the same key: each reads the tokens and encrypted secrets of the others. */
export async function requireSameKey(db: Db, vault: Vault): Promise<void> {
  const fingerprint = vault.fingerprint('installation', 'guiche');
  const [row] = await db.query<{ value: string }>(
    `with added as (
       insert into installation (name, value) values ($1, $2)
       on conflict (name) do nothing
       returning value
     )
     select value from added
     union all
     select value from installation where name = $1`,
    [FINGERPRINT, fingerprint],
  );
  if (row && row.value !== fingerprint) {
    throw new Error('GUICHE_SECRET_KEY is not the key this database was set up with.');
  }
}
