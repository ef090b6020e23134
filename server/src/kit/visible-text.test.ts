import { expect, it } from 'vitest';
import { isVisible } from './visible-text.ts';

it.each(['Ana', '李', 'علي', '-', '7', '😀', '👨\u200d👩\u200d👧', '\u200bAna', ' a '])(
  '%j can be seen',
  (text) => {
    expect(isVisible(text)).toBe(true);
  },
);

it.each([
  ...['', '   ', '\t\n', '\u00a0', '\u3000', '\u0007', '\u00ad', '\u200b', '\u200d', '\u202e', '\u2060'],
  ...['\ufeff', '\ufe0f', '\u3164', '\u115f', '\u2800', '\ufff9', '\u{e0041}', ' \u200b \u2060 '],
])('%j cannot be seen', (text) => {
  expect(isVisible(text)).toBe(false);
});
