import { afterEach, describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../../../test/support/certificate.ts';
import { HOSTILE_URLS } from '../../../test/support/notification-urls.ts';
import { type Answering, ok } from '../../../test/support/receivers.ts';
import { notifying } from '../../../test/support/sending.ts';
import { until } from '../../../test/support/until.ts';
import { type AddressGuard, addressGuard, LOOPBACK, readNetworks } from '../kit/public-address.ts';
import type { ConnectOptions, Resolve } from './connect.ts';

const { receive, sending: openFor, cleanUp } = notifying();
afterEach(cleanUp);

function sending(options: ConnectOptions) {
  const { to } = openFor(options);
  return (url: string, timeoutMs = 5_000) => to(url, { timeoutMs });
}

/** 127.0.0.1 plays the public internet here, and every other address of the machine its private side. */
const onlyFirst = addressGuard(readNetworks('127.0.0.1'));
const open = addressGuard(LOOPBACK);
const nothing = addressGuard([]);
const refused = { delivered: false, reason: 'address_refused', status: null, answer: '' };

/** Answers each question with the next of these; the last one stays. */
function nameServer(...answers: (readonly string[])[]): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = async (name) => {
    const answer = answers[Math.min(asked.push(name), answers.length) - 1] ?? [];
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return Object.assign(resolve, { asked });
}

describe('the guard at the socket', () => {
  it('lets not one connection through for any hostile URL', async () => {
    const silent = await receive();
    const send = sending({ guard: nothing });
    for (const url of HOSTILE_URLS) {
      const outcome = await send(url.replace('PORT', String(silent.port)));
      expect(outcome, url).toMatchObject({ delivered: false, status: null });
      expect(['address_refused', 'invalid_request', 'dns'], url).toContain(outcome.reason);
    }
    expect(silent.connections).toEqual([]);
  });

  it('would have reached the listener without the guard, at IPv4, IPv6 and by name', async () => {
    const receiver = await receive();
    const send = sending({ guard: open });
    for (const host of ['127.0.0.1', '127.9.9.9', '2130706433', 'localhost', '[::ffff:127.0.0.1]']) {
      expect(await send(`http://${host}:${receiver.port}/`), host).toMatchObject({ delivered: true });
    }
    const everywhere = sending({ guard: addressGuard(readNetworks('0.0.0.0/0,::/0')) });
    expect(await everywhere(`http://0.0.0.0:${receiver.port}/`)).toMatchObject({ delivered: true });
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    'fd00::1',
    '0.0.0.0',
    '64:ff9b::7f00:1',
  ])('refuses a name that resolves to %s', async (address) => {
    const silent = await receive();
    const send = sending({ guard: nothing, resolve: nameServer([address]) });
    expect(await send(`http://shop.example:${silent.port}/`)).toMatchObject(refused);
    expect(await send(`https://shop.example:${silent.port}/`)).toMatchObject(refused);
    expect(silent.connections).toEqual([]);
  });

  it.each([[['127.0.0.1', '127.0.0.2']], [['127.0.0.2', '127.0.0.1']], [['127.0.0.1', '::1']]])(
    'refuses a name with the mixed answers %j as a whole',
    async (addresses) => {
      const silent = await receive();
      const send = sending({ guard: onlyFirst, resolve: nameServer(addresses) });
      expect(await send(`http://shop.example:${silent.port}/`)).toMatchObject(refused);
      expect(silent.connections).toEqual([]);
    },
  );

  it('refuses a name that was public for the last send and is private for this one', async () => {
    const receiver = await receive((socket) => socket.end(ok.replace('\r\n', '\r\nconnection: close\r\n')));
    const resolve = nameServer(['127.0.0.1'], ['127.0.0.2']);
    const send = sending({ guard: onlyFirst, resolve });
    expect(await send(`http://shop.example:${receiver.port}/`)).toMatchObject({ delivered: true });
    expect(await send(`http://shop.example:${receiver.port}/`)).toMatchObject(refused);
    expect(receiver.connections).toEqual(['127.0.0.1']);
    expect(resolve.asked).toEqual(['shop.example', 'shop.example']);
  });

  it('asks the name server once for a connection, so that there is nothing to change in between', async () => {
    const receiver = await receive();
    const resolve = nameServer(['127.0.0.1'], ['127.0.0.2']);
    const send = sending({ guard: onlyFirst, resolve });
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await send(`http://shop.example:${receiver.port}/`)).toMatchObject({ delivered: true });
    }
    expect(resolve.asked).toHaveLength(1);
    expect(receiver.connections).toEqual(['127.0.0.1']);
  });

  it.each(['http', 'https'])(
    'writes no byte to a far end it refuses once connected by %s',
    async (scheme) => {
      const silent = await receive();
      let judged = 0;
      const changesItsMind: AddressGuard = { ...open, allows: () => ++judged === 1 };
      const send = sending({ guard: changesItsMind, resolve: nameServer(['127.0.0.1']) });
      expect(await send(`${scheme}://shop.example:${silent.port}/`)).toMatchObject(refused);
      expect(judged).toBe(2);
      await until('it is hung up on', () => silent.connections.length === 1 && silent.open === 0);
      expect(silent.bytes).toBe(0);
    },
  );

  it.each([301, 302, 303, 307, 308, 300, 304])('does not follow a %d', async (status) => {
    const silent = await receive();
    const location = `location: http://127.0.0.1:${silent.port}/`;
    const receiver = await receive((socket) =>
      socket.write(`HTTP/1.1 ${status} Elsewhere\r\n${location}\r\ncontent-length: 0\r\n\r\n`),
    );
    const send = sending({ guard: open });
    const outcome = await send(`http://127.0.0.1:${receiver.port}/`);
    expect(outcome).toMatchObject({ delivered: false, reason: 'redirect', status });
    expect(silent.connections).toEqual([]);
  });
});

