import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchWithNotice } from './rate-limit-notice.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a wait', () => {
  it('of a 429 is announced, and other answers are not', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const answers = [
      new Response('{}'),
      new Response('{}', { status: 429, headers: { 'retry-after': '31' } }),
    ];
    vi.stubGlobal('fetch', async () => answers.shift());
    await fetchWithNotice('http://gateway.test/', {});
    expect(said).not.toHaveBeenCalled();
    await fetchWithNotice('http://gateway.test/', {});
    expect(said.mock.calls.join()).toContain('asks to wait 31 seconds');
  });
});
