import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchWithNotice } from './retry-notice.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the notice of a wait', () => {
  it('is written when the gateway asks for one, and not for other answers', async () => {
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
