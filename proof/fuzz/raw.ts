import { connect } from 'node:net';
import type { Answer } from '../kit/call.ts';
import type { Random } from '../kit/random.ts';

const READ_MS = 1_500;
const MAX_ANSWER_BYTES = 1_000_000;

const TARGETS = [
  ...[
    '/api/v1/%zz',
    '/api/v1/%00',
    '/api/v1/charges/%ff%fe',
    '/api/v1/charges/..%2f..%2f',
    '//api/v1/balance',
  ],
  ...[
    '/api/v1/charges/%',
    '/api//v1/balance',
    '/API/V1/BALANCE',
    '/api/v1/balance/',
    '/api/v1/charges?%zz=1',
  ],
  ...['/api/v1/charges?limit=1&limit=2', '/api/v1/charges?a[b]=c', '/api/v1/charges?limit=%31', '*'],
  ...['/api/v1/charges;x=1', 'http://other.example/api/v1/balance'],
];
const METHODS = [
  ...['TRACE', 'CONNECT', 'PROPFIND', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'get', 'G E T', '\u0001'],
];
const VERSIONS = ['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'FTP/1.1', ''];
const HEADERS = [
  ...['Host: b', 'X-Bad', ': x', ' folded: x', 'X-Nul: \u0000', 'X-Odd: \u00ff\u00fe', 'Connection: \u0001'],
  ...['Transfer-Encoding: chunked', 'Content-Length: 5', 'Expect: 100-continue', 'Range: bytes=0-1'],
  ...['Upgrade: h2c\r\nConnection: Upgrade', 'Accept: text/html', 'Accept-Encoding: nonsense'],
];
const JSON_TEXT = '{"billing_type":"PIX","value":10}';
const SIZE = JSON_TEXT.length;
const TYPED = 'Content-Type: application/json\r\n';
const SIZED = `Content-Length: ${SIZE}\r\n`;
/** Of a POST with a good body. */
const BODY_HEADERS = [
  `${TYPED}${SIZED}`,
  SIZED,
  ...[0, 1, SIZE - 1, SIZE + 5].map((size) => `${TYPED}Content-Length: ${size}\r\nConnection: close\r\n`),
  ...['-1', 'abc', '1e3', '99999999999999999999', `${SIZE}\r\nContent-Length: 5`, `${SIZE}, ${SIZE}`].map(
    (size) => `${TYPED}Content-Length: ${size}\r\n`,
  ),
  ...['chunked', 'chunked, identity', 'gzip', 'xchunked'].map(
    (coding) => `${TYPED}${SIZED}Transfer-Encoding: ${coding}\r\n`,
  ),
  ...['gzip', 'br', 'deflate', 'x'].map((coding) => `${TYPED}${SIZED}Content-Encoding: ${coding}\r\n`),
  ...[
    ...[
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ],
    ...['application/json; charset=utf-16', 'application/json;', 'application/jsonx', '', 'a/b/c', '\u00ff'],
    'application/json, text/plain',
  ].map((type) => `${SIZED}Content-Type: ${type}\r\n`),
  ...['', ' ', 'x'.repeat(256), 'x'.repeat(300), '\u00e9', '\t', 'a\tb'].map(
    (key) => `${TYPED}${SIZED}Idempotency-Key: ${key}\r\n`,
  ),
  ...[
    ...['X-API-Key: x\r\nX-API-Key: y', 'Authorization: Bearer', 'Authorization: Basic YTpi', 'Origin: null'],
    ...['Authorization: Bearer a b', 'Authorization: \u00ff', 'X-API-Key: guiche_', 'X-Request-Id: <script>'],
    ...[`Authorization: Bearer ${'a'.repeat(6_000)}`, 'Cookie: guiche=1; guiche=2; =; x'],
    'X-Forwarded-For: 1.2.3.4, x',
  ].map((header) => `${TYPED}${SIZED}${header}\r\n`),
];
const CHUNKED_BODIES = [
  ...[`${SIZE.toString(16)}\r\n${JSON_TEXT}\r\n0\r\n\r\n`, 'zz\r\n', `fffffffff\r\n${JSON_TEXT}`],
  ...['5\r\n{"a":\r\n1\r\n1\r\n1\r\n}\r\n0\r\n\r\n', '0\r\nX-Trailer: 1\r\n\r\n'],
];
const NO_HTTP = [
  ...['\r\n\r\n', 'GET\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '\u0016\u0003\u0001\u0002\u0000'],
  ...['GET / HTTP/1.1\r\n\r\n', '{"a":1}\r\n\r\n'],
];
const TOO_LARGE = 70_000;

/** Bytes that are HTTP only nearly, or JSON only nearly. */
export function rawRequest(random: Random, headers: Record<string, string>): Buffer {
  const credentials = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const post = (more: string, body = JSON_TEXT) =>
    `POST /api/v1/charges HTTP/1.1\r\nHost: a\r\n${credentials}${more}\r\n${body}`;
  const get = (target: string, more = '', method = 'GET', version = 'HTTP/1.1') =>
    `${method} ${target} ${version}\r\nHost: a\r\n${credentials}${more}\r\n`;
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: 1\r\n`).join('');
  const kinds: (() => string | Buffer)[] = [
    () => get(random.pick(TARGETS)),
    () => get(`/api/v1/charges/${random.letters(random.pick([10, 300, 8_000, 20_000]))}`),
    () => get('/api/v1/balance', `X-Long: ${'x'.repeat(random.pick([4_000, 17_000, 80_000]))}\r\n`),
    () => get('/api/v1/balance', numbered(random.pick([10, 150, 2_500]))),
    () => get('/api/v1/balance', `${random.pick(HEADERS)}\r\n`),
    () => get('/api/v1/charges', 'Content-Length: 0\r\n', random.pick(METHODS)),
    () => get('/api/v1/balance', '', 'GET', random.pick(VERSIONS)),
    () => post(random.pick(BODY_HEADERS)),
    () => post(random.pick(BODY_HEADERS)),
    () => post(`${TYPED}Transfer-Encoding: chunked\r\n`, random.pick(CHUNKED_BODIES)),
    () => post(`${TYPED}Content-Length: ${TOO_LARGE}\r\n`, 'x'.repeat(TOO_LARGE)),
    () => Buffer.from(Array.from({ length: random.whole(1, 200) }, () => random.whole(0, 255))),
    () => random.pick(NO_HTTP),
  ];
  const made = random.pick(kinds)();
  return typeof made === 'string' ? Buffer.from(made, 'latin1') : made;
}

/** The first answer to these bytes; null: the connection ended, or nothing came for a while. */
export function sendRaw(port: number, bytes: Buffer): Promise<Answer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const socket = connect(port, '127.0.0.1');
    const finish = () => {
      socket.destroy();
      resolve(firstAnswer(Buffer.concat(chunks)));
    };
    const timer = setTimeout(finish, READ_MS);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES || isWhole(Buffer.concat(chunks))) socket.end();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      finish();
    });
  });
}

function isWhole(bytes: Buffer): boolean {
  const { length, bodyAt } = partsOf(bytes);
  return bodyAt > 0 && length !== null && bytes.length >= bodyAt + length;
}

function partsOf(bytes: Buffer): { head: string; bodyAt: number; length: number | null } {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { head: '', bodyAt: 0, length: null };
  const head = bytes.subarray(0, end).toString('latin1');
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
  return { head, bodyAt: end + 4, length: length === undefined ? null : Number(length) };
}

function firstAnswer(bytes: Buffer): Answer | null {
  const { head, bodyAt, length } = partsOf(bytes);
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head) ?? [];
  if (!status) return null;
  // The real answer follows this one.
  if (status === '100') return firstAnswer(bytes.subarray(bodyAt));
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  const text = bytes.subarray(bodyAt, length === null ? undefined : bodyAt + length).toString();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: Number(status), headers, text, json };
}
