import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { profiles } from './registry.ts';

const all = [...profiles.values()];

describe('the profiles', () => {
  it('are the supported banks, and one for any other', () => {
    expect([...profiles.keys()]).toEqual([
      ...['efi', 'bb', 'itau', 'santander', 'bradesco', 'inter', 'sicoob', 'sicredi'],
      'generic',
    ]);
  });

  it('are each a file of its own in this folder', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => !file.startsWith('registry.'));
    expect(files).toHaveLength(all.length);
  });

  it.each(all)('$name has sound data', (profile) => {
    const addresses = [profile.tokenUrl, profile.apiUrl].flatMap((each) => [
      each.production,
      each.homologation,
    ]);
    for (const address of addresses) {
      if (address !== null) expect(address).toMatch(/^https:\/\/[a-z0-9.-]+\/[^?#]*[^/?#]$/);
    }
    expect(profile.apiUrl.production === null).toBe(profile.name === 'generic');
    expect(profile.certificates.length).toBeGreaterThan(0);
    expect(profile.notes.length).toBeGreaterThan(0);
    for (const { value } of [...profile.extraQuery, ...profile.extraHeaders]) {
      if (value !== 'new id') expect(Object.keys(profile.settings)).toContain(value.setting);
    }
  });

  it.each(all.filter(({ name }) => name !== 'generic'))('$name says what nobody has tried', ({ notes }) => {
    expect(notes.join(' ')).toMatch(/Unverified/);
  });
});
