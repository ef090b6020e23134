import { expect, it } from 'vitest';
import { stylesheet } from './styles.ts';

it('text is measured by what its reader has asked for', () => {
  const [onScreen = ''] = stylesheet.content.split('@media print');
  const sizes = onScreen.match(/\b(?:font|font-size|line-height): [^;}]+/g) ?? [];
  expect(sizes.length).toBeGreaterThan(20);
  expect(sizes.filter((size) => /^\S+ (?:\d+ )?[\d.]+px/.test(size))).toEqual([]);
});
