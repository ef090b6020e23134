import { afterEach, describe, expect, it } from 'vitest';
import { type Answering, ok } from '../../../test/support/receivers.ts';
import { notifying } from '../../../test/support/sending.ts';
import { until } from '../../../test/support/until.ts';
import { addressGuard, LOOPBACK } from '../kit/public-address.ts';
import { guardedConnect, type Resolve } from './connect.ts';
import { ConnectionPool } from './connections.ts';
import { Exchange } from './exchange.ts';

const { receive, sending, cleanUp } = notifying();
afterEach(cleanUp);

const here: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
const withHeader = (header: string) => ok.replace('\r\n', `\r\n${header}\r\n`);
const later =
  (ms: number): Answering =>
  (socket) =>
    void setTimeout(() => socket.write(ok), ms);

describe('connections to one host', () => {
  it('are kept: a hundred notifications one after the other use one', async () => {
    const receiver = await receive();
    const { to } = sending();
    for (let sent = 0; sent < 100; sent += 1) {
      expect(await to(`http://127.0.0.1:${receiver.port}/${sent}`)).toMatchObject({ delivered: true });
    }
    expect(receiver.requests).toHaveLength(100);
    expect(receiver.connections).toHaveLength(1);
  });

  it('are bounded: the rest waits its turn and carries one request at a time', async () => {
    const receiver = await receive(later(5));
    const { to } = sending({ connectionsPerHost: 4 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => to(url)));
    expect(outcomes.every(({ delivered }) => delivered)).toBe(true);
    expect(receiver.connections).toHaveLength(4);
  });

  it('are bounded also while they fail', async () => {
    const receiver = await receive((socket) => void setTimeout(() => socket.resetAndDestroy(), 5));
    const { to } = sending({ connectionsPerHost: 4 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => to(url)));
    expect(outcomes.every(({ reason }) => reason === 'connection')).toBe(true);
    expect(receiver.requests).toHaveLength(60);
    expect(receiver.maxOpen).toBeLessThanOrEqual(5);
  });

  it('that hang free their place at the deadline, which runs while one waits too', async () => {
    const receiver = await receive((socket, { connection }) => {
      if (connection > 1) socket.write(ok);
    });
    const { to } = sending({ connectionsPerHost: 1 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const ended: string[] = [];
    const noting = async (name: string, timeoutMs: number) => {
      const outcome = await to(url, { timeoutMs });
      ended.push(name);
      return outcome;
    };
    const [first, second, third] = await Promise.all([
      noting('first', 2_000),
      noting('second', 200),
      noting('third', 20_000),
    ]);
    expect(first).toMatchObject({ reason: 'timeout' });
    expect(second).toMatchObject({ reason: 'timeout' });
    expect(ended).toEqual(['second', 'first', 'third']);
    expect(third).toMatchObject({ delivered: true });
    expect(receiver.requests).toHaveLength(2);
  });

  it('do not hold up another host', async () => {
    const hanging = await receive(() => undefined);
    const receiver = await receive();
    const { to } = sending({ connectionsPerHost: 2 });
    let ended = 0;
    const stuck = Array.from({ length: 50 }, async () => {
      const outcome = await to(`http://127.0.0.1:${hanging.port}/`, { timeoutMs: 3_000 });
      ended += 1;
      return outcome;
    });
    expect(await to(`http://127.0.0.1:${receiver.port}/`)).toMatchObject({ delivered: true });
    expect(ended).toBe(0);
    expect((await Promise.all(stuck)).every(({ reason }) => reason === 'timeout')).toBe(true);
  });

  it('are opened again after Connection: close', async () => {
    const receiver = await receive((socket) => void socket.end(withHeader('connection: close')));
    const { to } = sending();
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await to(`http://127.0.0.1:${receiver.port}/`)).toMatchObject({ delivered: true });
    }
    expect(receiver.connections).toHaveLength(5);
  });
});

