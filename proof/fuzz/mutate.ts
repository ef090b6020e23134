import type { Random } from '../kit/random.ts';

type Place = { holder: Record<string, unknown> | unknown[]; key: string };

const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '\u200b',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
  ],
  ...[
    "'; drop table charges; --",
    '{{7*7}}',
    '%s%n%x',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '\r\nX-Injected: 1',
  ],
  ...[
    '💸'.repeat(50),
    'é'.repeat(300),
    'a\u0301'.repeat(200),
    '١٢٣',
    '１２',
    '0x10',
    '1e3',
    '-0',
    '٠',
    '\\',
    '"',
    '\u2028',
  ],
  ...[
    '9'.repeat(40),
    '2026-02-30',
    '0000-00-00',
    '9999-12-31T23:59:60Z',
    '-271821-04-20',
    '+275760-09-13T00:00:00.001Z',
  ],
  ...[
    'http://[::1',
    'https://user:pass@127.0.0.1/',
    'http://127.1/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://127.0.0.1:99999/',
  ],
  ...['@', 'a@', '@b', 'a@b@c.d', `${'a'.repeat(250)}@example.com`, '00000000-0000-0000-0000-000000000000'],
];
const ODD_NUMBERS = [
  ...[
    '0',
    '-0',
    '-1',
    '0.001',
    '0.1e-10',
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740993',
    '99999999999999999999',
  ],
  ...[
    '9999999999.99',
    '9999999999.995',
    '10000000000',
    '1.005',
    '0.30000000000000004',
    '2147483648',
    '-2147483649',
    '1e2',
  ],
];
const OTHER_VALUES = [
  'null',
  'true',
  'false',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"a":1}',
  '""',
  '"1"',
  '0',
  '[1,2,3]',
];
const DEEP = 2_000;
const LONG = 70_000;

/** The text of a body that is nearly right. */
export function mutated(random: Random, body: unknown): string | Buffer {
  const text = JSON.stringify(body ?? {});
  const kind = random.whole(0, 13);
  if (kind <= 6) return withOtherValue(random, body ?? {});
  switch (kind) {
    case 7:
      return withoutField(random, body ?? {});
    case 8:
      return withExtraField(random, text);
    case 9:
      return withDoubleField(random, text);
    case 10:
      return random.pick([
        text.slice(0, random.whole(0, text.length)),
        `${text}}`,
        `${text}${text}`,
        `\ufeff${text}`,
      ]);
    case 11:
      return brokenBytes(random, text);
    case 12:
      return random.pick([
        '',
        ' ',
        'null',
        'true',
        '0',
        '"text"',
        '[]',
        '[{}]',
        `[${text}]`,
        '{',
        'NaN',
        "{'a':1}",
        '{a:1}',
        '//x',
      ]);
    default:
      return random.pick([
        '['.repeat(DEEP),
        `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
        `{"description":"${'x'.repeat(LONG)}"}`,
        text.replace(/[{]/, `{${' '.repeat(LONG)}`),
        `{${Array.from({ length: 3_000 }, (_, at) => `"f${at}":1`).join()}}`,
      ]);
  }
}

export function oddText(random: Random): string {
  return random.pick(ODD_TEXTS);
}

/** One place of the body says something else. Written as text, so that it need not be what JSON.stringify can write. */
function withOtherValue(random: Random, body: unknown): string {
  const copy = structuredClone(body);
  const places = placesIn(copy);
  const other = random.pick([
    () => JSON.stringify(oddText(random)),
    () => random.pick(ODD_NUMBERS),
    () => random.pick(OTHER_VALUES),
    () => JSON.stringify('x'.repeat(random.pick([256, 501, 2_049, 5_000]))),
    () => JSON.stringify(random.letters(random.whole(1, 30))),
  ])();
  if (places.length === 0) return other;
  const { holder, key } = random.pick(places);
  const mark = `mark-${random.letters(12)}`;
  (holder as Record<string, unknown>)[key] = mark;
  return JSON.stringify(copy).replace(JSON.stringify(mark), () => other);
}

function withoutField(random: Random, body: unknown): string {
  const copy = structuredClone(body);
  const places = placesIn(copy);
  if (places.length > 0) {
    const { holder, key } = random.pick(places);
    delete (holder as Record<string, unknown>)[key];
  }
  return JSON.stringify(copy);
}

function withExtraField(random: Random, text: string): string {
  const name = random.pick([
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'Value',
    'externalReference',
    'id',
    'status',
    '',
    ' ',
    '\ud800',
    '💸',
    random.letters(8),
  ]);
  return text.replace(
    /^\{/,
    () => `{${JSON.stringify(name)}:${random.pick(OTHER_VALUES)}${text === '{}' ? '' : ','}`,
  );
}

function withDoubleField(random: Random, text: string): string {
  const names = [...text.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? '');
  const name = names.length > 0 ? random.pick(names) : 'value';
  return text.replace(
    /^\{/,
    () => `{${JSON.stringify(name)}:${random.pick(OTHER_VALUES)}${text === '{}' ? '' : ','}`,
  );
}

function brokenBytes(random: Random, text: string): Buffer {
  const bytes = Buffer.from(text);
  for (let times = random.whole(1, 4); times > 0; times -= 1)
    if (bytes.length > 0) bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255);
  return bytes;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([key, inner]) => [{ holder, key }, ...placesIn(inner)]);
}
