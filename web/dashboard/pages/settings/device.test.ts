import { describe, expect, it } from 'vitest';
import { deviceOf } from './device.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('a device in two words', () => {
  it('is the browser that it is, not those it also names', () => {
    expect(deviceOf(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0.0.0`)).toBe(
      'Edge · Windows',
    );
    expect(deviceOf(`Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`)).toBe('Chrome · Linux');
    expect(
      deviceOf(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      ),
    ).toBe('Safari · iPhone');
    expect(deviceOf(`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME}`)).toBe('Chrome · Android');
  });

  it('is what it calls itself when it is nothing known', () => {
    expect(deviceOf('my-shop/1.0')).toBe('my-shop/1.0');
    expect(deviceOf('x'.repeat(500))).toHaveLength(60);
  });

  it('is unknown when it tells nothing', () => {
    expect(deviceOf(null)).toBeNull();
    expect(deviceOf('')).toBeNull();
  });
});
