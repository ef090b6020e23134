import { mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDataDirectory } from './data-directory.ts';

const room = mkdtempSync(join(tmpdir(), 'guiche-data-directory-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made with all that leads to it, closed to others', () => {
    const path = join(room, 'a', 'b', 'c');
    expect(openDataDirectory(path)).toBe(realpathSync(path));
    expect(statSync(path).mode & 0o066).toBe(0);
    expect(openDataDirectory(path)).toBe(realpathSync(path));
  });

  it.each([
    ['a place where nothing can be made', () => '/proc/guiche/data'],
    ['a link to nowhere', () => linkTo(join(room, 'nowhere'))],
    ['a file', () => import.meta.filename],
  ])('is refused with its name when it would be %s', (_, path) => {
    const refused = path();
    expect(() => openDataDirectory(refused)).toThrow(`The data folder ${refused} cannot be used`);
  });
});

function linkTo(target: string): string {
  const link = join(room, 'link');
  symlinkSync(target, link);
  return link;
}