describe('names', () => {
  it('that do not exist fail as dns', async () => {
    const resolve: Resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    };
    expect(await sending({ guard: open, resolve })('http://gone.example/')).toMatchObject({ reason: 'dns' });
    expect(await sending({ guard: open, resolve: nameServer([]) })('http://none.example/')).toMatchObject({
      reason: 'dns',
    });
  });

  it('that never resolve, or too late, end with the deadline and connect to nothing', async () => {
    const silent = await receive();
    let answer: (addresses: { address: string; family: number }[]) => void = () => undefined;
    const resolve: Resolve = () =>
      new Promise((fulfil) => {
        answer = fulfil;
      });
    const outcome = await sending({ guard: open, resolve })(`http://slow.example:${silent.port}/`, 100);
    expect(outcome).toMatchObject({ delivered: false, reason: 'timeout' });
    answer([{ address: '127.0.0.1', family: 4 }]);
    const other = await receive();
    await sending({ guard: open })(`http://127.0.0.1:${other.port}/`);
    expect(silent.connections).toEqual([]);
  });

  it('are asked for once by connections that open together, whether the answer is good or not', async () => {
    const receiver = await receive();
    const resolve = nameServer(['127.0.0.1'], []);
    const send = sending({ guard: open, resolve });
    const url = `http://shop.example:${receiver.port}/`;
    const outcomes = await Promise.all([send(url), send(url), send(url)]);
    expect(outcomes.every(({ delivered }) => delivered)).toBe(true);
    expect(receiver.connections).toHaveLength(3);
    expect(resolve.asked).toHaveLength(1);
    const other = `http://shop.example:${receiver.port + 1}/`;
    const failed = await Promise.all([send(other), send(other)]);
    expect(failed.map(({ reason }) => reason)).toEqual(['dns', 'dns']);
    expect(resolve.asked).toHaveLength(2);
  });

  it('with several good addresses are tried until one connects', async () => {
    const receiver = await receive();
    const send = sending({ guard: open, resolve: nameServer(['127.0.0.1', '::1']) });
    expect(await send(`http://shop.example:${receiver.port}/`)).toMatchObject({ delivered: true });
  });
});

describe('TLS', () => {
  const certificate = selfSigned(['shop.example', '*.wild.example'], ['127.0.0.1']);
  const resolve = nameServer(['127.0.0.1']);
  const trusting = { guard: open, resolve, tls: { ca: [certificate.cert] } };
  const respond: Answering = (socket) => socket.write(ok);

  it('sends the name and checks the certificate against it', async () => {
    const receiver = await receive(respond, certificate);
    const send = sending(trusting);
    for (const host of ['shop.example', 'SHOP.example', 'shop.example.', 'a.wild.example']) {
      expect(await send(`https://${host}:${receiver.port}/`), host).toMatchObject({ delivered: true });
    }
    expect(receiver.names).toEqual(['shop.example', 'shop.example', 'a.wild.example']);
  });

  it('checks an address against the addresses of the certificate', async () => {
    const receiver = await receive(respond, certificate);
    const send = sending(trusting);
    expect(await send(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({ delivered: true });
    expect(await send(`https://127.0.0.2:${receiver.port}/`)).toMatchObject({ reason: 'tls' });
    expect(receiver.names[0]).toBe(false);
  });

  it('keeps the connection for the next send', async () => {
    const receiver = await receive(respond, certificate);
    const send = sending(trusting);
    for (let sent = 0; sent < 5; sent += 1) await send(`https://shop.example:${receiver.port}/`);
    expect(receiver.requests).toHaveLength(5);
    expect(receiver.connections).toHaveLength(1);
  });

  it('refuses another name, an unknown authority, and what does not speak it', async () => {
    const receiver = await receive(respond, certificate);
    const plain = await receive(respond);
    const send = sending(trusting);
    expect(await send(`https://other.example:${receiver.port}/`)).toMatchObject({ reason: 'tls' });
    expect(await sending({ guard: open, resolve })(`https://shop.example:${receiver.port}/`)).toMatchObject({
      reason: 'tls',
    });
    expect(receiver.requests).toEqual([]);
    expect(await send(`https://shop.example:${plain.port}/`, 300)).toMatchObject({ delivered: false });
    expect(plain.requests).toEqual([]);
  });

  it('cannot be weakened from the environment', async () => {
    const receiver = await receive(respond, certificate);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const outcome = await sending({ guard: open, resolve })(`https://shop.example:${receiver.port}/`);
    vi.unstubAllEnvs();
    expect(outcome).toMatchObject({ reason: 'tls' });
    expect(receiver.requests).toEqual([]);
  });
});
