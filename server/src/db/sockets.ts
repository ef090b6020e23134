import { Socket } from 'node:net';

/** The sockets of some connections. They can be closed at once, without waiting for a server that is silent. */
export class Sockets {
  readonly #open = new Set<Socket>();

  /** A socket for one connection: the option `stream` of `pg`. */
  readonly add = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  };

  destroy(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
