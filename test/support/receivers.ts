import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import type { Certificate } from './certificate.ts';

/** A receiver of notifications at the level of bytes, so that it can do what no HTTP server would. */
export type Receiver = {
  readonly port: number;
  /** Local addresses of every connection ever made. */
  readonly connections: string[];
  /** Names asked for in TLS. */
  readonly names: (string | false | null)[];
  /** Whole requests, as text. */
  readonly requests: string[];
  readonly open: number;
  readonly maxOpen: number;
  readonly bytes: number;
  stop(): Promise<void>;
};

export type Answering = (
  socket: Socket,
  nth: { readonly request: number; readonly connection: number },
) => void;

export const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
const EVERYWHERE = '::';

/** Answers each whole request with `answer`. */
export async function startReceiver(
  answer: Answering = (socket) => socket.write(ok),
  certificate?: Certificate,
): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const state = { connections: [] as string[], names: [] as Receiver['names'], requests: [] as string[] };
  const seen = { bytes: 0, maxOpen: 0 };
  const take = (socket: Socket) => {
    sockets.add(socket);
    seen.maxOpen = Math.max(seen.maxOpen, sockets.size);
    const connection = state.connections.push(String(socket.localAddress).replace('::ffff:', ''));
    if ('servername' in socket) state.names.push(socket.servername as string | false);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    let text = '';
    socket.on('data', (chunk) => {
      seen.bytes += chunk.length;
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      const request = state.requests.push(text);
      text = '';
      answer(socket, { request, connection });
    });
  };
  const server = certificate
    ? createSecureServer({ ...certificate }, take).on('tlsClientError', () => undefined)
    : createServer(take);
  const port = await listen(server);
  return {
    port,
    ...state,
    get open() {
      return sockets.size;
    },
    get maxOpen() {
      return seen.maxOpen;
    },
    get bytes() {
      return seen.bytes;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Every address of the machine, so that none is reached unseen. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: Error & { code?: string }) => {
      if (error.code !== 'EAFNOSUPPORT' && error.code !== 'EADDRNOTAVAIL') reject(error);
      else server.listen(0, '0.0.0.0', resolve);
    });
    server.listen(0, EVERYWHERE, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a receiver listens on a port');
  return address.port;
}

function isWhole(text: string): boolean {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1] ?? '0';
  return text.includes('\r\n\r\n') && body.join('\r\n\r\n').length >= Number(length);
}
