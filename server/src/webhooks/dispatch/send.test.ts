import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answering, ok } from '../../../../test/support/receivers.ts';
import { dripping, notifying, saying } from '../../../../test/support/sending.ts';
import { until } from '../../../../test/support/until.ts';

const { receive, sending, cleanUp } = notifying();
afterEach(cleanUp);

const MEGABYTE = 2 ** 20;
const head = (status: string, ...headers: string[]) =>
  `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`;

/** Writes for as long as anyone reads. */
const flooding =
  (start: string, bytes: number): Answering =>
  (socket) => {
    socket.write(start);
    const block = Buffer.alloc(MEGABYTE, 'x');
    let left = bytes;
    const more = () => {
      while (left > 0 && !socket.destroyed) {
        left -= block.length;
        if (!socket.write(block)) return;
      }
    };
    socket.on('drain', more);
    more();
  };

describe('what a receiver gets', () => {
  it('is one POST with the given headers and the exact body', async () => {
    const receiver = await receive();
    const body = '{"nome":"José 💸","n":1}';
    const headers = { 'Content-Type': 'application/json', 'X-Webhook-Secret': 'a b~' };
    const outcome = await sending().to(`http://127.0.0.1:${receiver.port}/a%20b/?x=1&y=é#part`, {
      headers,
      body,
    });
    expect(outcome).toEqual({
      delivered: true,
      reason: null,
      status: 200,
      latencyMs: expect.any(Number),
      answer: 'ok',
    });
    expect(outcome.latencyMs).toBeGreaterThan(0);
    expect(receiver.requests).toHaveLength(1);
    const [request = ''] = receiver.requests;
    expect(request).toMatch(/^POST \/a%20b\/\?x=1&y=%C3%A9 HTTP\/1\.1\r\n/);
    expect(request).toContain(`host: 127.0.0.1:${receiver.port}\r\n`);
    expect(request).toContain('X-Webhook-Secret: a b~\r\n');
    expect(request).toContain('Accept-Encoding: identity\r\n');
    expect(Buffer.from(request.split('\r\n\r\n')[1] ?? '', 'latin1').toString()).toBe(body);
  });
});

