import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sqlFile } from './sql-file.ts';

const SOURCE = join(import.meta.dirname, '..');

async function filesEndingIn(suffix: string): Promise<string[]> {
  return (await readdir(SOURCE, { recursive: true })).filter((name) => name.endsWith(suffix));
}

describe('statements in files of their own', () => {
  it('are read by their path from server/src', async () => {
    for (const path of await filesEndingIn('.sql')) {
      expect(sqlFile(path)).toBe((await readFile(join(SOURCE, path), 'utf8')).trim());
    }
  });

  it('are each loaded by some module', async () => {
    const modules = (await filesEndingIn('.ts')).filter((name) => !name.endsWith('.test.ts'));
    const texts = await Promise.all(modules.map((name) => readFile(join(SOURCE, name), 'utf8')));
    const unused = (await filesEndingIn('.sql')).filter(
      (path) => !texts.some((text) => text.includes(`sqlFile('${path}')`)),
    );
    expect(unused).toEqual([]);
  });

  it('are named when they are missing', () => {
    expect(() => sqlFile('db/sql/absent.sql')).toThrow('The SQL file db/sql/absent.sql is missing.');
  });
});
