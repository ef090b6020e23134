import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantFromText, shownInstant } from './instant-text.ts';

it('any instant comes back as it was, to the millisecond', () => {
  const anyInstant = fc.date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
  });
  fc.assert(
    fc.property(
      anyInstant.filter((date) => !Number.isNaN(date.getTime())),
      (date) => {
        // PostgreSQL leaves out the zeros at the end of a fraction, and the point with the last of them.
        const text = date
          .toISOString()
          .replace('T', ' ')
          .replace(/\.?0*Z$/, '');
        expect(instantFromText(`${text}+00`)).toEqual(date);
        expect(shownInstant(`${text}+00`)).toBe(date.toISOString());
      },
    ),
  );
});

it.each([
  ['2026-11-14 12:34:56.123987+00', '2026-11-14T12:34:56.123Z'],
  ['2026-11-14 09:34:56.5-03', '2026-11-14T12:34:56.500Z'],
  ['2026-11-14 18:04:56+05:30', '2026-11-14T12:34:56.000Z'],
  ['0099-11-14 12:34:56+00', '0099-11-14T12:34:56.000Z'],
  ['12026-11-14 12:34:56+00', '+012026-11-14T12:34:56.000Z'],
  ['0001-11-14 12:34:56+00 BC', '0000-11-14T12:34:56.000Z'],
])('%s is %s', (text, instant) => {
  expect((instantFromText(text) as Date).toISOString()).toBe(instant);
  expect(shownInstant(text)).toBe(instant);
});

it('infinity has no date', () => expect(instantFromText('infinity')).toBe(Number.POSITIVE_INFINITY));
