import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configFile } from './profile.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the file with the key', () => {
  it('stands where XDG_CONFIG_HOME says', () => {
    vi.stubEnv('XDG_CONFIG_HOME', '/somewhere');
    expect(configFile()).toBe('/somewhere/guiche/config.json');
  });

  it.each(['', 'here', './here'])('never stands in the folder at hand: XDG_CONFIG_HOME=%s', (folder) => {
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    vi.stubEnv('HOME', '');
    expect(configFile()).toBe(join(userInfo().homedir, '.config', 'guiche', 'config.json'));
  });
});
