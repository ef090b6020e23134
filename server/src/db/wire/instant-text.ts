import pg from 'pg';

const TIMESTAMPTZ = 1184;
const ZONE = '+00';
const FRACTION_AT = 20;
const anyInstant = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

/** Fast path for PostgreSQL's usual form, 2026-11-14 12:34:56.789+00. Other forms, also infinity, use pg's parser. */
export function instantFromText(text: string): unknown {
  if (!isUsual(text)) return anyInstant(text);
  const milliseconds = text.slice(FRACTION_AT, -ZONE.length).padEnd(3, '0');
  return new Date(
    Date.UTC(
      number(text, 0, 4),
      number(text, 5, 7) - 1,
      number(text, 8, 10),
      number(text, 11, 13),
      number(text, 14, 16),
      number(text, 17, 19),
      number(milliseconds, 0, 3),
    ),
  );
}

/** The same instant as it is shown, ISO 8601 in UTC, to the millisecond. */
export function shownInstant(text: string): string {
  if (!isUsual(text)) return new Date(anyInstant(text) as Date).toISOString();
  const milliseconds = text.slice(FRACTION_AT, -ZONE.length).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

const isUsual = (text: string) => text.endsWith(ZONE) && text[4] === '-' && text[0] !== '0';

function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) value = value * 10 + text.charCodeAt(index) - 0x30;
  return value;
}