describe('answers that deliver', () => {
  it.each<[string, Answering, string]>([
    ['204', saying(head('204 No Content')), ''],
    ['204 with a length of nothing', saying(head('204 No Content', 'content-length: 0')), ''],
    ['204 that promises a body', saying(head('204 No Content', 'content-length: 5')), ''],
    ['201 with a length', saying(head('201 Created', 'content-length: 5'), 'great'), 'great'],
    [
      'chunks',
      saying(head('200 OK', 'transfer-encoding: chunked'), '2\r\nok\r\n', '1\r\n!\r\n0\r\n\r\n'),
      'ok!',
    ],
    [
      'Connection: close',
      (socket) => socket.end(`${head('200 OK', 'connection: close', 'content-length: 2')}ok`),
      'ok',
    ],
    [
      'a body up to the end of the connection',
      (socket) => socket.end(`${head('200 OK')}until the end`),
      'until the end',
    ],
    ['HTTP/1.0', (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nold'), 'old'],
    ['early hints before', saying(head('103 Early Hints', 'link: </a>'), ok), 'ok'],
    [
      'an encoding that is none',
      saying(head('200 OK', 'content-encoding: Identity', 'content-length: 2'), 'ok'),
      'ok',
    ],
    ['a NUL', saying(head('200 OK', 'content-length: 3'), 'a\0b'), 'a\ufffdb'],
    ['16 KB exactly', saying(head('200 OK', 'content-length: 16384'), 'x'.repeat(16_384)), 'x'.repeat(2_048)],
  ])('%s', async (_, answer, text) => {
    const receiver = await receive(answer);
    const outcome = await sending().to(`http://127.0.0.1:${receiver.port}/`);
    expect(outcome).toMatchObject({ delivered: true, reason: null, answer: text });
  });
});

describe('answers that fail', () => {
  it.each<[string, Answering, object]>([
    [
      '400',
      saying(head('400 Bad Request', 'content-length: 3'), 'bad'),
      { reason: 'status', status: 400, answer: 'bad' },
    ],
    ['500 with a long page', flooding(head('500 Oops'), MEGABYTE), { reason: 'status', status: 500 }],
    [
      '500 in gzip',
      saying(head('500 Oops', 'content-encoding: gzip', 'content-length: 2'), 'zz'),
      { reason: 'status', answer: '' },
    ],
    ['599', saying(head('599 Odd', 'content-length: 0')), { reason: 'status', status: 599 }],
    [
      'redirect',
      saying(head('307 There', 'location: /b', 'content-length: 0')),
      { reason: 'redirect', status: 307 },
    ],
    [
      'one byte too many',
      saying(head('200 OK', 'content-length: 16385'), 'x'.repeat(16_385)),
      { reason: 'answer_too_large', status: 200, answer: 'x'.repeat(2_048) },
    ],
    [
      'gzip',
      saying(head('200 OK', 'content-encoding: gzip', 'content-length: 2'), 'zz'),
      { reason: 'answer_encoded', status: 200 },
    ],
    [
      'two encodings',
      saying(`${head('200 OK', 'content-encoding: identity', 'content-encoding: br', 'content-length: 1')}x`),
      { reason: 'answer_encoded' },
    ],
    ['a reset', (socket) => socket.resetAndDestroy(), { reason: 'connection', status: null }],
    ['the end instead of an answer', (socket) => void socket.end(), { reason: 'connection', status: null }],
    [
      'the end within headers',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-'),
      { reason: 'connection' },
    ],
    [
      'the end within a body',
      (socket) => void socket.end(`${head('200 OK', 'content-length: 5')}he`),
      { reason: 'connection', status: 200 },
    ],
    [
      'the end within chunks',
      (socket) => void socket.end(`${head('200 OK', 'transfer-encoding: chunked')}5\r\nhe`),
      { reason: 'connection' },
    ],
    [
      'a reset within a body',
      (socket) =>
        void socket.write(`${head('200 OK', 'content-length: 5')}he`, () => socket.resetAndDestroy()),
      { reason: 'connection' },
    ],
    ['garbage', saying('\0\x01\x02 SSH-2.0-OpenSSH_9\r\n\r\n'), { reason: 'invalid_answer', status: null }],
    [
      'a broken chunk',
      saying(head('200 OK', 'transfer-encoding: chunked'), 'zz\r\n'),
      { reason: 'invalid_answer' },
    ],
    [
      'two lengths',
      saying(head('200 OK', 'content-length: 2', 'content-length: 3'), 'ok!'),
      { reason: 'invalid_answer' },
    ],
    ['huge headers', saying(head('200 OK', `a: ${'x'.repeat(70_000)}`)), { reason: 'invalid_answer' }],
    [
      'many headers',
      saying(head('200 OK', ...Array.from({ length: 5_000 }, (_, n) => `h${n}: x`))),
      { reason: 'invalid_answer' },
    ],
    ['nothing but early hints', dripping(head('103 Early Hints'), 1), { delivered: false }],
    ['early hints without end', saying(head('103 Early Hints').repeat(1_000)), { reason: 'invalid_answer' }],
    [
      'another protocol',
      saying(head('101 Switching Protocols', 'connection: upgrade', 'upgrade: h2c')),
      { reason: 'invalid_answer' },
    ],
    [
      'a continue that was not asked for',
      saying(head('100 Continue')),
      { reason: 'invalid_answer', status: null },
    ],
    [
      'a continue that was not asked for, before the answer',
      saying(head('100 Continue') + ok),
      { reason: 'invalid_answer', status: null },
    ],
  ])('%s', async (_, answer, expected) => {
    const receiver = await receive(answer);
    const outcome = await sending().to(`http://127.0.0.1:${receiver.port}/`, { timeoutMs: 20_000 });
    expect(outcome).toMatchObject({ delivered: false, ...expected });
    expect(receiver.requests).toHaveLength(1);
    await until('the connection is given up', () => receiver.open === 0 || outcome.status !== null);
  });

  it('what comes too late, or never, ends with the deadline, however often a byte comes', async () => {
    const slow: [Answering, object][] = [
      [() => undefined, { status: null }],
      [dripping(head('200 OK'), 200), { status: null }],
      [dripping('HTTP/1.1 200 OK\r\na: b\r\nc: ', 200), { status: null }],
      [(socket) => void setTimeout(() => socket.write(ok), 20_000).unref(), { status: null }],
      [saying(head('200 OK', 'content-length: 5'), 'he'), { status: 200, answer: 'he' }],
      [
        (socket, nth) => {
          socket.write(head('200 OK', 'content-length: 1000'));
          dripping('x', 20)(socket, nth);
        },
        { status: 200, answer: expect.stringMatching(/^x+$/) },
      ],
    ];
    await Promise.all(
      slow.map(async ([answer, expected]) => {
        const receiver = await receive(answer);
        const outcome = await sending().to(`http://127.0.0.1:${receiver.port}/`, { timeoutMs: 2_000 });
        expect(outcome).toMatchObject({ delivered: false, reason: 'timeout', ...expected });
        expect(outcome.latencyMs).toBeGreaterThan(1_950);
        await until('the connection is closed', () => receiver.open === 0);
      }),
    );
  });

  it('256 MB are not read: memory stays, and the receiver is cut off', async () => {
    const receiver = await receive(
      flooding(head('200 OK', `content-length: ${256 * MEGABYTE}`), 256 * MEGABYTE),
    );
    const { to } = sending();
    await to(`http://127.0.0.1:${receiver.port}/`);
    const before = process.memoryUsage().rss;
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => to(`http://127.0.0.1:${receiver.port}/`)),
    );
    expect(outcomes.every(({ reason }) => reason === 'answer_too_large')).toBe(true);
    await until('every connection is closed', () => receiver.open === 0);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEGABYTE);
  });

  it('a gzip bomb is never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * MEGABYTE)).subarray(0, 12_000);
    const receiver = await receive((socket) => {
      socket.write(head('200 OK', 'content-encoding: gzip', `content-length: ${bomb.length}`));
      socket.write(bomb);
    });
    const outcome = await sending().to(`http://127.0.0.1:${receiver.port}/`);
    expect(outcome).toMatchObject({ reason: 'answer_encoded', answer: '' });
  });

  it('no server is listening', async () => {
    const gone = await receive();
    await gone.stop();
    const outcome = await sending().to(`http://127.0.0.1:${gone.port}/`);
    expect(outcome).toMatchObject({ delivered: false, reason: 'connection', status: null });
  });

  it('a handshake that hangs ends with the deadline and closes its connection', async () => {
    const receiver = await receive();
    const { to } = sending();
    const hang = to(`https://127.0.0.1:${receiver.port}/`, { timeoutMs: 200 });
    expect(await hang).toMatchObject({ delivered: false, reason: 'timeout' });
    await until('the connection is closed', () => receiver.open === 0);
  });
});

