import { gzipSync } from 'node:zlib';
import { type Answering, ok } from './receivers.ts';
import { dripping, saying } from './sending.ts';

const HUGE_BYTES = 256 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'x');
/** 64 MB of zeros. */
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024));
const MANY = 10_000;

/** As fast as it is read, and to the end. */
const flooding: Answering = (socket) => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${HUGE_BYTES}\r\n\r\n`);
  let written = 0;
  const pour = () => {
    while (written < HUGE_BYTES && !socket.destroyed) {
      written += CHUNK.length;
      if (!socket.write(CHUNK)) break;
    }
  };
  socket.on('drain', pour);
  pour();
};

const bomb: Answering = (socket) => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
  socket.write(BOMB);
};

const late: Answering = (socket) => {
  const timer = setTimeout(() => socket.write(ok), 29_000);
  socket.on('close', () => clearTimeout(timer));
};

/** What receivers do that no notification may end well with. */
export function hostileAnswers(elsewhere: string): Readonly<Record<string, Answering>> {
  return {
    'never answers': () => undefined,
    'answers a byte a second': dripping(ok, 1_000),
    'answers 200 with a body of a byte a second': (socket, nth) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      dripping('x', 1_000)(socket, nth);
    },
    'answers 200 after 29 seconds': late,
    'sends elsewhere': saying(
      `HTTP/1.1 307 Temporary Redirect\r\nlocation: ${elsewhere}\r\ncontent-length: 0\r\n\r\n`,
    ),
    'answers with 256 MB': flooding,
    'answers with a gzip bomb': bomb,
    'resets the connection': (socket) => void socket.resetAndDestroy(),
    'gives hints without end': saying('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(MANY)),
    'speaks no HTTP': saying('\0\x01\xff'.repeat(MANY)),
  };
}