describe('a connection that the receiver closed as it was used again', () => {
  /** The first request of a connection is answered; what then happens to the second is up to `second`. */
  const answeringFirst = (second: Answering): Answering => {
    const used = new Set<number>();
    return (socket, nth) => {
      if (used.has(nth.connection)) return second(socket, nth);
      used.add(nth.connection);
      socket.write(ok);
    };
  };

  it.each<[string, Answering]>([
    ['closed', (socket) => void socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('is replaced once, and the notification sent again: %s', async (_, second) => {
    const receiver = await receive(answeringFirst(second));
    const { to } = sending();
    const url = `http://127.0.0.1:${receiver.port}/`;
    await to(url);
    expect(await to(url, { body: 'again' })).toMatchObject({ delivered: true });
    expect(receiver.connections).toHaveLength(2);
    expect(receiver.requests).toHaveLength(3);
    expect(receiver.requests[1]).toBe(receiver.requests[2]);
  });

  it('fails when the fresh one is closed too', async () => {
    const receiver = await receive((socket, { request }) => {
      if (request === 1) socket.write(ok);
      else socket.end();
    });
    const { to } = sending();
    const url = `http://127.0.0.1:${receiver.port}/`;
    await to(url);
    expect(await to(url)).toMatchObject({ delivered: false, reason: 'connection' });
    expect(receiver.requests).toHaveLength(3);
  });

  it('is not replaced when a byte of an answer came', async () => {
    const receiver = await receive(answeringFirst((socket) => void socket.end('H')));
    const { to } = sending();
    const url = `http://127.0.0.1:${receiver.port}/`;
    await to(url);
    expect(await to(url)).toMatchObject({ delivered: false, reason: 'connection' });
    expect(receiver.requests).toHaveLength(2);
  });

  it('is replaced within the same deadline', async () => {
    const receiver = await receive((socket, { request }) => {
      if (request === 1) socket.write(ok);
      if (request === 2) setTimeout(() => socket.resetAndDestroy(), 1_000);
    });
    const { to } = sending();
    const url = `http://127.0.0.1:${receiver.port}/`;
    await to(url);
    const outcome = await to(url, { timeoutMs: 3_000 });
    expect(outcome).toMatchObject({ delivered: false, reason: 'timeout' });
    // A deadline of its own for the second connection would end at four seconds.
    expect(outcome.latencyMs).toBeLessThan(3_900);
    expect(receiver.requests).toHaveLength(3);
  });
});

describe('idle connections', () => {
  const LIMITS = { maxReadBytes: 1_000, maxKeptBytes: 1_000 };
  const openPool = () =>
    new ConnectionPool(guardedConnect({ guard: addressGuard(LOOPBACK), resolve: here }), {
      maxPerOrigin: 4,
      maxIdle: 512,
      idleMs: 10_000,
      maxIdleMs: 10_000,
    });
  const exchangeOn = (pool: ConnectionPool, origin: string) =>
    new Promise((resolve) => {
      const request = { origin, path: '/', method: 'POST', body: '{}' } as const;
      const options = { timeoutMs: 5_000, limits: LIMITS, resendIfStale: true };
      new Exchange(pool, request, options, resolve).start();
    });

  it('are closed after a while, and their origins forgotten', async () => {
    // undici closes a connection two seconds before the receiver says it will.
    const receiver = await receive((socket) => socket.write(withHeader('keep-alive: timeout=3')));
    const pool = openPool();
    for (let host = 0; host < 20; host += 1)
      await exchangeOn(pool, `http://s${host}.example:${receiver.port}`);
    expect(pool.originCount).toBe(20);
    await until('every origin is forgotten', () => pool.originCount === 0);
    await until('every connection is closed', () => receiver.open === 0);
  });

  it('have a limit over all origins; the oldest is closed first', async () => {
    const receiver = await receive();
    const pool = openPool();
    for (let host = 0; host < 600; host += 1)
      await exchangeOn(pool, `http://s${host}.example:${receiver.port}`);
    expect(pool.originCount).toBe(512);
    await until('the rest is closed', () => receiver.open <= 512);
    await exchangeOn(pool, `http://s599.example:${receiver.port}`);
    expect(receiver.connections).toHaveLength(600);
    await exchangeOn(pool, `http://s0.example:${receiver.port}`);
    expect(receiver.connections).toHaveLength(601);
    pool.close();
    expect(pool.originCount).toBe(0);
    await until('every connection is closed', () => receiver.open === 0);
  });

  it('are closed when the pool is retired, and those in use after their exchange', async () => {
    const receiver = await receive((socket, { request }) => {
      setTimeout(() => socket.write(ok), request === 2 ? 300 : 0);
    });
    const pool = openPool();
    await exchangeOn(pool, `http://s0.example:${receiver.port}`);
    const inProgress = exchangeOn(pool, `http://s1.example:${receiver.port}`);
    await until('both are open', () => receiver.open === 2 && receiver.requests.length === 2);
    pool.retire();
    await until('the idle one is closed', () => receiver.open === 1);
    expect(await inProgress).toMatchObject({ kind: 'answered', status: 200 });
    await until('the other one is closed', () => receiver.open === 0);
    expect(pool.originCount).toBe(0);
  });
});