describe('poison', () => {
  it.each([
    '',
    'x',
    'http://',
    'http://[',
    'http://a b/',
    'http://256.1.1.1/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'http://user:password@127.0.0.1/',
    'http://user@127.0.0.1/',
    `http://${'a'.repeat(70_000)}:99999/`,
  ])('%j is an outcome, not an exception', async (url) => {
    expect(await sending().to(url)).toEqual({
      delivered: false,
      reason: 'invalid_request',
      status: null,
      latencyMs: expect.any(Number),
      answer: '',
    });
  });

  it.each<Record<string, string>>([
    { 'X-Webhook-Secret': 'line\nbreak' },
    { 'X-Webhook-Secret': 'line\r\nX-Other: 1' },
    { 'X-Webhook-Secret': 'nul\0' },
    { 'X-Webhook-Secret': 'snow ☃' },
    { 'bad name': 'x' },
    { '': 'x' },
    { 'Content-Length': '7' },
    { 'Transfer-Encoding': 'chunked' },
    { Expect: '100-continue' },
  ])('headers %j fail alone', async (headers) => {
    const receiver = await receive();
    const { to } = sending({ connectionsPerHost: 1 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const [poisoned, good, again] = await Promise.all([to(url, { headers }), to(url), to(url, { headers })]);
    expect(poisoned).toMatchObject({ delivered: false, reason: 'invalid_request' });
    expect(again).toMatchObject({ delivered: false, reason: 'invalid_request' });
    expect(good).toMatchObject({ delivered: true });
    expect(receiver.requests).toHaveLength(1);
  });

  it('ten thousand in one queue do not fill the stack', async () => {
    const receiver = await receive();
    const { to } = sending({ connectionsPerHost: 1 });
    const headers = { 'bad name': 'x' };
    const patient = { timeoutMs: 20_000 };
    const url = `http://127.0.0.1:${receiver.port}/`;
    const outcomes = await Promise.all([
      to(url, patient),
      ...Array.from({ length: 10_000 }, () => to(url, { headers })),
      to(url, patient),
    ]);
    expect(outcomes.filter(({ delivered }) => delivered)).toHaveLength(2);
  });
});

describe('an answer without a request', () => {
  it('is not taken for the answer to the next notification', async () => {
    const receiver = await receive((socket, { request }) => {
      const text = `number ${request}`;
      socket.write(head('200 OK', `content-length: ${text.length}`) + text);
      if (request === 1) socket.write(`${head('200 OK', 'content-length: 6')}forged`);
    });
    const { to } = sending({ connectionsPerHost: 1 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    expect(await to(url)).toMatchObject({ delivered: true, answer: 'number 1' });
    expect(await to(url)).toMatchObject({ delivered: true, answer: 'number 2' });
  });
});

describe('after closing', () => {
  it('what was under way ends as closed, and nothing more is sent', async () => {
    const receiver = await receive(() => undefined);
    const { to, close } = sending({ connectionsPerHost: 2 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const underWay = Array.from({ length: 5 }, () => to(url));
    await until('two are sent', () => receiver.requests.length === 2);
    await close();
    expect((await Promise.all(underWay)).map(({ reason }) => reason)).toEqual(Array(5).fill('closed'));
    expect(await to(url)).toMatchObject({ delivered: false, reason: 'closed' });
    await until('the connections are closed', () => receiver.open === 0);
    expect(receiver.connections).toHaveLength(2);
  });
});
