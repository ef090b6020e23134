import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchAloud } from './patience.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a wait', () => {
  it('that the gateway asks for is told, and no other answer is spoken of', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const answers = [
      new Response('{}'),
      new Response('{}', { status: 429, headers: { 'retry-after': '31' } }),
    ];
    vi.stubGlobal('fetch', async () => answers.shift());
    await fetchAloud('http://gateway.test/', {});
    expect(said).not.toHaveBeenCalled();
    await fetchAloud('http://gateway.test/', {});
    expect(said.mock.calls.join()).toContain('asks to wait 31 seconds');
  });
});
