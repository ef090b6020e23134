import { describe, expect, it } from 'vitest';
import { createLeases, outwaitLeases } from './leases.ts';

describe('leases', () => {
  it('a value is loaded once for many who ask together', async () => {
    let loads = 0;
    const read = createLeases(async (key) => `${key} ${++loads}`);
    expect(await Promise.all([read('a'), read('a'), read('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  });

  it('after outwaiting the leases no reader holds what was read before', async () => {
    let value = 'old';
    const read = createLeases(async () => value);
    await read('key');
    value = 'new';
    await outwaitLeases();
    expect(await read('key')).toBe('new');
  });

  it('a failed load is not kept', async () => {
    let fails = true;
    const read = createLeases(async () => {
      if (fails) throw new Error('down');
      return 'up';
    });
    await expect(read('key')).rejects.toThrow('down');
    fails = false;
    expect(await read('key')).toBe('up');
  });
});
