import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openVault } from './installation.ts';
import { readConfig } from './kit/config.ts';

const room = mkdtempSync(join(tmpdir(), 'guiche-installation-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

describe('the master key', () => {
  it('is generated once, for processes that start at once and later, and only its owner can read it', async () => {
    const folder = join(room, 'data');
    const config = readConfig({ GUICHE_DATA_DIR: folder });
    const vaults = await Promise.all(Array.from({ length: 20 }, () => openVault(config)));
    vaults.push(await openVault(config));
    expect(new Set(vaults.map((vault) => vault.fingerprint('installation', 'test'))).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['secret.key']);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['nothing', ''],
    ['half a key', randomBytes(16).toString('base64')],
    ['another text', 'no key at all, but long enough to look like the text of one'],
  ])('is refused when its file holds %s', async (_, text) => {
    const folder = mkdtempSync(join(room, 'damaged-'));
    const file = join(folder, 'secret.key');
    writeFileSync(file, text);
    const opening = openVault(readConfig({ GUICHE_DATA_DIR: folder }));
    await expect(opening).rejects.toThrow(`The master key in ${file} is damaged`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('of the configuration needs no folder', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const config = readConfig({ GUICHE_DATA_DIR: '/proc/none', GUICHE_SECRET_KEY: key });
    const other = readConfig({ GUICHE_DATA_DIR: join(room, 'data') });
    const [given, generated] = await Promise.all([openVault(config), openVault(other)]);
    expect(given.fingerprint('installation', 'test')).not.toBe(generated.fingerprint('installation', 'test'));
  });
});
