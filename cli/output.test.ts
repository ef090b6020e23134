import { describe, expect, it, vi } from 'vitest';
import { card, money, paint, printable, table } from './output.ts';

describe('what people read', () => {
  it('stands in columns, amounts to the right, without colour where no terminal is', () => {
    const columns = [{ title: 'NAME' }, { title: 'VALUE', right: true }];
    expect(
      table(columns, [
        ['a', '1,00'],
        ['longer', '100,00'],
      ]),
    ).toBe(['NAME     VALUE', 'a         1,00', 'longer  100,00'].join('\n'));
  });

  it('leaves out what is not known', () => {
    expect(
      card([
        ['Id', '1'],
        ['Paid', null],
        ['Reference', 'x'],
      ]),
    ).toBe('Id         1\nReference  x');
  });

  it('cannot move the cursor or turn the text around', () => {
    expect(printable('a\u001b[2Jb\u202ec\nd')).toBe('a [2Jb c d');
  });

  it.each([
    [1234.5, 'R$ 1.234,50'],
    [0, 'R$ 0,00'],
    [null, '–'],
  ])('%s is %s', (amount, text) => {
    expect(money(amount)).toBe(text);
  });

  it('is coloured on a terminal only, and never against NO_COLOR', () => {
    const terminal = { isTTY: true } as NodeJS.WriteStream;
    vi.stubEnv('NO_COLOR', undefined);
    vi.stubEnv('TERM', 'xterm');
    vi.stubEnv('FORCE_COLOR', '1');
    expect(paint('red', 'x', terminal)).toBe('\u001b[31mx\u001b[39m');
    vi.stubEnv('NO_COLOR', '1');
    expect(paint('red', 'x', terminal)).toBe('x');
    expect(paint('red', 'x', { isTTY: false } as NodeJS.WriteStream)).toBe('x');
    vi.unstubAllEnvs();
  });
});
