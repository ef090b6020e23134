import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { monotonicMs, pause, SECOND_MS } from '../kit/clock.ts';
import type { App } from './app-type.ts';
import type { InProgress } from './in-progress.ts';

const LOOK_EVERY_MS = 50;
/** While callers learn that each answer is the last on its connection, new connections are still taken. */
const STILL_LISTENING_MS = 500;
/** A connection without a byte for this long has no request on its way. */
const IDLE_MS = SECOND_MS;
const CLOSE_WITHIN_MS = 7 * SECOND_MS;

/** Knows the open connections of a server, so that it can be closed without cutting one that a request is on its way on. */
export class OpenConnections {
  readonly #server: Server;
  readonly #inProgress: InProgress;
  readonly #sockets = new Set<Socket>();

  constructor(app: App, inProgress: InProgress) {
    this.#server = app.server;
    this.#inProgress = inProgress;
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /**
   * A request whose connection is closed gets no answer, and its outcome is unknown. So
   * every answer says that it is the last, callers leave by themselves, and only what is silent is closed from here.
   */
  async close(): Promise<void> {
    const busy = new Set<Socket>();
    this.#server.prependListener('request', ({ socket }, response) => {
      response.setHeader('Connection', 'close');
      busy.add(socket);
      response.once('close', () => busy.delete(socket));
    });
    this.#inProgress.stop();
    const startedMs = monotonicMs();
    await this.#untilEmpty(startedMs + STILL_LISTENING_MS);
    // Right after new connections were taken, so that hardly any waits to be taken, which would reset it.
    await new Promise((resolve) => setImmediate(resolve));
    // Not the close() of HTTP servers: it cuts connections whose request has arrived and was not read yet.
    NetServer.prototype.close.call(this.#server);
    await this.#letGo(busy, startedMs + CLOSE_WITHIN_MS);
    for (const socket of this.#sockets) socket.destroy();
  }

  async #untilEmpty(endMs: number): Promise<void> {
    while (monotonicMs() < endMs && this.#sockets.size > 0) await pause(LOOK_EVERY_MS);
  }

  async #letGo(busy: ReadonlySet<Socket>, endMs: number): Promise<void> {
    const seen = new Map<Socket, { bytes: number; sinceMs: number }>();
    for (; monotonicMs() < endMs && this.#sockets.size > 0; await pause(LOOK_EVERY_MS)) {
      const answering = this.#inProgress.sockets();
      for (const socket of this.#sockets) {
        const bytes = socket.bytesRead + socket.bytesWritten;
        const last = seen.get(socket);
        if (last?.bytes !== bytes || busy.has(socket) || answering.has(socket)) {
          seen.set(socket, { bytes, sinceMs: monotonicMs() });
        } else if (monotonicMs() - last.sinceMs >= IDLE_MS) {
          socket.end();
        }
      }
    }
  }
}
